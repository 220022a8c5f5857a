"""Compares the positions that Vierfrei's solver visits with all those that the rules allow.

A card is *loose* if it is in a cell, or alone in a column. A position is *near* if the solver
visits it, or if making cards loose is enough to reach it from a visited position. The proof in
``vierfrei_pack`` says that all reachable positions are near. This test is stricter than a test of
verdicts.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from random import Random
from typing import NamedTuple
from unittest.mock import patch

from game.core.state import State
from game.solver import vierfrei_search
from game.solver.vierfrei_board import CODE_BITS, PLACES, board_of, home_of
from game.solver.vierfrei_pack import Packer, Position
from tests.truth.vierfrei import Place, Twin

Cards = frozenset[int]
Expand = Callable[[Position, set[int] | None], list[int]]


class Near(NamedTuple):
    """A position as the solver stores it. ``columns`` has only columns of two or more cards."""

    columns: frozenset[bytes]
    loose: Cards
    heights: tuple[int, ...]


def seen(place: Place) -> tuple[Near, Cards]:
    """Return ``place`` as the solver stores it, and the loose cards known to be in columns."""
    columns, cells, heights = place
    long = frozenset(column for column in columns if len(column) > 1)
    alone = frozenset(column[0] for column in columns if len(column) == 1)
    loose = alone.union(*cells)
    full = len(long) + len(loose) == PLACES
    return Near(long, loose, heights), alone if full else frozenset()


def settled(twin: Twin, place: Place) -> Place:
    columns, cells, heights = place
    while safe := home_of(heights)[2]:
        ends = [pile[-1] for pile in columns + cells if pile]
        card = next((card for card in ends if safe >> card & 1), None)
        if card is None:
            break
        last = bytes((card,))
        columns, cells, heights = twin.told(
            [column.removesuffix(last) for column in columns],
            [cell.removesuffix(last) for cell in cells],
            tuple(up + (suit == card % 4) for suit, up in enumerate(heights)),
        )
    return columns, cells, heights


def loosens(before: Place, after: Place) -> bool:
    (was, loose, heights), (now, then, up) = seen(before)[0], seen(after)[0]
    parts = all(any(column.startswith(one) for column in was) for one in now)
    return heights == up and loose <= then and parts


def reached(state: State, limit: int) -> dict[Place, list[Place]] | None:
    """Return all reachable positions, or None if there are more than ``limit``.

    For each position, the value lists the results of all moves that make a card loose.
    """
    twin = Twin(state)
    start = settled(twin, twin.start)
    found, stack = {start: list[Place]()}, [start]
    while stack:
        place = stack.pop()
        for after in twin.after(place):
            then = settled(twin, after)
            if then not in found:
                found[then] = []
                stack.append(then)
            if loosens(place, after):
                found[place].append(then)
        if len(found) > limit:
            return None
    return found


class _Noting(Packer):
    __slots__ = ("met",)

    def __init__(self) -> None:
        super().__init__()
        self.met: dict[Near, set[Cards]] = defaultdict(set)

    def note(self, position: Position) -> Position:
        columns = frozenset(bytes(column.cards) for column in position.columns)
        fixed = frozenset(card for card in position.loose if position.fixed >> card & 1)
        self.met[Near(columns, frozenset(position.loose), position.home[0])].add(fixed)
        return position

    def enter(self, parent: Position, code: int, key: int, value: int) -> Position:
        return self.note(super().enter(parent, code, key, value))


def met(state: State, chance: Random | None = None) -> dict[Near, set[Cards]]:
    """Return every position that the solver visits.

    On each visit, the solver may know that certain loose cards are in columns. The value contains a
    set of these cards for each visit. Only the first visit leads to further positions. ``chance``
    randomises the search order.
    """
    usual: Expand = vars(vierfrei_search)["expand"]
    spread = chance.choice((500, 50_000)) if chance else 0

    def expand(position: Position, known: set[int] | None) -> list[int]:
        found = usual(position, known)
        if chance is None:
            return found
        return [entry + (chance.randrange(spread) << CODE_BITS) for entry in found]

    packer, board = _Noting(), board_of(state)
    packer.note(packer.start(board))
    with patch.object(vierfrei_search, "expand", expand):
        search = vierfrei_search.Search(packer, board, lambda: False, lambda _: False)
        search.best_first(chance.choice((1, 20, 500)) if chance else 500)
        if not search.exhausted:
            search.complete(1 << 30, 1 << 30)
    assert search.exhausted
    return packer.met


def gap(state: State, limit: int, orders: Iterable[Random | None]) -> str | int:
    """Check that the solver visits only reachable positions, and that these are all near.

    Return a description of the first error. If there is no error, return the number of reachable
    positions. If more than ``limit`` are reachable, check nothing and return 0.
    """
    every = reached(state, limit)
    if every is None:
        return 0
    views = {place: seen(place) for place in every}
    for order in orders:
        search = met(state, order)
        for wrong in search.keys() - {view for view, _ in views.values()}:
            return f"nothing leads to {wrong}"
        near = {p for p, (view, alone) in views.items() for f in search.get(view, ()) if f <= alone}
        stack = list(near)
        while stack:
            fresh = {*every[stack.pop()]} - near
            near |= fresh
            stack += fresh
        for place in every.keys() - near:
            return f"{place} is not near"
    return len(every)
