"""Tries plans on random completions and drops the worse ones early."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from operator import length_hint
from random import Random
from typing import Final, NamedTuple

from game.core.moves import Move, Refusal, Verb
from game.core.state import RESERVE, STOCK, WASTE, Pile, State
from game.fair.knowledge import Knowledge
from game.fair.probe import Chart, Probe, dive, moves_to
from game.rules.canfield import Canfield
from game.solver.canfield_board import CanfieldBoard, CanfieldColumns, Node, Packs
from game.solver.canfield_solver import Line
from game.solver.packed import canonical, pack

_PAYMENTS: Final = {"inspect-first": Move(Verb.INSPECT), "pay-first": Move(Verb.PAY)}
"""For each refusal that asks for money, the payment that settles it."""


class Outcome(NamedTuple):
    """How many cards were home, and how many redeals were used, when a sample game ended."""

    cards: int
    turns: int
    """The number of redeals in the game. Free redeals during the search aren't counted."""


@dataclass(slots=True)
class Plan:
    """Moves that lead no further than the next hidden card, and the position after them."""

    moves: tuple[Move, ...]
    end: State
    board: CanfieldBoard
    votes: int = 0
    """How often the plan was suggested."""
    outcomes: list[Outcome] = field(default_factory=list)
    """The results of trying the plan, in the order of the completions."""


class Plans:
    """The plans found for one position, each listed once."""

    def __init__(self, knowledge: Knowledge) -> None:
        self._knowledge = knowledge
        self._rules = Canfield(knowledge.rule_set)
        self._paid = knowledge.rule_set.payment.per_turn > 0
        self._columns, self._packs = CanfieldColumns(), Packs()
        self._by_end: dict[tuple[bytes, int], Plan] = {}
        # Keyed by the packed moves up to the hidden card.
        self._by_packed: dict[tuple[int, ...], Plan] = {}
        self.start = self.packed(knowledge.state)

    def packed(self, state: State) -> CanfieldBoard:
        """Return ``state`` as a board. All boards made here share their lookup tables."""
        return CanfieldBoard(state, self._packs, self._columns)

    def by_votes(self) -> list[Plan]:
        """Return all plans. The plans with the most votes come first."""
        return sorted(self._by_end.values(), key=lambda plan: -plan.votes)

    def of_line(self, cards: Pile, board: CanfieldBoard, packed: list[int]) -> Plan | None:
        """Vote for the plan that a line begins with, and return it. An empty line gives None."""
        for known, plan in self._by_packed.items():
            if known == tuple(packed[: len(known)]):
                plan.votes += 1
                return plan
        line = _LineUntilShown(self._rules, self._knowledge.completed(cards), self._knowledge)
        left = iter(packed)
        shown = False
        try:
            line.follow(board, left)
        except _HiddenCardShown:
            shown = True
        if not line.moves:
            return None
        plan = self.with_moves(tuple(line.moves))
        if shown:
            self._by_packed[tuple(packed[: len(packed) - length_hint(left)])] = plan
        return plan

    def with_moves(self, moves: tuple[Move, ...]) -> Plan:
        """Find or add the plan that leads to the same position as the moves. Vote for it."""
        line = Line(self._rules, self._knowledge.state)
        for move in moves:
            line.play(move)
        end = line.state
        key = (canonical(self._rules, pack(self._rules, end)), end.turns * self._paid)
        plan = self._by_end.get(key)
        if plan is None:
            plan = self._by_end[key] = Plan(moves, end, self.packed(end))
        plan.votes += 1
        return plan


class _HiddenCardShown(Exception):
    pass


class _LineUntilShown(Line):
    """A line that makes payments only when the rules demand them. When a move shows a hidden card,
    the line raises ``_HiddenCardShown``."""

    def __init__(self, rules: Canfield, state: State, knowledge: Knowledge) -> None:
        super().__init__(rules, state)
        self._judge = rules
        self._reserve, self._stock = knowledge.reserve, knowledge.stock

    def play(self, move: Move) -> None:
        for _ in _PAYMENTS:
            found = self._judge.resolve(self.state, move)
            if isinstance(found, Refusal) and found.key in _PAYMENTS:
                super().play(_PAYMENTS[found.key])
        super().play(move)
        after = self.state
        if 0 < len(after[RESERVE]) <= self._reserve or len(after[STOCK]) < self._stock:
            raise _HiddenCardShown


_WIN: Final = 100
"""Where redeals are free, a won game scores this much. A lost game scores its cards home."""

_SEED_STEP: Final = 1_000_003
"""The completion with index ``n`` has the seed ``seed * _SEED_STEP + n``."""

_PARTS: Final = 4
"""The completions are tried in about this many batches. Between batches, half of the plans are
dropped."""


class Effort(NamedTuple):
    """How much work is put into finding and comparing plans."""

    samples: int
    """The number of completions. In ``EFFORTS``, it is the minimum for which the row is used."""
    probes: int
    """The maximum number of probes of one plan on one completion."""
    budget: int
    """The maximum number of positions that a probe explores."""
    plans: int
    """The maximum number of plans tried, chosen by votes."""
    again: int
    """Replaces ``budget`` if redeals are free and the first search of a completion found no win."""
    noise: float
    looks: int
    """The maximum number of probes that look for a plan on one completion."""
    steady: bool = False
    skips_lost: bool = False
    """Whether to skip completions that are proven lost, once another has been won."""


class Cancelled(Exception):
    """Raised in the trials when their result is no longer wanted."""


class _Completion:
    """One possible order of the hidden cards."""

    def __init__(self, cards: Pile, seed: int, exchange: bytes, chart: Chart) -> None:
        self.cards = cards
        self.seed = seed
        self.exchange = exchange
        self.chart = chart
        # The result of the search for a plan; until there is one, a win.
        self.first = Outcome(52, 0)
        self.is_hopeless = False  # whether every plan is proven to lose


class Trials:
    """Tries plans on completions of a position, and compares the results."""

    def __init__(
        self, knowledge: Knowledge, effort: Effort, seed: int, cancelled: Callable[[], bool]
    ) -> None:
        self._paid = knowledge.rule_set.payment.per_turn > 0
        self._effort = effort
        self._cancelled = cancelled
        self._skips_lost = False
        self._plans = Plans(knowledge)
        self._waste, self._turns = len(knowledge.state[WASTE]), knowledge.state.turns
        start = self._plans.start
        unseen = bytes(map(start.number, knowledge.unseen))
        self._completions = []
        for at, cards in enumerate(knowledge.samples(effort.samples, seed), seed * _SEED_STEP):
            exchange = bytes.maketrans(unseen, bytes(map(start.number, cards)))
            board = self._plans.packed(knowledge.completed(cards))
            chart = Chart(board, knowledge.rule_set)
            self._completions.append(_Completion(cards, at, exchange, chart))

    def best(self, played: tuple[Move, ...]) -> list[Plan]:
        """Try the suggested plans and any moves in ``played``. Return the plans from best to worst.

        Plans that were dropped early have fewer outcomes. If there is only one plan and ``played``
        is empty, the plan isn't tried. Its outcomes come from the searches for plans.
        """
        for completion in self._completions:
            self._suggest(completion)
        # If no game was won, plans are compared by how far the games got.
        won = any([completion.first.cards == 52 for completion in self._completions])
        self._skips_lost = self._effort.skips_lost and won
        plans = self._plans.by_votes()[: self._effort.plans]
        asked = self._plans.with_moves(played) if played else None
        if asked is not None and not any(plan is asked for plan in plans):
            plans.append(asked)
        if len(plans) == 1 and asked is None:
            plans[0].outcomes = [completion.first for completion in self._completions]
            return plans
        dropped: list[Plan] = []
        count = len(self._completions) if plans else 0
        part = max(count // _PARTS, 1)
        for at, completion in enumerate(self._completions[:count], 1):
            for plan in plans:
                plan.outcomes.append(self._outcome(plan, completion))
            if at == count or at % part == 0:
                plans.sort(key=self._score, reverse=True)
                kept = len(plans) if at == count else max(2, (len(plans) + 1) // 2)
                dropped[:0] = [plan for plan in plans[kept:] if plan is not asked]
                plans[kept:] = [plan for plan in plans[kept:] if plan is asked]
        return plans + dropped

    def try_all(self, look: tuple[Move, ...], played: tuple[Move, ...]) -> list[Plan]:
        """Try ``look``, and ``played`` if it differs, on all completions. The best is first."""
        plans = [self._plans.with_moves(look)]
        if played and self._plans.with_moves(played) is not plans[0]:
            plans.append(self._plans.with_moves(played))
        for plan in plans:
            plan.outcomes = [self._outcome(plan, completion) for completion in self._completions]
        return sorted(plans, key=self._score, reverse=True)

    def _suggest(self, completion: _Completion) -> None:
        """Search a completion, note how the game ends, and vote for the plan found."""
        chart, effort = completion.chart, self._effort
        start = chart.start()
        probes, budget = effort.looks, effort.budget
        completion.is_hopeless = not self._paid and chart.is_hopeless(start)
        if completion.is_hopeless:
            # A short probe shows well enough how far a lost game gets.
            probes, budget = 1, budget // 4
        found = self._probed(
            completion, start, self._waste, Random(~completion.seed), probes, budget
        )
        completion.first = Outcome(found.cards, self._turns + found.turns)
        self._plans.of_line(completion.cards, chart.board, moves_to(found.trail))

    def _outcome(self, plan: Plan, completion: _Completion) -> Outcome:
        probes, budget = self._effort.probes, self._effort.budget
        if completion.is_hopeless and self._skips_lost:
            return Outcome(completion.first.cards, plan.end.turns)
        if completion.first.cards != 52:
            # A win is hardly ever found later, so one probe is enough. But where redeals cost
            # money, how far a lost game gets matters all the more.
            probes, budget = 1, budget if self._paid else self._effort.again
        waste = len(plan.end[WASTE])
        start = completion.chart.place(plan.board, waste, completion.exchange)
        found = self._probed(completion, start, waste, Random(completion.seed), probes, budget)
        return Outcome(found.cards, plan.end.turns + found.turns)

    def _probed(
        self,
        completion: _Completion,
        start: Node,
        waste: int,
        chance: Random,
        probes: int,
        budget: int,
    ) -> Probe:
        if self._cancelled():
            raise Cancelled
        best: Probe | None = None
        noise, steady = self._effort.noise, self._effort.steady
        for _ in range(probes):
            found = dive(completion.chart, start, waste, budget, chance, noise, steady=steady)
            if best is None or found.cards - found.turns > best.cards - best.turns:
                best = found
            if best.cards == 52 or found.is_exhausted:
                break
        assert best is not None
        return best

    def _score(self, plan: Plan) -> float:
        """Return a score for comparing plans that were tried on equally many completions."""
        if self._paid:
            return sum([cards - turns for cards, turns in plan.outcomes])
        return sum([_WIN if cards == 52 else cards for cards, _ in plan.outcomes])
