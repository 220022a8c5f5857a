"""A lower bound on the player moves needed to win Vierfrei.

Cards that lie in sequence are a *unit*: one move can take all of them, or the last few. A unit is
*moved aside* if any of its cards is moved anywhere but home. Assume that there are endless free
cells. The bound is the least number of units that then have to be moved aside to win.

The bound is never too high. For each unit that a winning line moves aside, look at the first move
that does so. No two units share such a move. If it takes cards of two units, one unit's cards were
moved onto the other unit earlier. So the line has at least one move for each unit that it moves
aside. With endless cells, it is enough to move each of these units aside as soon as it is on top.
Each card is then free no later than in the line. So the cards can go home in the same order.

Some units have a card above a lower card of its suit. They have to be moved aside in any case. The
other units are called *stops*. When nothing more can go home, the next card of each unfinished suit
lies below a stop. The stop's top card in turn waits for the next card of its own suit. Some chains
of waiting cards are rings. One unit of each ring has to be moved aside, until no ring is left.
"""

from __future__ import annotations

from typing import Final

from game.solver.vierfrei_board import ALONE, BIT, TAKERS, ZOBRIST, Cards

Stop = tuple[int, "Stop | None", "Stop | None", int, int, int]
"""A stop. Cards that have already gone home are left out. The fields of the tuple are:

- its top card
- the next stop of the column once this card is gone
- the next stop once the whole unit is gone
- the mask of the top card and all cards below it in the column
- the mask of the cards below the top card
- the key (a hash) of the cards from the start of the column up to the top card
"""

Stops = tuple[int, "Stop | None", "Stop | None", bool]
"""A column as the bound sees it. The fields of the tuple are:

- the number of units that have to be moved aside in any case
- the stop nearest to the end of the column
- the stop nearest to the end once the last unit is gone
- whether the last unit has to be moved aside in any case
"""

LOWER: Final = tuple(sum(BIT[low] for low in range(card & 3, card, 4)) for card in range(52))
"""For each card, the mask of lower cards of its suit."""

_MOST: Final = 400_000
"""The maximum number of cached results (some 150 bytes each)."""

_SUITS: Final = tuple(sum(BIT[suit::4]) for suit in range(4))

NO_STOPS: Final[Stops] = (0, None, None, False)
"""The ``Stops`` of a column with at most one card. Nothing in it has to be moved aside."""


def stops_of(cards: Cards) -> tuple[Stops, int, int]:
    """Return the stops of a column, and the key and the mask of its cards."""
    forced, stop, beyond, aside = NO_STOPS
    key, mask, under = 0, 0, ALONE
    for card in cards:
        key += ZOBRIST[card][under]
        if mask:
            takers, lower = TAKERS[card], LOWER[card]
            if not takers >> under & 1:
                beyond, aside = stop, False
            if not aside and lower & mask:
                forced, stop, aside = forced + 1, beyond, True
            elif not aside:
                stop = (card, stop, beyond, mask | BIT[card], mask, key)
        mask |= BIT[card]
        under = card
    return (forced, stop, beyond, aside), key, mask


class Bound:
    """Computes how many stops have to be moved aside."""

    __slots__ = ("_floors", "_known")

    def __init__(self) -> None:
        # By the sum of the keys of a set of stops: how many of them have to be moved aside, or a
        # lower bound where that isn't known.
        self._known: dict[int, int] = {0: 0}
        self._floors: dict[int, int] = {}

    def of(self, stops: list[Stop | None], key: int, most: int = 52) -> int:
        """Return how many stops have to be moved aside.

        ``stops`` holds the first stop of each column, and ``key`` is the sum of their keys. A
        result that exceeds ``most`` may be too low.
        """
        had = self._known.get(key)
        if had is not None:
            return had
        floor = self._floors.get(key, 0)
        if floor > most:
            return floor
        if len(self._known) + len(self._floors) > _MOST:
            self._known.clear()
            self._floors.clear()
            self._known[0] = 0
        blocked = 0  # the mask of the cards in stops or below them
        for stop in stops:
            if stop is not None:
                mask = stop[3]
                blocked |= mask
        found = self._of(stops[:], blocked, key, most)
        if found <= most:
            self._known[key] = found
        else:
            self._floors[key] = found
        return found

    def _of(  # noqa: C901 (calls are slow)
        self, stops: list[Stop | None], blocked: int, key: int, most: int
    ) -> int:
        """Do the work of ``of``; this changes the list ``stops``."""
        going = True
        while going:
            going = False
            for at, stop in enumerate(stops):
                while stop is not None:
                    lower = LOWER[stop[0]]
                    if lower & blocked:
                        break
                    going = True
                    key -= stop[5]
                    mask = stop[3]
                    blocked ^= mask
                    stop = stops[at] = stop[1]
                    if stop is not None:
                        key += stop[5]
                        mask = stop[3]
                        blocked |= mask
        had = self._known.get(key)
        if had is not None:
            return had
        floor = self._floors.get(key, 1)
        if floor > most:
            return floor
        best = most + 1
        ring, rings = _ring(stops, blocked)
        if rings > floor:
            floor = rings
            if floor > most:
                self._floors[key] = floor
                return floor
        for at in ring:
            others = stops[:]
            stop = stops[at]
            assert stop is not None
            mask = stop[3]
            now, then = blocked ^ mask, key - stop[5]
            stop = others[at] = stop[2]
            if stop is not None:
                mask = stop[3]
                now |= mask
                then += stop[5]
            found = self._of(others, now, then, best - 2) + 1
            if found < best:
                best = found
                if best <= floor:
                    break
        if best <= most:
            self._known[key] = best
        else:
            self._floors[key] = best
        return best


def _ring(  # noqa: C901 (calls are slow)
    stops: list[Stop | None], blocked: int
) -> tuple[list[int], int]:
    """Return the indices of the stops in the shortest ring, and how many rings there are."""
    # For each suit: the index of the stop above its lowest blocked card, and the suit of that stop.
    over = [-1, -1, -1, -1]
    following = [0, 0, 0, 0]
    for suit in range(4):
        low = blocked & _SUITS[suit]
        low &= -low
        if low:
            for at, stop in enumerate(stops):
                if stop is not None:
                    mask = stop[3]
                    if mask & low:
                        over[suit] = at
                        following[suit] = stop[0] & 3
                        break
    best: list[int] = []
    rings = done = 0
    for suit in range(4):
        at = suit
        path = 0
        while over[at] >= 0 and not done >> at & 1:
            done |= 1 << at
            path |= 1 << at
            at = following[at]
        if path >> at & 1:
            rings += 1
            ring = [over[at]]
            first = at
            at = following[at]
            while at != first:
                ring.append(over[at])
                at = following[at]
            if not best or len(ring) < len(best):
                best = ring
    return best, rings
