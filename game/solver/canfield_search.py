"""The exhaustive search for a won Canfield game: what may follow a position, and in which order.

Nothing is ever thrown away unless a reason stands beside it, so that an empty list of open
positions proves the game lost.
"""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush
from operator import itemgetter
from random import Random
from typing import Final

from game.canfield import RuleSet
from game.solver.canfield_board import (
    BASES,
    EMPTY,
    FOLLOWERS,
    FULL,
    HOME_TARGET,
    OPEN_TARGET,
    Board,
    Node,
    cards_of,
)
from game.solver.canfield_bound import Bound

FIRST_PROBES: Final = 8
FIRST_BUDGET: Final = 300
"""How many positions a probe goes on from before it is given up."""
BROAD: Final = 8000
DEEP: Final = 8000
LATER_PROBES: Final = 6
NOISE: Final = 20.0
"""How far chance can outweigh ``Search.value`` in a probe."""


class Search:
    """One search over one board."""

    def __init__(self, board: Board, rule_set: RuleSet, *, returns: bool) -> None:
        self.board = board
        self.parts = rule_set.parts_may_move
        self.returns = returns
        self.takes_last = True
        self.bound = Bound(board, parts=self.parts, returns=returns)
        self.seen: dict[tuple[int, int, int, int, int], int] = {}
        self.expanded = 0
        self.best: Node | None = None
        self._open: list[Node] = []

    def start(self) -> Node:
        board = self.board
        return self.settle(
            list(board.start_columns), board.home, len(board.reserve), board.start_pack,
            board.start_reach, None, ()
        )

    def settle(
        self,
        columns: list[int],
        home: int,
        reserve: int,
        pack: int,
        reach: int,
        parent: Node | None,
        moves: tuple[int, ...],
    ) -> Node:
        """The node after all that may be done at once without harm."""
        board = self.board
        table, packs, cards = board.columns, board.packs, board.reserve
        last_bit = table.last_bit
        while True:
            while reserve and EMPTY in columns:
                reserve -= 1
                columns[columns.index(EMPTY)] = table.push(EMPTY, cards[reserve])
            a, b, c, d = columns
            ends = last_bit[a] | last_bit[b] | last_bit[c] | last_bit[d]
            if self.takes_last and not reach & ~packs.always[pack]:
                ends |= packs.last_bit[pack]
            if reserve:
                ends |= 1 << cards[reserve - 1]
            ends &= (home << 4 | BASES) & ~home
            if not ends:
                break
            idle = home
            if not self.parts:
                idle |= table.fixed[a] | table.fixed[b] | table.fixed[c] | table.fixed[d]
            while ends:
                low = ends & -ends
                card = low.bit_length() - 1
                if not FOLLOWERS[card] & ~idle:
                    break
                ends ^= low
            if not ends:
                break
            home |= low
            moves = (*moves, card << 6 | HOME_TARGET)
            for index in range(4):
                if last_bit[columns[index]] == low:
                    columns[index] = table.below[columns[index]]
                    break
            else:
                if reserve and cards[reserve - 1] == card:
                    reserve -= 1
                else:
                    pack, reach = packs.play(pack, card)
                    reach = packs.always[pack]
        columns.sort()
        return ((columns[0], columns[1], columns[2], columns[3]), home, reserve, pack, reach, parent, moves)

    def children(self, node: Node) -> list[Node]:
        """Every node one move further on."""
        columns, home, reserve, pack, reach, _, _ = node
        board = self.board
        table, packs = board.columns, board.packs
        last_bit, wanted, first_bit = table.last_bit, table.wanted, table.first_bit
        below = table.below
        settle = self.settle
        found = []
        goes_home = (home << 4 | BASES) & ~home
        for index in range(4):
            column = columns[index]
            if last_bit[column] & goes_home:
                after = list(columns)
                after[index] = below[column]
                card = table.last[column]
                found.append(
                    settle(after, home | 1 << card, reserve, pack, reach, node, (card << 6 | HOME_TARGET,))
                )
        if self.parts:
            self._runs(node, found)
        else:
            for index in range(4):
                column = columns[index]
                first = first_bit[column]
                if not first:
                    continue
                for target in range(4):
                    onto = columns[target]
                    if first & wanted[onto] and target != index:
                        after = list(columns)
                        after[target] = table.join(onto, column)
                        after[index] = EMPTY
                        move = (first.bit_length() - 1) << 6 | table.last[onto]
                        found.append(settle(after, home, reserve, pack, reach, node, (move,)))
        free = reach
        top = 0
        if reserve:
            top = 1 << board.reserve[reserve - 1]
        sources = free | top
        for card in cards_of(sources & goes_home):
            bit = 1 << card
            move = card << 6 | HOME_TARGET
            if bit == top:
                found.append(
                    settle(list(columns), home | bit, reserve - 1, pack, reach, node, (move,))
                )
            else:
                found.append(
                    settle(
                        list(columns), home | bit, reserve, *packs.play(pack, card), node, (move,)
                    )
                )
        for index in range(4):
            onto = columns[index]
            if onto:
                laid = wanted[onto] & sources
                target = table.last[onto]
            elif index and not columns[index - 1]:
                continue
            else:
                laid = free
                target = OPEN_TARGET
            for card in cards_of(laid):
                after = list(columns)
                after[index] = table.push(onto, card)
                if top >> card & 1:
                    found.append(
                        settle(after, home, reserve - 1, pack, reach, node, (card << 6 | target,))
                    )
                else:
                    found.append(
                        settle(
                            after, home, reserve, *packs.play(pack, card), node,
                            (card << 6 | target,),
                        )
                    )
        if self.returns:
            self._returns(node, found)
        return found

    def _runs(self, node: Node, found: list[Node]) -> None:
        """The moves of runs from one column to another, where any run may move."""
        columns, home, reserve, pack, reach, _, _ = node
        table = self.board.columns
        for index in range(4):
            column = columns[index]
            if not column:
                continue
            mask = table.mask[column]
            for target in range(4):
                onto = columns[target]
                if target == index:
                    continue
                if onto:
                    laid = mask & table.wanted[onto]
                elif target and not columns[target - 1]:
                    continue
                else:
                    laid = table.fixed[column]
                for card in cards_of(laid):
                    rest, run = table.split(column, card)
                    after = list(columns)
                    after[index] = rest
                    after[target] = table.join(onto, run)
                    host = table.last[onto] if onto else OPEN_TARGET
                    found.append(
                        self.settle(after, home, reserve, pack, reach, node, (card << 6 | host,))
                    )

    def _returns(self, node: Node, found: list[Node]) -> None:
        """The moves of cards back from the foundations."""
        columns, home, reserve, pack, reach, _, _ = node
        table = self.board.columns
        tops = home & ~(home >> 4) & ~BASES
        for index in range(4):
            onto = columns[index]
            if onto:
                laid = tops & table.wanted[onto]
            elif index and not columns[index - 1]:
                continue
            else:
                laid = tops
            for card in cards_of(laid):
                after = list(columns)
                after[index] = table.push(onto, card)
                host = table.last[onto] if onto else OPEN_TARGET
                found.append(
                    self.settle(after, home & ~(1 << card), reserve, pack, reach, node, (card << 6 | host,))
                )

    def is_new(self, node: Node) -> Node | None:
        """Whether no position met so far is as good as this one; notes it as met."""
        columns, home, _, _, reach, _, _ = node
        key = (*columns, home)
        had = self.seen.get(key)
        if had is None:
            self.seen[key] = reach
            return node
        reach &= ~had
        if not reach:
            return None
        self.seen[key] = had | reach
        return (*node[:4], reach, *node[5:])

    def value(self, node: Node) -> int:
        """How far a node seems from the end; less is better."""
        columns, home, reserve, pack, reach, _, _ = node
        board = self.board
        table = board.columns
        score = 5 * reserve - 3 * home.bit_count()
        waiting = (home << 4 | BASES) & ~home & FULL
        in_reserve = waiting & board.reserve_masks[reserve]
        while in_reserve:
            low = in_reserve & -in_reserve
            in_reserve ^= low
            score += 4 * (reserve - 1 - board.reserve.index(low.bit_length() - 1))
        for column in columns:
            if table.mask[column] & waiting:
                for card in cards_of(table.mask[column] & waiting):
                    score += 2 * (((card >> 2) - (table.last[column] >> 2)) % 13)
            if not column:
                score -= 5
        return score

    def run(self, over: Callable[[], bool]) -> bool | None:
        """Whether the game can be won, None if stopped by ``over``; ``best`` is then the end.

        Three ways to look, each for what the others miss: short probes down a random line find
        most won games at once; a broad search by promise keeps to what is new; and the deep
        search to the end, which alone proves a game lost, takes turns with longer probes.
        """
        rng = Random(0)
        found = self._probes(over, rng, FIRST_PROBES, FIRST_BUDGET)
        if found is None:
            self.seen = {}
            found = self._broad(over)
        budget = DEEP
        while found is None and not over():
            found = self._deep(over, self._open, self.expanded + budget)
            if found is None:
                kept, self.seen = self.seen, {}
                found = self._probes(over, rng, LATER_PROBES, budget // (2 * LATER_PROBES))
                self.seen = kept
                budget += budget // 4
        return found

    def _probes(self, over: Callable[[], bool], rng: Random, count: int, budget: int) -> bool | None:
        """A few deep searches from the start, each in another order and soon given up."""
        for _ in range(count):
            if over():
                break
            self.seen = {}
            start = self.start()
            self.is_new(start)
            found = self._deep(over, [start], self.expanded + budget, rng)
            if found is not None:
                return found
        return None

    def _broad(self, over: Callable[[], bool]) -> bool | None:
        """Goes on from the most promising position, first of all from those with a column that
        has not been seen with as many cards home and in the reserve; leaves what is open."""
        start = self.start()
        self.is_new(start)
        heap: list[tuple[int, int, int, Node]] = [(0, 0, 0, start)]
        met: set[tuple[int, int, int]] = set()
        count = 0
        last = self.expanded + BROAD
        while heap and self.expanded < last:
            node = heappop(heap)[3]
            if self._is_better(node):
                return True
            self.expanded += 1
            if self.expanded & 31 == 0 and over():
                break
            if self.bound.homeable(*node[:5]) != FULL:
                continue
            for child in self.children(node):
                new = self.is_new(child)
                if new is None:
                    continue
                count += 1
                common = 1
                home = new[1].bit_count()
                for column in new[0]:
                    atom = (home, new[2], column)
                    if atom not in met:
                        met.add(atom)
                        common = 0
                heappush(heap, (common, self.value(new), -count, new))
        heap.sort(reverse=True)
        self._open = [item[3] for item in heap]
        return None if self._open else False

    def _deep(
        self, over: Callable[[], bool], stack: list[Node], last: int, rng: Random | None = None
    ) -> bool | None:
        """Goes on from the newest position of ``stack``, until ``last`` have been expanded."""
        while stack:
            if self.expanded >= last:
                return None
            node = stack.pop()
            if self._is_better(node):
                return True
            self.expanded += 1
            if self.expanded & 31 == 0 and over():
                return None
            if self.bound.homeable(*node[:5]) != FULL:
                continue
            fresh = [new for child in self.children(node) if (new := self.is_new(child))]
            if rng is None:
                fresh.sort(key=self.value, reverse=True)
            else:
                order = [(self.value(new) + rng.random() * NOISE, new) for new in fresh]
                order.sort(key=itemgetter(0), reverse=True)
                fresh = [new for _, new in order]
            stack += fresh
        return False

    def _is_better(self, node: Node) -> bool:
        """Keeps the node with the most cards home; True for a won one."""
        if self.best is None or node[1].bit_count() > self.best[1].bit_count():
            self.best = node
        return node[1] == FULL
