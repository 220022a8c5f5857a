"""How many player moves a position of Vierfrei needs at least.

Cards that form a run as they lie are a *unit*: in one move all of them can go, or the end of them.
A unit is *moved aside* if any of its cards is moved anywhere but home. The bound is the least
number of units that have to be moved aside if there is no end of free cells, so that all but this
is free of charge: a unit on top goes aside for one move, a card goes home for none.

It never is above the true number. Take any line that wins, and for each unit that it moves aside
the first move that takes one of its cards elsewhere but home. No move is the first of two units:
the cards it moves lie on each other, so if they are of two units, those of one have been laid on
the other's before. So the line has at least as many moves as it moves units aside; and moving just
these aside, each as soon as it is on top, wins with cells without end: the line's own order of the
cards' first moves and of the moves home is possible there.

A unit with a card above a lower one of its suit has to be moved aside in any case. The others are
the *stops*. Where nothing goes on, each of the (at most four) next cards lies under a stop, and the
card on top of that waits for the next card of its own suit: some of these chains are rings, and of
each ring a unit has to be moved aside, one by one until the last. What the stops need depends on
nothing but the stops, hence on very few things; this is kept in ``known``.

A player move changes the bound by one at most, since what has been moved, in whatever way, could be
moved aside.
"""

from __future__ import annotations

from typing import Final

from game.solver.vierfrei_board import ALONE, BIT, TAKERS, ZOBRIST, Board

Stop = tuple[int, "Stop | None", "Stop | None", int, int, int]
"""The top card of a unit that may go home from where it lies; the next stop of the column once this
card is gone, and once the whole unit is; mask of the card and all under it, mask of what is under
it; key of the column up to the card."""

Stops = tuple[int, "Stop | None", "Stop | None", bool]
"""Of a column: number of units that have to be moved aside, first stop, first stop once the last
unit is gone, whether the last unit has to be moved aside."""

LOWER: Final = tuple(sum(BIT[low] for low in range(card & 3, card, 4)) for card in range(52))
"""For each card the mask of the lower ones of its suit."""

_MOST: Final = 400_000
"""The most sets of stops remembered, to limit memory (some 150 bytes each)."""

_ALL: Final = (1 << 52) - 1


def stops_on(below: Stops, mask: int, key: int, under: int, card: int) -> Stops:
    """Return the stops of a column after ``card`` was laid on it, on ``under``.

    ``mask`` is of the cards before, ``key`` that of the column with the card.
    """
    forced, stop, beyond, aside = below
    takers, lower, bit = TAKERS[card], LOWER[card], BIT[card]
    if takers >> under & 1:
        if aside:
            return below
        if lower & mask:
            return forced + 1, beyond, beyond, True
    else:
        beyond = stop
        if lower & mask:
            return forced + 1, stop, stop, True
    return forced, (card, stop, beyond, mask | bit, mask, key), beyond, False


NO_STOPS: Final[Stops] = (0, None, None, False)
"""Of a column of one card, which is in nobody's way."""


class Bound:
    """Remembers what sets of stops need."""

    __slots__ = ("_floors", "known")

    def __init__(self) -> None:
        self.known: dict[int, int] = {0: 0}
        """The units to be moved aside for each set of stops, by the sum of their keys."""
        self._floors: dict[int, int] = {}
        """The same where no more is known than that it is at least as many."""

    def of(
        self,
        stops: list[Stop | None],
        key: int,
        heights: tuple[int, ...] = (0, 0, 0, 0),
        least: int = 0,
        most: int = 52,
    ) -> int:
        """Return how many of the units that ``stops`` begin have to be moved aside, of a position
        with foundations of these ``heights``; ``key`` is the sum of their keys.

        It is known to be ``least`` or more; a number above ``most`` may be too low.
        """
        if least > most:
            return least
        if len(self.known) + len(self._floors) > _MOST:
            self.known.clear()
            self._floors.clear()
            self.known[0] = 0
        gone, first = _ALL, {}
        for stop in stops:
            if stop is not None:
                first[stop[0]] = stop
                mask = stop[3]
                gone ^= mask
        waiting = [height * 4 + suit for suit, height in enumerate(heights)]
        found = self._of(first, gone, key, waiting, least)
        if found <= least:
            self.known[key] = found
        elif found <= most:
            return self.of(stops, key, heights, found, most)
        return found

    def _of(  # noqa: C901 (one function, for calls are the main cost)
        self, first: dict[int, Stop], gone: int, key: int, waiting: list[int], most: int
    ) -> int:
        """Return the same of the stops ``first``, by their cards, if it is ``most`` or less; else
        a number above ``most``. Changes ``first`` and ``waiting``.

        This is one long function because calls are the main cost here.
        """
        idle = suit = 0
        while idle < 4:
            card = waiting[suit]
            while card < 52:
                if not gone >> card & 1:
                    stop = first.get(card)
                    if stop is None:
                        break
                    del first[card]
                    mask = stop[3]
                    gone |= mask
                    key -= stop[5]
                    after = stop[1]
                    if after is not None:
                        first[after[0]] = after
                        mask = after[3]
                        gone ^= mask
                        key += after[5]
                card += 4
            if card == waiting[suit]:
                idle += 1
            else:
                waiting[suit] = card
                idle = 1
            suit = suit + 1 & 3
        had = self.known.get(key)
        if had is not None:
            return had
        floor = self._floors.get(key, 1)
        if floor > most:
            return floor
        best = most + 1
        ring, rings = _ring(first, waiting)
        if rings > floor:
            floor = rings
            if floor > most:
                self._floors[key] = floor
                return floor
        for stop in ring:
            others = dict(first)
            del others[stop[0]]
            beyond = stop[2]
            mask = stop[3]
            now, then = gone | mask, key - stop[5]
            if beyond is not None:
                others[beyond[0]] = beyond
                mask = beyond[3]
                now ^= mask
                then += beyond[5]
            found = self._of(others, now, then, waiting[:], best - 2) + 1
            if found < best:
                best = found
                if best <= floor:
                    break
        if best <= most:
            self.known[key] = best
        else:
            self._floors[key] = best
        return best


def _ring(first: dict[int, Stop], waiting: list[int]) -> tuple[list[Stop], int]:
    """Return the shortest ring of stops each of which waits for a card under the next, and the
    number of rings."""
    # What is done is a bit for each suit.
    over: dict[int, Stop] = {}
    for card in waiting:
        for stop in first.values():
            under = stop[4]
            if under >> card & 1:
                over[card & 3] = stop
                break
    best: list[Stop] = []
    rings = done = 0
    for suit in over:
        at = suit
        path: list[int] = []
        while not done >> at & 1:
            done |= 1 << at
            path.append(at)
            at = over[at][0] & 3
        if at in path:
            rings += 1
            ring = [over[one] for one in path[path.index(at) :]]
            if not best or len(ring) < len(best):
                best = ring
    best.sort(reverse=True)
    return best, rings


def least_moves(board: Board) -> int:
    """Return a number of player moves without which ``board`` cannot be won."""
    forced, first = 0, []
    for cards in board.piles[:8]:
        stops, key, mask, under = NO_STOPS, 0, 0, ALONE
        for card in cards:
            key += ZOBRIST[card][under]
            if mask:
                stops = stops_on(stops, mask, key, under, card)
            mask |= BIT[card]
            under = card
        forced += stops[0]
        first.append(stops[1])
    return forced + Bound().of(first, sum([stop[5] for stop in first if stop]))
