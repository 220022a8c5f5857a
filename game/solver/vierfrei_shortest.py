"""Searches for the shortest line of all, with the proof that none is shorter.

Cells and columns are distinguished, so that each step of a line is one player move; moves home cost
nothing. The *total* of a position is the moves made plus the bound of ``vierfrei_bound``: no line
through it has fewer. First all positions go on whose total is the bound at the start, then all
with one more, and so on. Once those of a total are used up, every line has more moves than that.
The first line that is found has as many moves as the total in turn, so it is a shortest one.

Nothing is lost by the waiting. Take any line that wins, and the last of its positions that went on
after no more moves than the line takes to it; at worst this is the start. What the line makes of
that waits its turn then, with no more moves than in the line, so that its total is no more than
those of the line; or it is met again with fewer, and goes on with these. So the line's moves are
found before the turn comes to a greater total. This asks nothing of the bound but that it is never
too high; that a move changes it by one at most only makes most positions go on but once.
"""

from __future__ import annotations

from collections.abc import Callable
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
)
from game.solver.vierfrei_bound import LOWER
from game.solver.vierfrei_spots import ROUGH, Entry, Spot, Spots
from game.solver.vierfrei_stacks import IN_CELL, SCALE, Scale

_TURNS: Final = 16
"""So many positions between two looks at the clock."""

_NEVER: Final = 1 << 20
"""More moves than any line has."""

_MOST: Final = 4_000_000
"""The most positions met, to limit memory (some 250 bytes each)."""

_GROWTH: Final = 2.0
"""How many times as many positions go on at a total as at the one before, at least in most deals;
by this it is told when the proof will not be had in time."""


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

    def line(self, length: int) -> list[Spot] | None:
        """Return the shortest line if it has fewer than ``length`` moves, else None.

        None may also mean that it was told to stop, or that there is not enough time. A line is
        proven to be the shortest if ``least`` is its length; so is one of ``length`` moves if this
        is what ``least`` becomes.
        """
        start = self._start
        seen = {start[3]: 0}
        waiting: list[list[Entry]] = [[] for _ in range(length + 3)]
        if self.least < length:
            if start[7] == 0:
                return [start]
            self._go_on(start, seen, waiting, self.least, length)
        while self.least < length:
            total, before = self.least, self.positions
            heapify(waiting[total])
            while waiting[total]:
                if self._stop() or len(seen) > _MOST:
                    return None
                won = self._go_on_with_some(seen, waiting, total, length)
                if won is not None:
                    return _chain(won)
            self.least = total + 1
            if self._too_many((self.positions - before) * _GROWTH, length - self.least):
                return None
        return None

    def _too_many(self, following: float, totals: int) -> bool:
        """Return whether there is no time for so many ``totals``, the first with ``following``
        positions."""
        now = self._clock()
        pace = (now - self._begun) / max(self.positions, 1)
        needed: float = following * (_GROWTH**totals - 1) / (_GROWTH - 1)
        return needed * pace > self._end - now

    def _go_on_with_some(
        self, seen: dict[int, int], waiting: list[list[Entry]], total: int, length: int
    ) -> Spot | None:
        """Let some of the positions of this ``total`` go on; return one that is won."""
        spots = self._spots
        ready = waiting[total]
        for _ in range(_TURNS):
            if not ready:
                break
            entry = heappop(ready)
            key, rough = entry[1], entry[6]
            moves = total - rough
            if seen[key] < moves:
                continue
            code = entry[3]
            if code & ROUGH:
                entry = spots.exact(entry, rough)
                least = entry[6]
                if least > rough:
                    if moves + least < length:
                        waiting[moves + least].append(entry)
                    continue
            made = spots.enter(entry)
            now = made[3]
            if now != key:
                if seen.get(now, _NEVER) <= moves:
                    continue
                seen[now] = moves
            if made[7] == 0:
                return made
            self._go_on(made, seen, waiting, total, length)
        return None

    def _go_on(
        self,
        spot: Spot,
        seen: dict[int, int],
        waiting: list[list[Entry]],
        total: int,
        length: int,
    ) -> None:
        """Put what follows from ``spot`` to what waits for its turn."""
        moves = total - spot[7]
        level = [spot]
        for one in level:
            self._home_instead(one, seen, level, moves)
        near: list[Entry] = []
        found = near, waiting[total + 1], waiting[total + 2]
        for one in level:
            self.positions += 1
            self._expand(one, seen, found, moves + 1, length - moves - 2)
        ready = waiting[total]
        for entry in near:
            heappush(ready, entry)

    def _home_instead(
        self, spot: Spot, seen: dict[int, int], level: list[Spot], moves: int
    ) -> None:
        """Add the results of moves home, which cost nothing, to ``level``."""
        following = spot[2][1]
        for source, column in enumerate(spot[0]):
            bit = column[6]
            if bit & following:
                self._add_home(spot, column[0][-1] | source << 16, seen, level, moves)
        for card in spot[1]:
            bit = BIT[card]
            if bit & following:
                self._add_home(spot, card | FROM_LOOSE << 16, seen, level, moves)

    def _add_home(
        self, spot: Spot, code: int, seen: dict[int, int], level: list[Spot], moves: int
    ) -> None:
        code |= HOMEWARD << 6 | 1 << 12 | SETTLE
        made = self._spots.enter((0, 0, spot, code, spot[5], spot[6], spot[7]))
        if seen.get(made[3], _NEVER) > moves:
            seen[made[3]] = moves
            level.append(made)

    def _expand(  # noqa: C901 (one function, for calls are the main cost)
        self,
        spot: Spot,
        seen: dict[int, int],
        found: tuple[list[Entry], ...],
        moves: int,
        left: int,
    ) -> None:
        """Add all results of player moves that ``seen`` does not hold with at most as many
        ``moves``, and whose bound is at most ``left``, as far as it is known without a search (else
        the entry is a ``ROUGH`` one).

        They go to three lists: bound one less than before, the same, one more.

        This is one long function because calls are the main cost here.
        """
        columns, cells, home, key, base, forced, stops, fewest, _, _ = spot
        _, following, safe, _ = home
        fewest -= 1
        seen_get = seen.get
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
                        if seen_get(now, _NEVER) <= moves:
                            continue
                        seen[now] = moves
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
                        found[least - fewest].append((value, now, spot, code, units, then, least))
                if rest is not None and moved <= empty_may:
                    now = key + lift
                    if seen_get(now, _NEVER) > moves:
                        seen[now] = moves
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
                            found[least - fewest].append(
                                (value, now, spot, code, fewer, then, least)
                            )
                if moved == 1 and free:
                    now = key + park
                    if seen_get(now, _NEVER) > moves:
                        seen[now] = moves
                        code = onward | cards[-1] | LOOSE << 6
                        needed = rests.get(others)
                        if needed is not None:
                            least = fewer + needed
                        else:
                            least = fewer if fewer > fewest else fewest
                            code |= ROUGH
                        if least <= left:
                            value = gone + places[where + 1] + weight * least
                            found[least - fewest].append(
                                (value, now, spot, code, fewer, others, least)
                            )
        for card in cells:
            ends = TAKERS[card]
            ends &= exposed
            if ends:
                for bit, target in UNDER[card]:
                    if not bit & ends:
                        continue
                    now = key + ZOBRIST[card][target] - IN_CELL[card]
                    if seen_get(now, _NEVER) <= moves:
                        continue
                    seen[now] = moves
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
                    found[least - fewest].append((value, now, spot, code, units, then, least))
            if empty:
                now = key + ZOBRIST[card][ALONE] - IN_CELL[card]
                if seen_get(now, _NEVER) > moves:
                    seen[now] = moves
                    least = fewest + 1
                    if least <= left:
                        code = card | EMPTY << 6 | 1 << 12 | FROM_LOOSE << 16
                        value = base + places[at + 7] + weight * least
                        found[least - fewest].append((value, now, spot, code, forced, stops, least))


def _chain(spot: Spot) -> list[Spot]:
    line = [spot]
    while (parent := line[-1][8]) is not None:
        line.append(parent)
    line.reverse()
    return line
