"""Searches packed positions of Vierfrei for a line that wins, or to the end without one.

Safe cards go home at once, which never loses a game that can be won.
"""

from __future__ import annotations

from collections.abc import Callable
from heapq import heapify, heappop, heappush

from game.solver.vierfrei_board import SETTLE, Position
from game.solver.vierfrei_expand import Entry, expand
from game.solver.vierfrei_pack import Packer
from game.state import State


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
