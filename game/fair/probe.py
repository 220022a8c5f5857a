"""Short random searches (probes) of one completion of the hidden cards, to see how far a quick try
gets.

All plans are tried on the same completions, so their searches reach the same positions again and
again. A chart therefore numbers each position when it is first reached, and works out its possible
moves only once. Searches also share what they find: lines that win, and positions from which no
line wins. The exact search begins with the same kind of probes, but also constructs proofs, which
would cost more here than they save.
"""

from __future__ import annotations

from operator import itemgetter
from random import Random
from typing import Any, Final

from game.rules.canfield import CARDS_A_DEAL, RuleSet
from game.solver.canfield_board import FULL, CanfieldBoard, Node
from game.solver.canfield_search import Useful

HOME: Final = 6.0
"""How much each card on the foundations adds to the exact search's value of a position."""
PAID_HOME: Final = 4.0
"""The value that replaces ``HOME`` in games where redeals cost money."""

Trail = tuple[float, int, Node, Any]
"""One position on a line, linked to the trail before it.

The fields are the position's rank among the alternatives, the position's number, the position
itself, and the trail that led to it (None at the start).
"""

Way = tuple[float, int, Node, int, int]
"""A move, described by the position it leads to.

The fields are the position's value (lower is better; 0 for the only possible move), the position's
number, the position itself, the cards of the pack that can be reached there, and the number of
cards home.
"""

_NOT_VALUED: Final = 0.0, -1, 0
"""The entry of a position that has not been valued: no value, no reachable cards, no cards home."""


class Completed(CanfieldBoard):
    """A packed position, made from a ``sketch`` of the same position in another completion.

    ``exchange`` is a translation table of 256 numbers; it may exchange only cards of the reserve
    and the pack. Columns and packs keep their numbers, so packing many completions of one position
    costs little more than packing one.
    """

    def __init__(self, sketch: CanfieldBoard, waste: int, exchange: bytes) -> None:
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


class Chart:
    """The positions of one completion that have been reached so far."""

    def __init__(self, board: CanfieldBoard, rule_set: RuleSet) -> None:
        self.board = board
        self._search = Useful(board, rule_set, returns=rule_set.foundations_give_back)
        self._home = HOME
        if rule_set.payment.per_turn:
            # Taking the last card of the pack early can cost a redeal.
            self._search.takes_last = False
            self._home = PAID_HOME
        self._numbers: dict[tuple[tuple[int, int, int, int], int], int] = {}
        # Keyed by position number: the position's value, the cards that could be reached when it
        # was last visited, and the number of cards home.
        self._met: list[tuple[float, int, int]] = []
        # Keyed by the position's number and the reachable cards of the pack.
        self._ways: dict[int, list[Way]] = {}
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
        numbers = self._numbers
        found = numbers.setdefault((node[0], node[1]), len(numbers))
        if found == len(self._met):
            self._met.append(_NOT_VALUED)
        return found

    def _valued(self, node: Node) -> tuple[float, int, int]:
        """Return a position's entry in ``_met``: its value, the cards of the pack that can be
        reached there, and the number of cards home."""
        home = node[1].bit_count()
        return self._search.value(node) - self._home * home, node[4], home

    def ways(self, number: int, node: Node) -> list[Way]:
        """Return the moves from the position ``node``, whose number is ``number``."""
        key = number << 52 | node[4]
        found = self._ways.get(key)
        if found is None:
            found = self._ways[key] = []
            numbers, met = self._numbers, self._met
            children = self._search.children(node)
            if len(children) == 1:
                # A forced move isn't compared with any other, so it needs no value.
                child = children[0]
                found.append((0.0, self.number(child), child, child[4], child[1].bit_count()))
                return found
            for child in children:
                columns, up, _, _, reach, _, _ = child
                after = numbers.setdefault((columns, up), len(numbers))
                if after == len(met):
                    met.append(self._valued(child))
                worth, had, home = met[after]
                if had != reach:
                    worth, _, home = met[after] = self._valued(child)
                found.append((worth, after, child, reach, home))
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
            _, number, node, before = at
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


class Probe:
    """Probes of one completion in games where redeals are free.

    Chance can outweigh differences in value of up to ``noise``. A ``steady`` probe favours the same
    moves throughout, so that probes differ more from one another.
    """

    def __init__(self, chart: Chart, noise: float, *, steady: bool = False) -> None:
        self._chart = chart
        self._noise = noise
        self._steady = steady
        self._seen: dict[int, int] = {}
        self.cards = 0
        """The largest number of cards on the foundations that the last probe reached."""
        self.turns = 0
        """The number of redeals on the way to the best position; always 0 where redeals are
        free."""
        self.is_exhausted = False
        """Whether the last probe tried every possible move."""

    def dive(self, start: Node, budget: int, chance: Random) -> Trail:
        """Expand ``budget`` positions along random lines and return the trail to the best position
        reached.

        A won position is the best. If none is reached, the best is the one with the most cards
        home; ties go to the one with the fewest cards in the reserve, then to the one reached
        first.
        """
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
        """Record how far the probe got, and share its discoveries."""
        self.is_exhausted = is_exhausted
        self.cards = cards
        if cards == 52:
            self._chart.remember(best)
        elif is_exhausted:
            self._chart.lose(self._seen)

    def unmet(self, ways: list[Way]) -> list[Way]:
        """Return the moves in ``ways`` that lead to something new (``CanfieldSearch.is_new``) and
        are not known to lose.

        All other positions were tried when they were first reached.
        """
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
    """Probes of one completion in games where a redeal costs as much as a card earns."""

    def __init__(self, chart: Chart, noise: float, waste: int) -> None:
        super().__init__(chart, noise)
        self._waste = waste

    def dive(self, start: Node, budget: int, chance: Random) -> Trail:
        """Expand ``budget`` positions and return the trail to the best position: the one where the
        number of cards home, minus the number of redeals, is highest."""
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
    """Return whether the game is won at ``node``, or known to be won from it."""
    need = won.get(number)
    return node[1] == FULL if need is None else not need & ~node[4]


def comes_up(place: int, waste: int, cards: int) -> bool:
    """Return whether further dealing brings the card at ``place`` (from 0) in the pack to the top
    of the waste.

    The pack has ``cards`` cards, of which ``waste`` are in the waste. The cards that come up are
    the top of the waste, every third card after it, and the last one.
    """
    ahead = place + 1 - waste
    return place + 1 == cards or (ahead >= 0 and ahead % CARDS_A_DEAL == 0)
