"""Searches for a line with few player moves, in whatever time there is.

Here cells and columns are distinguished, so that each step of a line is one player move; moves home
cost nothing. Level by level, as many of the most promising positions as the time allows go on to
the next level: a beam search, widened as long as time is left.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from random import Random
from typing import Final

from game.solver import bits
from game.solver.vierfrei_board import (
    ALONE,
    BIT,
    EMPTY,
    FROM_LOOSE,
    HOMEWARD,
    SETTLE,
    TAKERS,
    UNDER,
    ZOBRIST,
    Board,
    Home,
)
from game.solver.vierfrei_carry import carried, key_after, places_of, settled
from game.solver.vierfrei_column import SHORT, Weights
from game.solver.vierfrei_pack import Packer, home_of, key_of
from game.solver.vierfrei_ways import Lane, Lanes

Place = tuple[tuple[Lane, ...], tuple[int, ...], Home, int, int, "Place | None", int]
"""Columns that hold a card, cards in cells, home, key, evaluation without the places, parent and
the code of the move from there, as in a packed position: LOOSE is a cell here, EMPTY an empty
column."""

_Entry = tuple[int, int, Place, int]
"""Evaluation, key, the position before and the code of the move."""

_IN_CELL: Final = tuple(Random(1951).getrandbits(88) for _ in range(52))
"""What a card in a cell contributes to the key."""

_LEAST: Final = 12
"""A narrower beam hardly ever finds a line."""

_SHARE: Final = 0.05
"""The fraction of a beam for positions with the same cards home, as many cells and columns in use,
and as many cards under breaks of order; otherwise all would be variations of one."""

_MOST: Final = 20_000
"""The widest beam, to limit memory."""

_LEVELS_A_CARD: Final = 0.6
"""Estimated number of levels still to come for each card not home."""

_PACE: Final = 7e-5
"""Seconds for a position, until it is measured."""

_RESERVE: Final = 0.9
"""The fraction of the time for which a beam is planned."""

_BAND: Final = 7
"""Evaluations that are the same but for so many bits are kept, and sorted, together."""


class Beam:
    """A search for short lines from one position."""

    def __init__(
        self,
        board: Board,
        clock: Callable[[], float],
        stop: Callable[[], bool],
        end: float,
        weights: Weights = SHORT,
    ) -> None:
        self._weights = weights
        self._clock = clock
        self._stop = stop
        self._end = end
        self._begun = clock()
        self._packer = Packer(weights)
        self._columns = Lanes(self._packer.columns)
        self.positions = 0
        self._places = places_of(weights.loose, weights.emptied, *weights[-3:])
        self._start = self._first(board)

    def lines(self, bound: int) -> Iterator[list[Place]]:
        """Yield shorter and shorter lines, all with fewer than ``bound`` moves, until told to
        stop."""
        while bound > 0 and not self._stop():
            before = self.positions
            line = self._run(bound)
            if line is not None:
                bound = line[1]
                yield line[0]
            if self.positions == before or self._width(self._start[2][3]) <= _LEAST:
                return

    def _width(self, left: int) -> int:
        """Return how wide a beam the time allows to the end, if the best position has ``left``
        cards not home."""
        now = self._clock()
        pace = (now - self._begun) / self.positions if self.positions >= 100 else _PACE
        levels = max(3.0, _LEVELS_A_CARD * left)
        fits = _RESERVE * (self._end - now) / (max(pace, 1e-7) * levels)
        return max(_LEAST, min(_MOST, int(fits)))

    def _run(self, bound: int) -> tuple[list[Place], int] | None:
        """Run one beam; return the line and the number of its moves, below ``bound``."""
        seen = {self._start[3]}
        level = [self._start]
        for depth in range(bound):
            after: defaultdict[int, list[_Entry]] = defaultdict(list)
            for place in level:
                if _ordered(place):
                    return _chain(place), depth
                if self.positions % 16 == 0 and self._stop():
                    return None
                self.positions += 1
                self._home_instead(place, seen, level)
                self._expand(place, seen, after)
            if depth + 1 < bound:
                level = self._selected(after, seen, min([place[2][3] for place in level]))
            if not level:
                return None
        return None

    def _selected(
        self, after: defaultdict[int, list[_Entry]], seen: set[int], left: int
    ) -> list[Place]:
        """Return the most promising of ``after``, as many as the time allows.

        Only the bands that it comes to are sorted, which often are a quarter of all.
        """
        width = self._width(left)
        most = max(_LEAST // 3, int(_SHARE * width))
        alike: dict[tuple[Home, int, int], int] = {}
        level: list[Place] = []
        for band in sorted(after):
            entries = after[band]
            entries.sort()
            for value, key, parent, code in entries:
                made = self._enter(parent, code, key, value)
                if made[3] != key:
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
                    continue
                alike[kind] = others + 1
                level.append(made)
                if len(level) >= width:
                    return level
        return level

    def _first(self, board: Board) -> Place:
        columns: list[Lane] = []
        cells = [card for pile in board.piles[8:] for card in pile]
        key = sum([_IN_CELL[card] for card in cells])
        for cards in board.piles[:8]:
            if cards:
                columns.append(self._columns[cards])
                key += key_of(cards)
        return self._settled(columns, cells, list(board.heights), key, None, 0)

    def _home_instead(self, place: Place, seen: set[int], level: list[Place]) -> None:
        """Add the results of moves home, which cost nothing, to the same level."""
        following = place[2][1]
        for source, column in enumerate(place[0]):
            bit = column[6]
            if bit & following:
                self._add_home(place, column[0][-1] | source << 16, seen, level)
        for card in place[1]:
            bit = BIT[card]
            if bit & following:
                self._add_home(place, card | FROM_LOOSE << 16, seen, level)

    def _add_home(self, place: Place, code: int, seen: set[int], level: list[Place]) -> None:
        made = self._enter(place, code | HOMEWARD << 6 | 1 << 12 | SETTLE, 0, 0)
        if made[3] not in seen:
            seen.add(made[3])
            level.append(made)

    def _expand(  # noqa: C901 (one function, for calls are the main cost)
        self, place: Place, seen: set[int], found: defaultdict[int, list[_Entry]]
    ) -> None:
        """Add all results of player moves that ``seen`` does not hold.

        This is one long function because calls are the main cost here.
        """
        columns, cells, home, key, base, _, _ = place
        _, following, safe, _ = home
        weights = self._weights
        buried, homeward = weights.buried, weights.homeward
        places = self._places
        known = self._columns
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
            cards, count, _, _, _, all_takers, _, loosening, ways = column
            if empty or all_takers & exposed:
                for takers, moved, gain, stays, opened, lift, goals in ways or known.ways(column):
                    ends = takers & exposed
                    if not ends and not empty:
                        continue
                    gone = base - gain
                    wanted = following & stays
                    if wanted:
                        gone -= buried * moved * bits.count(wanted)
                    onward = moved << 12 | source
                    if opened & safe:
                        gone -= homeward
                        onward |= SETTLE
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
                            value = gone + places[at if stays else at - 8]
                            wanted = columns[into][4]
                            wanted &= following
                            if wanted:
                                value += buried * moved * bits.count(wanted)
                            code = onward | goal | into << 20
                            found[value >> _BAND].append((value, now, place, code))
                    if stays and moved <= empty_may:
                        now = key + lift
                        if now not in seen:
                            seen.add(now)
                            onward |= cards[-moved] | EMPTY << 6
                            value = gone + places[at + 8]
                            found[value >> _BAND].append((value, now, place, onward))
            if free:
                lift, wanted, gone, opened, onward = loosening
                card = cards[-1]
                now = key + lift + _IN_CELL[card] - ZOBRIST[card][ALONE]
                if now not in seen:
                    seen.add(now)
                    value = base + places[at + 1 if count > 1 else at - 7] - gone
                    wanted &= following
                    if wanted:
                        value -= buried * bits.count(wanted)
                    onward |= source
                    if opened & safe:
                        value -= homeward
                        onward |= SETTLE
                    found[value >> _BAND].append((value, now, place, onward))
        for card in cells:
            ends = TAKERS[card]
            ends &= exposed
            if ends:
                for bit, target in UNDER[card]:
                    if not bit & ends:
                        continue
                    now = key + ZOBRIST[card][target] - _IN_CELL[card]
                    if now in seen:
                        continue
                    seen.add(now)
                    into = 0
                    while (end := columns[into][6]) != bit:
                        into += 1
                    value = base + places[at - 1]
                    wanted = columns[into][4]
                    wanted &= following
                    if wanted:
                        value += buried * bits.count(wanted)
                    onward = card | target << 6 | 1 << 12 | FROM_LOOSE << 16 | into << 20
                    found[value >> _BAND].append((value, now, place, onward))
            if empty:
                now = key + ZOBRIST[card][ALONE] - _IN_CELL[card]
                if now not in seen:
                    seen.add(now)
                    onward = card | EMPTY << 6 | 1 << 12 | FROM_LOOSE << 16
                    value = base + places[at + 7]
                    found[value >> _BAND].append((value, now, place, onward))

    def _enter(self, parent: Place, code: int, key: int, value: int) -> Place:
        """Return the position after a move and the safe moves home that it allows.

        If there are none, ``key`` is its key and ``value`` its evaluation.
        """
        columns, cells = list(parent[0]), list(parent[1])
        under = carried(self._columns, columns, cells, code)
        if not code & SETTLE:
            base = value - self._places[8 * len(columns) + len(cells)]
            return tuple(columns), tuple(cells), parent[2], key, base, parent, code
        heights = list(parent[2][0])
        if code >> 6 & 63 == HOMEWARD:
            heights[code & 3] += 1
        key = key_after(parent[3], _IN_CELL, code, under)
        return self._settled(columns, cells, heights, key, parent, code)

    def _settled(
        self,
        columns: list[Lane],
        cells: list[int],
        heights: list[int],
        key: int,
        parent: Place | None,
        code: int,
    ) -> Place:
        """Return the position after all safe moves home."""
        home, key = settled(home_of, self._columns, _IN_CELL, columns, cells, heights, key)
        base = self._packer.worth([column[3] for column in columns], home)
        return tuple(columns), tuple(cells), home, key, base, parent, code


def _ordered(place: Place) -> bool:
    for column in place[0]:
        count, run = column[1], column[2]
        if count != run:
            return False
    return True


def _chain(place: Place) -> list[Place]:
    line = [place]
    while (parent := line[-1][5]) is not None:
        line.append(parent)
    line.reverse()
    return line
