"""Searches packed positions of Vierfrei for a winning line, or exhaustively without finding one.

Safe cards go home at once, which never loses a winnable game. Novel moves go first: a move must
wait if it has already been tried with about as many cards home, as many under breaks of order and
as many places taken; otherwise everything tried would be a variation of one line.
"""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush, heapreplace
from typing import Final

from game.solver.vierfrei_board import SETTLE, Board, Position
from game.solver.vierfrei_expand import LOOSENED, ORDERED, REST, Entry, expand
from game.solver.vierfrei_pack import Packer

_MOVE: Final = (1 << 12) - 1
"""The part of a move's code with the card and what it is to lie on."""

_FREELY: Final = 40
"""So many positions are expanded in parts and by any move: that solves most deals."""


def finished(position: Position) -> bool:
    """Return whether all cards can go home as they lie: every column is a run."""
    for column in position[0]:
        count, run = column[1], column[2]
        if count != run:
            return False
    return True


def _enter(packer: Packer, entry: Entry, seen: set[int]) -> Position | None:
    """Return the position of ``entry``, or None if the safe moves home led to a known one."""
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


def _region(position: Position) -> int:
    """Return the features by which a move counts as novel; a number above ``_MOVE``."""
    under = 0
    for column in position[0]:
        count, run = column[1], column[2]
        under += count - run
    left = position[3][3]
    left >>= 1
    return (left << 10 | under << 4 | len(position[0]) + len(position[1])) << 12


Siblings = tuple[int, int, list[Entry]]
"""Successors of one position, the best of them last, behind its evaluation and its key. Most
entries are never asked for: in a heap the best of some is compared with others, not each."""


def _push(heap: list[Siblings], entries: list[Entry]) -> None:
    """Put ``entries``, which stay there, on ``heap``."""
    if entries:
        entries.sort()
        best = entries[0]
        entries.reverse()
        heappush(heap, (best[0], best[1], entries))


def _entries(heap: list[Siblings]) -> list[Entry]:
    """Return all entries that are on ``heap``."""
    return [entry for siblings in heap for entry in siblings[2]]


Found = Callable[[Position], bool]
"""Called with each ``finished`` position; returns False to continue the search."""


class Search:
    """One search in its stages: how many positions it has expanded, and when it must end.

    Each stage continues where the previous one stopped.
    """

    __slots__ = (
        "_ask",
        "_by_steps",
        "_late",
        "_packer",
        "_seen",
        "_stop",
        "_tried",
        "_waiting",
        "exhausted",
        "positions",
    )

    def __init__(self, packer: Packer, board: Board, stop: Callable[[], bool]) -> None:
        self.positions = 0
        self.exhausted = False
        """Whether the last stage ran out of positions."""
        start = packer.start(board)
        self._packer = packer
        self._seen = {start[4]}
        self._waiting: list[Siblings] = [(0, 0, [(0, 0, start, -1)])]
        self._by_steps: list[list[Siblings]] = []
        """Open entries: a heap for each number of moves so far, including those home."""
        self._tried: set[int] | None = set()
        """Regions and moves; None once moves need not be novel any more."""
        self._late: list[Entry] = []
        """Entries that were not novel."""
        self._stop = stop
        self._ask = 0

    def _must_end(self) -> bool:
        """Count a position; every 32 of them ask whether to stop."""
        self.positions += 1
        if self.positions < self._ask:
            return False
        self._ask = self.positions + 32
        return self._stop()

    def _next(self, heap: list[Siblings]) -> Position | None:
        """Take the most promising position off ``heap`` and return it; None if there is none.

        Before its safe moves home are known an entry is ranked by an estimate of them; once they
        are known, it may have to wait.
        """
        packer = self._packer
        while heap:
            entries = heap[0][2]
            entry = entries.pop()
            if entries:
                after = entries[-1]
                heapreplace(heap, (after[0], after[1], entries))
            else:
                heappop(heap)
            code = entry[3]
            if code == REST:
                _push(heap, expand(packer, entry[2], self._seen, LOOSENED))
                continue
            position = _enter(packer, entry, self._seen)
            if position is None:
                continue
            if code >= SETTLE and heap:
                value, best = packer.value(position), heap[0][0]
                if value > best:
                    key = position[4]
                    heappush(heap, (value, key, [(value, key, position, -1)]))
                    continue
            return position
        return None

    def _new(self, position: Position, entries: list[Entry]) -> list[Entry]:
        """Return those of ``entries``, successors of ``position``, that are novel; the others
        wait."""
        tried = self._tried
        if tried is None:
            return entries
        region = _region(position)
        found = []
        for entry in entries:
            code = entry[3]
            kind = region | code & _MOVE
            if kind in tried:
                self._late.append(entry)
            else:
                tried.add(kind)
                found.append(entry)
        return found

    def best_first(self, limit: int, found: Found) -> bool:
        """Search the most promising position first, ``limit`` positions at most."""
        heap = self._waiting
        for number in range(limit):
            position = self._next(heap)
            if position is None:
                self.exhausted = not self._late
                return False
            if finished(position) and found(position):
                return True
            if self._must_end():
                return False
            if number < _FREELY:
                _push(heap, expand(self._packer, position, self._seen, ORDERED))
            else:
                _push(heap, self._new(position, expand(self._packer, position, self._seen)))
        return False

    def complete(self, broad: int, most: int, found: Found) -> bool:
        """Search all positions, with at most ``most`` known at a time.

        For ``broad`` positions, take the most promising one after each number of steps in turn,
        over and over, so that no early mistake can hold up the search for long; once no novel ones
        are left, do the same with the rest. Then go depth first, which needs the least memory.
        """
        for entry in _entries(self._waiting):
            if entry[3] == REST:
                self._shelve(expand(self._packer, entry[2], self._seen, LOOSENED))
            else:
                self._shelve([entry])
        end = self.positions + broad
        while self.positions < end:
            before = self.positions
            done = self._sweep(found)
            if done is not None:
                return done
            if before == self.positions:
                if not self._late:
                    break
                for entry in self._late:
                    self._shelve([entry])
                self._late = []
                self._tried = None
        heaps = [self._late, *map(_entries, self._by_steps)]
        stack = [entry for heap in heaps for entry in sorted(heap, reverse=True)]
        return self._depth_first(stack, most, found)

    def _shelve(self, entries: list[Entry]) -> None:
        """Keep ``entries``, successors of one position, by the number of steps that lead there."""
        if entries:
            position = entries[0][2]
            left, steps = position[3][3], position[7]
            steps += 52 - left
            while steps >= len(self._by_steps):
                self._by_steps.append([])
            _push(self._by_steps[steps], entries)

    def _sweep(self, found: Found) -> bool | None:
        """Expand one position of each level; return True for a line, False if told to stop, else
        None."""
        for heap in self._by_steps:
            if not heap:
                continue
            position = self._next(heap)
            if position is None:
                continue
            if finished(position) and found(position):
                return True
            if self._must_end():
                return False
            self._shelve(self._new(position, expand(self._packer, position, self._seen)))
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
