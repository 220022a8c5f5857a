"""Creates the positions of the search for the shortest line, and moves cards on them.

Cells and columns are distinguished; each position knows how many player moves it needs at least.
"""

from __future__ import annotations

from typing import Final

from game.solver import bits
from game.solver.vierfrei_board import BIT, HOMEWARD, SETTLE, Board, Home
from game.solver.vierfrei_bound import Bound
from game.solver.vierfrei_carry import carried, key_after, places_of, settled
from game.solver.vierfrei_pack import home_of
from game.solver.vierfrei_stacks import IN_CELL, Scale, Stack, Stacks

Spot = tuple[tuple[Stack, ...], tuple[int, ...], Home, int, int, int, int, int, "Spot | None", int]
"""Columns that hold a card, cards in cells, home, key, evaluation without the places and the bound,
units to be moved aside, key of the stops, bound, parent and the code of the move from there, as in
a packed position: LOOSE is a cell here, EMPTY an empty column."""

Entry = tuple[int, int, Spot, int, int, int, int]
"""Evaluation, key, the position before, the code of the move, units to be moved aside, key of the
stops and bound after it."""


ROUGH: Final = 1 << 25
"""Part of the code of an entry whose bound is only known to be no less than it says."""


class Spots:
    """Creates the positions of one search, each with its key, its evaluation and its bound."""

    __slots__ = ("_weight", "bound", "known", "places", "scale")

    def __init__(self, scale: Scale) -> None:
        self.scale = scale
        self._weight = scale.least
        self.known = Stacks(scale)
        self.bound = Bound()
        self.places = places_of(scale.cell, scale.emptied, *scale[-3:])
        """The cost of the places, indexed by 8 * columns that hold a card + cards in cells."""

    def first(self, board: Board) -> Spot:
        """Return the position of ``board`` after all safe moves home."""
        columns: list[Stack] = []
        cells = [card for pile in board.piles[8:] for card in pile]
        key = sum([IN_CELL[card] for card in cells])
        forced = stops = 0
        for cards in board.piles[:8]:
            if cards:
                column = self.known[cards]
                columns.append(column)
                key += column[7]
                forced += column[8][0]
                stops += column[9]
        first = [column[8][1] for column in columns]
        least = forced + self.bound.of(first, stops, board.heights)
        return self._settled(
            columns, cells, list(board.heights), key, (forced, stops, least), None, 0
        )

    def exact(self, entry: Entry, left: int) -> Entry:
        """Return a ``ROUGH`` entry with its bound; one that is more than ``left`` may be too low,
        and stays ``ROUGH``."""
        value, key, spot, code, units, then, rough = entry
        needed = self.bound.known.get(then)
        if needed is None:
            now = list(spot[0])
            carried(self.known, now, list(spot[1]), code)
            stops = [column[8][1] for column in now]
            needed = self.bound.of(stops, then, spot[2][0], rough - units, left - units)
        least = units + needed
        if least > rough:
            value += self._weight * (least - rough)
        if least <= left:
            code ^= ROUGH
        return value, key, spot, code, units, then, least

    def enter(self, entry: Entry) -> Spot:
        """Return the position after a move and the safe moves home that it allows."""
        value, key, parent, code, forced, stops, least = entry
        columns, cells = list(parent[0]), list(parent[1])
        under = carried(self.known, columns, cells, code)
        if not code & SETTLE:
            base = value - self.places[8 * len(columns) + len(cells)] - self._weight * least
            return (
                tuple(columns), tuple(cells), parent[2], key, base, forced, stops, least, parent,
                code,
            )  # fmt: skip
        heights = list(parent[2][0])
        if code >> 6 & 63 == HOMEWARD:
            heights[code & 3] += 1
        key = key_after(parent[3], IN_CELL, code, under)
        return self._settled(columns, cells, heights, key, (forced, stops, least), parent, code)

    def _settled(
        self,
        columns: list[Stack],
        cells: list[int],
        heights: list[int],
        key: int,
        bound: tuple[int, int, int],
        parent: Spot | None,
        code: int,
    ) -> Spot:
        """Return the position after all safe moves home."""
        home, key = settled(home_of, self.known, IN_CELL, columns, cells, heights, key)
        base = self._worth(columns, home)
        stops = sum([column[9] for column in columns])
        forced = sum([column[8][0] for column in columns])
        least = bound[2]
        self.bound.known[stops] = least - forced
        return tuple(columns), tuple(cells), home, key, base, forced, stops, least, parent, code

    def _worth(self, columns: list[Stack], home: Home) -> int:
        """Return the evaluation without the places and the bound."""
        following = home[1]
        base = self.scale.left * home[3]
        buried = 0
        for column in columns:
            cards, count, cost, wanted = column[0], column[1], column[3], column[4]
            base += cost
            wanted &= following
            while wanted:
                card = bits.length(wanted) - 1
                bit = BIT[card]
                wanted ^= bit
                place = cards.index(card)
                buried += count - 1 - place
        return base + self.scale.buried * buried
