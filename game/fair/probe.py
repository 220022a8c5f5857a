"""Short random searches (probes) of one completion of the hidden cards, to see how far a quick try
gets.

All plans are tried on the same completions, so their searches reach the same positions again and
again. A chart therefore numbers each position when it is first reached, and works out its possible
moves only once. Searches also share what they find: lines that win, and positions from which no
line wins. The exact search begins with the same kind of probes, but also constructs proofs, which
would cost more here than they save.
"""

from __future__ import annotations

from collections import defaultdict
from operator import itemgetter
from random import Random
from typing import Any, Final, NamedTuple

from game.rules.canfield import CARDS_A_DEAL, RuleSet
from game.solver.canfield_board import FULL, CanfieldBoard, Node
from game.solver.canfield_search import Useful

HOME: Final = 6.0
"""How much each card on the foundations adds to the exact search's value of a position."""
PAID_HOME: Final = 4.0
"""The value that replaces ``HOME`` in games where redeals cost money."""

Trail = tuple[float, int, Node, Any, int, int]
"""One position on a line, linked to the trail before it.

The fields are the position's rank among the alternatives, the position's number, the position
itself, the trail that led to it (None at the start), the number of redeals that cost money on the
way, and the number of cards in the waste.
"""

Successor = tuple[float, int, Node, int]
"""A position that one move leads to: its value (lower is better), its number, the position itself,
and the number of cards home."""


class Chart:
    """The positions of one completion that have been reached so far."""

    def __init__(self, board: CanfieldBoard, rule_set: RuleSet) -> None:
        self.board = board
        self._search = Useful(board, rule_set, returns=rule_set.foundations_give_back)
        self.redeals_cost = rule_set.payment.per_turn > 0
        self._home = PAID_HOME if self.redeals_cost else HOME
        # Taking the last card of the pack early can cost a redeal.
        self._search.takes_last = not self.redeals_cost
        self._numbers: dict[tuple[tuple[int, int, int, int], int], int] = {}
        # Keyed by the position's number and the reachable cards of the pack.
        self._successors: dict[int, list[Successor]] = {}
        self.won: dict[int, int] = {}
        """The positions known to be won, keyed by number. The value is the bit of the one card of
        the pack that must be reachable, or 0 if the position is won in any case."""
        self.lost: dict[int, int] = {}
        """For each position, by number, a bit mask of cards of the pack.

        The position is lost, at least with the moves that a probe tries, if the mask has every card
        of the pack that can be reached there.
        """

    def start(self) -> Node:
        """Return the completion's starting position."""
        return self._search.start()

    def place(self, sketch: CanfieldBoard, waste: int, exchange: bytes) -> Node:
        """Return the position of ``sketch`` with its cards exchanged and ``waste`` cards in the
        waste.

        The position must be reachable from the completion's start, and ``exchange`` is the table
        that was used for the start.
        """
        packs = self.board.packs
        pack = packs.number(packs.order[sketch.start_pack].translate(exchange))
        reach, reserve = packs.reach(pack, waste), len(sketch.reserve)
        columns = list(sketch.start_columns)
        return self._search.settle(columns, sketch.home, reserve, pack, reach, None, ())

    def is_hopeless(self, node: Node) -> bool:
        """Return whether a position is proven to be lost because it can't be won even in the
        relaxed game."""
        return self._search.bound.homeable(*node[:5]) != FULL

    def number(self, node: Node) -> int:
        """Return a position's number, numbering it if it is new.

        Positions with the same columns and foundations share a number: they can differ only in the
        place in the pack.
        """
        return self._numbers.setdefault((node[0], node[1]), len(self._numbers))

    def successors(self, number: int, node: Node) -> list[Successor]:
        """Return the positions one move after ``node``, whose number is ``number``."""
        key = number << 52 | node[4]
        found = self._successors.get(key)
        if found is None:
            found = self._successors[key] = []
            for child in self._search.children(node):
                home = child[1].bit_count()
                value = self._search.value(child) - self._home * home
                found.append((value, self.number(child), child, home))
        return found

    def lose(self, seen: dict[int, int]) -> None:
        """Record positions as lost.

        ``seen`` maps each position's number to a bit mask of cards of the pack: the position is
        lost if every card of the pack that can be reached there is in the mask.
        """
        for number, reach in seen.items():
            self.lost[number] = self.lost.get(number, 0) | reach

    def remember(self, trail: Trail) -> None:
        """Record every position on the line to the end of ``trail`` as won."""
        masks = self.board.packs.mask
        need = self.won.get(trail[1], 0)
        at: Trail | None = trail
        while at is not None:
            _, number, node, before, _, _ = at
            self.won.setdefault(number, need)
            # The first move in ``node[6]`` led here; the others could all have been made before it.
            if before is not None and masks[before[2][3]] >> (node[6][0] >> 6) & 1:
                need = 1 << (node[6][0] >> 6)
            at = before


def moves_to(trail: Trail) -> list[int]:
    """Return the packed moves on a trail, in playing order."""
    groups = []
    at: Trail | None = trail
    while at is not None:
        groups.append(at[2][6])
        at = at[3]
    return [move for group in reversed(groups) for move in group]


_TURN: Final = 10
"""How much a redeal that costs money lowers the value of a position."""
_BY_RANK: Final = itemgetter(0)


class Probe(NamedTuple):
    """The result of a probe.

    ``trail`` leads to the best position reached, and ``cards`` is the number of cards on the
    foundations there: 52 if the game is known to be won from there. ``turns`` is the number of
    redeals on the way; always 0 where redeals are free. ``is_exhausted`` says whether every
    possible move was tried.
    """

    trail: Trail
    cards: int
    turns: int
    is_exhausted: bool


def dive(
    chart: Chart,
    start: Node,
    waste: int,
    budget: int,
    chance: Random,
    noise: float,
    *,
    steady: bool = False,
) -> Probe:
    """Expand ``budget`` positions along random lines from ``start``, where ``waste`` cards are in
    the waste.

    A won position is the best to reach. Without one, the best is the one with the most cards home,
    minus the redeals if they cost money; ties go to the one with the fewest cards in the reserve,
    then to the one reached first.

    Chance can outweigh differences in value of up to ``noise``. If redeals are free, a ``steady``
    probe favours the same moves throughout, so that probes differ more from one another.
    """
    random, order, paid = chance.random, chart.board.packs.order, chart.redeals_cost
    steady = steady and not paid
    won, lost = chart.won, chart.lost
    first = chart.number(start)
    best: Trail = (0.0, first, start, None, 0, waste)
    most, reserve = start[1].bit_count(), start[2]
    stack = [best]
    seen = {first: start[4]}
    luck_of = defaultdict[int, float](lambda: random() * noise)
    is_won = _wins(won, first, start)
    while stack and budget and not is_won:
        budget -= 1
        before = stack.pop()
        fresh = []
        for value, number, node, home in chart.successors(before[1], before[2]):
            had = seen.get(number, lost.get(number))
            if had is not None and not node[4] & ~had:
                # The position was tried when it was first reached (``CanfieldSearch.is_new``), or
                # is known to be lost.
                continue
            seen[number] = node[4] | (had or 0)
            turns, waste = 0, 0
            if paid:
                turns, waste = _after(before, order[before[2][3]], node[6][0] >> 6)
                value += _TURN * turns
            luck = luck_of[node[6][0]] if steady else random() * noise
            trail = (value + luck, number, node, before, turns, waste)
            fresh.append(trail)
            if number in won and _wins(won, number, node):
                home = 52
            net = home - turns
            if net > most or (net == most and node[2] < reserve):
                best, most, reserve, is_won = trail, net, node[2], home == 52
        fresh.sort(key=_BY_RANK, reverse=True)
        stack += fresh
    if is_won and not paid:
        chart.remember(best)
    elif not stack and not paid:
        chart.lose(seen)
    cards = 52 if is_won else best[2][1].bit_count()
    return Probe(best, cards, best[4], not stack)


def _wins(won: dict[int, int], number: int, node: Node) -> bool:
    """Return whether the game is won at ``node``, or known to be won from it."""
    need = won.get(number)
    return node[1] == FULL if need is None else not need & ~node[4]


def _after(before: Trail, pack: bytes, card: int) -> tuple[int, int]:
    """Return the number of redeals and of waste cards after ``card`` is moved at the end of the
    trail ``before``, where the pack is ``pack``."""
    turns, waste = before[4], before[5]
    place = pack.find(card)
    if place < 0:
        return turns, waste
    return turns + (not comes_up(place, waste, len(pack))), place


def comes_up(place: int, waste: int, cards: int) -> bool:
    """Return whether further dealing brings the card at ``place`` (from 0) in the pack to the top
    of the waste.

    The pack has ``cards`` cards, of which ``waste`` are in the waste. The cards that come up are
    the top of the waste, every third card after it, and the last one.
    """
    ahead = place + 1 - waste
    return place + 1 == cards or (ahead >= 0 and ahead % CARDS_A_DEAL == 0)
