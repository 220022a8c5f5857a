"""A game as text (``play/sharing``), as the store keeps it: the game in hand and finished games.

A game in hand is a header, which is a JSON object on one line, and the tree as the program keeps
it: each action of the line on a line of its own, and below it in parentheses each branch that was
played in its place. So a damaged branch is lost alone, and a damaged line from its first damaged
move on. In the log the tree stands in the form in which a game is copied.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import fields
from typing import Final
from weakref import WeakKeyDictionary

from game.play.history import Book, History, Node, action_text
from game.play.saved_game import FORMAT, MOST_ASIDE, looked_from_data, others_of
from game.play.session import Session
from game.play.sharing import branch_text, deal_text, from_text, notes_text, whole_text
from game.rules.notation import NotationError
from game.support.json_values import DataError, Flaw, count, parse_object

_BETWEEN: Final = 4
"""The most signs that separate a position of a branch from the next."""
_OWN: Final = ("id", "cursor")
_ID: Final = r'"id": "([^"\\]+)"'


# -- the game in hand ------------------------------------------------------------------------------


def kept_text(session: Session) -> str:
    """Return the file of a game in hand as it stands; costs no more than going along its line.

    ``cursor`` counts the steps from the beginning of the line to where the game stands. The book is
    that of the game that was begun first; a game begun again after its end has its own in the tree.
    """
    history = session.history
    steps, texts = _line_of(session)
    book = history.root.book.to_data()
    header: dict[str, object] = {
        **session.others,
        "format": FORMAT,
        "id": book.pop("entry", ""),
        "cursor": steps[history.at] - history.left,
        **book,
        **({"looked": list(session.looked)} if session.deal.kind.hides_cards else {}),
    }
    lines = [json.dumps(header, ensure_ascii=False), deal_text(session.deal).rstrip("\n")]
    return "\n".join([*lines, *texts, ""])


_Line = tuple[dict[Node, int], list[str]]
_lines: Final[WeakKeyDictionary[Session, tuple[int, _Line]]] = WeakKeyDictionary()


def _line_of(session: Session) -> _Line:
    """Return the number of steps up to each position of the line, and its texts with those of the
    branches. As long as only its end grows, that costs no more than what is new."""
    history = session.history
    changes, (steps, texts) = _lines.get(session, (-1, ({}, [])))
    if changes != history.changes:
        steps, texts = {history.root: 0}, [*filter(None, [notes_text(history.root).strip()])]
    end = next(reversed(steps))
    for node in end.along():
        parent = node.parent
        assert parent is not None
        steps[node] = steps[parent] + len(node.action)
        texts.append(action_text(node.action) + notes_text(node, as_kept=True))
        aside = (child for child in parent.children if child is not node)
        texts += (f"({branch_text(child)})" for child in aside)
    _lines[session] = history.changes, (steps, texts)
    return steps, texts


def standing_text(session: Session) -> str:
    """Return what was done in a game and where it stands, without its book."""
    history, tree = session.history, kept_text(session).partition("\n")[2]
    return f"{len(history.actions)} {history.left}\n{tree}"


def kept_game(text: str, game: str) -> tuple[Session, bool]:
    """Return the game in hand of which ``text`` is the file, and whether header and line are whole;
    else it stands before the first damaged move, or its book is lost. ``lost`` counts the damaged
    branches. Raises ``ValueError`` if not even the deal can be read."""
    head, _, tree = text.partition("\n")
    session, whole = readable(tree, game)
    if session.deal.game != game or tree.partition("\n")[0].isdigit():
        raise DataError(Flaw.VALUE, "game")
    try:
        header = parse_object(head)
        book = Book.from_data({**header, "entry": header.get("id", "")})
        session.looked = looked_from_data(header, session.looked)
        if (cursor := count(header, "cursor")) is not None:
            _go(session.history, cursor)
        session.others = {n: v for n, v in others_of(header).items() if n not in _OWN}
    except DataError:
        named = re.search(_ID, head)
        book, whole = Book(entry=named[1] if named else "", recorded=session.ended), False
    set_book(session, book)
    return session, whole


def set_book(session: Session, book: Book) -> None:
    """Have the game that was begun first in ``session`` have this book."""
    for one in fields(Book):
        setattr(session.history.root.book, one.name, getattr(book, one.name))


def _go(history: History, cursor: int) -> None:
    """Stand so many steps behind the beginning of the line, which may be amid an action."""
    for node in history.line():
        cursor -= len(node.action)
        if cursor <= 0:
            history.go(node)
            history.back(-cursor)
            break


def readable(text: str, game: str, rules: str | None = None) -> tuple[Session, bool]:
    """Return the game in ``text`` up to its first damaged move, without the branches that are
    damaged, which ``lost`` counts, and whether its line is whole. Raises ``ValueError`` if not even
    its deal can be read."""
    lines, lost, whole = text.strip().splitlines(), 0, True
    while True:
        try:
            session = from_text("\n".join(lines), game, rules, as_kept=True)
        except NotationError as error:
            at = error.line - 1
            if not 0 < at < len(lines):
                raise
            if lines[at].startswith("("):
                lost += 1
                del lines[at]
            else:
                whole = False
                del lines[at:]
        else:
            session.lost = lost
            return session, whole


# -- finished games --------------------------------------------------------------------------------


def finished_text(session: Session, end: Node | None = None) -> str:
    """Return the tree of the game that has ended at ``end``, or where it stands: its line to there,
    and its branches as far as they are short enough, the oldest forgotten first."""
    tree = session.history.unrolled_game(end or session.here)
    if tree is None:
        return ""
    on_line = set(map(id, tree.here.up()))

    def size(node: Node) -> int:
        return len(action_text(node.action)) + len(notes_text(node)) + _BETWEEN

    left = sum(size(node) for node in tree.root.below() if id(node) not in on_line)
    gone = tree.forget_oldest() if left > MOST_ASIDE else iter(())
    while left > MOST_ASIDE and (nodes := next(gone, None)) is not None:
        left -= sum(map(size, nodes))
    return whole_text(session.deal, tree)


def joined(texts: Sequence[str], game: str, rules: str | None) -> Session | None:
    """Return the game in the first of ``texts``, with what was played and written beside it in the
    others; None if it cannot be read."""
    found: Session | None = None
    for text in filter(None, texts):
        try:
            session, _ = readable(text, game, rules)
        except ValueError:
            continue
        if found is None:
            found = session
        elif session.deal == found.deal:
            found.history.add(session.history.root.below())
            found.lost += session.lost
    if found is not None:
        found.look_at_all()
        found.history.thin_out()
    return found
