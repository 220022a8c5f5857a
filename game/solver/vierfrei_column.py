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
    Goals,
)

_MOST: Final = 30_000
"""The most columns cached, to limit memory (some 2000 bytes each)."""


Cards = tuple[int, ...]


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


@cache
def goals_of(card: int, under: int) -> Goals:
    """Return what ``card`` may move onto from where it lies on ``under``."""
    gone = ZOBRIST[card][under]
    return tuple(
        [(bit, ZOBRIST[card][target] - gone, card | target << 6) for bit, target in UNDER[card]]
    )


class Column:
    """A column, and what taking cards from it does.

    To *loosen* is to take the last card into a free cell or an empty column, whichever.
    """

    __slots__ = (
        "below",
        "built_on",
        "cards",
        "cost",
        "count",
        "end",
        "ended",
        "givers",
        "gone",
        "hosts",
        "lift",
        "onward",
        "opened",
        "run",
        "stays",
        "takers",
    )
    cards: Cards
    count: int
    """How many cards there are."""
    run: int
    """How many at the end form a run."""
    cost: int
    """What its disorder costs in the evaluation."""
    takers: int
    """Mask of what some card of the run may lie on."""
    end: int
    """Bit of the last card."""
    ended: int
    """The disorder removed with the whole run."""
    below: Column | None
    """The column without the last card, once it was asked for: see ``Columns.below``."""
    lift: int
    """What loosening the last card contributes to the key."""
    stays: int
    """Mask of the cards that stay when it is loosened."""
    gone: int
    """The disorder removed by it."""
    onward: int
    """The code of that move without the source."""
    opened: int
    """Bit of the card uncovered."""
    hosts: int
    """Mask of what that card may lie on."""
    givers: int
    """Mask of what else may lie on it."""
    built_on: int
    """Mask of what may lie on the last card."""


class Columns(dict[Cards, Column]):
    """The columns known so far, by their cards; others are added when asked for."""

    __slots__ = ("_breaks", "_under")

    def __init__(self, weights: Weights) -> None:
        super().__init__()
        self._under, self._breaks = weights.under, weights.breaks

    def __missing__(self, cards: Cards) -> Column:
        return self._add(cards)

    def _add(self, cards: Cards) -> Column:
        if len(self) >= _MOST:
            self.clear()
        card = cards[-1]
        bit, takers = BIT[card], TAKERS[card]
        found = Column()
        run, cost, gone, ended, stays, opened, under = 1, 0, 0, 0, 0, 0, ALONE
        below = None
        if len(cards) > 1:
            lower = cards[:-1]
            if lower in self:
                below = self[lower]
                run, cost, all_takers, ended = below.run, below.cost, below.takers, below.ended
                stays = below.stays | below.end
            else:
                run, cost, stays, all_takers, ended = self._summed(lower)
            under = cards[-2]
            opened = BIT[under]
            if takers & opened:
                run += 1
                takers |= all_takers
            else:
                gone = ended = self._under * run + self._breaks
                cost += gone
                run = 1
        found.cards, found.count, found.run, found.cost = cards, len(cards), run, cost
        found.takers, found.end, found.ended = takers, bit, ended
        found.lift = ZOBRIST[card][ALONE] - ZOBRIST[card][under]
        found.stays, found.gone, found.onward = stays, gone, card | LOOSE << 6 | 1 << 12
        found.opened, found.hosts = opened, TAKERS[under]
        givers = GIVERS[under]
        found.givers, found.built_on = givers & ~bit, GIVERS[card]
        found.below = below
        self[cards] = found
        return found

    def below(self, column: Column) -> Column:
        """Return ``column``, of several cards, without the last; the column stores it."""
        found = column.below = self[column.cards[:-1]]
        return found

    def _summed(self, cards: Cards) -> tuple[int, int, int, int, int]:
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
