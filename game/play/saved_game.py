"""How older versions of the program saved a game, and how files store a deal.

Each branch is saved as a string of its own (see ``game.play.sharing``), together with the number of
steps after which it leaves the line. Damage to one branch therefore leaves the others intact.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from game.core.state import SeenSoFar
from game.play.history import (
    INFO_FIELDS,
    GameInfo,
    Node,
    add_notes,
    infos_from_data,
    is_restart,
)
from game.play.sharing import read_actions, read_moves
from game.rules.notation import board_text
from game.rules.registry import Deal, Start, deal_named, games, kinds_of, own_deal, rule_sets
from game.support.json_values import DataError, Flaw, member, text_list

if TYPE_CHECKING:
    from game.play.session import Session

FORMAT: Final = 1
"""The number of the file format; a file with a higher number was written by a newer version."""
_KNOWN: Final = {
    *("format", "game", "deal", "rules", "board", "deck", "actions", "undone", "books", "looked"),
    *("branches", "notes"),
    *INFO_FIELDS,
}
"""The names of all values in a saved game that this version knows."""


def deal_to_data(deal: Deal) -> dict[str, object]:
    """Return ``deal`` as it is stored in files."""
    data: dict[str, object] = {"game": deal.game, "deal": deal.number, "rules": deal.rules}
    if deal.board is not None:
        data["board"] = board_text(deal.board).splitlines()
    if deal.deck is not None:
        data["deck"] = " ".join(map(str, deal.deck))
    return data


def deal_from_data(data: Mapping[str, object]) -> Deal:
    """Return the deal stored in a saved game or in the record.

    Raises ``DataError`` if the data is damaged.
    """
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


def unknown_fields(data: Mapping[str, object]) -> dict[str, object]:
    """Return those values of a saved game that this version doesn't know."""
    return {name: value for name, value in data.items() if name not in _KNOWN}


def seen_from_data(data: Mapping[str, object], seen: SeenSoFar) -> SeenSoFar:
    """Return how far the player has looked, according to the saved ``data``.

    ``seen`` is what the saved positions alone imply; it is returned unchanged if the file is too
    old to say more.
    """
    match data.get("looked", list(seen)):
        case [int(reserve), int(stock)] if reserve >= 0 <= stock:
            return SeenSoFar(min(reserve, seen.reserve), min(stock, seen.stock))
    raise DataError(Flaw.VALUE, "looked")


MAX_BRANCH_CHARACTERS: Final = 6_000
"""The maximum number of characters to keep of a game's branches. If there are more, the oldest
branches are dropped first, and those with a bookmark last; notes on the line itself are never
dropped."""


def fill_session(session: Session, data: Mapping[str, object]) -> None:
    """Restore ``session`` from its saved data.

    Raises ``DataError`` if its line can't be replayed. A damaged branch is kept up to the first
    error, and a damaged note is skipped; ``unreadable_branches`` counts both.
    """
    info, infos = GameInfo.from_data(data), infos_from_data(data.get("books", {}))
    session.unknown_fields = unknown_fields(data)
    done, undone = text_list(data, "actions"), text_list(data, "undone")
    here = end = session.history.root
    for action in read_actions(done, session.deal, session.layout):
        here = end = session.history.add_child(end, action)
    for action in read_actions(undone[::-1], session.deal, session.state_at(here)):
        end = session.history.add_child(end, action)
    session.history.go(here)
    restarts = (node for node in here.line()[1:] if is_restart(node.action))
    across = {id(node): infos[n] for n, node in enumerate(restarts) if n in infos}
    _set_infos(here, info, across)
    add_branches(session, data)
    session.mark_all_seen()
    session.seen = seen_from_data(data, session.seen)
    session.history.limit_size()


def _set_infos(here: Node, info: GameInfo, across: Mapping[int, GameInfo]) -> None:
    """Set the info of each node of a line.

    ``info`` belongs to the game that contains ``here``. ``across`` maps the ``id`` of each restart
    on the line to the info of the game on the far side of the restart, as seen from ``here``.
    """
    before = info
    for node in here.path_to_root():
        node.info = before
        before = across.get(id(node), before)
    for node in here.continuation():
        node.info = info = across.get(id(node), info)


def add_branches(session: Session, data: Mapping[str, object]) -> None:
    """Add the branches and notes of a saved game to its line."""
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
                session.unreadable_branches += 1


def _branch(session: Session, start: Node, data: Mapping[str, object]) -> None:
    moves = data["moves"]
    if not isinstance(moves, str):
        raise DataError(Flaw.VALUE, "moves")
    read_moves(session.deal, session.history, start, moves, as_saved=True)


def _note(_: Session, node: Node, data: Mapping[str, object]) -> None:
    name, remark = data.get("bookmark"), data.get("remark")
    if isinstance(name, str):
        add_notes(node, name, "")
    elif isinstance(remark, str):
        add_notes(node, None, remark)
    else:
        raise DataError(Flaw.VALUE, "notes")
