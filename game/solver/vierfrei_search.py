"""Searches packed positions of Vierfrei for a line that wins, or to the end without one.

Every single card's move is among those tried, so that a search that runs out of positions has
proven the game lost. Safe cards go home at once, which never loses a game that can be won.
"""

from __future__ import annotations

from collections.abc import Callable
from heapq import heapify, heappop, heappush
from typing import Final

from game.solver.vierfrei_board import (
    ALONE,
    BIT,
    EMPTY,
    FIXED,
    FROM_LOOSE,
    GIVERS,
    HOMEWARD,
    LOOSE,
    ONTO_LOOSE,
    PLACES,
    SETTLE,
    TAKERS,
    UNDER,
    ZOBRIST,
    Position,
)
from game.solver.vierfrei_pack import Packer
from game.state import State

Entry = tuple[int, int, Position, int]
"""A position not gone on from yet: its evaluation, its key, the position before it and the code of
the move; or, with code -1, the position itself."""

_SINGLE: Final = 1 << 12
_FROM_LOOSE: Final = _SINGLE | FROM_LOOSE << 16
_HOME: Final = HOMEWARD << 6 | _SINGLE | SETTLE
_LOOSE_HOME: Final = _HOME | FROM_LOOSE << 16


_ALL: Final = (1 << 52) - 1


def _capacities(taken: int, targets: int) -> list[int]:
    """At 16 * long columns + loose cards, how many cards may move at once.

    ``taken`` columns beside the long ones cannot help: the target. Loose cards make way into the
    cells, so that as many columns as possible are empty.
    """
    found = []
    for at in range(9 * 16):
        long, loose = divmod(at, 16)
        free = PLACES - long - loose
        empty = min(free, 8 - long - taken)
        if free < 0 or empty < targets:
            found.append(0)
        else:
            found.append((free - empty + 1) << (empty - targets))
    return found


_ONTO_COLUMN_MAY: Final = _capacities(0, 0)
_ONTO_LOOSE_MAY: Final = _capacities(1, 0)
_TO_EMPTY_MAY: Final = _capacities(0, 1)


def expand(  # noqa: C901
    packer: Packer, position: Position, seen: set[int]
) -> list[Entry]:
    """What can come after ``position``, but for what is in ``seen``, to which it is added.

    One long function, because calls are what costs most here.
    """
    columns, loose, lone, home, key, base, fixed, depth, parent, came = position
    _, following, safe, _ = home
    found: list[Entry] = []
    add = found.append
    mark = seen.add
    places = packer.places
    weights = packer.weights
    buried = weights.buried
    homeward = weights.homeward
    deep = weights.depth * (depth + 1) + base
    at = 16 * len(columns) + len(loose)
    free = PLACES - len(columns) - len(loose)
    onto_column_may = _ONTO_COLUMN_MAY[at]
    onto_loose_may = _ONTO_LOOSE_MAY[at]
    to_empty_may = _TO_EMPTY_MAY[at]
    exposed = buildable = lone
    unfixed = key
    if not free:
        for card in loose if fixed else ():
            if BIT[card] & fixed:
                unfixed -= FIXED[card]
        if 8 - len(columns) <= fixed.bit_count():
            buildable = fixed
    for column in columns:
        exposed |= column[8]

    focus = _ALL
    if came >> 6 & 63 == LOOSE and came < SETTLE and parent:
        below = parent[0][came >> 16 & 15]
        focus = below[8] | below[9][3]
    onto = exposed & focus

    source = -1
    for column in columns:
        source += 1
        end = column[8]
        targets = exposed if end & focus else onto
        if column[7] & targets:
            cards, count, run, _, gain, mask, run_mask, _, _, _, _ = column
            moved = 0
            while moved < run:
                moved += 1
                card = cards[-moved]
                if not TAKERS[card] & targets:
                    continue
                left = count - moved
                under = cards[-1 - moved] if left else ALONE
                for bit, target in UNDER[card]:
                    if not bit & targets:
                        continue
                    now = key + ZOBRIST[card][target] - ZOBRIST[card][under]
                    if bit & lone:
                        if moved > onto_loose_may or not bit & buildable:
                            continue
                        if fixed & bit:
                            now -= FIXED[target]
                        into = ONTO_LOOSE
                        then = at + 15
                        wanted = following & bit
                    else:
                        if moved > onto_column_may:
                            continue
                        into = 0
                        while columns[into][8] != bit:
                            into += 1
                        then = at
                        wanted = following & columns[into][5]
                    if left < 2:
                        if left:
                            then -= 15
                            if not free:
                                now += FIXED[under]
                        else:
                            then -= 16
                    if now in seen:
                        continue
                    mark(now)
                    value = deep + places[then]
                    if wanted:
                        value += buried * moved * wanted.bit_count()
                    if moved == run:
                        value -= gain
                        wanted = following & (mask ^ run_mask)
                    else:
                        wanted = following & mask
                        for above in cards[-moved:]:
                            wanted &= ~BIT[above]
                    if wanted:
                        value -= buried * moved * wanted.bit_count()
                    onward = card | target << 6 | moved << 12 | source << 16 | into << 20
                    if left and BIT[under] & safe:
                        value -= homeward
                        onward |= SETTLE
                    add((value, now, position, onward))
        run = column[2]
        if 1 < run < column[1] and run <= to_empty_may and end & focus:
            cards, count, _, _, gain, mask, run_mask, _, _, _, _ = column
            card = cards[-run]
            under = cards[-1 - run]
            now = key + ZOBRIST[card][ALONE] - ZOBRIST[card][under]
            if now not in seen:
                mark(now)
                value = deep + places[at + 1 if count - run == 1 else at + 16] - gain
                wanted = following & (mask ^ run_mask)
                if wanted:
                    value -= buried * run * wanted.bit_count()
                onward = card | EMPTY << 6 | run << 12 | source << 16
                if BIT[under] & safe:
                    value -= homeward
                    onward |= SETTLE
                add((value, now, position, onward))
        if end & following & focus:
            cards, count, run, _, gain, _, _, _, _, _, _ = column
            card = cards[-1]
            now = key - ZOBRIST[card][cards[-2]]
            then = at
            if count == 2:
                then = at - 15
                if not free:
                    now += FIXED[cards[0]]
            if now not in seen:
                mark(now)
                value = deep - weights.depth + places[then] - homeward
                if run == 1:
                    value -= gain
                add((value, now, position, card | source << 16 | _HOME))

    if free:
        source = -1 << 16
        loosened = deep + places[at + 1]
        dug = _dug(position) if free == 1 and focus != _ALL else ()
        for column in columns:
            lift, wanted, gone, opened, onward = column[9]
            source += 1 << 16
            now = key + lift
            value = loosened
            if column[1] == 2:
                value = deep + places[at - 14]
                if free == 1:
                    now += FIXED[column[0][0]]
            if free == 1:
                end = column[8]
                ways = GIVERS[column[0][-1]] if at < 128 or column[1] == 2 else 0
                other = others = 0
                for lying_open, set_aside in dug:
                    if lying_open != end:
                        other = lying_open
                        either = lying_open | set_aside
                        others += 1
                if others == 0:
                    if not (
                        opened & following
                        or TAKERS[column[0][-2]] & exposed
                        or GIVERS[column[0][-2]] & exposed & ~end
                        or ways & exposed
                    ):
                        continue
                elif others > 1 or not (
                    TAKERS[column[0][-2]] & either or (GIVERS[column[0][-2]] | ways) & other
                ):
                    continue
            if now in seen:
                continue
            mark(now)
            wanted &= following
            if wanted:
                value -= buried * wanted.bit_count()
            if opened & safe:
                add((value - gone - homeward, now, position, onward | source | SETTLE))
            else:
                add((value - gone, now, position, onward | source))

    for card in loose:
        targets = exposed if BIT[card] & focus else onto
        if TAKERS[card] & targets:
            for bit, target in UNDER[card]:
                if not bit & targets:
                    continue
                now = unfixed + ZOBRIST[card][target] - ZOBRIST[card][ALONE]
                if now in seen:
                    continue
                if bit & lone:
                    if not bit & buildable or not onto_loose_may:
                        continue
                    into = ONTO_LOOSE
                    value = deep + places[at + 14]
                    wanted = following & bit
                else:
                    into = 0
                    while columns[into][8] != bit:
                        into += 1
                    value = deep + places[at - 1]
                    wanted = following & columns[into][5]
                mark(now)
                if wanted:
                    value += buried * wanted.bit_count()
                add((value, now, position, card | target << 6 | _FROM_LOOSE | into << 20))
        if BIT[card] & following & focus:
            now = unfixed - ZOBRIST[card][ALONE]
            if now not in seen:
                mark(now)
                value = deep - weights.depth + places[at - 1] - homeward
                add((value, now, position, card | _LOOSE_HOME))
    return found


def _dug(position: Position) -> list[tuple[int, int]]:
    """What the loosenings just before ``position`` have laid open, and what they have set aside.

    One pair of masks for each column. With one place left, one more loosening is of use only if
    the move after it needs all of them: else it could have been made before, with more places free.
    """
    found: list[tuple[int, int]] = []
    at: Position | None = position
    while at is not None:
        code, parent = at[9], at[8]
        if parent is None or code >= SETTLE or code >> 6 & 63 != LOOSE:
            break
        column = parent[0][code >> 16 & 15]
        aside, opened = column[8], column[9][3]
        for index, (lying_open, set_aside) in enumerate(found):
            if set_aside & opened:
                found[index] = lying_open, set_aside | aside
                break
        else:
            found.append((opened, aside))
        at = parent
    return found


def finished(position: Position) -> bool:
    """Whether all cards can go home as they lie: every column is a run."""
    columns = position[0]
    return not columns or (
        columns[0][1] == columns[0][2] and all([column[1] == column[2] for column in columns])
    )


def _enter(packer: Packer, entry: Entry, seen: set[int]) -> Position | None:
    """The position of ``entry``, or None if the safe moves home led to one known already."""
    value, key, position, code = entry
    if code < 0:
        return position
    if not code & SETTLE:
        return packer.enter(position, code, key, value)
    settled = packer.settle(position, code)
    if settled[4] != key:
        if settled[4] in seen:
            return None
        seen.add(settled[4])
    return settled


Found = Callable[[Position], bool]
"""Asked about each position that is ``finished``; False to go on searching."""


class Search:
    """One search in its stages: how many positions it has gone on from, and when it has to end.

    A stage goes on from where the one before has stopped.
    """

    __slots__ = ("_ask", "_packer", "_seen", "_stop", "_waiting", "exhausted", "positions")

    def __init__(self, packer: Packer, state: State, stop: Callable[[], bool]) -> None:
        self.positions = 0
        self.exhausted = False
        """Whether the last stage ran out of positions."""
        start = packer.start(state)
        self._packer = packer
        self._seen = {start[4]}
        self._waiting: list[Entry] = [(0, 0, start, -1)]
        self._stop = stop
        self._ask = 0

    def _must_end(self) -> bool:
        """Counts a position; every 32 of them asks whether to stop."""
        self.positions += 1
        if self.positions < self._ask:
            return False
        self._ask = self.positions + 32
        return self._stop()

    def _next(self, heap: list[Entry]) -> Position | None:
        """The most promising position of ``heap``; None if there is none.

        What stands there before its safe moves home are known is worth what they bring, roughly;
        once they are, it may have to wait.
        """
        packer = self._packer
        while heap:
            entry = heappop(heap)
            position = _enter(packer, entry, self._seen)
            if position is None:
                continue
            if entry[3] >= SETTLE and heap:
                value = packer.value(position)
                if value > heap[0][0]:
                    heappush(heap, (value, position[4], position, -1))
                    continue
            return position
        return None

    def best_first(self, limit: int, found: Found) -> bool:
        """The most promising position first, ``limit`` positions at most."""
        heap = self._waiting
        for _ in range(limit):
            position = self._next(heap)
            if position is None:
                self.exhausted = True
                return False
            if finished(position) and found(position):
                return True
            if self._must_end():
                return False
            for entry in expand(self._packer, position, self._seen):
                heappush(heap, entry)
        return False

    def complete(self, broad: int, most: int, found: Found) -> bool:
        """All positions, ``most`` known at a time.

        For ``broad`` positions the most promising of each depth in turn, so that no early mistake
        can hold the search for long; then depth first, which needs the least memory.
        """
        heaps: list[list[Entry]] = []
        for entry in self._waiting:
            depth = entry[2][7] + (entry[3] >= 0)
            while depth >= len(heaps):
                heaps.append([])
            heaps[depth].append(entry)
        for heap in heaps:
            heapify(heap)
        end = self.positions + broad
        while any(heaps) and self.positions < end:
            done = self._one_cycle(heaps, found)
            if done is not None:
                return done
        waiting = [entry for heap in heaps for entry in sorted(heap, reverse=True)]
        return self._depth_first(waiting, most, found)

    def _one_cycle(self, heaps: list[list[Entry]], found: Found) -> bool | None:
        """One position of each depth: True for a line, False if told to stop, else None."""
        for level, heap in enumerate(heaps):
            position = self._next(heap)
            if position is None:
                continue
            if finished(position) and found(position):
                return True
            if self._must_end():
                return False
            after = expand(self._packer, position, self._seen)
            if after and level + 1 == len(heaps):
                heaps.append([])
            for entry in after:
                heappush(heaps[level + 1], entry)
        return None

    def _depth_first(self, stack: list[Entry], most: int, found: Found) -> bool:
        packer, seen = self._packer, self._seen
        while stack:
            position = _enter(packer, stack.pop(), seen)
            if position is None:
                continue
            if finished(position) and found(position):
                return True
            if self._must_end() or len(seen) > most:
                return False
            stack += sorted(expand(packer, position, seen), reverse=True)
        self.exhausted = True
        return False
