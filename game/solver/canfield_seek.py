"""Looking for a won game where runs may part and cards may come back: soon, and proving nothing.

Most of what can be done there is seldom of use, and the exact search is slow for it. What is left
out here, and in which order the rest is tried, only decides whether a win is found: it is played by
the rules like any other, and where none is found the exact search goes on (``Seeking``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from heapq import heappop, heappush
from itertools import repeat
from operator import itemgetter
from random import Random
from typing import Final

from game.rules.canfield import RuleSet
from game.solver import bits
from game.solver.canfield_board import (
    BASES,
    BIT,
    FOLLOWERS,
    FULL,
    OPEN_TARGET,
    Board,
    Node,
    cards_of,
)
from game.solver.canfield_search import FIRST_BUDGET, NOISE, Search

DIVES: Final = 24
DIVE: Final = 250
"""How many positions one of the first dives expands before it is given up."""
SEEK: Final = 4000
NO_GROUP: Final = 63 << 58
"""In the place of how many cards are home, of which there never are 63."""


class Useful(Search):
    """The moves that are of use: a run leaves a column only if the card that it bares can go home
    or carry another one that lies open, or in a column; and a card comes back from the foundations
    only if it can carry such a one.

    To part a column, or to bring a card back, and do nothing about it is seldom of use, and most of
    what could be done.
    """

    def _ready(self, node: Node) -> int:
        """Return the cards that lie open, or in a column."""
        _, home, reserve, pack, reach, _, _ = node
        board = self.board
        in_pack = board.packs.mask[pack]
        covered = board.reserve_masks[reserve - 1] if reserve else 0
        return FULL & ~(home | in_pack | covered) | reach

    def _returning(self, node: Node) -> int:
        tops, ready = Search._returning(self, node), self._ready(node)
        found = 0
        while tops:
            low = tops & -tops
            tops ^= low
            wanted = FOLLOWERS[bits.length(low) - 1]
            if wanted & ready:
                found |= low
        return found

    def _runs(self, node: Node, found: list[Node]) -> None:
        columns, home, reserve, pack, reach, _, _ = node
        table = self.board.columns
        mask, last_bit, wanted = table.mask, table.last_bit, table.wanted
        # Columns are sorted: an empty one comes first.
        wanting = 0 if columns[0] else FULL
        for onto in columns:
            laid = wanted[onto]
            wanting |= laid
        waiting = (home << 4 | BASES) & ~home
        ready = self._ready(node)
        pending = self._pending
        for index in range(4):
            column = columns[index]
            inside = mask[column]
            if not inside & wanting:
                continue
            for target in range(4):
                onto = columns[target]
                if target == index or (target and not onto and not columns[target - 1]):
                    continue
                laid = wanted[onto] if onto else table.fixed[column]
                laid &= inside
                if not laid or (pending and not last_bit[onto] & pending):
                    continue
                for card in cards_of(laid):
                    rest, run = table.split(column, card)
                    if rest:
                        bared, hosted = last_bit[rest], wanted[rest]
                        below, bit = mask[rest], BIT[card]
                        if not (bared & waiting or hosted & ready & ~(below | bit)):
                            continue
                    after = list(columns)
                    after[index], after[target] = rest, table.join(onto, run)
                    moves = (card << 6 | (table.last[onto] if onto else OPEN_TARGET),)
                    found.append(self.settle(after, home, reserve, pack, reach, node, moves))


class Seeker(Useful):
    """Looks for a win in two ways, each of which finds what the other misses."""

    def dive(self, over: Callable[[], bool], budget: int, rng: Random) -> bool:
        """Return whether a line taken at random has won; ``best`` is its last node.

        Chance favours the same moves all along the line, so that each line tries something else.
        The relaxed game is asked only where a line ends: from where on it was lost. The search goes
        on before that.
        """
        favour: dict[int, float] = {}
        stack = [self.begin()]
        # Each node on the line, with how many were open when its children came.
        line: list[tuple[Node, int]] = []
        last = self.expanded + budget
        while stack and self.expanded < last:
            node = stack.pop()
            while line and line[-1][1] > len(stack):
                line.pop()
            if self._is_better(node):
                return True
            self.expanded += 1
            if self.expanded & 31 == 0 and over():
                break
            line.append((node, len(stack)))
            fresh = []
            for child in self.children(node):
                new = self.is_new(child)
                if new is not None:
                    move = new[6][0]
                    if move not in favour:
                        favour[move] = rng.random() * NOISE
                    worth = favour[move]
                    fresh.append((self.value(new) + worth, new))
            fresh.sort(key=itemgetter(0), reverse=True)
            stack += [new for _, new in fresh]
            if not fresh:
                lost = self._first_lost(line)
                if lost < len(line):
                    del stack[line[lost][1] :], line[lost:]
        return False

    def _first_lost(self, line: list[tuple[Node, int]]) -> int:
        """Return the index of the first node on ``line`` that is proven lost, or else its length:
        all that follow a lost one are lost."""
        low, high = 0, len(line)
        while low < high:
            middle = (low + high) // 2
            if self._is_dead(line[middle][0]):
                high = middle
            else:
                low = middle + 1
        return low

    def seek(self, over: Callable[[], bool], budget: int, rng: Random | None = None) -> bool:
        """Expand the most promising position, but first what is new; return as ``dive`` does.

        As in ``Search._broad``, a column is new that has not been seen with as many cards home and
        in the reserve; here the foundations are as well. After these come pairs of columns not yet
        seen together. Chance, if there is an ``rng``, changes the order.
        """
        heap: list[tuple[int, float, int, Node]] = [(0, 0.0, 0, self.begin())]
        met: set[int] = set()
        count = 0
        last = self.expanded + budget
        while heap and self.expanded < last:
            node = heappop(heap)[3]
            if self._is_better(node):
                return True
            self.expanded += 1
            if self.expanded & 31 == 0 and over():
                break
            for child in self.children(node):
                new = self.is_new(child)
                if new is None:
                    continue
                count += 1
                worth = self.value(new) + (rng.random() * NOISE if rng else 0.0)
                heappush(heap, (_common(new, met), worth, -count, new))
        return False


def _common(node: Node, met: set[int]) -> int:
    """Return 0 if a column or the foundations are new, 1 if a pair of columns is, else 2; note
    all of them as met, with as many cards home and in the reserve."""
    columns, home, reserve, _, _, _, _ = node
    a, b, c, d = columns
    # All of these take 64 bits at most: nobody meets 2 ** 27 columns.
    group = (bits.count(home) << 4 | reserve) << 54
    base = NO_GROUP | home << 4 | reserve
    one = group | a, group | b, group | c, group | d, base
    e, f, g = group | a + 1 << 27, group | b + 1 << 27, group | c + 1 << 27
    two = e | b, e | c, e | d, f | c, f | d, g | d
    common = 0 if not met.issuperset(one) else 1 if not met.issuperset(two) else 2
    if common < 2:
        met.update(one, two)
    return common


def reluctant_doubling() -> Iterator[int]:
    """Yield 1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8, …: tries that get longer, in about equal
    shares for all lengths.

    Where nobody knows how long a random search should go on before it begins anew, no fixed
    sequence does much better (Luby, Sinclair and Zuckerman, 1993; computed as Knuth does).
    """
    count, length = 1, 1
    while True:
        yield length
        if count & -count == length:
            count, length = count + 1, 1
        else:
            length *= 2


class Seeking(Search):
    """The exact search, which takes turns with a ``Seeker``."""

    def __init__(self, board: Board, rule_set: RuleSet, *, returns: bool) -> None:
        super().__init__(board, rule_set, returns=returns)
        self._seeker = Seeker(board, rule_set, returns=returns)
        self._doubling = reluctant_doubling()

    def _begin(self, over: Callable[[], bool], rng: Random) -> bool | None:
        """See what a short probe proves, then seek a win; the deep search begins at the start.

        All but the probe and the dives bring cards back ``late``: dives find as much without, and
        not the same.
        """
        found = self._probes(over, rng, 1, FIRST_BUDGET)
        if found is None:
            found = self._dive(over, rng, DIVES * DIVE, repeat(1)) or self._seek(over, None)
        if found is None:
            self.late = self.returns
            self._open = [self.begin()]
        return found

    def _look(self, over: Callable[[], bool], rng: Random, budget: int) -> bool | None:
        """Seek a win, in some fewer positions than the deep search: in dives of many lengths, and
        in one seek, which is the longer the longer all has taken."""
        found = self._dive(over, rng, budget // 2, self._doubling)
        return found or self._seek(over, rng, max(SEEK, budget // 3))

    def _dive(
        self, over: Callable[[], bool], rng: Random, budget: int, lengths: Iterator[int]
    ) -> bool | None:
        """Dive until ``budget`` positions are used up, each time for so many ``DIVE`` of them."""
        self._seeker.late = False
        while budget > 0 and not over():
            length = DIVE * next(lengths)
            if self._won(self._seeker.dive(over, length, rng)):
                return True
            budget -= length
        return None

    def _seek(
        self, over: Callable[[], bool], rng: Random | None, budget: int = SEEK
    ) -> bool | None:
        self._seeker.late = self.returns
        return None if over() else self._won(self._seeker.seek(over, budget, rng))

    def _won(self, found: bool) -> bool | None:
        """Note what the ``Seeker`` has come to; return True for a win, and never False: it leaves
        out moves, so that it proves nothing."""
        seeker = self._seeker
        self.expanded += seeker.expanded
        seeker.expanded = 0
        if seeker.best is not None:
            self._is_better(seeker.best)
        return True if found else None
