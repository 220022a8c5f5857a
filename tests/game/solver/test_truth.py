"""The solvers compared with plain ones, on positions that are new for each commit.

The same for an hour: ``python -m tests.bench truth``.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

from game.core.cards import PACK
from game.core.moves import Move, Refusal
from game.core.state import HOME, State
from game.rules.canfield import RULE_SETS
from game.rules.registry import VIERFREI, Rules
from game.rules.vierfrei import Vierfrei
from game.solver.answer import Answer, Verdict, decide
from tests.bench import truth as bench
from tests.seed import run_seed
from tests.truth import canfield, check, near, vierfrei
from tests.truth.cases import KINDS, SOLVED, any_deal, random_end, tokens, walk
from tests.truth.check import Count

SHARE = 10.0
"""Seconds of working time, all kinds and what is kept together."""
NEAR_SHARE = 0.4
"""Of these, for what the search of Vierfrei leaves out."""


@pytest.fixture(scope="module")
def taken() -> list[float]:
    """What has been taken of the share so far, by each test."""
    return []


@pytest.fixture
def share(taken: list[float]) -> Iterator[None]:
    """The test takes its part of the share."""
    began = time.process_time()
    yield
    taken.append(time.process_time() - began)


@pytest.mark.usefixtures("share")
@pytest.mark.parametrize(("kind", "state", "truth"), check.kept())
def test_positions_once_judged_wrongly_are_right(kind: str, state: State, truth: str) -> None:
    if truth == "near":
        found = near.gap(state, check.NEAR_AT_MOST, (None, *map(Random, range(6))))
        assert isinstance(found, int), found
        return
    deal = any_deal(kind)
    answer = decide(deal, state, time_limit=60, want_best=truth.endswith("cards"))
    if truth == Verdict.WINNABLE.value:
        assert answer.verdict is Verdict.WINNABLE
        assert check.wins(deal, state, answer)
    else:
        assert answer.verdict is Verdict.LOST
    if truth.endswith("cards"):
        assert f"{answer.best_cards} cards" == truth


@pytest.mark.usefixtures("share")
def test_every_position_of_vierfrei_is_near_one_that_the_search_meets() -> None:
    found = Count()
    end = time.process_time() + NEAR_SHARE
    for number in count():
        check.run_near(f"{run_seed()} test {number}", found, 5)
        if found.wrong or (found.near_met > 100 and time.process_time() >= end):
            break
    assert not found.wrong, f"seed {run_seed()}; to be added to {check.KEPT}: {found.wrong}"


@pytest.mark.usefixtures("share")
@pytest.mark.parametrize("kind", KINDS)
def test_verdicts_are_those_of_trying_everything(kind: str, taken: list[float]) -> None:
    found = Count()
    kinds_left = len(KINDS) - KINDS.index(kind)
    end = time.process_time() + (SHARE - sum(taken)) / kinds_left
    for number in count():
        if time.process_time() >= end:
            break
        check.run_unit(kind, f"{run_seed()} test {number}", found, end, limit=4000)
    assert not found.wrong, f"seed {run_seed()}; to be added to {check.KEPT}: {found.wrong}"
    assert found.lost + found.won > 10


class TestTwins:
    """The plain solvers agree with themselves where they keep piles apart, and with the rules."""

    @pytest.mark.parametrize("kind", SOLVED)
    def test_the_order_of_columns_changes_no_result_of_canfield(self, kind: str) -> None:
        rng, compared, lost = Random(kind), 0, 0
        for _ in range(120):
            state = random_end(rng, RULE_SETS[kind], rng.randint(8, 13))
            found = canfield.Twin(RULE_SETS[kind], state).exhaust(100)
            if found is None:
                continue
            apart = canfield.Twin(RULE_SETS[kind], state, apart=True).exhaust(3000)
            assert apart is None or apart.cards == found.cards
            compared += apart is not None
            lost += found.cards < 52
        assert compared > 2
        assert lost > 0

    def test_the_order_of_columns_and_cells_changes_no_result_of_vierfrei(self) -> None:
        rng, compared = Random(5), []
        rules = any_deal(VIERFREI).engine
        for _ in range(60):
            state = walk(rules, rules.deal(rng.sample(PACK, 52)), rng, rng.randint(20, 60))
            found = vierfrei.Twin(state).exhaust(100)
            apart = found and vierfrei.Twin(state, apart=True).exhaust(2000)
            if found is not None and apart is not None:
                assert apart.cards == found.cards
                compared.append(found.met)
        assert len(compared) > 5
        assert max(compared) > 5

    @pytest.mark.parametrize("kind", KINDS)
    def test_a_twin_reaches_in_one_move_what_the_rules_reach(self, kind: str) -> None:
        rng = Random(kind)
        rules = any_deal(kind).engine

        def twin(state: State) -> Any:
            if kind == VIERFREI:
                return vierfrei.Twin(state)
            return canfield.Twin(RULE_SETS[kind], state)

        for _ in range(4):
            compare(rules, twin, rules.deal(rng.sample(PACK, 52)), rng, 60)


def compare(
    rules: Rules, twin: Callable[[State], Any], state: State, rng: Random, moves: int
) -> None:
    """Check along a random game that the twin reaches in one move what the rules reach."""
    for _ in range(moves):
        here, following = twin(state), one_move_on(rules, state)
        by_rules = {twin(after).start for after in following}
        assert {*here.after(here.start)} - {here.start} == by_rules - {here.start}, rules
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


class TestNoticed:
    def noticed(
        self, monkeypatch: pytest.MonkeyPatch, said: Answer, *, on_line: bool = False
    ) -> str:
        monkeypatch.setattr(check, "decide", lambda *_, **__: said)
        found = Count()
        state = random_end(Random(1), RULE_SETS["hoyle"], 6)
        check.check("hoyle", state, found, on_line=on_line)
        (wrong,) = found.wrong
        assert wrong.startswith("hoyle ")
        return wrong.split(" ", 2)[2]

    def test_a_wrong_lost_is_noticed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        said = Answer(Verdict.LOST, (), 0, 0.0)
        assert self.noticed(monkeypatch, said) == "winnable"
        monkeypatch.setattr(check, "twin", lambda *_: None)
        assert self.noticed(monkeypatch, said, on_line=True) == "winnable"

    def test_a_line_that_does_not_win_is_noticed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        assert self.noticed(monkeypatch, Answer(Verdict.WINNABLE, (), 0, 0.0)) == "lost"

    def test_a_wrong_verdict_is_kept(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        file = tmp_path / "truth.txt"
        file.write_text("# a comment\n")
        monkeypatch.setattr(check, "KEPT", file)
        monkeypatch.setattr(bench, "KEPT", file)
        state = random_end(Random(1), RULE_SETS["hoyle"], 6)
        bench.keep([check.case("hoyle", "lost", state)] * 2)
        bench.keep([check.case("hoyle", "lost", state)])
        assert check.kept() == [("hoyle", state, "lost")]
