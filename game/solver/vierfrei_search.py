"""Searches packed positions of Vierfrei for a winning line, or exhaustively without finding one.

Safe cards go home at once, which never loses a winnable game. Novel moves go first: a move must
wait if it has already been tried with about as many cards home, as many under breaks of order and
as many places taken; otherwise everything tried would be a variation of one line.
"""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush, heapreplace
from typing import Final

from game.solver.vierfrei_board import SETTLE, Board
from game.solver.vierfrei_pack import Entry, Packer, Position, expand

_MOVE: Final = (1 << 12) - 1
"""The part of a move's code with the card and what it is to lie on."""

_FREELY: Final = 80
"""So many positions are expanded by any move: that solves most deals."""


def finished(position: Position) -> bool:
    """Return whether all cards can go home as they lie: every column is a run."""
    for column in position.columns:
        count, run = column.count, column.run
        if count != run:
            return False
    return True


def _enter(packer: Packer, entry: Entry, seen: set[int]) -> Position | None:
    """Return the position of ``entry``, or None if the safe moves home led to a known one."""
    value, key, position, code = entry
    if code < 0:
        return position
    entered = packer.enter(position, code, key, value)
    if entered.key != key:
        if entered.key in seen:
            return None
        seen.add(entered.key)
    return entered


def _region(position: Position) -> int:
    """Return the features by which a move counts as novel; a number above ``_MOVE``."""
    under = 0
    for column in position.columns:
        under += column.count - column.run
    left: int = position.home[3] >> 1
    return (left << 10 | under << 4 | len(position.columns) + len(position.loose)) << 12


Siblings = dict[int, list[Entry]]
"""Successors of one position, the best of them last, by the rank of that one. Most entries are
never asked for: in a heap of ranks the best of some is compared with others, not each.

A rank is an evaluation, and a key behind it: no two entries that wait have the same, as each key is
met once.
"""

_KEYS: Final = 96
"""More than the bits of a key."""


class Search:
    """One search in its stages: how many positions it has expanded, and when it must end.

    Each stage continues where the previous one stopped. ``found`` is called with each ``finished``
    position, and returns False to continue the search.
    """

    def __init__(
        self,
        packer: Packer,
        board: Board,
        stop: Callable[[], bool],
        found: Callable[[Position], bool],
    ) -> None:
        self.positions = 0
        self.won = False
        self.exhausted = False
        """Whether the last stage ran out of positions."""
        start = packer.start(board)
        self._packer = packer
        self._seen = {start.key}
        self._siblings: Siblings = {}
        self._waiting: list[int] = []
        self._by_steps: list[list[int]] = []
        """Ranks of open entries: a heap for each number of moves so far, including those home."""
        self._tried: set[int] | None = set()
        """Regions and moves; None once moves need not be novel any more."""
        self._late: list[Entry] = []
        """Entries that were not novel."""
        self._stop = stop
        self._found = found
        self._ask = 0
        self._push(self._waiting, [(0, 0, start, -1)])

    def _push(self, heap: list[int], entries: list[Entry]) -> None:
        """Put ``entries``, which stay there, on ``heap``."""
        if entries:
            entries.sort()
            best = entries[0]
            entries.reverse()
            rank = (best[0] << _KEYS) + best[1]
            self._siblings[rank] = entries
            heappush(heap, rank)

    def _entries(self, heap: list[int]) -> list[Entry]:
        """Return all entries that are on ``heap``."""
        return [entry for rank in heap for entry in self._siblings[rank]]

    def _must_end(self) -> bool:
        """Count a position; every 32 of them ask whether to stop."""
        self.positions += 1
        if self.positions < self._ask:
            return False
        self._ask = self.positions + 32
        return self._stop()

    def _expanded(self, position: Position) -> list[Entry] | None:
        """Return the successors of ``position``; None if the search is over."""
        self.won = finished(position) and self._found(position)
        if self.won or self._must_end():
            return None
        return expand(self._packer, position, self._seen)

    def _next(self, heap: list[int]) -> Position | None:
        """Take the most promising position off ``heap`` and return it; None if there is none.

        Before its safe moves home are known an entry is ranked by an estimate of them; once they
        are known, it may have to wait.
        """
        packer, siblings = self._packer, self._siblings
        while heap:
            entries = siblings.pop(heap[0])
            entry = entries.pop()
            if entries:
                best = entries[-1]
                rank = (best[0] << _KEYS) + best[1]
                siblings[rank] = entries
                heapreplace(heap, rank)
            else:
                heappop(heap)
            code = entry[3]
            position = _enter(packer, entry, self._seen)
            if position is None:
                continue
            if code >= SETTLE and heap:
                value, best = packer.value(position), siblings[heap[0]][-1]
                if value > best[0]:
                    self._push(heap, [(value, position.key, position, -1)])
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

    def best_first(self, limit: int) -> None:
        """Search the most promising position first, ``limit`` positions at most."""
        heap = self._waiting
        for number in range(limit):
            position = self._next(heap)
            if position is None:
                self.exhausted = not self._late
                return
            entries = self._expanded(position)
            if entries is None:
                return
            self._push(heap, entries if number < _FREELY else self._new(position, entries))

    def complete(self, broad: int, most: int) -> None:
        """Search all positions, with at most ``most`` known at a time.

        For ``broad`` positions, take the most promising one after each number of steps in turn,
        over and over, so that no early mistake can hold up the search for long; once no novel ones
        are left, do the same with the rest. Then go depth first, which needs the least memory.
        """
        for entry in self._entries(self._waiting):
            self._shelve([entry])
        end = self.positions + broad
        while self.positions < end:
            before = self.positions
            if not self._sweep():
                return
            if before == self.positions:
                if not self._late:
                    break
                for entry in self._late:
                    self._shelve([entry])
                self._late = []
                self._tried = None
        heaps = [self._late, *map(self._entries, self._by_steps)]
        stack = [entry for heap in heaps for entry in sorted(heap, reverse=True)]
        self._depth_first(stack, most)

    def _shelve(self, entries: list[Entry]) -> None:
        """Keep ``entries``, successors of one position, by the number of steps that lead there."""
        if entries:
            position = entries[0][2]
            steps = position.depth + 52 - position.home[3]
            while steps >= len(self._by_steps):
                self._by_steps.append([])
            self._push(self._by_steps[steps], entries)

    def _sweep(self) -> bool:
        """Expand one position of each level; return False if the search is over."""
        for heap in self._by_steps:
            position = self._next(heap)
            if position is None:
                continue
            entries = self._expanded(position)
            if entries is None:
                return False
            self._shelve(self._new(position, entries))
        return True

    def _depth_first(self, stack: list[Entry], most: int) -> None:
        while stack:
            position = _enter(self._packer, stack.pop(), self._seen)
            if position is None:
                continue
            entries = self._expanded(position)
            if entries is None or len(self._seen) > most:
                return
            stack += sorted(entries, reverse=True)
        self.exhausted = True
