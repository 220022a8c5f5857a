"""The form of a game in an older program's file, and of a deal in any file.

Each branch is one text (``game.play.sharing``) with the number of steps of the line after which it
leaves the line, so damage to one loses no other.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from game.core.state import Looked
from game.play.history import (
    BOOK_NAMES,
    Book,
    Node,
    add_notes,
    begins,
    books_from_data,
)
from game.play.sharing import read_actions, read_moves
from game.rules.notation import board_text
from game.rules.registry import Deal, Start, deal_named, games, kinds_of, own_deal, rule_sets
from game.support.json_values import DataError, Flaw, member, text_list

if TYPE_CHECKING:
    from game.play.session import Session

FORMAT: Final = 1
"""The format of saved games; a file with a higher one is from a newer program."""
_KNOWN: Final = {
    *("format", "game", "deal", "rules", "board", "deck", "actions", "undone", "books", "looked"),
    *("branches", "notes"),
    *BOOK_NAMES,
}
"""The names of the values in a saved game."""


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
    """Return what a saved game has under names that this program doesn't know."""
    return {name: value for name, value in data.items() if name not in _KNOWN}


def looked_from_data(data: Mapping[str, object], looked: Looked) -> Looked:
    """Return how far the player has looked, by the saved ``data`` (older files don't say) and at
    least as far as ``looked``."""
    match data.get("looked", list(looked)):
        case [int(reserve), int(stock)] if reserve >= 0 <= stock:
            return Looked(min(reserve, looked.reserve), min(stock, looked.stock))
    raise DataError(Flaw.VALUE, "looked")


MOST_ASIDE: Final = 6_000
"""The most characters of branches kept with a game. The oldest are dropped first, those with a
bookmark last; what the player wrote on the line itself is never dropped."""


def fill(session: Session, data: Mapping[str, object]) -> None:
    """Restore ``session`` from its saved data; raise ``DataError`` if it can't be replayed.

    Only the branch or note that can't be read is lost, from there on; ``lost`` counts them.
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
    has, by their restarts, those of the games on the other sides of these."""
    before = book
    for node in here.up():
        node.book = before
        before = across.get(id(node), before)
    for node in here.along():
        node.book = book = across.get(id(node), book)


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
