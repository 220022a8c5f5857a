"""What Vierfrei's search leaves out, held against every position that the rules allow.

``expand`` leaves moves out, and its module proves that each position that can be reached is
*near*: met by the search, or reached from one that was by loosening cards alone. That is stronger
than any verdict, which is lost only if all else fails too. Here it is tried out: ``reached`` walks
through everything by the rules alone, one card at a time, and ``gap`` names a step that leads to a
position that is not near.

A position here is the long columns, the loose cards and, with no place free, those of the loose
that lie alone in a column: while a place is free, they and those in cells can swap. Safe cards go
home at once, by a rule that has its own test.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from random import Random
from typing import Final, NamedTuple
from unittest.mock import patch

from game.core.state import State
from game.solver import vierfrei_search
from game.solver.vierfrei_board import CODE_BITS, Board, board_of, home_of
from game.solver.vierfrei_pack import Packer, Position
from tests.truth.vierfrei import HOSTS

Cards = frozenset[int]
Expand = Callable[[Position, set[int] | None], list[int]]

_PLACES: Final = 12
_COLUMNS: Final = 8


class Place(NamedTuple):
    """A position."""

    columns: frozenset[bytes]
    """Those of two cards and more."""
    loose: Cards
    alone: Cards | None
    """Those of the loose that lie in a column; None while a place is free."""
    heights: tuple[int, int, int, int]
    """How many cards of each suit are home."""


def _settled(
    columns: frozenset[bytes], loose: Cards, alone: Cards, heights: tuple[int, int, int, int]
) -> Place:
    """Return the position after all safe moves home."""
    while safe := home_of(heights)[2]:
        card = next((card for card in loose if safe >> card & 1), None)
        if card is not None:
            loose, alone = loose - {card}, alone - {card}
        else:
            column = next((column for column in columns if safe >> column[-1] & 1), None)
            if column is None:
                break
            card = column[-1]
            columns, loose, alone = _without(columns, loose, alone, column)
        heights = _up(heights, card)
    full = len(columns) + len(loose) == _PLACES
    return Place(columns, loose, alone if full else None, heights)


def _up(heights: tuple[int, int, int, int], card: int) -> tuple[int, int, int, int]:
    clubs, diamonds, hearts, spades = heights
    suit = card % 4
    return clubs + (suit == 0), diamonds + (suit == 1), hearts + (suit == 2), spades + (suit == 3)


def _without(
    columns: frozenset[bytes], loose: Cards, alone: Cards, column: bytes
) -> tuple[frozenset[bytes], Cards, Cards]:
    """Return columns, loose cards and those alone without the last card of ``column``."""
    columns = columns - {column}
    if len(column) > 2:
        return columns | {column[:-1]}, loose, alone
    return columns, loose | {column[0]}, alone | {column[0]}


def _laid_out(place: Place) -> Iterator[Place]:
    """Yield ``place`` with any of the loose cards alone in the columns that are left, besides
    those that certainly are."""
    if place.alone is None:
        yield place
        return
    others = place.loose - place.alone
    for more in combinations(others, _COLUMNS - len(place.columns) - len(place.alone)):
        yield place._replace(alone=place.alone | set(more))


def loosenings(place: Place) -> Iterator[Place]:
    """Yield what comes of loosening a card, those that then certainly lie in a column as
    ``alone``."""
    if place.alone is None:
        for column in place.columns:
            columns, loose, alone = _without(place.columns, place.loose, frozenset(), column)
            yield _settled(columns, loose | {column[-1]}, alone, place.heights)


def after(place: Place) -> Iterator[Place]:
    """Yield every position that a move of a single card leads to, and what is safe thereafter."""
    for loosened in loosenings(place):
        yield from _laid_out(loosened)
    before, lying, heights = place.columns, place.loose, place.heights
    # What is loose can be laid into a column first, if there is a place free and one not long.
    in_columns = place.alone
    if in_columns is None:
        in_columns = lying if len(before) < _COLUMNS else frozenset()
    known = place.alone or frozenset()
    taken = [(column[-1], *_without(before, lying, known, column)) for column in before]
    taken += [(card, before, lying - {card}, known - {card}) for card in lying]
    for card, columns, loose, alone in taken:
        if heights[card % 4] == card // 4:
            yield _settled(columns, loose, alone, _up(heights, card))
        hosts = HOSTS[card]
        for column in before:
            if hosts[column[-1]] and column in columns:
                laid = columns - {column} | {column + bytes((card,))}
                yield _settled(laid, loose, alone, heights)
        for host in in_columns:
            if hosts[host]:
                laid = columns | {bytes((host, card))}
                yield _settled(laid, loose - {host}, alone - {host}, heights)


def start_of(board: Board) -> Place:
    """Return the position of ``board``."""
    columns = frozenset(bytes(column) for column in board.piles[:8] if len(column) > 1)
    alone = frozenset(column[0] for column in board.piles[:8] if len(column) == 1)
    clubs, diamonds, hearts, spades = board.heights
    return _settled(
        columns, alone.union(*board.piles[8:]), alone, (clubs, diamonds, hearts, spades)
    )


def reached(start: Place, limit: int) -> dict[Place, Place] | None:
    """Return everything that can be reached, each with the position before it; None for more than
    ``limit``."""
    found, stack = {start: start}, [start]
    while stack:
        place = stack.pop()
        for then in after(place):
            if then not in found:
                found[then] = place
                stack.append(then)
        if len(found) > limit:
            return None
    return found


class _Noting(Packer):
    """Notes the positions that a search meets."""

    __slots__ = ("met",)

    def __init__(self) -> None:
        super().__init__()
        self.met: set[Place] = set()

    def enter(self, parent: Position, code: int, key: int, value: int) -> Position:
        position = super().enter(parent, code, key, value)
        self.met.add(_plain(position))
        return position


def met(board: Board, chance: Random | None = None) -> set[Place]:
    """Return all that the search meets if it does not stop at a won game, with what certainly lies
    in columns as ``alone``.

    A position remembers the order of moves in which it was met first, and is expanded once: with
    ``chance`` the evaluation is some other, so that the search goes about it in another order.
    """
    usual: Expand = vars(vierfrei_search)["expand"]
    spread = chance.choice((500, 50_000)) if chance else 0

    def expand(position: Position, known: set[int] | None) -> list[int]:
        found = usual(position, known)
        if chance is None:
            return found
        return [entry + (chance.randrange(spread) << CODE_BITS) for entry in found]

    packer = _Noting()
    with patch.object(vierfrei_search, "expand", expand):
        search = vierfrei_search.Search(packer, board, lambda: False, lambda _: False)
        search.best_first(chance.choice((1, 20, 500)) if chance else 500)
        if not search.exhausted:
            search.complete(1 << 30, 1 << 30)
    assert search.exhausted
    return {_plain(packer.start(board)), *packer.met}


def _plain(position: Position) -> Place:
    loose, fixed = position.loose, position.fixed
    full = len(position.columns) + len(loose) == _PLACES
    alone = frozenset(card for card in loose if fixed >> card & 1)
    columns = frozenset(bytes(column.cards) for column in position.columns)
    return Place(columns, frozenset(loose), alone if full else None, position.home[0])


def near(places: Iterable[Place]) -> set[Place]:
    """Return ``places``, and all that is reached from there by loosening alone."""
    found = set(places)
    stack = list(found)
    while stack:
        for then in loosenings(stack.pop()):
            if then not in found:
                found.add(then)
                stack.append(then)
    return {laid for place in found for laid in _laid_out(place)}


def gap(state: State, limit: int, orders: Iterable[Random | None]) -> str | int:
    """Return the first step by the rules to a position that is not near, in words, or one that is
    near though nothing leads to it; the number of positions if there is none of these in any of
    the ``orders``; 0 for more than ``limit`` positions."""
    board = board_of(state)
    every = reached(start_of(board), limit)
    if every is None:
        return 0
    for order in orders:
        close = near(met(board, order))
        for place in close - every.keys():
            return f"nothing leads to {place}"
        for place, before in every.items():
            if place not in close:
                return f"{before} leads to {place}, which is not near"
    return len(every)
