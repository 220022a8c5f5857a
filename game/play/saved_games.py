"""Games in hand and finished games as text.

A saved game is a JSON header, the deal, and a row for each action or branch. If the row of a branch
is damaged, only that branch is lost. If the row of an action is damaged, all later rows are lost.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import fields
from typing import Final
from weakref import WeakKeyDictionary

from game.core.state import SeenSoFar
from game.play.game_text import branch_text, deal_text, from_text, history_text, notes_text
from game.play.history import GameInfo, History, Node, action_text
from game.play.session import Session
from game.rules.notation import NotationError
from game.support.json_values import FORMAT, DataError, check_format, count, parse_object

_KNOWN: Final = {"format", "id", "cursor", "looked", *(one.name for one in fields(GameInfo))}
_ID: Final = r'"id": "([^"\\]+)"'
_BETWEEN: Final = 4
"""The maximum number of separating characters that an action adds to a branch's text."""
MAX_BRANCH_CHARACTERS: Final = 6_000
"""The maximum number of characters to keep of a finished game's branches."""


# -- the game in hand ------------------------------------------------------------------------------


def saved_text(session: Session) -> str:
    """Return the text to save for a game in hand."""
    history = session.history
    info = history.root.info.to_data()  # the info of games begun by a restart is in the tree
    header: dict[str, object] = {
        **session.unknown_fields,
        "format": FORMAT,
        "id": info.pop("entry", ""),
        "cursor": sum(map(len, history.actions)),
        **info,
        **({"looked": list(session.seen)} if session.deal.kind.hides_cards else {}),
    }
    return f"{json.dumps(header, ensure_ascii=False)}\n{deal_text(session.deal, _rows_of(session))}"


_rows: Final[WeakKeyDictionary[Session, tuple[int, Node, list[str]]]] = WeakKeyDictionary()
"""For each session, the rows from an earlier call of ``_rows_of``. The number is the history's
``changes`` at that time. The node was the end of the line."""


def _rows_of(session: Session) -> list[str]:
    """Return the rows of a game's tree, reusing those of the last call if possible."""
    history, new = session.history, list[str]()
    changes, end, rows = _rows.get(session, (-1, history.root, []))
    if changes != history.changes:
        end, rows = history.root, [notes_text(history.root).strip()]
    for node in end.continuation():
        assert node.parent is not None
        new.append(action_text(node.action) + notes_text(node, as_saved=True))
        new += (f"({branch_text(one)})" for one in node.parent.children if one is not node)
        end = node
    # The info of a restarted game changes even when no move is made.
    if not any(" {@" in row for row in new):
        _rows[session] = history.changes, end, rows + new
    return rows + new


def read_saved(text: str, game: str) -> tuple[Session, bool]:
    """Return the readable part of a saved game, and whether its header and line are undamaged.

    Raises ``NewerFileError`` if a newer version wrote the file. Raises ``ValueError`` if it has no
    readable deal of ``game``.
    """
    head, _, tree = text.partition("\n")
    header: Mapping[str, object] = {}
    with suppress(DataError):
        header = parse_object(head)
        check_format(header)
    session, whole = read_undamaged(tree, game)
    if session.deal.game != game or tree.partition("\n")[0].isdigit():
        raise DataError
    try:
        info = GameInfo.from_data({**header, "entry": header.get("id", "")})
        session.seen = _seen(header, session.seen)
        if (cursor := count(header, "cursor")) is not None:
            _go(session.history, cursor)
        session.unknown_fields = {n: v for n, v in header.items() if n not in _KNOWN}
    except DataError:
        named = re.search(_ID, head)
        info, whole = GameInfo(entry=named[1] if named else "", recorded=session.ended), False
    for one in fields(GameInfo):
        setattr(session.history.root.info, one.name, getattr(info, one.name))
    return session, whole


def _seen(header: Mapping[str, object], seen: SeenSoFar) -> SeenSoFar:
    """Return ``seen``, extended by the field ``looked`` of ``header``. Raise ``DataError`` if that
    field is invalid."""
    match header.get("looked", list(seen)):
        case [int(reserve), int(stock)] if reserve >= 0 <= stock:
            return SeenSoFar(min(reserve, seen.reserve), min(stock, seen.stock))
    raise DataError


def _go(history: History, cursor: int) -> None:
    """Go to the position ``cursor`` steps along the line, if the line is that long."""
    for node in history.line():
        cursor -= len(node.action)
        if cursor <= 0:
            history.go(node)
            history.undo(-cursor)
            break


def read_undamaged(text: str, game: str, rules: str | None = None) -> tuple[Session, bool]:
    """Return the readable part of the game in ``text``, and whether its line is undamaged.

    Raises ``ValueError`` if the deal can't be read.
    """
    lines, lost, whole = text.strip().splitlines(), 0, True
    while True:
        try:
            session = from_text("\n".join(lines), game, rules, as_saved=True)
        except NotationError as error:
            at = error.line - 1
            if not 0 < at < len(lines):
                raise
            if lines[at].startswith("("):  # a branch
                lost += 1
                del lines[at]
            else:
                whole = False
                del lines[at:]
        else:
            session.unreadable_branches = lost
            return session, whole


# -- finished games --------------------------------------------------------------------------------


def finished_text(session: Session, end: Node | None = None) -> str:
    """Return the text of the game that ended at ``end``, by default at the cursor.

    If the branches exceed ``MAX_BRANCH_CHARACTERS``, the oldest are left out.
    The text is empty if ``end`` is no longer in the tree.
    """
    tree = session.history.game_without_restarts(end or session.here)
    if tree is None:
        return ""
    on_line = set(tree.here.path_to_root())

    def size(node: Node) -> int:
        return len(action_text(node.action)) + len(notes_text(node)) + _BETWEEN

    left = sum(size(node) for node in tree.root.subtree() if node not in on_line)
    gone = tree.drop_oldest()
    while left > MAX_BRANCH_CHARACTERS and (nodes := next(gone, None)) is not None:
        left -= sum(map(size, nodes))
    return history_text(session.deal, tree)


def join_games(texts: Sequence[str], game: str, rules: str | None) -> Session | None:
    """Return the first readable game in ``texts``, or None.

    Others with the same deal add their branches and notes to it.
    """
    found: Session | None = None
    for text in filter(None, texts):
        try:
            session, _ = read_undamaged(text, game, rules)
        except ValueError:
            continue
        if found is None:
            found = session
        elif session.deal == found.deal:
            found.history.add_nodes(session.history.root.subtree())
            found.unreadable_branches += session.unreadable_branches
    if found is not None:
        found.mark_all_seen()
        found.history.limit_size()
    return found
