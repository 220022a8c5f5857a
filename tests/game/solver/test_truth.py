"""The solvers compared with plain ones, on positions that are new for each commit.

The same for an hour: ``python -m tests.bench truth``.
"""

from __future__ import annotations

import time
from itertools import count
from random import Random

import pytest

from game.core.cards import PACK
from game.core.moves import Move, Refusal
from game.core.state import HOME, State
from game.rules.registry import Rules
from game.rules.vierfrei import Vierfrei
from game.solver.answer import Verdict, decide
from tests.seed import run_seed
from tests.truth import check
from tests.truth.cases import KINDS, any_deal, tokens
from tests.truth.check import Count

SECONDS = 1.8
"""Of working time, for the verdicts on each kind."""
NEAR_SECONDS = 0.4
"""For what the search of Vierfrei leaves out."""


@pytest.mark.parametrize(
    ("kind", "state", "truth"), [one for one in check.kept() if one[2] != "near"]
)
def test_positions_once_judged_wrongly_are_right(kind: str, state: State, truth: str) -> None:
    deal = any_deal(kind)
    answer = decide(deal, state, time_limit=60, want_best=truth.endswith("cards"))
    if truth == Verdict.WINNABLE.value:
        assert answer.verdict is Verdict.WINNABLE
        assert check.wins(deal, state, answer)
    else:
        assert answer.verdict is Verdict.LOST
    if truth.endswith("cards"):
        assert f"{answer.best_cards} cards" == truth


def test_every_position_of_vierfrei_is_near_one_that_the_search_meets() -> None:
    found = Count()
    end = time.process_time() + NEAR_SECONDS
    for number in count():
        check.run_near(f"{run_seed()} test {number}", found, 5)
        if found.wrong or (found.near_met > 100 and time.process_time() >= end):
            break
    assert not found.wrong, f"seed {run_seed()}; to be added to {check.KEPT}: {found.wrong}"


@pytest.mark.parametrize("kind", KINDS)
def test_verdicts_are_those_of_trying_everything(kind: str) -> None:
    found, end = Count(), time.process_time() + SECONDS
    for number in count():
        if time.process_time() >= end:
            break
        check.run_unit(kind, f"{run_seed()} test {number}", found, end, limit=4000)
    assert not found.wrong, f"seed {run_seed()}; to be added to {check.KEPT}: {found.wrong}"
    assert found.lost + found.won > 10


@pytest.mark.parametrize("kind", KINDS)
def test_a_twin_reaches_in_one_move_what_the_rules_reach(kind: str) -> None:
    rng, rules = Random(kind), any_deal(kind).engine
    for _ in range(4):
        state = rules.deal(rng.sample(PACK, 52))
        for _ in range(60):
            here, following = check.twin(kind, state), one_move_on(rules, state)
            by_rules = {check.twin(kind, after).start for after in following}
            assert {*here.after(here.start)} - {here.start} == by_rules - {here.start}
            if not following:
                break
            state = rng.choice(following)


def one_move_on(rules: Rules, state: State) -> list[State]:
    """By the real rules; in Vierfrei one single card."""
    found = []
    for move in tokens(rules, state):
        if isinstance(rules, Vierfrei) and move.target != HOME:
            move = Move.carry(move.source, move.target, 1)
        resolved = rules.resolve(state, move)
        if not isinstance(resolved, Refusal):
            found.append(rules.expand(state, resolved)[-1].after)
    return found
