"""Short random searches of a position with every card known: how far one comes without much ado.

They are the probes with which the exact search begins, but for its proofs, which cost more than
they save here.
"""

from __future__ import annotations

from operator import itemgetter
from random import Random
from typing import Final

from game.fair.chart import Chart, Trail, Way
from game.rules.canfield import CARDS_A_DEAL
from game.solver.canfield_board import FULL, Node

_TURN: Final = 10
"""What a redeal that is paid for takes from the value of a position."""
_BY_RANK: Final = itemgetter(0)


class Probe:
    """Probes of one completion, under rules by which turning over costs nothing.

    Chance can outweigh the value of a position by so much ``noise``. It favours the same moves all
    along a probe if it is ``steady``, so that probes differ more from one another.
    """

    def __init__(self, chart: Chart, noise: float, *, steady: bool = False) -> None:
        self._chart = chart
        self._noise = noise
        self._steady = steady
        self._seen: dict[int, int] = {}
        self.cards = 0
        """The most cards on the foundations that the last probe has come to."""
        self.turns = 0
        """The redeals on the way there, where they are counted."""
        self.is_exhausted = False
        """Whether the last probe has tried everything."""

    def dive(self, start: Node, budget: int, chance: Random) -> Trail:
        """Expand ``budget`` positions down a random line; return the trail to the best position
        met: one that is won, else the first with the most cards home, and of those with the fewest
        in the reserve."""
        chart, random = self._chart, chance.random
        won, ways, noise = chart.won, chart.ways, self._noise
        first = chart.number(start)
        best: Trail = (0.0, first, start, None)
        most, reserve = start[1].bit_count(), start[2]
        stack = [best]
        self._seen = {first: start[4]}
        unmet, steady = self.unmet, self._steady
        favour: dict[int, float] = {}
        if _wins(won, first, start):
            stack, most = [], 52
        while stack and budget and most < 52:
            budget -= 1
            before = stack.pop()
            fresh = []
            for worth, number, node, _, home in unmet(ways(before[1], before[2])):
                if steady:
                    move = node[6][0]
                    luck = favour.get(move)
                    if luck is None:
                        luck = favour[move] = random() * noise
                    worth += luck
                else:
                    worth += random() * noise
                trail = (worth, number, node, before)
                fresh.append(trail)
                if number in won and _wins(won, number, node):
                    home = 52
                if home > most or (home == most and node[2] < reserve):
                    best, most, reserve = trail, home, node[2]
            if len(fresh) > 1:
                fresh.sort(key=_BY_RANK, reverse=True)
            stack += fresh
        self._end(best, most, is_exhausted=not stack)
        return best

    def _end(self, best: Trail, cards: int, *, is_exhausted: bool) -> None:
        """Tell how far the probe has come, and share what it has found out."""
        self.is_exhausted = is_exhausted
        self.cards = cards
        if cards == 52:
            self._chart.remember(best)
        elif is_exhausted:
            self._chart.lose(self._seen)

    def unmet(self, ways: list[Way]) -> list[Way]:
        """Return those of ``ways`` that lead to something new, as ``Search.is_new`` tells it, and
        not to what is known to be lost; what is left out had its chance when it was met."""
        seen, lost = self._seen, self._chart.lost
        found = []
        for way in ways:
            number = way[1]
            had = seen.get(number)
            if had is None:
                had = lost.get(number)
                if had is None:
                    seen[number] = way[3]
                    found.append(way)
                    continue
            reach = way[3]
            if reach & ~had:
                seen[number] = had | reach
                found.append(way)
        return found


class PaidProbe(Probe):
    """Probes under rules by which a redeal costs as much as a card brings."""

    def __init__(self, chart: Chart, noise: float, waste: int) -> None:
        super().__init__(chart, noise)
        self._waste = waste

    def dive(self, start: Node, budget: int, chance: Random) -> Trail:
        """Expand ``budget`` positions; return the trail to the one with the most cards home less
        redeals."""
        chart, random = self._chart, chance.random
        ways, unmet, noise = chart.ways, self.unmet, self._noise
        order = chart.board.packs.order
        first = chart.number(start)
        best: Trail = (0.0, first, start, None)
        most, reserve, self.turns = start[1].bit_count(), start[2], 0
        stack = [(0.0, best, 0, self._waste)]
        self._seen = {first: start[4]}
        while stack and budget and best[2][1] != FULL:
            budget -= 1
            _, before, turns, waste = stack.pop()
            pack = order[before[2][3]]
            fresh = []
            for worth, number, node, _, home in unmet(ways(before[1], before[2])):
                turned, at = turns, waste
                place = pack.find(node[6][0] >> 6)
                if place >= 0:
                    at = place
                    turned += not comes_up(place, waste, len(pack))
                rank = worth + _TURN * turned + random() * noise
                trail = (rank, number, node, before)
                fresh.append((rank, trail, turned, at))
                net = home - turned
                if net > most or (net == most and node[2] < reserve):
                    best, most, reserve, self.turns = trail, net, node[2], turned
            if len(fresh) > 1:
                fresh.sort(key=_BY_RANK, reverse=True)
            stack += fresh
        self.is_exhausted = not stack
        self.cards = best[2][1].bit_count()
        return best


def _wins(won: dict[int, int], number: int, node: Node) -> bool:
    """Return whether the game is won at ``node``, or is known to be won from there."""
    need = won.get(number)
    return node[1] == FULL if need is None else not need & ~node[4]


def comes_up(place: int, waste: int, cards: int) -> bool:
    """Return whether dealing on brings the card at ``place``, from 0, to the top of the waste.

    The pack has so many ``cards``, ``waste`` of them in the waste. What comes up is the waste's
    top, each third card after it, and the last.
    """
    ahead = place + 1 - waste
    return place + 1 == cards or (ahead >= 0 and ahead % CARDS_A_DEAL == 0)
