"""Creates the positions of the search for the shortest line, and moves cards on them.

Cells and columns are distinguished; each position knows how many player moves it needs at least.
"""

from __future__ import annotations

from game.solver.vierfrei_board import (
    ALONE,
    BIT,
    EMPTY,
    FROM_LOOSE,
    HOMEWARD,
    LOOSE,
    SETTLE,
    ZOBRIST,
    Board,
    Home,
    home_of,
)
from game.solver.vierfrei_bound import Bound
from game.solver.vierfrei_stacks import IN_CELL, Scale, Stack, Stacks

Spot = tuple[tuple[Stack, ...], tuple[int, ...], Home, int, int, int, int, int, "Spot | None", int]
"""Columns that hold a card, cards in cells, home, key, evaluation without the places and the bound,
units to be moved aside, key of the stops, bound, parent and the code of the move from there, as in
a packed position: LOOSE is a cell here, EMPTY an empty column."""

Entry = tuple[int, int, Spot, int, int, int, int]
"""Evaluation, key, the position before, the code of the move, units to be moved aside, key of the
stops and bound after it."""


class Spots:
    """Creates the positions of one search, each with its key, its evaluation and its bound."""

    __slots__ = ("bound", "known", "places", "scale")

    def __init__(self, scale: Scale) -> None:
        self.scale = scale
        self.known = Stacks(scale)
        self.bound = Bound()
        penalty = {0: scale.none_free, 1: scale.one_free, 2: scale.two_free}
        self.places = [
            scale.cell * cells + scale.emptied * (8 - long) + penalty.get(12 - long - cells, 0)
            for long in range(9)
            for cells in range(8)
        ]
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
        least = forced + self.bound.of([column[8][1] for column in columns], board.heights)
        return self._settled(
            columns, cells, list(board.heights), key, (forced, stops, least), None, 0
        )

    def rest(self, spot: Spot, code: int, units: int, left: int) -> int:
        """Return how many stops have to be moved aside after a move that leaves ``units`` other
        ones: what is more than ``left`` in all may be too low."""
        columns = spot[0]
        now = list(columns)
        card, target = code & 63, code >> 6 & 63
        count, source = code >> 12 & 15, code >> 16 & 15
        if source == FROM_LOOSE:
            moved: tuple[int, ...] = (card,)
        else:
            cards = columns[source][0]
            moved = cards[-count:]
        if target < 52:
            into = code >> 20 & 15
            now[into] = self.known[columns[into][0] + moved]
        elif target == EMPTY:
            now.append(self.known[moved])
        if source != FROM_LOOSE:
            self._take(now, source, count)
        return self.bound.of(
            [column[8][1] for column in now], spot[2][0], max(0, spot[7] - 1 - units), left - units
        )

    def enter(self, entry: Entry) -> Spot:
        """Return the position after a move and the safe moves home that it allows."""
        value, key, parent, code, forced, stops, least = entry
        columns, cells = list(parent[0]), list(parent[1])
        card, target = code & 63, code >> 6 & 63
        count, source = code >> 12 & 15, code >> 16 & 15
        under = ALONE
        if source == FROM_LOOSE:
            moved: tuple[int, ...] = (card,)
            cells.remove(card)
        else:
            cards = columns[source][0]
            moved = cards[-count:]
            if len(cards) > count:
                under = cards[-1 - count]
        if target < 52:
            into = code >> 20 & 15
            columns[into] = self.known[columns[into][0] + moved]
        elif target == LOOSE:
            cells.append(card)
        elif target == EMPTY:
            columns.append(self.known[moved])
        if source != FROM_LOOSE:
            self._take(columns, source, count)
        if not code & SETTLE:
            base = value - self.places[8 * len(columns) + len(cells)] - self.scale.least * least
            return (
                tuple(columns), tuple(cells), parent[2], key, base, forced, stops, least, parent,
                code,
            )  # fmt: skip
        key = parent[3] - (IN_CELL[card] if source == FROM_LOOSE else ZOBRIST[card][under])
        heights = list(parent[2][0])
        if target == HOMEWARD:
            heights[card & 3] += 1
        elif target == LOOSE:
            key += IN_CELL[card]
        else:
            key += ZOBRIST[card][target if target < 52 else ALONE]
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
        while True:
            home = home_of((heights[0], heights[1], heights[2], heights[3]))
            safe = home[2]
            for card in cells:
                if BIT[card] & safe:
                    key -= IN_CELL[card]
                    cells.remove(card)
                    break
            else:
                for at, column in enumerate(columns):
                    if column[6] & safe:
                        cards = column[0]
                        card = cards[-1]
                        key -= ZOBRIST[card][cards[-2] if len(cards) > 1 else ALONE]
                        self._take(columns, at, 1)
                        break
                else:
                    break
            heights[card & 3] += 1
        base = self._worth(columns, home)
        stops = sum([column[9] for column in columns])
        forced = sum([column[8][0] for column in columns])
        self.bound.known[stops] = bound[2] - forced
        return (
            tuple(columns), tuple(cells), home, key, base, forced, stops, bound[2], parent, code
        )  # fmt: skip

    def _worth(self, columns: list[Stack], home: Home) -> int:
        """Return the evaluation without the places and the bound."""
        following = home[1]
        base = self.scale.left * home[3]
        buried = 0
        for column in columns:
            base += column[3]
            wanted = following & column[4]
            while wanted:
                card = wanted.bit_length() - 1
                wanted ^= BIT[card]
                buried += column[1] - 1 - column[0].index(card)
        return base + self.scale.buried * buried

    def _take(self, columns: list[Stack], at: int, count: int) -> None:
        """Take the last cards off a column."""
        cards = columns[at][0]
        if len(cards) == count:
            del columns[at]
        else:
            columns[at] = self.known[cards[:-count]]
