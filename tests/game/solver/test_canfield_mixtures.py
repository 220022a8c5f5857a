"""The Canfield solver under any mixture of rules that a row can hold."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, fields
from random import Random

import pytest

from game.core.cards import deck_order
from game.core.state import Role
from game.rules.canfield import RULE_SETS, Canfield, RuleSet
from game.solver.answer import Verdict
from game.solver.canfield_solver import best_account, knows, solve
from tests.game.solver.canfield_ends import random_end
from tests.game.solver.test_canfield import check_lines
from tests.game.solver.test_truth import one_move_on
from tests.seed import chance
from tests.truth.canfield import Twin

POSITIONS = 1200
LIMIT = 1000
"""A mixture whose end has more positions than this is left out."""
OPENING = (Role.RESERVE, Role.WASTE, Role.COLUMN, Role.FOUNDATION)


def mixture(rng: Random) -> RuleSet:
    """Return a rule set of any mixture; in about half of them the solver knows the filling."""

    def some() -> frozenset[Role]:
        return frozenset(role for role in OPENING if rng.random() < 0.5)

    usual = rng.random() < 0.6
    payment = rng.choice(list(RULE_SETS.values())).payment
    return RuleSet(
        "mixture",
        "Mixture",
        rng.randrange(5),
        parts_may_move=rng.random() < 0.5,
        fills_itself=rng.random() < 0.5,
        open_with_reserve=frozenset({Role.RESERVE}) if usual else some(),
        open_without_reserve=some() | {Role.WASTE, Role.COLUMN, Role.FOUNDATION}
        if usual
        else some(),
        foundations_give_back=rng.random() < 0.5,
        payment=payment,
    )


def test_each_mixture_is_solved_or_refused() -> None:
    rng, met, refused = chance("mixtures"), Counter[tuple[bool, bool, bool]](), 0
    for _ in range(POSITIONS):
        rule_set = mixture(rng)
        state = random_end(rng, rule_set, rng.randint(9, 16))
        answer = solve(state, rule_set, time_limit=60)
        assert answer.rules_known is knows(rule_set) or Canfield(rule_set).won(state)
        if not answer.rules_known:
            assert answer.verdict is Verdict.UNDECIDED
            assert not best_account(state, rule_set, time_limit=60).exact
            refused += 1
            continue
        assert answer.verdict is not Verdict.UNDECIDED
        check_lines(rule_set, state, answer)
        truth = Twin(rule_set, state).exhaust(LIMIT) if answer.verdict is Verdict.LOST else None
        if truth is not None:
            assert (answer.best_cards, answer.best_exact) == (truth.cards, True), (rule_set, state)
            options = (
                rule_set.parts_may_move,
                rule_set.fills_itself,
                rule_set.foundations_give_back,
            )
            met[options] += 1
    assert len(met) > 5
    assert refused > POSITIONS // 10


@pytest.mark.parametrize("number", range(12))
def test_the_twin_plays_any_mixture_by_its_rules(number: int) -> None:
    """What the twin reaches in one move is what the rules reach, no more and no less."""
    rng = chance("twin of a mixture", number)
    rule_set = mixture(rng)
    rules = Canfield(rule_set)
    state = random_end(rng, rule_set, rng.randint(6, 20))
    for _ in range(12):
        here = Twin(rule_set, state)
        following = one_move_on(rules, state)
        by_rules = {Twin(rule_set, after).start for after in following}
        assert {*here.after(here.start)} - {here.start} == by_rules - {here.start}, rule_set
        if not following:
            break
        state = rng.choice(following)


def test_a_rule_that_the_search_has_never_heard_of_is_not_known() -> None:
    """Whoever adds a field to the rule sets need not think of the solver first."""

    @dataclass(frozen=True, slots=True)
    class Limited(RuleSet):
        redeals: int | None = None

    def of(row: RuleSet, redeals: int | None) -> Limited:
        return Limited(*[getattr(row, one.name) for one in fields(row)], redeals)

    for row in RULE_SETS.values():
        assert knows(row) == knows(of(row, None)) and not knows(of(row, 0))
        state = Canfield(row).deal(deck_order(8))
        answer = solve(state, of(row, 0), time_limit=60)
        assert (answer.verdict, answer.rules_known) == (Verdict.UNDECIDED, False)
