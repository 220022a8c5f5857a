"""Searches Vierfrei for a winning line or a proof of loss.

A move is *novel* until it has been tried in a similar position. Novel moves are tried first.
Otherwise the search would try nothing but variations of one line.
"""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush, heapreplace
from typing import Final

from game.solver.vierfrei_board import CODE_BITS, SETTLE, Board
from game.solver.vierfrei_pack import Packer, Position, expand

_MOVE: Final = (1 << 12) - 1  # the bits of a move's code for the card and for its target


def _unordered(position: Position) -> int:
    """Return how many cards are not part of the run at the end of their column."""
    under = 0
    for column in position.columns:
        under += column.count - column.run
    return under


Open = tuple[Position, list[int]]
"""A position, and entries for the successors not yet searched, from worst to best.

The list is empty before the position is expanded.
"""

_CODE_MASK: Final = (1 << CODE_BITS) - 1
# A heap contains one rank for each ``Open`` entry. The rank's high bits are the evaluation of the
# entry's best successor or, before expansion, of its position. Most successors never need a rank.
_INDEX_BITS: Final = 40
"""The number of bits for an index into ``Search._open``. They are the lowest bits of a rank."""

_INDEX_MASK: Final = (1 << 40) - 1


class Search:
    """A search in stages. Each continues where the previous one stopped.

    ``found`` is called with each position whose columns are all runs. If it returns True, the
    search is won.
    """

    def __init__(
        self,
        packer: Packer,
        board: Board,
        stop: Callable[[], bool],
        found: Callable[[Position], bool],
    ) -> None:
        self.positions = 0  # examined so far
        self.won = False
        self.exhausted = False  # whether no position is left to expand
        start = packer.start(board)
        self._packer = packer
        self._seen = {start.key}
        self._open: list[Open] = []
        self._waiting: list[int] = []
        # For each number of moves made, including moves home, a heap of ranks.
        self._by_steps: list[list[int]] = []
        # The pairs of region and move tried so far; None once moves no longer have to be novel.
        self._tried: set[int] | None = set()
        # Successors that were not novel, the best of them first, keyed by the index of the entry
        # they came from.
        self._late: dict[int, list[int]] = {}
        self._stop = stop
        self._found = found
        # Keys that ``expand`` leaves out: none while that would save little, later ``_seen``.
        self._known: set[int] | None = None
        self._ask = 0
        self._push(self._waiting, start, [], 0)

    def _push(self, heap: list[int], position: Position, entries: list[int], value: int) -> None:
        """Put a position on ``heap``; the lowest ``value`` comes off first."""
        heappush(heap, value << _INDEX_BITS | len(self._open))
        self._open.append((position, entries))

    def _must_end(self) -> bool:
        self.positions += 1
        if self.positions < self._ask:
            return False
        self._ask = self.positions + 32
        return self._stop()

    def _expanded(self, position: Position) -> list[int] | None:
        """Return the successors of ``position`` from worst to best; None if the search is over."""
        # If there is no break, all cards can go home from where they lie.
        under = _unordered(position)
        self.won = under == 0 and self._found(position)
        if self.won or self._must_end():
            return None
        if self._tried is not None:
            # Similar positions agree in these: the cards left to bring home (roughly), the cards
            # below breaks, and the places taken.
            left = position.home[3] >> 1
            taken = len(position.columns) + len(position.loose)
            position.region = (left << 10 | under << 4 | taken) << 12
        entries = expand(position, self._known)
        entries.sort(reverse=True)
        return entries

    def _entered(self, position: Position, entry: int) -> Position | None:
        """Return the successor for ``entry``, and mark it as seen; None if it was seen before."""
        packer, seen, code = self._packer, self._seen, entry & _CODE_MASK
        key = packer.key_after(position, code)
        if key in seen:
            return None
        seen.add(key)
        found = packer.enter(position, code, key, entry >> CODE_BITS)
        if found.key != key:
            if found.key in seen:
                return None
            seen.add(found.key)
        return found

    def _next(self, heap: list[int]) -> Position | None:
        """Take the most promising position off ``heap`` and return it; None if there is none."""
        waiting, tried = self._open, self._tried
        while heap:
            top = heap[0]
            index = top & _INDEX_MASK
            position, entries = waiting[index]
            if not entries:
                heappop(heap)
                return position
            entry = entries.pop()
            if entries:
                best = entries[-1]
                heapreplace(heap, best >> CODE_BITS << _INDEX_BITS | index)
            else:
                heappop(heap)
            if tried is not None:
                kind = position.region | entry & _MOVE
                if kind in tried:
                    self._late.setdefault(index, []).append(entry)
                    continue
                tried.add(kind)
            found = self._entered(position, entry)
            if found is None:
                continue
            # Until its safe moves home were made, its rank was only an estimate.
            if found.code >= SETTLE and heap:
                value, top = self._packer.value(found), heap[0]
                if value > top >> _INDEX_BITS:
                    self._push(heap, found, [], value)
                    continue
            return found
        return None

    def best_first(self, limit: int) -> None:
        """Keep expanding the most promising position, at most ``limit`` times."""
        heap = self._waiting
        for _ in range(limit):
            position = self._next(heap)
            if position is None:
                self.exhausted = not self._late
                return
            entries = self._expanded(position)
            if entries is None:
                return
            if entries:
                self._push(heap, position, entries, entries[-1] >> CODE_BITS)

    def complete(self, broad: int, most: int) -> None:
        """Search until no position is left, or until more than ``most`` positions have been seen.

        About ``broad`` positions are first taken from all depths in turn. After that, the search
        goes depth first.
        """
        waiting = self._open
        for rank in self._waiting:
            position, entries = waiting[rank & _INDEX_MASK]
            self._shelve(position, entries)
        self._known = self._seen
        end = self.positions + broad
        # A round takes the most promising position for each number of moves made, so that no early
        # mistake can hold up the search for long.
        while self.positions < end:
            before = self.positions
            if not self._sweep():
                return
            if before == self.positions:
                if not self._late:
                    break
                for index, late in self._late.items():
                    self._shelve(waiting[index][0], late[::-1])
                self._late = {}
                self._tried = None
        self._tried = None
        # Depth first needs the least memory.
        first: list[int] = []
        for index, late in self._late.items():
            self._push(first, waiting[index][0], late[::-1], late[0] >> CODE_BITS)
        self._depth_first([first, *self._by_steps], most)

    def _shelve(self, position: Position, entries: list[int]) -> None:
        """Put a position on a heap. Positions reached by the same number of moves share a heap."""
        value = entries[-1] >> CODE_BITS if entries else self._packer.value(position)
        steps = position.depth + 52 - position.home[3]
        while steps >= len(self._by_steps):
            self._by_steps.append([])
        self._push(self._by_steps[steps], position, entries, value)

    def _sweep(self) -> bool:
        """Expand the best position on each heap; return False if the search is over."""
        for heap in self._by_steps:
            position = self._next(heap)
            if position is None:
                continue
            entries = self._expanded(position)
            if entries is None:
                return False
            if entries:
                self._shelve(position, entries)
        return True

    def _depth_first(self, heaps: list[list[int]], most: int) -> None:
        """Search depth first from the positions on all ``heaps``, the last heap first."""
        ends = [0] * len(heaps)
        while heaps:
            position = self._next(heaps[-1])
            if position is None:
                heaps.pop()
                del self._open[ends.pop() or len(self._open) :]
                continue
            entries = self._expanded(position)
            if entries is None or len(self._seen) > most:
                return
            if entries:
                heaps.append([])
                ends.append(len(self._open))
                self._push(heaps[-1], position, entries, entries[-1] >> CODE_BITS)
        self.exhausted = True
