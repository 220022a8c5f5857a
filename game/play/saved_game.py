"""The form of a game in its file: its deal, the line on which it stands, and all branches.

The line is as it has always been. Each branch is one text (``game.play.sharing``) with the number
of steps of the line after which it leaves that; so damage in one loses no other. A line of the
record names its deal in the same way, and what was played beside the line of a finished game is
kept with it in the same form.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from game.core.moves import Action
from game.core.state import Looked
from game.play.history import (
    BOOK_NAMES,
    Book,
    History,
    Node,
    action_text,
    add_notes,
    begins,
    books_from_data,
)
from game.play.sharing import branch_text, notes_text, read_actions, read_moves
from game.rules.notation import board_text
from game.rules.registry import Deal, Start, deal_named, games, kinds_of, own_deal, rule_sets
from game.support.json_values import DataError, Flaw, member, text_list

if TYPE_CHECKING:
    from game.play.session import Session

FORMAT: Final = 1
"""The format of saved games; a file with a higher one is of a newer program."""
_KNOWN: Final = {
    *("format", "game", "deal", "rules", "board", "deck", "actions", "undone", "books", "looked"),
    *("branches", "notes"),
    *BOOK_NAMES,
}
"""The names under which a saved game holds something."""


def deal_to_data(deal: Deal) -> dict[str, object]:
    """Return ``deal`` as a saved game names it."""
    data: dict[str, object] = {"game": deal.game, "deal": deal.number, "rules": deal.rules}
    if deal.board is not None:
        data["board"] = board_text(deal.board).splitlines()
    if deal.deck is not None:
        data["deck"] = " ".join(map(str, deal.deck))
    return data


def deal_from_data(data: Mapping[str, object]) -> Deal:
    """Return the deal of a saved game or of the record; raise ``DataError`` if damaged."""
    game = member(data, "game", games())
    known = rule_sets(game)
    rules = member(data, "rules", known) if known else None
    if not known and data.get("rules") is not None:
        raise DataError(Flaw.VALUE, "rules")
    try:
        if data.get("deal") is not None:
            value = data["deal"]
            if not isinstance(value, int) or isinstance(value, bool):
                raise DataError(Flaw.VALUE, "deal")
            return deal_named(game, value, rules)
        if kinds_of(game)[0].own is Start.DECK:
            deck = data.get("deck")
            if not isinstance(deck, str):
                raise DataError(Flaw.VALUE, "deck")
            return own_deal(game, rules, Start.DECK, deck)
        return own_deal(game, rules, Start.BOARD, "\n".join(text_list(data, "board")))
    except DataError:
        raise
    except ValueError as error:
        raise DataError(Flaw.DEAL) from error


def others_of(data: Mapping[str, object]) -> dict[str, object]:
    """Return what a saved game holds under names that this program does not know."""
    return {name: value for name, value in data.items() if name not in _KNOWN}


def looked_from_data(data: Mapping[str, object], looked: Looked) -> Looked:
    """Return how far the player has looked by the saved ``data``, which older files do not tell,
    and at least as far as ``looked``."""
    match data.get("looked", list(looked)):
        case [int(reserve), int(stock)] if reserve >= 0 <= stock:
            return Looked(min(reserve, looked.reserve), min(stock, looked.stock))
    raise DataError(Flaw.VALUE, "looked")


MOST_ASIDE: Final = 6_000
"""Characters of branches that are kept with a game. The oldest are forgotten first, those with a
bookmark last; what the player wrote on the line itself is never forgotten."""
_BETWEEN: Final = 4
"""The most signs that separate a position of a branch from the next."""
NAMES_ASIDE: Final = ("branches", "notes")
_PIECE: Final = r'\{\s*"at"\s*:\s*\d{1,9}\s*,\s*"(?:%s)"\s*:\s*"(?:[^"\\\n]|\\.)*"\s*\}'
"""A branch or a note."""


class SavedText:
    """The text of a game's file. Of what was before the last action it is kept from one time to the
    next: saving one more move costs little more than copying a list of moves."""

    def __init__(self) -> None:
        self._rows: dict[str, tuple[list[Action], str]] = {}
        self._changes = -1
        self._restarts: list[tuple[int, Node]] = []
        """Those on the line, each with the number of actions up to it."""
        self._aside = ""

    def now(self, session: Session) -> str:
        """Return the deal and the moves of ``session``, to be replayed, and its books."""
        history = session.history
        if self._changes != history.changes:
            line = history.at.line()
            places = enumerate(line)
            self._restarts = [(at, one) for at, one in places if at and begins(one.action)]
            self._aside = _members(beside(line))
            self._changes = history.changes
        done = history.actions
        books = {
            str(n): _across(node, undone=at > len(done)).to_data()
            for n, (at, node) in enumerate(self._restarts)
            if node.begins_game
        }
        found = (
            _members({"format": FORMAT, **session.others, **deal_to_data(session.deal)}),
            self._row("actions", done),
            self._row("undone", history.undone),
            _members(
                {
                    **session.book.to_data(),
                    **({"looked": list(session.looked)} if session.deal.kind.hides_cards else {}),
                    **({"books": books} if books else {}),
                }
            ),
            self._aside,
        )
        return "{\n" + ",\n".join(filter(None, found)) + "\n}\n"

    def _row(self, name: str, actions: list[Action]) -> str:
        """Return ``actions`` as a member of that name."""
        known, text = self._rows.get(name, ([], ""))
        most = min(len(known), len(actions))
        same = next((n for n in (most, most - 1) if n > 0 and actions[:n] == known[:n]), 0)
        text = text[: len(text) - sum(len(_item(one)) for one in known[same:])]
        text += "".join(map(_item, actions[same:]))
        self._rows[name] = actions, text
        return f' "{name}": [{text[1:]}\n ]' if actions else f' "{name}": []'


def _item(action: Action) -> str:
    return f',\n  "{action_text(action)}"'


def _members(data: Mapping[str, object]) -> str:
    """Return ``data`` as members of the object in a file, one a line."""
    return json.dumps(data, ensure_ascii=False, indent=1)[2:-2]


def _across(restart: Node, *, undone: bool) -> Book:
    """Return the book that a file has for a restart with which a game begins: that of the game on
    its other side, seen from where the game stands."""
    return restart.book if undone or restart.parent is None else restart.parent.book


def beside(line: Sequence[Node]) -> dict[str, object]:
    """Return the branches that leave ``line`` and the notes on it, as a file has them; each only if
    there are any."""
    at, branches, notes = 0, list[object](), list[object]()
    for node, after in zip(line, [*line[1:], None], strict=True):
        at += len(node.action)
        if node.bookmark is not None:
            notes.append({"at": at, "bookmark": node.bookmark})
        if node.remark:
            notes.append({"at": at, "remark": node.remark})
        if aside := [child for child in node.children if child is not after]:
            # The one that was left last goes first, so that it is the one that is redone.
            aside.sort(key=lambda child: child is not node.main)
            branches += ({"at": at, "moves": branch_text(child)} for child in aside)
    found = {"branches": branches, "notes": notes}
    return {name: value for name, value in found.items() if value}


def fill(session: Session, data: Mapping[str, object]) -> None:
    """Have ``session`` stand as its text has it; ``DataError`` if that cannot be replayed.

    A branch or a note that cannot be read is lost alone, from there on; ``lost`` counts them.
    """
    book, books = Book.from_data(data), books_from_data(data.get("books", {}))
    session.others = others_of(data)
    done, undone = text_list(data, "actions"), text_list(data, "undone")
    here = end = session.history.root
    for action in read_actions(done, session.deal, session.layout):
        here = end = session.history.grow(end, action)
    for action in read_actions(undone[::-1], session.deal, session.state_at(here)):
        end = session.history.grow(end, action)
    session.history.go(here)
    restarts = (node for node in here.line()[1:] if begins(node.action))
    across = {id(node): books[n] for n, node in enumerate(restarts) if n in books}
    _set_books(here, book, across)
    grow_branches(session, data)
    session.look_at_all()
    session.looked = looked_from_data(data, session.looked)
    session.history.thin_out()


def _set_books(here: Node, book: Book, across: Mapping[int, Book]) -> None:
    """Set the books of a line: ``book`` is that of the game that stands at ``here``, and ``across``
    has, by their restarts, those on the other sides of these (``_across``)."""
    before = book
    for node in here.up():
        node.book = before
        before = across.get(id(node), before)
    for node in here.along():
        node.book = book = across.get(id(node), book)


def pieces(text: str) -> dict[str, object]:
    """Return the branches and the notes in a text that is no JSON any more, each found by itself;
    None in the place of one that is damaged."""
    keys = {"branches": "moves", "notes": "bookmark|remark"}
    return {name: list(map(_piece, re.findall(_PIECE % key, text))) for name, key in keys.items()}


def _piece(text: str) -> object:
    try:
        return json.loads(text)
    except ValueError:
        return None


def grow_branches(session: Session, data: Mapping[str, object]) -> None:
    """Add the branches and the notes of a saved game to its line."""
    at, places = 0, dict[object, Node]()
    for node in session.history.line():
        at += len(node.action)
        places[at] = node
    for name, read in (("branches", _branch), ("notes", _note)):
        found = data.get(name, [])
        for one in found if isinstance(found, list) else [None]:
            try:
                if not isinstance(one, dict) or type(one.get("at")) is not int:
                    raise DataError(Flaw.VALUE, name)
                read(session, places[one["at"]], one)
            except (ValueError, KeyError):
                session.lost += 1


def _branch(session: Session, start: Node, data: Mapping[str, object]) -> None:
    moves = data["moves"]
    if not isinstance(moves, str):
        raise DataError(Flaw.VALUE, "moves")
    read_moves(session.deal, session.history, start, moves, as_kept=True)


def _note(_: Session, node: Node, data: Mapping[str, object]) -> None:
    name, remark = data.get("bookmark"), data.get("remark")
    if isinstance(name, str):
        add_notes(node, name, "")
    elif isinstance(remark, str):
        add_notes(node, None, remark)
    else:
        raise DataError(Flaw.VALUE, "notes")


# -- beside the line of a finished game ------------------------------------------------------------


def aside_text(session: Session, end: Node) -> str:
    """Return what stands beside the line to ``end``, as members of a JSON object; empty where
    nothing does.

    What was taken back at the end is a branch there.
    """
    if _bare(end):
        return ""
    tree = session.history.unrolled_game(end)
    if tree is None:
        return ""
    line = list(tree.here.up())[::-1]
    _shorten(tree, line)
    return members(beside(line))


def members(data: dict[str, object]) -> str:
    """Return ``data`` as members of a JSON object, without those that are empty."""
    there = {name: value for name, value in data.items() if value}
    return json.dumps(there, ensure_ascii=False)[1:-1]


def grow_aside(session: Session, text: str) -> None:
    """Add to a game that stands at the end of its line what stands beside that. A branch or a note
    that cannot be read is lost alone; ``session.lost`` counts them."""
    try:
        data = json.loads(f"{{{text}}}")
    except (ValueError, RecursionError):
        data = pieces(text)
        session.lost += 1
    grow_branches(session, data)
    session.look_at_all()
    session.history.thin_out()


def _bare(end: Node) -> bool:
    """Whether nothing was ever done beside the line to ``end``, nor written on it."""
    if end.children or end.bookmark is not None or end.remark:
        return False
    way = list(end.up())
    anew = any(one.action and begins(one.action) for one in way)
    return not anew and all(one.plain for one in way[1:])


def _shorten(tree: History, line: list[Node]) -> None:
    """Forget the oldest branches until the others are short enough to be kept."""
    on_line = set(map(id, line))

    def size(node: Node) -> int:
        return len(action_text(node.action)) + len(notes_text(node)) + _BETWEEN

    left = sum(size(node) for node in tree.root.below() if id(node) not in on_line)
    if left > MOST_ASIDE:
        for gone in tree.forget_oldest():
            left -= sum(map(size, gone))
            if left <= MOST_ASIDE:
                break
