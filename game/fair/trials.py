"""Plans tried on random completions: all on the same ones, and the better ones on more of them."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final, NamedTuple

from game.core.moves import Move
from game.core.piles import WASTE
from game.fair.knowledge import Knowledge
from game.fair.plans import Plan, Plans
from game.fair.probe import Completed, PaidProbe, Probe, Won
from game.solver.canfield_board import Board, Node

_WIN: Final = 100
"""What a win is worth, in cards, where redeals cost nothing."""

_APART: Final = 1_000_003
"""What keeps the random numbers of different seeds apart."""


class Effort(NamedTuple):
    """How much to search: ``probes`` of ``budget`` positions on each of ``samples`` completions,
    for at most so many ``plans``.

    Where redeals cost money little searching makes forecasts too low, and few samples make them
    stray: an account forecast as x dollars has come to ``base + slope * x`` on the average.
    """

    samples: int
    probes: int
    budget: int
    plans: int
    base: float = 0.0
    slope: float = 1.0


class Outcome(NamedTuple):
    """How a plan turned out on one completion: cards on the foundations, and redeals in all."""

    cards: int
    turns: int


class Tried(NamedTuple):
    """A plan and its outcomes on the first completions, as many as it was tried on."""

    plan: Plan
    outcomes: list[Outcome]


class Cancelled(Exception):
    """Nobody wants to know any more."""


def never() -> bool:
    """Return False: for a search that is always finished."""
    return False


class Trials:
    """The completions of what is known of one position, and the plans on them."""

    def __init__(
        self, knowledge: Knowledge, effort: Effort, seed: int, cancelled: Callable[[], bool]
    ) -> None:
        self._knowledge = knowledge
        self._rule_set = knowledge.rule_set
        self._paid = self._rule_set.payment.per_turn > 0
        self._effort = effort
        self._cancelled = cancelled
        self._plans = Plans(knowledge)
        self._samples = knowledge.samples(effort.samples, seed)
        start = self._plans.start
        unseen = bytes(map(start.number, knowledge.unseen))
        self._exchanges = [
            bytes.maketrans(unseen, bytes(map(start.number, cards))) for cards in self._samples
        ]
        seeds = range(seed * _APART, seed * _APART + len(self._samples))
        self._seeds = tuple(seeds)
        self._won: list[Won] = [{} for _ in self._samples]

    def best(self, also: tuple[Move, ...] = ()) -> list[Tried]:
        """Return the plans that the completions suggest, the best first, after trying them; and the
        plan with the moves ``also``, whoever suggests it.

        After each quarter of the completions the worse half is dropped, but two plans are tried to
        the end, and the one asked for; those dropped come last, the latest first.
        """
        for at in range(len(self._samples)):
            self._suggest(at)
        plans = self._plans.found()[: self._effort.plans]
        asked = self._plans.with_moves(also) if also else None
        if asked is not None and not any(plan is asked for plan in plans):
            plans.append(asked)
        tried = [Tried(plan, []) for plan in plans]
        dropped: list[Tried] = []
        count = len(self._samples)
        quarter = max(count // 4, 1)
        for at in range(count if tried else 0):
            for plan, outcomes in tried:
                outcomes.append(self._outcome(plan, at))
            last = at + 1 == count
            if last or (at + 1) % quarter == 0:
                tried.sort(key=self._worth, reverse=True)
                kept = len(tried) if last else max(2, (len(tried) + 1) // 2)
                dropped[:0] = [one for one in tried[kept:] if one.plan is not asked]
                tried[kept:] = [one for one in tried[kept:] if one.plan is asked]
        return tried + dropped

    def only(self, *ways: tuple[Move, ...]) -> list[Tried]:
        """Return the plans with these moves, the best first, each tried on all completions."""
        plans = {id(plan): plan for plan in map(self._plans.with_moves, ways)}
        numbers = range(len(self._samples))
        tried = [
            Tried(plan, [self._outcome(plan, at) for at in numbers]) for plan in plans.values()
        ]
        return sorted(tried, key=self._worth, reverse=True)

    def _suggest(self, at: int) -> None:
        """Add the plan with which the best line on a completion begins."""
        waste = len(self._knowledge.state[WASTE])
        board = Completed(self._plans.start, waste, self._exchanges[at])
        node, _ = self._dive(at, board, waste, Random(~self._seeds[at]))
        self._plans.of_line(self._samples[at], board, node)

    def _outcome(self, plan: Plan, at: int) -> Outcome:
        board = Completed(plan.board, plan.waste, self._exchanges[at])
        _, (cards, turns) = self._dive(at, board, plan.waste, Random(self._seeds[at]))
        return Outcome(cards, plan.end.turns + turns)

    def _dive(self, at: int, board: Board, waste: int, chance: Random) -> tuple[Node, Outcome]:
        """Return the best position that a few probes of a completion meet, and what it comes to."""
        if self._cancelled():
            raise Cancelled
        budget = self._effort.budget
        if self._paid:
            probe: Probe = PaidProbe(board, self._rule_set, waste)
        else:
            probe = Probe(board, self._rule_set, self._won[at])
            if probe.is_hopeless():
                # A short probe is enough to see how far a lost game comes.
                return probe.dive(budget // 4, chance), Outcome(probe.cards, 0)
        best, most = probe.dive(budget, chance), Outcome(probe.cards, probe.turns)
        for _ in range(self._effort.probes - 1):
            if most.cards == 52 or probe.is_exhausted:
                break
            node = probe.dive(budget, chance)
            if probe.cards - probe.turns > most.cards - most.turns:
                best, most = node, Outcome(probe.cards, probe.turns)
        return best, most

    def _worth(self, tried: Tried) -> float:
        """Return how good a plan is, to be compared with others tried as often."""
        if self._paid:
            return sum([cards - turns for cards, turns in tried.outcomes])
        return sum([_WIN if cards == 52 else cards for cards, _ in tried.outcomes])
