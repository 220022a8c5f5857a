"""Tests that the solvers agree with simple, independent ones.

Some positions are kept in files, others are new for each commit. ``python -m tests.bench truth``
tests new ones for an hour.
"""

from __future__ import annotations

import time
from dataclasses import replace
from itertools import count, product
from pathlib import Path
from random import Random

import pytest
from _pytest.mark import ParameterSet

from game.core.cards import PACK, Card
from game.core.moves import Move, Refusal
from game.core.state import HOME, State
from game.rules.canfield import RULE_SETS, RuleSet
from game.rules.registry import VIERFREI, Rules
from game.rules.vierfrei import Vierfrei
from game.solver import vierfrei_search
from game.solver.answer import Verdict, decide
from game.solver.canfield_board import FULL, CanfieldBoard
from game.solver.canfield_bound import CanfieldBound
from game.solver.canfield_moves import Moves
from game.solver.canfield_search import CanfieldSearch
from game.solver.canfield_solver import best_account, solve
from game.solver.vierfrei_board import BIT, LOOSE, PLACES, home_of
from game.solver.vierfrei_pack import Position, expand
from tests.each import each
from tests.seed import run_seed
from tests.truth import check, near
from tests.truth.check import KINDS, PARTS, Count, any_deal, tokens

SECONDS = 1.8
"""How many CPU seconds to spend on comparing verdicts, for each kind."""
NEAR_SECONDS = 0.4
"""How long to check the positions that Vierfrei's search leaves out, in CPU seconds."""


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
    """Return the positions after one legal move; in Vierfrei, only moves of a single card."""
    found = []
    for move in tokens(rules, state):
        if isinstance(rules, Vierfrei) and move.target != HOME:
            move = Move.carry(move.source, move.target, 1)
        resolved = rules.resolve(state, move)
        if not isinstance(resolved, Refusal):
            found.append(rules.expand(state, resolved)[-1].after)
    return found


# -- the rules by which the solvers skip moves -----------------------------------------------------


def named(file: Path) -> list[ParameterSet]:
    positions = file.read_text("ascii").partition("\n\n")[2].splitlines()
    names = [line[2:] for line in positions if line.startswith("# ")]
    named = zip(names, check.kept(file), strict=True)
    return [pytest.param(*position, id=name) for name, position in named]


def rule_set_of(kind: str) -> RuleSet:
    if kind == PARTS:
        return replace(RULE_SETS["aisleriot"], foundations_give_back=False)
    return RULE_SETS[kind]


@each(("kind", "state", "truth"), named(check.PRUNINGS))
def test_a_winnable_position_is_not_pruned(kind: str, state: State, truth: str) -> None:
    answer = (
        solve(state, rule_set_of(kind), time_limit=60, want_best=False)
        if kind == PARTS
        else decide(any_deal(kind), state, time_limit=60)
    )
    assert answer.verdict.value == truth
    assert check.wins(any_deal(kind), state, answer)
    if kind == "aisleriot":
        search = CanfieldSearch(CanfieldBoard(state), RULE_SETS[kind], returns=True)
        assert search.run(lambda: False)


def all_seem_home(state: State, rule_set: RuleSet, *, to_win: bool = False) -> bool:
    """Return whether every card can go home under the simplified rules of ``CanfieldBound``."""
    board = CanfieldBoard(state)
    moves = Moves(board, rule_set, returns=rule_set.foundations_give_back)
    bound = CanfieldBound(board, parts=moves.parts, returns=moves.returns, to_win=to_win)
    return bound.homeable(*moves.start()[:5]) == FULL


@each(
    ("kind", "state", "truth", "won_only"),
    [
        pytest.param(*case.values, file is check.NEVER_WON, id=case.id)
        for file in (check.AT_SIGHT, check.NEVER_WON)
        for case in named(file)
    ],
)
def test_a_lost_position_is_recognised(kind: str, state: State, truth: str, won_only: bool) -> None:
    rule_set = rule_set_of(kind)
    answer = solve(state, rule_set, time_limit=60, want_best=False)
    assert answer.verdict.value == truth
    assert all_seem_home(state, rule_set) is won_only
    if won_only:
        assert not all_seem_home(state, rule_set, to_win=True)


@each(("kind", "state", "truth"), named(check.BEST_RESULTS))
def test_the_best_result_is_found(kind: str, state: State, truth: str) -> None:
    if truth.endswith(" cards"):
        most = solve(state, RULE_SETS[kind], time_limit=60)
        assert (f"{most.best_cards} cards", most.best_exact) == (truth, True)
    else:
        best = best_account(state, RULE_SETS[kind], time_limit=60)
        assert (f"account {best.account}", best.exact) == (truth, True)


def test_safe_cards_of_vierfrei_are_those_no_card_needs() -> None:
    """A card is safe if each card that fits on it is home, or is safe and can go home next."""

    def wanted(card: Card, heights: tuple[int, ...]) -> bool:
        for other in PACK:
            fits = other.rank == card.rank - 1 and other.is_red != card.is_red
            if not fits or heights[other.suit] >= other.rank:
                continue
            if heights[other.suit] < other.rank - 1 or wanted(other, heights):
                return True
        return False

    for heights in product((0, 1, 2, 3, 5, 6, 7, 8), repeat=4):
        home = home_of(heights)
        for suit, height in enumerate(heights):
            card = next(c for c in PACK if c.suit == suit and c.rank == height + 1)
            safe = bool(home[2] & BIT[height * 4 + suit])
            assert safe == (not wanted(card, heights)), (heights, card)


# -- Vierfrei's search leaves out only positions that are near (``tests.truth.near``) --------------


@pytest.mark.parametrize(
    ("kind", "state", "truth"),
    [*named(check.NEAR), *(one for one in check.kept() if one[2] == "near")],
)
def test_each_condition_of_a_cut_is_needed(kind: str, state: State, truth: str) -> None:
    """Each position shows why a condition in ``expand`` is needed. The file names the condition
    above the position."""
    assert (kind, truth) == (VIERFREI, "near")
    found = near.gap(state, check.NEAR_AT_MOST, (None, *map(Random, range(6))))
    assert found and isinstance(found, int), found


@pytest.mark.parametrize(("number", "places"), [(0, 2), (3, 1)])
def test_a_cut_that_goes_too_far_is_noticed(
    number: int, places: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lazy(position: Position, known: set[int] | None) -> list[int]:
        found = expand(position, known)
        if PLACES - len(position.columns) - len(position.loose) != places:
            return found
        return [entry for entry in found if entry >> 6 & 63 != LOOSE]

    _, state, _ = check.kept(check.NEAR)[number]
    found = Count()
    check.check_near(state, found)
    assert not found.wrong and found.near_met
    monkeypatch.setattr(vierfrei_search, "expand", lazy)
    check.check_near(state, found)
    assert found.wrong == [check.case(VIERFREI, "near", state)]
