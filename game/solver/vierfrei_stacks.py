"""What the search for the shortest line knows of a single column, computed once for each.

Like ``vierfrei_column``, but each column also has what it adds to the bound, and its other ends.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from game.solver.vierfrei_board import ALONE, BIT, TAKERS, ZOBRIST
from game.solver.vierfrei_bound import LOWER, NO_STOPS, Stops, stops_on
from game.solver.vierfrei_column import goals_of

_MOST: Final = 60_000
"""The most columns cached, to limit memory (some 1500 bytes each)."""

Goals = tuple[tuple[int, int, int], ...]

Way = tuple[int, int, "Stack | None", int, int, int, int, int, int, int, int, Goals]
"""A way to take the end of a run: mask of what its first card may lie on, number of cards, the
column left (None if nothing is), what the disorder, the units to be moved aside and the key of the
stops become less by, bit of the card uncovered, mask of all cards that are lower than one of those
taken and of its suit, what these contribute to the key of their column, what moving into an empty
column and into a cell contribute to the key of the position, the goals."""

Stack = tuple[tuple[int, ...], int, int, int, int, int, int, int, Stops, int, int, list[Way]]
"""A column: cards, their number, how many at the end form a run, cost of its disorder in the
evaluation, mask of the cards, mask of what some card of the run may lie on, bit of the last card,
its key, the stops, the key of the first of them and of the first beyond the last unit (0 if there
is none), the ways to take the end of the run (filled in by ``Stacks.ways``)."""

IN_CELL: Final = tuple(ZOBRIST[card][card] for card in range(52))
"""What a card in a cell contributes to the key: as if it lay on itself."""


class Scale(NamedTuple):
    """The weights of the evaluation, integers so that it can be taken apart again exactly; less is
    better."""

    least: int
    """For each player move that is needed at least."""
    left: int
    """For each card not home."""
    homeward: int
    """How much a move home is estimated to gain, before it is known what follows."""
    under: int
    """For each card that lies under the last break of order in its column."""
    breaks: int
    """For each card that lies on one it does not follow."""
    cell: int
    """For each card in a cell."""
    emptied: int
    """For each empty column."""
    buried: int
    """For each card that lies above the next card of a suit."""
    none_free: int
    """If no place is free."""
    one_free: int
    two_free: int


SCALE: Final = Scale(400, 289, 643, 198, 267, 122, -234, 150, 800, 441, 100)


class Stacks(dict[tuple[int, ...], Stack]):
    """The columns known so far, by their cards; others are added when asked for."""

    __slots__ = ("_breaks", "_under")

    def __init__(self, scale: Scale) -> None:
        super().__init__()
        self._under = scale.under
        self._breaks = scale.breaks

    def __missing__(self, cards: tuple[int, ...]) -> Stack:
        return self._add(cards)

    def _add(self, cards: tuple[int, ...]) -> Stack:
        if len(self) >= _MOST:
            self.clear()
        card = cards[-1]
        bit = BIT[card]
        takers = TAKERS[card]
        if len(cards) == 1:
            found: Stack = (
                cards, 1, 1, 0, bit, takers, bit, ZOBRIST[card][ALONE], NO_STOPS, 0, 0, []
            )  # fmt: skip
            self[cards] = found
            return found
        _, count, run, cost, mask, all_takers, above, key, stops, _, _, _ = self[cards[:-1]]
        under = cards[-2]
        key += ZOBRIST[card][under]
        stops = stops_on(stops, mask, key, under, card)
        if takers & above:
            run += 1
            takers |= all_takers
        else:
            cost += self._under * run + self._breaks
            run = 1
        _, stop, beyond, _ = stops
        found = (
            cards,
            count + 1,
            run,
            cost,
            mask | bit,
            takers,
            bit,
            key,
            stops,
            stop[5] if stop else 0,
            beyond[5] if beyond else 0,
            [],
        )
        self[cards] = found
        return found

    def ways(self, stack: Stack) -> list[Way]:
        """Return the ways to take the end of the run of ``stack``, which stores them."""
        cards, count, run, cost, _, _, _, key, stops, stop_key, _, ways = stack
        lower = 0
        for moved in range(1, run + 1):
            card = cards[-moved]
            lower |= LOWER[card]
            if moved < count:
                left = self[cards[:-moved]]
                under = cards[-moved - 1]
                gone = ZOBRIST[card][under]
                ways.append(
                    (
                        TAKERS[card],
                        moved,
                        left,
                        cost - left[3],
                        stops[0] - left[8][0],
                        stop_key - left[9],
                        left[6],
                        lower,
                        key - left[7],
                        ZOBRIST[card][ALONE] - gone,
                        IN_CELL[card] - gone,
                        goals_of(card, under),
                    )
                )
            else:
                gone = ZOBRIST[card][ALONE]
                ways.append(
                    (
                        TAKERS[card], moved, None, cost, stops[0], stop_key, 0, lower, key,
                        0, IN_CELL[card] - gone, goals_of(card, ALONE),
                    )
                )  # fmt: skip
        return ways
