"""The best result of a Canfield position: the most cards, or the most cards less redeals.

Branch and bound: a position is abandoned once the relaxed game says that nothing reached from it
can beat what is known. When no position is left open, the best known result is proven best: all
cards that can still come home are among those of the relaxed game, and a redeal costs what a card
brings, so no balance from here on exceeds their number less the redeals so far.

What the search for a win leaves out may be left out here too: the player who does without it
(``canfield_moves``) has at least as many cards home after each move, and redeals as often as the
other. Only the last card of the pack is not taken early where redeals cost money.
"""

from __future__ import annotations

from collections.abc import Callable

from game.rules.canfield import CARDS_A_DEAL, RuleSet
from game.solver.canfield_board import Board, Node, Packs, mask_of
from game.solver.canfield_bound import Bound
from game.solver.canfield_search import MOST_MET, Search


class MostCards(Search):
    """The search for the most cards on the foundations."""

    def __init__(self, board: Board, rule_set: RuleSet, *, returns: bool) -> None:
        super().__init__(board, rule_set, returns=returns)
        # A card that never comes home is one thing, a game that is not won another.
        self.bound = Bound(board, parts=self.parts, returns=returns)

    def climb(self, over: Callable[[], bool], known: Node | None = None) -> tuple[Node, bool]:
        """Return the best node found, and whether it is proven best."""
        start = self.begin()
        best = known if known is not None and known[1].bit_count() > start[1].bit_count() else start
        most = best[1].bit_count()
        stack = [start]
        while stack:
            node = stack.pop()
            self.expanded += 1
            if self.expanded & 63 == 0 and self.stopped(over):
                return best, False
            if self.bound.homeable(*node[:5]).bit_count() <= most:
                continue
            fresh = []
            for child in self.children(node):
                new = self.is_new(child)
                if new is not None:
                    fresh.append(new)
                    if new[1].bit_count() > most:
                        best, most = new, new[1].bit_count()
            fresh.sort(key=self.value, reverse=True)
            stack += fresh
        return best, True


class PassingPacks(Packs):
    """Packs in which only the cards that come up before the redeal are within reach."""

    def reach(self, pack: int, waste: int) -> int:
        first = (waste or CARDS_A_DEAL) - 1
        return mask_of(self.order[pack][first::CARDS_A_DEAL]) | self.last_bit[pack]


class BestBalance(Search):
    """The search for the most cards less redeals, which cost as much as a card brings, where they
    cost anything.

    A redeal is a move of its own here, after which everything in ``always`` is within reach. A
    position already met with no more redeals, and with everything that is now within reach, is not
    new; each card within reach is considered separately, as in ``Search.is_new``.
    """

    def __init__(self, board: Board, rule_set: RuleSet) -> None:
        super().__init__(board, rule_set, returns=False)
        self.bound = Bound(board, parts=self.parts, returns=False)
        # Taking the last card of the pack early can cost a redeal.
        self.takes_last = False
        self._turned: dict[tuple[int, int, int, int, int], list[int]] = {}

    def climb(self, over: Callable[[], bool], known: int) -> tuple[Node | None, int, bool]:
        """Return the best node found, its balance, and whether it is proven best.

        A balance is the number of cards on the foundations less the redeals on the way. ``known``
        is a balance known to be possible; if none is better, no node is returned.
        """
        packs = self.board.packs
        start = self.start()
        best: Node | None = None
        most = known
        if start[1].bit_count() > most:
            best, most = start, start[1].bit_count()
        stack = [(start, 0)]
        while stack:
            node, turns = stack.pop()
            self.expanded += 1
            if self.expanded & 63 == 0 and self.stopped(over):
                return best, most, False
            columns, home, reserve, pack, reach, parent, moves = node
            could_be_home = self.bound.homeable(columns, home, reserve, pack, reach)
            if could_be_home.bit_count() - turns <= most:
                continue
            after = self.children(node)
            fresh = []
            again = (columns, home, reserve, pack, packs.always[pack], parent, moves)
            for child, turned in [(again, turns + 1), *((child, turns) for child in after)]:
                new = self._news(child, turned)
                if new is not None:
                    fresh.append((new, turned))
                    if new[1].bit_count() - turned > most:
                        best, most = new, new[1].bit_count() - turned
            fresh.sort(key=lambda item: self.value(item[0]) + 6 * item[1], reverse=True)
            stack += fresh
        return best, most, True

    def stopped(self, over: Callable[[], bool]) -> bool:
        # Each entry here also holds a list.
        return 2 * len(self._turned) > MOST_MET or over()

    def _news(self, node: Node, turns: int) -> Node | None:
        """Return ``node`` reduced to what is new about it after ``turns`` redeals, as ``is_new``.

        What has been met counts for as many redeals and for more, since each only costs; never for
        fewer, which leave a higher balance. It counts for the same columns and foundations only.
        """
        columns, home, reserve, pack, reach, parent, moves = node
        key = (*columns, home)
        had = self._turned.setdefault(key, [])
        while len(had) <= turns:
            # -1 marks a number of redeals with which the position has not been met.
            had.append(had[-1] if had else -1)
        if had[turns] >= 0:
            reach &= ~had[turns]
            if not reach:
                return None
        for index in range(turns, len(had)):
            had[index] = reach if had[index] < 0 else had[index] | reach
        return (columns, home, reserve, pack, reach, parent, moves)
