"""What the search for short lines in whatever time there is knows of a single column.

That is what any search knows of it (``vierfrei_column``), and all ways to move the end of its run.
"""

from __future__ import annotations

from typing import Final

from game.solver.vierfrei_board import ALONE, BIT, TAKERS, ZOBRIST, Goals
from game.solver.vierfrei_column import Column, Columns, goals_of

_MOST: Final = 30_000
"""The most columns cached, to limit memory."""

Way = tuple[int, int, int, int, int, int, Goals]
"""The effect of moving the end of a run: mask of what its first card may lie on, number of cards,
the disorder removed, mask of the cards that stay, bit of the card uncovered, what moving into an
empty column contributes to the key, the goals elsewhere."""

Loosening = tuple[int, int, int, int, int]
"""The effect of moving the last card into a cell: its contribution to the key if that were an empty
column, mask of the cards that stay, the disorder removed, bit of the card uncovered, code of the
move without the source."""

Lane = tuple[tuple[int, ...], int, int, Column, int, int, int, Loosening, list[Way]]
"""A column: cards, their number, how many at the end form a run, what ``vierfrei_column`` knows,
mask of the cards, mask of what some card of the run may lie on, bit of the last card, the effect of
moving that into a cell, the ways to move the end of the run (filled in by ``Lanes.ways``)."""


class Lanes(dict[tuple[int, ...], Lane]):
    """The columns known so far, by their cards; others are added when asked for."""

    __slots__ = ("_columns",)

    def __init__(self, columns: Columns) -> None:
        super().__init__()
        self._columns = columns

    def __missing__(self, cards: tuple[int, ...]) -> Lane:
        return self._add(cards)

    def _add(self, cards: tuple[int, ...]) -> Lane:
        if len(self) >= _MOST:
            self.clear()
        column = self._columns[cards]
        loosening = column.lift, column.stays, column.gone, column.opened, column.onward
        mask = column.stays | column.end
        found: Lane = (
            cards, column.count, column.run, column, mask, column.takers, column.end, loosening, []
        )  # fmt: skip
        self[cards] = found
        return found

    def ways(self, lane: Lane) -> list[Way]:
        """Return the ways to move the end of the run of ``lane``, which stores them."""
        cards, count, run, column, stays, _, _, _, ways = lane
        for moved in range(1, run + 1):
            card = cards[-moved]
            left = count - moved
            under = cards[left - 1] if left else ALONE
            bit = BIT[card]
            stays ^= bit
            ways.append(
                (
                    TAKERS[card],
                    moved,
                    column.ended if moved == run else 0,
                    stays,
                    BIT[under] if left else 0,
                    ZOBRIST[card][ALONE] - ZOBRIST[card][under],
                    goals_of(card, under),
                )
            )
        return ways
