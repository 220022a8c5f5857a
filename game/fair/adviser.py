"""The adviser: recommends moves in games with hidden cards.

It fills in the hidden cards at random, many times. Each completion is searched briefly as if all
cards were known. The beginning of the line found, up to the next hidden card, is a plan. All plans
are then tried on the same completions.

A search that sees every card wins more often than a player would, while a short search misses
some wins. The results are therefore corrected by curves, which were fitted to games that the
adviser had played.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import count
from math import exp, log, sqrt
from statistics import fmean, stdev
from typing import Final, NamedTuple

from game.core.moves import Move, Refusal, Verb
from game.core.state import WASTE, SeenSoFar, State
from game.fair.advice import Advice, Candidate, Expected, Grounds
from game.fair.knowledge import Knowledge
from game.fair.trials import Cancelled, Effort, Outcome, Plan, Trials
from game.rules.canfield import CARDS_A_DEAL
from game.rules.counting import account, amount
from game.rules.registry import GameKind
from game.rules.replay import position_after
from game.solver.answer import never_cancelled
from game.solver.canfield_solver import best_account, knows
from game.support.assets import assets_folder
from game.support.collector import collector_at_rest

FILE: Final = assets_folder() / "calibration.json"
"""The file that holds the curves; ``tools.make_calibration`` writes it."""


class Calibration(NamedTuple):
    """The curves that correct the adviser's forecasts under one rule set."""

    # All curves rise, so the better of two plans remains the better one.

    rules: str
    samples: int
    """The lowest number of samples for which the curves are meant."""
    # Odds of o to 1 become odds * o ** slope; x dollars or points more become gain * x ** power.
    odds: float = 1.0
    slope: float = 1.0
    gain: float = 1.0
    power: float = 1.0
    games: int = 0
    decisions: int = 0
    """The number of decisions to which the curves were fitted."""

    def chance(self, share: float) -> float:
        """Return the corrected chance, given the ``share`` of won samples."""
        if not 0.0 < share < 1.0:
            return share
        odds = self.odds * exp(self.slope * log(share / (1.0 - share)))
        return odds / (1.0 + odds)

    def account(self, forecast: float, now: float) -> float:
        """Return the corrected forecast of the final balance."""
        more = forecast - now
        return now + self.gain * exp(self.power * log(more)) if more > 0 else forecast


_LIKE: Final = {"xpat2": "casino"}
"""Each of these rule sets uses the curves of another. They differ only in when the player pays."""


def calibration_of(rules: str, samples: int) -> Calibration:
    """Return the curves to use. If none fit, return curves that change nothing."""
    like = _LIKE.get(rules, rules)
    rows = [row for row in fitted() if row.rules == like and row.samples <= samples]
    return max(rows, key=lambda row: row.samples, default=Calibration(rules, 0))


@lru_cache(maxsize=1)
def fitted() -> tuple[Calibration, ...]:
    """Return all curves in ``FILE``; none if it is missing."""
    if not FILE.exists():
        return ()
    return tuple(Calibration(**row) for row in json.loads(FILE.read_text("utf-8")))


_TICKS: Final = 40
"""The exact search may look at its clock this many times for each sample before it stops."""


def proven(knowledge: Knowledge, samples: int, cancelled: Callable[[], bool]) -> Advice:
    """Return advice for a position in which all cards are known."""
    state, rule_set = knowledge.state, knowledge.rule_set
    # A clock that counts its readings gives the same answer on every machine.
    limit, clock = float(_TICKS * samples), count(0.0).__next__
    _, moves, exact = best_account(
        state, rule_set, time_limit=limit, cancelled=cancelled, clock=clock
    )
    if cancelled():
        raise Cancelled
    now = account(rule_set, state)
    end = position_after(knowledge.rules, state, moves)
    assert not isinstance(end, Refusal), "the exact search plays by the rules"
    won = end.cards_home == 52
    expected = Expected(float(won), end.cards_home, end.turns, account(rule_set, end))
    if not moves or moves[0].verb is Verb.STOP:
        stop = (Move(Verb.STOP),) if rule_set.in_stages else ()
        why = Grounds.STOP if rule_set.payment.per_turn else Grounds.NO_PLAN
        return Advice((), why, now, 1, stop, exact)
    return Advice((Candidate(moves, expected, 1),), Grounds.KNOWN, now, 1, moves, exact)


STAGES: Final = (4, 16, 64)
"""The numbers of samples after which advice is given."""

EFFORTS: Final = (
    Effort(0, 1, 100, 8, again=30, noise=5, looks=1),
    Effort(8, 4, 100, 12, again=50, noise=16, looks=4),
    Effort(48, 8, 150, 24, again=75, noise=16, looks=8),
    Effort(96, 4, 150, 40, again=75, noise=16, looks=16, steady=True, skips_lost=True),
)
"""How thoroughly to search. The first field of each row is its minimum number of samples."""


def effort(samples: int) -> Effort:
    """Return how thoroughly to search each completion if there are ``samples`` completions."""
    row = next(row for row in reversed(EFFORTS) if row.samples <= samples)
    return row._replace(samples=samples)


def free_look(knowledge: Knowledge) -> tuple[Move, ...]:
    """Return a move that deals unseen cards for free. The tuple is empty if there is none."""
    if not knowledge.stock or knowledge.rule_set.payment.per_turn or not knows(knowledge.rule_set):
        return ()
    # With any other size, dealing on and a redeal wouldn't bring the waste back as it is now.
    return () if len(knowledge.state[WASTE]) % CARDS_A_DEAL else (Move(Verb.DEAL),)


def advise(
    knowledge: Knowledge,
    samples: int,
    *,
    played: tuple[Move, ...] = (),
    seed: int = 0,
    cancelled: Callable[[], bool] = never_cancelled,
) -> Advice:
    """Return advice based on ``samples`` completions.

    ``played`` contains moves to try as another plan. If it is empty, the advice has no
    ``stop_plan``. Raises ``Cancelled`` once ``cancelled`` returns True.
    """
    state, rules = knowledge.state, knowledge.rules
    now = account(knowledge.rule_set, state)
    if state.stopped or rules.won(state):
        return Advice((), Grounds.OVER, now, 0, exact=True)
    if not knows(knowledge.rule_set):
        return Advice((), Grounds.UNKNOWN, now, 0)
    if knowledge.is_complete:
        return proven(knowledge, samples, cancelled)
    look = free_look(knowledge)
    tried = () if played[:1] == (Move(Verb.STOP),) else played
    with collector_at_rest():
        candidates, outcomes = _weighed(knowledge, samples, seed, cancelled, look, tried)
    found = _advice(knowledge, candidates, now, looking=bool(look))
    if not (played and candidates and knowledge.rule_set.in_stages):
        return found
    return found._replace(stop_plan=_halt(knowledge, candidates[0], outcomes, now))


def _weighed(
    knowledge: Knowledge,
    samples: int,
    seed: int,
    cancelled: Callable[[], bool],
    look: tuple[Move, ...],
    played: tuple[Move, ...],
) -> tuple[tuple[Candidate, ...], list[Outcome]]:
    """Return the plans, best first, and the best plan's outcome for each completion."""
    # In a function of its own, so that the positions of its search are freed before the garbage
    # collector has to look through them.
    trials = Trials(knowledge, effort(samples), seed, cancelled)
    tried = trials.try_all(look, played) if look else trials.best(played)
    candidates = [_candidate(knowledge, samples, plan, tried[0]) for plan in tried]
    return tuple(candidates), tried[0].outcomes if tried else []


def advice_so_far(
    knowledge: Knowledge, *, seed: int = 0, cancelled: Callable[[], bool] = never_cancelled
) -> Iterator[Advice]:
    """Yield advice based on more and more samples; end when ``cancelled``."""
    for samples in STAGES:
        try:
            found = advise(knowledge, samples, seed=seed, cancelled=cancelled)
        except Cancelled:
            return
        yield found
        if found.exact or not found.rules_known:
            return


def _advice(
    knowledge: Knowledge, candidates: tuple[Candidate, ...], now: int, *, looking: bool
) -> Advice:
    """Choose the advice. The first of ``candidates`` is the best plan. ``now`` is the balance."""
    stop = (Move(Verb.STOP),) if knowledge.rule_set.in_stages else ()
    if not candidates:
        return Advice((), Grounds.NO_PLAN, now, 0, stop)
    best = candidates[0]
    pays = _is_free(knowledge, best) or best.expected.account > now
    if knowledge.rule_set.payment.per_turn and not pays:
        return Advice(candidates, Grounds.STOP, now, best.samples, stop)
    if looking:
        why = Grounds.FREE_LOOK
    elif len(candidates) == 1:
        why = Grounds.ONLY
    else:
        why = Grounds.EQUAL if candidates[1].is_equal else Grounds.BEST
    return Advice(candidates, why, now, best.samples, best.moves)


def _is_free(knowledge: Knowledge, best: Candidate) -> bool:
    """Return whether playing on costs nothing for now."""
    # Before the last payment, cards seen for free can only help in deciding whether to pay.
    return knowledge.state.stage == 2 and Move(Verb.PAY) not in best.moves


def _halt(
    knowledge: Knowledge, best: Candidate, outcomes: Sequence[Outcome], now: int
) -> Candidate:
    """Return the plan to stop now, and how it compares with ``best``."""
    state, payment = knowledge.state, knowledge.rule_set.payment
    amounts = [amount(payment, *outcome) for outcome in outcomes]
    error = stdev(amounts) / sqrt(len(amounts)) if len(amounts) > 1 else 0.0
    behind = best.expected.account - now
    if _is_free(knowledge, best):
        behind = max(behind, 0.0)
    expected = Expected(0.0, state.cards_home, state.turns, now)
    return Candidate((Move(Verb.STOP),), expected, len(amounts), behind, error)


def _sampled(knowledge: Knowledge, outcomes: Sequence[Outcome]) -> Expected:
    payment = knowledge.rule_set.payment
    won = sum([cards == 52 for cards, _ in outcomes])
    return Expected(
        # Half a win and half a loss are added, because a few samples that all agree prove little.
        (won + 0.5) / (len(outcomes) + 1),
        fmean([cards for cards, _ in outcomes]),
        fmean([turns for _, turns in outcomes]),
        fmean([amount(payment, *outcome) for outcome in outcomes]),
    )


def _beside(mine: Expected, best_there: Expected, best: Expected) -> Expected:
    """Estimate a plan's average over all samples. The plan was tried on only some samples.

    ``mine`` is the plan's average over the samples on which it was tried. ``best_there`` is the
    best plan's average over the same samples, and ``best`` is its average over all samples.
    """
    # Assume that it is as far behind the best plan as on those samples, because this difference is
    # more certain than either average. It is never ahead, because it ranks lower.

    def corrected(this: float, beside: float, overall: float) -> float:
        return overall - max(0.0, beside - this)

    return Expected(
        max(0.0, corrected(mine.chance, best_there.chance, best.chance)),
        mine.cards,
        mine.turns,
        corrected(mine.account, best_there.account, best.account),
    )


def _candidate(knowledge: Knowledge, samples: int, tried: Plan, best: Plan) -> Candidate:
    state, payment, outcomes = knowledge.state, knowledge.rule_set.payment, tried.outcomes
    sampled = _sampled(knowledge, outcomes)
    if tried is not best:
        there = _sampled(knowledge, best.outcomes[: len(outcomes)])
        sampled = _beside(sampled, there, _sampled(knowledge, best.outcomes))
    curves = calibration_of(knowledge.rule_set.key, samples)
    now = amount(payment, state.cards_home, state.turns)
    expected = sampled._replace(
        chance=curves.chance(sampled.chance),
        account=min(curves.account(sampled.account, now), amount(payment, 52, state.turns)),
    )

    def gain(outcome: Outcome) -> float:
        return amount(payment, *outcome) if payment.per_turn else outcome.cards == 52

    lacks = [gain(a) - gain(b) for a, b in zip(best.outcomes, outcomes, strict=False)]
    error = stdev(lacks) / sqrt(len(lacks)) if len(lacks) > 1 else 0.0
    return Candidate(tried.moves, expected, len(outcomes), fmean(lacks), error, sampled)


_MOST: Final = 1000
"""The maximum number of decisions in a game, in case it never ends."""


class PlayedDecision(NamedTuple):
    """One decision in a game that the adviser played."""

    unseen: int
    """The number of cards still unseen before the decision."""
    advice: Advice | None
    """The advice that was followed. None if cards were dealt just because that cost nothing."""
    moves: tuple[Move, ...]
    positions: tuple[State, ...]
    """The position after each of ``moves``."""


def play_on(
    kind: GameKind,
    state: State,
    seen: SeenSoFar,
    *,
    samples: int,
    seed: int = 0,
    cancelled: Callable[[], bool] = never_cancelled,
) -> Iterator[PlayedDecision]:
    """Play on from ``state`` as the adviser recommends, and yield each decision.

    Raises ``Cancelled`` once ``cancelled`` returns True.
    """
    rules = kind.engine
    for at in range(_MOST):
        knowledge = Knowledge.of(kind, state, seen)
        if rules.won(state) or state.stopped:
            return
        advice = None
        moves = free_look(knowledge)
        if not moves:
            advice = advise(knowledge, samples, seed=seed + at, cancelled=cancelled)
            moves = advice.moves
        positions = []
        for move in moves:
            found = position_after(rules, state, [move])
            assert not isinstance(found, Refusal), f"the adviser's {move.text} is refused"
            state = found
            positions.append(state)
        seen = seen.after_all(positions)
        yield PlayedDecision(len(knowledge.unseen), advice, moves, tuple(positions))
        if advice is not None and advice.is_to_stop:
            return


class FairAdvice(NamedTuple):
    """The job of working out advice from what the player knows."""

    knowledge: Knowledge
    seed: int = 0

    def run(self, cancelled: Callable[[], bool]) -> Iterator[Advice]:
        """Yield advice based on more and more samples."""
        return advice_so_far(self.knowledge, seed=self.seed, cancelled=cancelled)
