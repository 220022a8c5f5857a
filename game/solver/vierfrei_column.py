"""What the search knows of a single column, computed once for each column that occurs.

The same columns recur again and again in a search; looking one up takes a tenth of the time.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from game.solver.vierfrei_board import (
    ALONE,
    BIT,
    GIVERS,
    LOOSE,
    TAKERS,
    UNDER,
    ZOBRIST,
    Column,
    Goals,
    Way,
)

_MOST: Final = 30_000
"""The most columns cached, to limit memory (some 2000 bytes each)."""


class Weights(NamedTuple):
    """The weights of the evaluation, integers so that it can be taken apart again exactly.

    Less is better. The ones in use were found by trying random changes on deals other than those of
    the benchmarks.
    """

    left: int
    """For each card not home."""
    homeward: int
    """How much a move home is estimated to gain, before it is known what follows."""
    under: int
    """For each card that lies under the last break of order in its column."""
    breaks: int
    """For each card that lies on one it does not follow."""
    loose: int
    """For each loose card."""
    emptied: int
    """For each column that is not long."""
    buried: int
    """For each card that lies above the next card of a suit."""
    depth: int
    """For each move of the line so far."""
    none_free: int
    """If no place is free."""
    one_free: int
    two_free: int


WEIGHTS: Final = Weights(306, 94, 236, 157, 183, -322, 84, 197, 627, 270, 22)
"""For finding any line. The depth has a high weight, so that the search does not lose its way."""

SHORT: Final = Weights(289, 643, 198, 267, 122, -234, 150, 0, 800, 441, 100)
"""For the search for short lines, in which cells count as loose and each column that holds a card
as long."""


@cache
def goals_of(card: int, under: int) -> Goals:
    """Return what ``card`` may move onto from where it lies on ``under``."""
    gone = ZOBRIST[card][under]
    return tuple(
        [(bit, ZOBRIST[card][target] - gone, card | target << 6) for bit, target in UNDER[card]]
    )


class Columns(dict[tuple[int, ...], Column]):
    """The columns known so far, by their cards; others are added when asked for."""

    __slots__ = ("_breaks", "_under")

    def __init__(self, weights: Weights) -> None:
        super().__init__()
        self._under, self._breaks = weights.under, weights.breaks

    def __missing__(self, cards: tuple[int, ...]) -> Column:
        return self._add(cards)

    def _add(self, cards: tuple[int, ...]) -> Column:
        if len(self) >= _MOST:
            self.clear()
        card = cards[-1]
        bit, takers = BIT[card], TAKERS[card]
        run, cost, gone, ended, stays, opened, under = 1, 0, 0, 0, 0, 0, ALONE
        if len(cards) > 1:
            below = self.get(cards[:-1])
            if below is not None:
                _, _, run, cost, stays, all_takers, opened, _, _, ended = below
            else:
                run, cost, stays, all_takers, ended = self._summed(cards[:-1])
            under = cards[-2]
            opened = BIT[under]
            if takers & opened:
                run += 1
                takers |= all_takers
            else:
                gone = ended = self._under * run + self._breaks
                cost += gone
                run = 1
        givers = GIVERS[under]
        loosening = (
            ZOBRIST[card][ALONE] - ZOBRIST[card][under],
            stays,
            gone,
            opened,
            card | LOOSE << 6 | 1 << 12,
            TAKERS[under],
            givers & ~bit,
            GIVERS[card],
        )
        count = len(cards)
        found: Column = (cards, count, run, cost, stays | bit, takers, bit, loosening, [], ended)
        self[cards] = found
        return found

    def _summed(self, cards: tuple[int, ...]) -> tuple[int, int, int, int, int]:
        """Return run, cost, cards, takers and disorder of a column of ``cards``.

        A column that may never occur by itself is not worth caching.
        """
        run = cost = stays = takers = ended = before = 0
        for card in cards:
            bit = BIT[card]
            stays |= bit
            hosts = TAKERS[card]
            if hosts & before:
                run += 1
                takers |= hosts
            else:
                if before:
                    ended = self._under * run + self._breaks
                    cost += ended
                run = 1
                takers = hosts
            before = bit
        return run, cost, stays, takers, ended

    def ways(self, column: Column) -> list[Way]:
        """Return the ways to move the end of the run of ``column``, which stores them."""
        cards, count, run, _, stays, _, _, _, ways, ended = column
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
                    ended if moved == run else 0,
                    stays,
                    BIT[under] if left else 0,
                    ZOBRIST[card][ALONE] - ZOBRIST[card][under],
                    goals_of(card, under),
                )
            )
        return ways
