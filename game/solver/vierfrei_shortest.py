"""Searches for the shortest line, in whatever time there is, and for the proof that it is.

Cells and columns are distinguished, so that each step of a line is one player move; moves home cost
nothing. Level by level the positions go on that can still lead to a line shorter than the best, by
the bound of ``vierfrei_bound``, the most promising first: as many as the time allows, or all. If
none was left out, there is no shorter line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from heapq import heapify, heappop, heappush
from typing import Final

from game.solver import bits
from game.solver.vierfrei_board import (
    ALONE,
    BIT,
    EMPTY,
    FROM_LOOSE,
    HOMEWARD,
    LOOSE,
    SETTLE,
    TAKERS,
    UNDER,
    ZOBRIST,
    Board,
    Home,
)
from game.solver.vierfrei_bound import LOWER
from game.solver.vierfrei_spots import ROUGH, Entry, Spot, Spots
from game.solver.vierfrei_stacks import IN_CELL, SCALE, Scale

_LEAST: Final = 12
"""A narrower beam hardly ever finds a line."""

_SHARE: Final = 0.05
"""The fraction of a beam for positions with the same cards home, as many cells and columns in use,
and as many cards under breaks of order; otherwise all would be variations of one."""

_MOST: Final = 150_000
"""The widest beam, to limit memory."""

_LEVELS_A_MOVE: Final = 1.35
"""Estimated number of levels still to come for each move of the bound; and a few more."""

_PACE: Final = 1e-4
"""Seconds for a position, until it is measured."""

_FIRST: Final = 0.3
"""The fraction of the time left for which the first beam is planned."""

_LATER: Final = 0.9
"""The same for those that follow, which know how short a line has to be."""

_WIDER: Final = 3
"""How many times wider than in equal shares these may be: the bound leaves them few positions
towards the end, and where it leaves few enough, it is proven that there is no shorter line."""


class Shortest:
    """A search for the shortest line from one position."""

    def __init__(
        self,
        board: Board,
        clock: Callable[[], float],
        stop: Callable[[], bool],
        end: float,
        scale: Scale = SCALE,
    ) -> None:
        self._clock = clock
        self._stop = stop
        self._end = end
        self._begun = clock()
        self._spots = Spots(scale)
        self._start = self._spots.first(board)
        self.positions = 0
        self.least = self._start[7]
        """The player moves that any line needs, as far as that is proven."""

    def lines(self, length: int) -> Iterator[list[Spot]]:
        """Yield shorter and shorter lines, all with fewer than ``length`` moves, until told to
        stop, or until the last is proven to be the shortest: then ``least`` is its length."""
        part = _FIRST
        while self.least < length and not self._stop():
            before, width = self.positions, self._width(self._levels(self.least), _LATER)
            line = self._run(length, part)
            if line is not None:
                length = sum([1 for spot in line[1:] if spot[9] >> 6 & 63 != HOMEWARD])
                yield line
            if self.positions == before or width <= _LEAST:
                return
            part = _LATER

    def _levels(self, least: int) -> int:
        """Estimate how many levels are still to come where ``least`` are needed."""
        return int(_LEVELS_A_MOVE * least) + 4

    def _width(self, levels: int, part: float) -> int:
        """Return how wide a beam ``part`` of the time left allows for so many ``levels``."""
        now = self._clock()
        pace = (now - self._begun) / self.positions if self.positions >= 100 else _PACE
        fits = part * (self._end - now) / (max(pace, 1e-7) * max(levels, 3))
        return max(_LEAST, min(_MOST, int(fits)))

    def _run(self, length: int, part: float) -> list[Spot] | None:
        """Run one beam in ``part`` of the time left; return a line shorter than ``length``.

        Without one, ``least`` becomes ``length`` if nothing was left out.
        """
        late = self._end - (1 - part) * (self._end - self._clock())
        seen = {self._start[3]}
        level = [self._start]
        whole = True
        for depth in range(length):
            # All that needs no move comes before what needs one: each position has its fewest.
            for spot in level:
                if spot[7] == 0:
                    return _chain(spot)
                self._home_instead(spot, seen, level)
            after: list[Entry] = []
            for spot in level:
                if self.positions % 16 == 0 and self._stop():
                    return None
                self.positions += 1
                self._expand(spot, seen, after, length - depth - 2)
            levels = min(self._levels(min([spot[7] for spot in level])), length - depth)
            spare = (late - self._clock()) / max(self._end - self._clock(), 1e-9)
            width = self._width(levels, max(spare, 0.0) * (1 if part == _FIRST else _WIDER))
            level, all_of_them = self._selected(after, seen, width, length - depth - 2)
            whole = whole and all_of_them
            if not level:
                if whole:
                    self.least = length
                return None
        return None

    def _selected(
        self, after: list[Entry], seen: set[int], width: int, left: int
    ) -> tuple[list[Spot], bool]:
        """Return the most promising of ``after``, at most ``width``, and whether these are all."""
        spots = self._spots
        heapify(after)
        most = max(_LEAST // 3, int(_SHARE * width)) if len(after) > width else len(after)
        alike: dict[tuple[Home, int, int], int] = {}
        level: list[Spot] = []
        whole = True
        while (entry := self._next(after, left)) is not None:
            if len(level) >= width:
                return level, False
            made = spots.enter(entry)
            if made[3] != entry[1]:
                if made[3] in seen:
                    continue
                seen.add(made[3])
            columns = made[0]
            under = 0
            for column in columns:
                count, run = column[1], column[2]
                under += count - run
            kind = made[2], len(columns) + len(made[1]), under
            others = alike.get(kind, 0)
            if others >= most:
                whole = False
                continue
            alike[kind] = others + 1
            level.append(made)
        return level, whole

    def _next(self, after: list[Entry], left: int) -> Entry | None:
        """Take the most promising entry whose bound is at most ``left`` off the heap ``after``.

        Most bounds are searched for only here, since most entries are never wanted.
        """
        while after:
            entry = heappop(after)
            if not entry[3] & ROUGH:
                return entry
            entry = self._spots.exact(entry, left)
            if entry[6] <= left:
                if not after or entry < after[0]:
                    return entry
                heappush(after, entry)
        return None

    def _home_instead(self, spot: Spot, seen: set[int], level: list[Spot]) -> None:
        """Add the results of moves home, which cost nothing, to the same level."""
        following = spot[2][1]
        for source, column in enumerate(spot[0]):
            bit = column[6]
            if bit & following:
                self._add_home(spot, column[0][-1] | source << 16, seen, level)
        for card in spot[1]:
            bit = BIT[card]
            if bit & following:
                self._add_home(spot, card | FROM_LOOSE << 16, seen, level)

    def _add_home(self, spot: Spot, code: int, seen: set[int], level: list[Spot]) -> None:
        code |= HOMEWARD << 6 | 1 << 12 | SETTLE
        made = self._spots.enter((0, 0, spot, code, spot[5], spot[6], spot[7]))
        if made[3] not in seen:
            seen.add(made[3])
            level.append(made)

    def _expand(  # noqa: C901 (one function, for calls are the main cost)
        self, spot: Spot, seen: set[int], found: list[Entry], left: int
    ) -> None:
        """Add all results of player moves that ``seen`` does not hold, and whose bound is at most
        ``left``, as far as it is known without a search (else the entry is a ``ROUGH`` one).

        This is one long function because calls are the main cost here.
        """
        columns, cells, home, key, base, forced, stops, fewest, _, _ = spot
        _, following, safe, _ = home
        fewest -= 1
        spots = self._spots
        scale, places, known, rests = spots.scale, spots.places, spots.known, spots.bound.known
        weight, buried, homeward = scale.least, scale.buried, scale.homeward
        at = 8 * len(columns) + len(cells)
        empty = 8 - len(columns)
        free = 4 - len(cells)
        onto_may = (free + 1) << empty
        empty_may = (free + 1) << (empty - 1) if empty else 0
        exposed = 0
        for column in columns:
            end = column[6]
            exposed |= end
        source = -1 << 16
        for column in columns:
            source += 1 << 16
            cards, all_takers, ways = column[0], column[5], column[11]
            if free == 0 and not empty and not all_takers & exposed:
                continue
            for (
                takers, moved, rest, gain, aside, stopped, opened, lower, inside, lift, park, goals
            ) in ways or known.ways(column):  # fmt: skip
                ends = takers & exposed
                if not ends and not empty and moved > 1:
                    continue
                gone = base - gain
                if rest is None:
                    stays, where = 0, at - 8
                else:
                    stays, where = rest[4], at
                wanted = following & stays
                if wanted:
                    gone -= buried * moved * bits.count(wanted)
                onward = moved << 12 | source
                if opened & safe:
                    gone -= homeward
                    onward |= SETTLE
                fewer, others = forced - aside, stops - stopped
                if ends and moved <= onto_may:
                    for bit, delta, goal in goals:
                        if not bit & ends:
                            continue
                        now = key + delta
                        if now in seen:
                            continue
                        seen.add(now)
                        into = 0
                        while (end := columns[into][6]) != bit:
                            into += 1
                        onto = columns[into]
                        units, then, there = fewer, others, onto[4]
                        if not onto[8][3]:
                            if lower & there:
                                units += 1
                                then += onto[10] - onto[9]
                            else:
                                then += onto[7] + inside + delta - onto[9]
                        code = onward | goal | into << 20
                        needed = rests.get(then)
                        if needed is not None:
                            least = units + needed
                        else:
                            least = units if units > fewest else fewest
                            code |= ROUGH
                        if least > left:
                            continue
                        value = gone + places[where] + weight * least
                        wanted = following & there
                        if wanted:
                            value += buried * moved * bits.count(wanted)
                        found.append((value, now, spot, code, units, then, least))
                if rest is not None and moved <= empty_may:
                    now = key + lift
                    if now not in seen:
                        seen.add(now)
                        code = onward | cards[-moved] | EMPTY << 6
                        then = others
                        if moved > 1:
                            then += inside + lift
                        needed = rests.get(then)
                        if needed is not None:
                            least = fewer + needed
                        else:
                            least = fewer if fewer > fewest else fewest
                            code |= ROUGH
                        if least <= left:
                            value = gone + places[at + 8] + weight * least
                            found.append((value, now, spot, code, fewer, then, least))
                if moved == 1 and free:
                    now = key + park
                    if now not in seen:
                        seen.add(now)
                        code = onward | cards[-1] | LOOSE << 6
                        needed = rests.get(others)
                        if needed is not None:
                            least = fewer + needed
                        else:
                            least = fewer if fewer > fewest else fewest
                            code |= ROUGH
                        if least <= left:
                            value = gone + places[where + 1] + weight * least
                            found.append((value, now, spot, code, fewer, others, least))
        for card in cells:
            ends = TAKERS[card]
            ends &= exposed
            if ends:
                for bit, target in UNDER[card]:
                    if not bit & ends:
                        continue
                    now = key + ZOBRIST[card][target] - IN_CELL[card]
                    if now in seen:
                        continue
                    seen.add(now)
                    into = 0
                    while (end := columns[into][6]) != bit:
                        into += 1
                    onto = columns[into]
                    units, then, there = forced, stops, onto[4]
                    if not onto[8][3]:
                        if there & LOWER[card]:
                            units += 1
                            then += onto[10] - onto[9]
                        else:
                            then += onto[7] + ZOBRIST[card][target] - onto[9]
                    code = card | target << 6 | 1 << 12 | FROM_LOOSE << 16 | into << 20
                    needed = rests.get(then)
                    if needed is not None:
                        least = units + needed
                    else:
                        least = units if units > fewest else fewest
                        code |= ROUGH
                    if least > left:
                        continue
                    value = base + places[at - 1] + weight * least
                    wanted = following & there
                    if wanted:
                        value += buried * bits.count(wanted)
                    found.append((value, now, spot, code, units, then, least))
            if empty:
                now = key + ZOBRIST[card][ALONE] - IN_CELL[card]
                if now not in seen:
                    seen.add(now)
                    least = fewest + 1
                    if least <= left:
                        code = card | EMPTY << 6 | 1 << 12 | FROM_LOOSE << 16
                        value = base + places[at + 7] + weight * least
                        found.append((value, now, spot, code, forced, stops, least))


def _chain(spot: Spot) -> list[Spot]:
    line = [spot]
    while (parent := line[-1][8]) is not None:
        line.append(parent)
    line.reverse()
    return line
