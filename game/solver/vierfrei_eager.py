"""Searches for a line with few player moves, in whatever time there is, and proves nothing.

Cells and columns are distinguished, so that each step of a line is one player move. Whatever can go
home does so at once: lines that keep a card back are missed, but that is seldom the price of a
short one. Level by level, as many of the most promising positions as the time allows go on to the
next level: a beam search, widened as long as time is left.
"""

from __future__ import annotations

from bisect import insort
from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Final

from game.solver import bits
from game.solver.vierfrei_board import (
    ALONE,
    EMPTY,
    FROM_LOOSE,
    LOOSE,
    SETTLE,
    TAKERS,
    UNDER,
    ZOBRIST,
    Board,
    Home,
)
from game.solver.vierfrei_pack import home_of, key_of
from game.solver.vierfrei_stacks import IN_CELL
from game.solver.vierfrei_towers import PLACE, SINGLE, Tower, Towers
from game.solver.vierfrei_worth import BURIED, HOMEWARD, IN_CELLS, PLACES

Place = tuple[tuple[Tower, ...], tuple[int, ...], Home, int, int, int, "Place | None", int]
"""Columns that hold a card, cards in cells, home, key, evaluation without the places, kind, parent
and the code of the move from there, as in a packed position: LOOSE is a cell here, EMPTY an empty
column. The kind tells what is home, how many cells and columns are in use and how many cards lie
under breaks of order."""

_Entry = tuple[int, int, Place, int]
"""Evaluation, key, the position before, the move's code; or with code 0 the position itself."""

_LEAST: Final = 12
"""A narrower beam hardly ever finds a line."""

_SHARE: Final = 0.05
"""The fraction of a beam for positions of one kind; otherwise all would be variations of one."""

_MOST: Final = 20_000
"""The widest beam, to limit memory."""

_LEVELS_A_CARD: Final = 0.42
"""Estimated number of levels still to come for each card not home."""

_PACE: Final = 3e-5
"""Seconds for a position, until it is measured."""

_RESERVE: Final = 0.95
"""The fraction of the time for which a beam is planned."""

_NEVER: Final = 1 << 40
"""An evaluation that is worse than any."""

_BAND: Final = 6
"""Evaluations that are the same but for so many bits count as equal."""


class Eager:
    """A search for short lines from one position."""

    def __init__(
        self, board: Board, clock: Callable[[], float], stop: Callable[[], bool], end: float
    ) -> None:
        self._clock = clock
        self._stop = stop
        self._end = end
        self._begun = clock()
        self._towers = Towers()
        self._places = PLACES
        self.positions = 0
        self._limit = _NEVER
        """Only positions whose evaluation is less go on."""
        self._start = self._first(board)

    def lines(self, bound: int) -> Iterator[list[Place]]:
        """Yield shorter and shorter lines, all with fewer than ``bound`` moves, until told to
        stop."""
        while bound > 0 and not self._stop():
            before = self.positions
            line = self._run(bound)
            if line is not None:
                bound = len(line) - 1
                yield line
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

    def _run(self, bound: int) -> list[Place] | None:
        """Run one beam; return a line with fewer than ``bound`` moves."""
        seen = {self._start[3]}
        self._limit = _NEVER
        level = [self._start]
        for _ in range(bound):
            after: defaultdict[int, list[_Entry]] = defaultdict(list)
            left = 52
            for place in level:
                if place[5] & PLACE - 1 == 0:
                    return _chain(place)
                if self.positions % 16 == 0 and self._stop():
                    return None
                self.positions += 1
                self._expand(place, seen, after)
                left = min(left, place[2][3])
            level = self._selected(after, seen, self._width(left))
            if not level:
                return None
        return None

    def _selected(  # noqa: C901 (one function, for calls are the main cost)
        self, after: defaultdict[int, list[_Entry]], seen: set[int], width: int
    ) -> list[Place]:
        """Return the most promising of ``after``, at most ``width``.

        What moves home a move brings is found out here, where it has come up by an estimate of
        them; it may then have to wait for its turn.
        """
        most = max(_LEAST // 3, int(_SHARE * width))
        alike: dict[int, int] = {}
        level: list[Place] = []
        bands = sorted(after)
        for band in bands:
            for value, key, parent, code in after[band]:
                if code & SETTLE:
                    made = self._settled(parent, code)
                    now = made[3]
                    if now in seen:
                        continue
                    seen.add(now)
                    value = made[4] + self._places[8 * len(made[0]) + len(made[1])]
                    later = value >> _BAND
                    if later > band:
                        if later not in after:
                            insort(bands, later)
                        after[later].append((value, now, made, 0))
                        continue
                    kind = made[5]
                elif code == 0:
                    made = parent
                    kind = made[5]
                else:
                    kind = self._kind(parent, code)
                others = alike.get(kind, 0)
                if others >= most:
                    continue
                alike[kind] = others + 1
                if code and not code & SETTLE:
                    made = self._enter(parent, code, key, value, kind)
                level.append(made)
                if len(level) >= width:
                    self._limit = band + 1 << _BAND
                    return level
        self._limit = _NEVER
        return level

    def _kind(self, parent: Place, code: int) -> int:
        """Return the kind of the position after a move."""
        kind, target, source = parent[5], code >> 6 & 63, code >> 16 & 15
        if source == FROM_LOOSE:
            return kind if target == EMPTY else kind - PLACE
        tower = parent[0][source]
        way = (tower[9] or self._towers.ways(tower))[(code >> 12 & 15) - 1]
        kind += way[9]
        return kind if target < LOOSE else kind + PLACE

    def _first(self, board: Board) -> Place:
        columns = [self._towers[cards] for cards in board.piles[:8] if cards]
        cells = [card for pile in board.piles[8:] for card in pile]
        key = sum([IN_CELL[card] for card in cells])
        key += sum([key_of(tower[0]) for tower in columns])
        return self._sent(columns, cells, list(board.heights), key, None, 0)

    def _expand(  # noqa: C901 (one function, for calls are the main cost)
        self, place: Place, seen: set[int], found: defaultdict[int, list[_Entry]]
    ) -> None:
        """Add the results of player moves that ``seen`` does not hold and that are not worse than
        all positions that went on from the level before."""
        columns, cells, home, key, base, _, _, _ = place
        following = home[1]
        towers, places, limit = self._towers, self._places, self._limit
        at = 8 * len(columns) + len(cells)
        empty = 8 - len(columns)
        free = 4 - len(cells)
        onto_may = (free + 1) << empty
        empty_may = (free + 1) << (empty - 1) if empty else 0
        parking, clearing = base + places[at + 1], base + places[at - 7]
        ends = [tower[1] for tower in columns]
        exposed = sum(ends)
        source = -1 << 16
        for tower in columns:
            source += 1 << 16
            _, _, takers, _, lift, more, stays, opened, onward, ways, _, _, _, _, _ = tower
            if free:
                now = key + lift
                if now not in seen:
                    value = parking + more if stays else clearing + more
                    wanted = stays & following
                    if wanted:
                        value -= BURIED * bits.count(wanted)
                    onward |= source
                    if opened & following:
                        value -= HOMEWARD
                        onward |= SETTLE
                    if value < limit:
                        seen.add(now)
                        found[value >> _BAND].append((value, now, place, onward))
            if empty or takers & exposed:
                for (
                    first, moved, run, gain, stays, opened, lift, alone, onward, _, goals
                ) in ways or towers.ways(tower):  # fmt: skip
                    hits = first & exposed
                    if not hits and not empty:
                        continue
                    gone = base - gain
                    wanted = following & stays
                    if wanted:
                        gone -= BURIED * moved * bits.count(wanted)
                    onward |= source
                    if opened & following:
                        gone -= HOMEWARD
                        onward |= SETTLE
                    if hits and moved <= onto_may:
                        for bit, change, goal in goals:
                            if not bit & hits:
                                continue
                            now = key + change
                            if now in seen:
                                continue
                            into = ends.index(bit)
                            onto = columns[into]
                            laying, wanted = onto[10], onto[3]
                            laid = laying.get(run)
                            if laid is None:
                                laid = towers.laid(onto, run)
                            value = gone + laid + places[at if stays else at - 8]
                            wanted &= following
                            if wanted:
                                value += BURIED * moved * bits.count(wanted)
                            if value >= limit:
                                continue
                            seen.add(now)
                            code = onward & ~4095 | goal | into << 20
                            found[value >> _BAND].append((value, now, place, code))
                    if stays and moved <= empty_may:
                        now = key + lift
                        value = gone + alone + places[at + 8]
                        if value < limit and now not in seen:
                            seen.add(now)
                            found[value >> _BAND].append((value, now, place, onward))
        for card in cells:
            hits = TAKERS[card] & exposed
            if hits:
                for bit, target in UNDER[card]:
                    if not bit & hits:
                        continue
                    now = key + ZOBRIST[card][target] - IN_CELL[card]
                    if now in seen:
                        continue
                    into = ends.index(bit)
                    onto = columns[into]
                    run = SINGLE[card]
                    laying, wanted = onto[10], onto[3]
                    laid = laying.get(run)
                    if laid is None:
                        laid = towers.laid(onto, run)
                    value = base + laid - IN_CELLS[card >> 2] + places[at - 1]
                    wanted &= following
                    if wanted:
                        value += BURIED * bits.count(wanted)
                    if value >= limit:
                        continue
                    seen.add(now)
                    code = card | target << 6 | 1 << 12 | FROM_LOOSE << 16 | into << 20
                    found[value >> _BAND].append((value, now, place, code))
            if empty:
                now = key + ZOBRIST[card][ALONE] - IN_CELL[card]
                value = base + towers[SINGLE[card]][11] - IN_CELLS[card >> 2] + places[at + 7]
                if value < limit and now not in seen:
                    seen.add(now)
                    code = card | EMPTY << 6 | 1 << 12 | FROM_LOOSE << 16
                    found[value >> _BAND].append((value, now, place, code))

    def _enter(self, parent: Place, code: int, key: int, value: int, kind: int) -> Place:
        """Return the position after a move that nothing goes home after."""
        columns, cells, home, _, _, _, _, _ = parent
        card, target, source = code & 63, code >> 6 & 63, code >> 16 & 15
        towers, now = self._towers, list(columns)
        if source == FROM_LOOSE:
            at = cells.index(card)
            cells = cells[:at] + cells[at + 1 :]
            run = SINGLE[card]
        else:
            cards = now[source][0]
            at = len(cards) - (code >> 12 & 15)
            run = cards[at:]
        if target == LOOSE:
            cells += run
        elif target == EMPTY:
            now.append(towers[run])
        else:
            into = code >> 20 & 15
            now[into] = towers[now[into][0] + run]
        if source != FROM_LOOSE:
            if at:
                now[source] = towers[cards[:at]]
            else:
                del now[source]
        base = value - self._places[8 * len(now) + len(cells)]
        return tuple(now), cells, home, key, base, kind, parent, code

    def _settled(self, parent: Place, code: int) -> Place:
        """Return the position after a move and the moves home that it allows."""
        columns, cells, home, key, _, _, _, _ = parent
        card, target, source = code & 63, code >> 6 & 63, code >> 16 & 15
        towers, now, lying = self._towers, list(columns), list(cells)
        cards = now[source][0]
        at = len(cards) - (code >> 12 & 15)
        key -= ZOBRIST[card][cards[at - 1]]
        if target == LOOSE:
            lying.append(card)
            key += IN_CELL[card]
        elif target == EMPTY:
            now.append(towers[cards[at:]])
            key += ZOBRIST[card][ALONE]
        else:
            into = code >> 20 & 15
            now[into] = towers[now[into][0] + cards[at:]]
            key += ZOBRIST[card][target]
        at -= 1
        card = cards[at]
        heights = list(home[0])
        heights[card & 3] += 1
        key -= ZOBRIST[card][cards[at - 1] if at else ALONE]
        if at:
            now[source] = towers[cards[:at]]
        else:
            del now[source]
        return self._sent(now, lying, heights, key, parent, code)

    def _sent(
        self,
        columns: list[Tower],
        cells: list[int],
        heights: list[int],
        key: int,
        parent: Place | None,
        code: int,
    ) -> Place:
        """Return the position after all moves home."""
        towers = self._towers
        while True:
            home = home_of((heights[0], heights[1], heights[2], heights[3]))
            following = home[1]
            for at, tower in enumerate(columns):
                end = tower[1]
                if end & following:
                    cards = tower[0]
                    card = cards[-1]
                    key -= ZOBRIST[card][cards[-2] if tower[6] else ALONE]
                    if tower[6]:
                        columns[at] = towers[cards[:-1]]
                    else:
                        del columns[at]
                    break
            else:
                for card in cells:
                    if heights[card & 3] == card >> 2:
                        key -= IN_CELL[card]
                        cells.remove(card)
                        break
                else:
                    break
            heights[card & 3] += 1
        base, kind = towers.sums(columns, cells, home)
        return tuple(columns), tuple(cells), home, key, base, kind, parent, code


def _chain(place: Place) -> list[Place]:
    line = [place]
    while (parent := line[-1][6]) is not None:
        line.append(parent)
    line.reverse()
    return line
