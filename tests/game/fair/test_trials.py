"""Trials: what is looked for on each completion, and what is not tried in vain."""

from __future__ import annotations

import pytest

from game.core.moves import Move
from game.core.state import Looked
from game.fair.adviser import effort
from game.fair.knowledge import Knowledge
from game.fair.probe import Probe
from game.fair.trials import Effort, Outcome, Trials, never
from game.rules.registry import CANFIELD, numbered
from game.solver.answer import Verdict
from game.solver.canfield_solver import solve

MIXED = 400018
"""A deal some of whose completions are won at once, and some proven lost as soon."""
MANY_PLANS = 400015
"""One with many plans."""
WITHOUT_A_WIN = 400004
"""One of which hardly any completion is won."""
TRIES = effort(96)._replace(samples=12, looks=2, probes=2, again=3)


def _knowledge(number: int) -> Knowledge:
    deal = numbered(CANFIELD, number, "hoyle")
    return Knowledge.of(deal.kind, deal.layout(), Looked(stock=0))


Outcomes = dict[tuple[Move, ...], list[Outcome]]
"""By the moves of each plan."""


def _outcomes(number: int, tries: Effort) -> tuple[Trials, Outcomes]:
    trials = Trials(_knowledge(number), tries, 3, never)
    return trials, {tried.plan.moves: tried.outcomes for tried in trials.best()}


def test_no_plan_is_tried_on_what_is_proven_lost() -> None:
    """It comes as far as without a plan there, and all else is as if it had been tried."""
    knowledge = _knowledge(MIXED)
    spared, outcomes = _outcomes(MIXED, TRIES)
    tried, others = _outcomes(MIXED, TRIES._replace(spares=False))
    assert [one.first for one in spared._completions] == [one.first for one in tried._completions]
    assert outcomes.keys() == others.keys()
    lost, seen = 0, set()
    for at, completion in enumerate(spared._completions):
        found = [
            (mine[at], theirs[at])
            for mine, theirs in zip(outcomes.values(), map(others.get, outcomes), strict=True)
            if theirs and at < min(len(mine), len(theirs))
        ]
        if not completion.is_hopeless:
            assert all(mine == theirs for mine, theirs in found)
            seen |= {mine.cards == 52 for mine, _ in found}
            continue
        state = knowledge.completed(completion.cards)
        assert solve(state, knowledge.rule_set, time_limit=60).verdict is Verdict.LOST
        assert all(mine.cards == completion.first.cards < 52 for mine, _ in found)
        assert all(theirs.cards < 52 for _, theirs in found)
        lost += any(mine != theirs for mine, theirs in found)
    assert lost and seen == {True, False}


def test_where_nothing_is_won_it_counts_how_far_one_comes() -> None:
    tries = TRIES._replace(samples=4)
    outcomes = [_outcomes(WITHOUT_A_WIN, tries._replace(spares=s)) for s in (True, False)]
    assert all(one.first.cards < 52 for one in outcomes[0][0]._completions)
    assert any(one.is_hopeless for one in outcomes[0][0]._completions)
    assert outcomes[0][1] == outcomes[1][1]


@pytest.mark.parametrize("steady", [False, True])
def test_plans_are_looked_for_and_tried_by_as_many_probes(
    steady: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As their effort says, where nothing is won before that."""
    made: list[list[int]] = []
    create, dive = Probe.__init__, Probe.dive

    def noted(probe: Probe, *args: object, **options: object) -> None:
        create(probe, *args, **options)  # type: ignore[arg-type]
        made.append([options["steady"] is steady])

    def lost(probe: Probe, start: object, budget: int, chance: object) -> object:
        made[-1].append(budget)
        trail = dive(probe, start, budget, chance)  # type: ignore[arg-type]
        probe.cards, probe.is_exhausted = 5, False
        return trail

    monkeypatch.setattr(Probe, "__init__", noted)
    monkeypatch.setattr(Probe, "dive", lost)
    tries = TRIES._replace(samples=3, looks=5, budget=30, steady=steady)
    trials = Trials(_knowledge(MANY_PLANS), tries, 3, never)
    trials.best()
    looks = [[True, 7] if one.is_hopeless else [True, *[30] * 5] for one in trials._completions]
    assert made[:3] == looks
    assert made[3:] and all(found == [True, 3] for found in made[3:])
    for completion in trials._completions:
        completion.first, completion.is_hopeless = Outcome(52, 0), False
    made.clear()
    for plan in trials._plans.found():
        trials._outcome(plan, trials._completions[0])
    assert made and all(found == [True, 30, 30] for found in made)
