"""Searches for a win in Canfield, or for a proof that there is none.

The search skips every position that was reached before or that is lost even in the relaxed game
(``canfield_bound``). It also skips moves that are never needed (``canfield_moves``). If no
positions are left, the game is proven lost. A proof can take a long time, so the search takes turns
with a ``Seeker``, which only looks for wins.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import itemgetter
from random import Random
from typing import Final

from game.rules.canfield import RuleSet
from game.solver.canfield_board import BASES, BIT, FOLLOWERS, FULL, CanfieldBoard, Node
from game.solver.canfield_bound import CanfieldBound
from game.solver.canfield_moves import Moves

_FIRST_BUDGET: Final = 300
"""How many positions are expanded before the ``Seeker`` first dives."""
_DEEP: Final = 8000
"""How many positions the second depth-first round expands. Each later round expands a quarter
more."""
_FIRST_DIVES: Final = 24
_DIVE: Final = 250
"""The maximum number of positions that the ``Seeker`` expands in one call of ``dive``."""
_NOISE: Final = 20.0
"""The maximum random number that a dive adds to the value of a position."""
MOST_MET: Final = 4_000_000
"""The maximum number of positions remembered, at about 200 bytes each."""


class CanfieldSearch(Moves):
    """The exact search for a win; ``best`` is the node with the most cards home so far."""

    def __init__(self, board: CanfieldBoard, rule_set: RuleSet, *, returns: bool) -> None:
        super().__init__(board, rule_set, returns=returns)
        self._rule_set = rule_set
        self.bound = CanfieldBound(board, parts=self.parts, returns=returns, to_win=True)
        self.seen: dict[tuple[int, int, int, int, int], int] = {}
        # ``dead`` holds the positions proven lost, each with the cards within reach for which this
        # was proven; ``alive`` those won in the relaxed game with some cards within reach.
        self.dead: dict[tuple[int, int, int, int, int], int] = {}
        self.alive: set[tuple[int, int, int, int, int]] = set()
        self.expanded = 0
        self.best: Node | None = None

    def begin(self) -> Node:
        """Reset ``seen`` so that only the start node is recorded, and return the start node."""
        start = self.start()
        columns, home, _, _, reach, _, _ = start
        self.seen = {(*columns, home): reach}
        return start

    def is_new(self, node: Node) -> Node | None:
        """Record ``node`` and return the part that needs searching. Return None if nothing does.

        If the position was recorded before, only the new cards within reach must be searched.
        """
        # If the position was reached before, only the cards that were out of reach then are new.
        # Take a winning line that plays cards of the pack. The first of them is within reach at the
        # beginning, because only playing a card changes the places in the pack. So a position with
        # several cards within reach can be won only if it can be won with one of them alone, or
        # without the pack.
        columns, home, _, _, reach, _, _ = node
        key = (*columns, home)
        known = self.seen.get(key)
        if known is None:
            known = self.dead.get(key)
            if known is None:
                self.seen[key] = reach
                return node
        had = known
        reach &= ~had
        if not reach:
            return None
        self.seen[key] = had | reach
        return (*node[:4], reach, *node[5:])

    def stopped(self, over: Callable[[], bool]) -> bool:
        """Return whether to stop: ``over()`` is true, or too many positions are remembered."""
        return len(self.seen) + len(self.dead) + len(self.alive) > MOST_MET or over()

    def value(self, node: Node) -> int:
        """Return an estimate of the distance from ``node`` to a win."""
        columns, home, reserve, pack, reach, _, _ = node
        board = self.board
        table = board.columns
        mask, last = table.mask, table.last
        score = 5 * reserve - 3 * home.bit_count()
        waiting = (home << 4 | BASES) & ~home & FULL
        in_reserve = board.reserve_masks[reserve]
        in_reserve &= waiting
        while in_reserve:
            low = in_reserve & -in_reserve
            in_reserve ^= low
            place = board.reserve.index(low.bit_length() - 1)
            score += reserve - 1 - place
        inside = board.packs.mask[pack]
        score += 4 * (inside & waiting & ~reach).bit_count()
        for column in columns:
            inside = mask[column]
            inside &= waiting
            if inside:
                end = last[column]
                end >>= 2
                while inside:
                    low = inside & -inside
                    inside ^= low
                    score += 2 * (((low.bit_length() - 1 >> 2) - end) % 13)
            elif not column:
                score -= 5
        return score

    def run(self, over: Callable[[], bool]) -> bool | None:
        """Return whether the game can be won; None if undecided.

        After a win, ``best`` is the won position.
        """
        rng, seeker = Random(0), Seeker(self.board, self._rule_set, returns=self.returns)
        stack, budget, dives = [self.begin()], _FIRST_BUDGET, _FIRST_DIVES
        while True:
            found = self._deep(over, stack, self.expanded + budget)
            if found is not None or self.stopped(over):
                return found
            won = any(seeker.dive(over, _DIVE, rng) for _ in range(dives))
            self.expanded += seeker.expanded
            seeker.expanded = 0
            if seeker.best is not None:
                self._record_best(seeker.best)
            if won:
                return True
            budget = max(_DEEP, budget + budget // 4)
            # Where cards come back, the depth-first search seldom finishes.
            dives = budget // _DIVE // (4 if self.returns else 10)

    def _deep(self, over: Callable[[], bool], stack: list[Node], last: int) -> bool | None:
        """Search depth first until ``expanded`` reaches ``last``. Returns the same as ``run``."""
        while stack:
            if self.expanded >= last:
                return None
            node = stack.pop()
            if self._record_best(node):
                return True
            self.expanded += 1
            if self.expanded & 31 == 0 and self.stopped(over):
                return None
            if self._is_dead(node):
                continue
            fresh = [new for child in self.children(node) if (new := self.is_new(child))]
            fresh.sort(key=self.value, reverse=True)
            stack += fresh
        return False

    def _is_dead(self, node: Node) -> bool:
        """Return whether the relaxed game (``canfield_bound``) proves that ``node`` is lost. If the
        last move is of a kind that hardly ever loses the game, return False without checking."""
        columns, home, reserve, pack, reach, parent, _ = node
        # Such a move goes from a column or a foundation to a column.
        if parent is not None and (reserve, pack) == parent[2:4] and not home & ~parent[1]:
            return False
        key = (*columns, home)
        if key in self.alive:
            return False
        if self.bound.homeable(columns, home, reserve, pack, reach) == FULL:
            self.alive.add(key)
            return False
        # A position that is lost with each of two sets of cards within reach is lost with both
        # together, for the same reason as in ``is_new``.
        self.dead[key] = self.dead.get(key, 0) | reach
        self.seen[key] |= reach
        return True

    def _record_best(self, node: Node) -> bool:
        """Record ``node`` if it is the best so far; return whether it is won."""
        home = node[1]
        if self.best is None or home.bit_count() > self.best[1].bit_count():
            self.best = node
        return home == FULL


class Useful(CanfieldSearch):
    """A search that skips most of the moves that split a run or take a card off a foundation."""

    def _ready(self, node: Node) -> int:
        """Return a mask of the cards in columns, within reach, and on top of the reserve."""
        _, home, reserve, pack, reach, _, _ = node
        board = self.board
        in_pack = board.packs.mask[pack]
        covered = board.reserve_masks[reserve - 1] if reserve else 0
        return FULL & ~(home | in_pack | covered) | reach

    def _returning(self, node: Node) -> int:
        # A card comes back only if another card could be moved onto it.
        tops, ready = CanfieldSearch._returning(self, node), self._ready(node)
        found = 0
        while tops:
            low = tops & -tops
            tops ^= low
            wanted = FOLLOWERS[low.bit_length() - 1]
            if wanted & ready:
                found |= low
        return found

    def _may_part(self, node: Node, rest: int, card: int) -> bool:
        table, home = self.board.columns, node[1]
        bared, hosted, below = table.last_bit[rest], table.wanted[rest], table.mask[rest]
        waiting = (home << 4 | BASES) & ~home
        # The card below the run can then go home, or another card could be moved onto it.
        return bool(bared & waiting or hosted & self._ready(node) & ~(below | BIT[card]))


class Seeker(Useful):
    """Looks for a win along random lines, and proves nothing."""

    def dive(self, over: Callable[[], bool], budget: int, rng: Random) -> bool:
        """Follow random lines for at most ``budget`` positions; return whether one wins.

        After a win, ``best`` is the won position.
        """
        favour: dict[int, float] = {}  # random for each dive, so that dives differ
        stack = [self.begin()]
        # Each node on the line, with the number of open positions just before its children were
        # added.
        line: list[tuple[Node, int]] = []
        last = self.expanded + budget
        while stack and self.expanded < last:
            node = stack.pop()
            while line and line[-1][1] > len(stack):
                line.pop()
            if self._record_best(node):
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
                        favour[move] = rng.random() * _NOISE
                    worth = favour[move]
                    fresh.append((self.value(new) + worth, new))
            fresh.sort(key=itemgetter(0), reverse=True)
            stack += [new for _, new in fresh]
            if not fresh:
                # Go back along the line, to just before the first node that is found to be lost.
                lost = self._first_lost(line)
                if lost < len(line):
                    del stack[line[lost][1] :], line[lost:]
        return False

    def _first_lost(self, line: list[tuple[Node, int]]) -> int:
        """Return the index of the first node on ``line`` that is proven lost. If no node is proven
        lost, return the length of ``line``."""
        low, high = 0, len(line)
        while low < high:
            middle = (low + high) // 2
            if self._is_dead(line[middle][0]):
                high = middle
            else:
                low = middle + 1
        return low
