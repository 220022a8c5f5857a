"""Short random searches (probes) of one completion of the hidden cards."""

from __future__ import annotations

from collections import defaultdict
from operator import itemgetter
from random import Random
from typing import Any, Final, NamedTuple

from game.rules.canfield import CARDS_A_DEAL, RuleSet
from game.solver.canfield_board import FULL, CanfieldBoard, Node
from game.solver.canfield_search import Useful

HOME: Final = 6.0
PAID_HOME: Final = 4.0
"""Each card home lowers a position's value by this much. The lower the value, the better.

``PAID_HOME`` is for rules under which redeals cost money."""

Trail = tuple[float, int, Node, Any, int, int]
"""A position and the way that led to it.

The first three fields are the position's value, its number and its node. The fourth field is the
trail to the previous position, or None at the start. The last two fields are the number of paid
redeals so far and the number of cards in the waste."""

Successor = tuple[float, int, Node, int]
"""A position one move later: its value (lower is better), number, node and number of cards home."""


class Chart:
    """The positions reached so far in one completion, shared by the searches of all plans."""

    def __init__(self, board: CanfieldBoard, rule_set: RuleSet) -> None:
        self.board = board
        self._search = Useful(board, rule_set, returns=rule_set.foundations_give_back)
        self.redeals_cost = rule_set.payment.per_turn > 0
        self._home = PAID_HOME if self.redeals_cost else HOME
        # Taking the last card of the pack early can cost a redeal.
        self._search.takes_last = not self.redeals_cost
        self._numbers: dict[tuple[tuple[int, int, int, int], int], int] = {}
        # Keyed by the position's number and the cards within reach.
        self._successors: dict[int, list[Successor]] = {}
        # The positions known to be won, by number: the bit of the one card of the pack that must be
        # within reach, or 0 if the position is won in any case.
        self.won: dict[int, int] = {}
        # The positions known to be lost, by number: the cards within reach for which this is known.
        self.lost: dict[int, int] = {}

    def start(self) -> Node:
        """Return the completion's starting position."""
        return self._search.start()

    def place(self, sketch: CanfieldBoard, waste: int, exchange: bytes) -> Node:
        """Return the node of the position ``sketch``, which must be reachable from the start.

        ``exchange`` translates the hidden cards of ``sketch`` to those of this completion.
        """
        packs = self.board.packs
        pack = packs.number(packs.order[sketch.start_pack].translate(exchange))
        reach, reserve = packs.reach(pack, waste), len(sketch.reserve)
        columns = list(sketch.start_columns)
        return self._search.settle(columns, sketch.home, reserve, pack, reach, None, ())

    def is_hopeless(self, node: Node) -> bool:
        """Return whether a position is lost even by the easier rules of ``canfield_bound``."""
        return self._search.bound.homeable(*node[:5]) != FULL

    def number(self, node: Node) -> int:
        """Return a position's number. How far the pack has been dealt makes no difference."""
        return self._numbers.setdefault((node[0], node[1]), len(self._numbers))

    def successors(self, number: int, node: Node) -> list[Successor]:
        """Return the positions one move after ``node``. ``number`` is the number of ``node``."""
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
        """Record lost positions. ``seen`` maps a position's number to the cards within reach."""
        for number, reach in seen.items():
            self.lost[number] = self.lost.get(number, 0) | reach

    def remember(self, trail: Trail) -> None:
        """Record every position on the winning ``trail`` as won."""
        masks = self.board.packs.mask
        need = self.won.get(trail[1], 0)
        at: Trail | None = trail
        while at is not None:
            _, number, node, before, _, _ = at
            self.won.setdefault(number, need)
            # Only the first move in ``node[6]`` may need a card of the pack to be within reach. The
            # others send cards home that are accessible in any case.
            if before is not None and masks[before[2][3]] >> (node[6][0] >> 6) & 1:
                need = 1 << (node[6][0] >> 6)
            at = before


def moves_to(trail: Trail) -> list[int]:
    """Return the moves on a trail, each packed into a number, in playing order."""
    groups = []
    at: Trail | None = trail
    while at is not None:
        groups.append(at[2][6])
        at = at[3]
    return [move for group in reversed(groups) for move in group]


_TURN: Final = 10
"""Added to a position's value for each paid redeal."""


class Probe(NamedTuple):
    """The best position that a probe reached, and the way there."""

    trail: Trail
    cards: int
    """The number of cards home. It is 52 if the position is known to be winnable."""
    turns: int
    """The number of paid redeals on the way there."""
    is_exhausted: bool
    """Whether the probe ran out of positions to try."""


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
    """Follow random lines from ``start``; return the best position reached.

    Tries the moves of at most ``budget`` positions. A random number up to ``noise`` is added
    to the value of each position that is reached.
    """
    random, order, paid = chance.random, chart.board.packs.order, chart.redeals_cost
    steady = steady and not paid
    won, lost = chart.won, chart.lost
    first = chart.number(start)
    best: Trail = (0.0, first, start, None, 0, waste)
    most, reserve = start[1].bit_count(), start[2]
    stack = [best]
    seen = {first: start[4]}
    # In a steady probe, a move has the same luck throughout, so that probes differ more.
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
            # The best has the most cards home, minus paid redeals; ties go to the shorter reserve.
            net = home - turns
            if net > most or (net == most and node[2] < reserve):
                best, most, reserve, is_won = trail, net, node[2], home == 52
        fresh.sort(key=itemgetter(0), reverse=True)
        stack += fresh
    if is_won and not paid:
        chart.remember(best)
    elif not stack and not paid:
        chart.lose(seen)
    cards = 52 if is_won else best[2][1].bit_count()
    return Probe(best, cards, best[4], not stack)


def _wins(won: dict[int, int], number: int, node: Node) -> bool:
    """Return whether all cards are home in ``node``, or ``won`` shows that it is winnable."""
    need = won.get(number)
    return node[1] == FULL if need is None else not need & ~node[4]


def _after(before: Trail, pack: bytes, card: int) -> tuple[int, int]:
    """Return the number of redeals, and the size of the waste, once ``card`` is played."""
    turns, waste = before[4], before[5]
    place = pack.find(card)
    if place < 0:
        return turns, waste
    # The top of the waste, every third card after it and the last card come up without a redeal.
    ahead = place + 1 - waste
    comes_up = place + 1 == len(pack) or (ahead >= 0 and ahead % CARDS_A_DEAL == 0)
    return turns + (not comes_up), place
