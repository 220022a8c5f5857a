"""Short random searches of a position with every card known: how far one comes without much ado.

They are the probes with which the exact search begins, but for its proofs, which cost more than
they save here. Cards never come back from the foundations.
"""

from __future__ import annotations

from operator import itemgetter
from random import Random
from typing import Final

from game.rules.canfield import CARDS_A_DEAL, RuleSet
from game.solver.canfield_board import FULL, Board, Node
from game.solver.canfield_search import Search

_NOISE: Final = 5.0
"""How far chance can outweigh the value of a position in a probe. The exact search, whose many
probes have to differ, lets chance do four times as much; so short a probe would then win less."""
_HOME: Final = 9.0
"""What a card on the foundations adds here to the value that the exact search gives a position."""
_PAID_HOME: Final = 4.0
"""The same where redeals are paid for."""
_TURN: Final = 10
"""What a redeal that is paid for takes from it."""


class Completed(Board):
    """The position of another board after an ``exchange`` of its cards: a table of 256 numbers.

    Only cards of the reserve and the pack may be exchanged. Columns and packs are numbered in
    common, so that many completions of one position cost little more than one.
    """

    def __init__(self, sketch: Board, waste: int, exchange: bytes) -> None:
        self.base = sketch.base
        self.columns = sketch.columns
        self.packs = packs = sketch.packs
        self.reserve = tuple(bytes(sketch.reserve).translate(exchange))
        masks = [0]
        for card in self.reserve:
            masks.append(masks[-1] | 1 << card)
        self.reserve_masks = tuple(masks)
        self.start_pack = packs.number(packs.order[sketch.start_pack].translate(exchange))
        self.start_reach = packs.reach(self.start_pack, waste)
        self.home = sketch.home
        self.start_columns = sketch.start_columns


Won = dict[tuple[int, int, int, int, int], int]
"""Positions of one completion that are known to be won, by columns and foundations, each with the
card of the pack that has to be within reach, as a set; no card if it need not be the next one."""


class Probe(Search):
    """Probes from one position, under rules by which turning over costs nothing.

    ``won`` is filled and used by all probes of one completion, from wherever they begin: whoever
    comes to a position of a line that has won before has won.
    """

    def __init__(self, board: Board, rule_set: RuleSet, won: Won) -> None:
        super().__init__(board, rule_set, returns=False)
        self._won = won
        self.cards = 0
        """The most cards on the foundations that the last probe has come to."""
        self.turns = 0
        """The redeals on the way there, where they are counted."""
        self.is_exhausted = False
        """Whether the last probe has tried everything."""

    def is_hopeless(self) -> bool:
        """Return whether the relaxed game proves that the position cannot be won."""
        return self.bound.homeable(*self.start()[:5]) != FULL

    def dive(self, budget: int, chance: Random) -> Node:
        """Expand ``budget`` positions down a random line; return the best position met: one that is
        won, else the first with the most cards home, and of those with the fewest in the reserve.
        """
        random, value, won = chance.random, self.value, self._won
        self.seen = {}
        best = self.start()
        self.is_new(best)
        home, reserve = best[1].bit_count(), best[2]
        stack = [best]
        if self._wins(best):
            stack, home = [], 52
        while stack and budget and home < 52:
            budget -= 1
            fresh = []
            for new in self._unmet(stack.pop()):
                up = new[1].bit_count()
                fresh.append((value(new) - _HOME * up + random() * _NOISE, new))
                if won and self._wins(new):
                    up = 52
                if up > home or (up == home and new[2] < reserve):
                    best, home, reserve = new, up, new[2]
            fresh.sort(key=itemgetter(0), reverse=True)
            stack += [new for _, new in fresh]
        self.is_exhausted = not stack
        self.cards = home
        if home == 52:
            self._remember(best)
        return best

    def _unmet(self, node: Node) -> list[Node]:
        """Return what is new of each child of ``node``, as ``is_new`` tells it; what was left out
        had its chance to win when it was met."""
        seen, found = self.seen, []
        for child in self.children(node):
            columns, home, _, _, reach, _, _ = child
            key = (*columns, home)
            had = seen.get(key)
            if had is None:
                seen[key] = reach
                found.append(child)
            elif reach := reach & ~had:
                seen[key] = had | reach
                found.append((*child[:4], reach, *child[5:]))
        return found

    def _wins(self, node: Node) -> bool:
        """Return whether the game is won at ``node``, or is known to be won from there."""
        need = self._won.get((*node[0], node[1]))
        return node[1] == FULL if need is None else not need & ~node[4]

    def _remember(self, node: Node) -> None:
        """Note every position on the line to ``node``, which is won."""
        need = self._won.get((*node[0], node[1]), 0)
        masks = self.board.packs.mask
        at: Node | None = node
        while at is not None:
            self._won.setdefault((*at[0], at[1]), need)
            before: Node | None = at[5]
            # The first of these moves led here; all others could be made at once.
            if before is not None and masks[before[3]] >> (at[6][0] >> 6) & 1:
                need = 1 << (at[6][0] >> 6)
            at = before


class PaidProbe(Probe):
    """Probes under rules by which a redeal costs as much as a card brings."""

    def __init__(self, board: Board, rule_set: RuleSet, waste: int) -> None:
        super().__init__(board, rule_set, {})
        # Taking the last card of the pack early can cost a redeal.
        self.takes_last = False
        self._waste = waste

    def dive(self, budget: int, chance: Random) -> Node:
        """Expand ``budget`` positions; return the one with the most cards home less redeals."""
        random, value = chance.random, self.value
        order = self.board.packs.order
        self.seen = {}
        best = self.start()
        self.is_new(best)
        most, reserve, self.turns = best[1].bit_count(), best[2], 0
        stack = [(best, 0, self._waste)]
        while stack and budget and best[1] != FULL:
            budget -= 1
            node, turns, waste = stack.pop()
            pack = node[3]
            fresh = []
            for new in self._unmet(node):
                turned, at = turns, waste
                if new[3] != pack:
                    left = order[pack]
                    at = left.index(new[6][0] >> 6)
                    turned += not comes_up(at, waste, len(left))
                cards = new[1].bit_count()
                worth = value(new) - _PAID_HOME * cards + _TURN * turned + random() * _NOISE
                fresh.append((worth, (new, turned, at)))
                net = cards - turned
                if net > most or (net == most and new[2] < reserve):
                    best, most, reserve, self.turns = new, net, new[2], turned
            fresh.sort(key=itemgetter(0), reverse=True)
            stack += [item for _, item in fresh]
        self.is_exhausted = not stack
        self.cards = best[1].bit_count()
        return best


def comes_up(place: int, waste: int, cards: int) -> bool:
    """Return whether dealing on brings the card at ``place``, from 0, to the top of the waste.

    The pack has so many ``cards``, ``waste`` of them in the waste. What comes up is the waste's
    top, each third card after it, and the last.
    """
    ahead = place + 1 - waste
    return place + 1 == cards or (ahead >= 0 and ahead % CARDS_A_DEAL == 0)
