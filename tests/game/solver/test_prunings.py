"""Every rule by which the solvers leave something out, at the very place where it must not.

Each of ``PRUNINGS`` can be won, and is called lost once one rule, or one condition of it, goes a
step too far: so with a card called safe one rank too early, with the waste not turned over, with a
column taken for used up. Each of ``AT_SIGHT`` is lost, and not seen to be so once a rule goes not
far enough; so is each of ``NEVER_WON``, where all cards seem to come home. Which rule that is
stands above it in the file.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from game.core.cards import PACK, Card
from game.core.state import State
from game.rules.canfield import RULE_SETS, RuleSet
from game.solver.answer import Answer, decide
from game.solver.canfield_board import FULL, CanfieldBoard
from game.solver.canfield_bound import CanfieldBound
from game.solver.canfield_moves import Moves
from game.solver.canfield_search import CanfieldSearch
from game.solver.canfield_solver import best_account, solve
from game.solver.vierfrei_board import BIT, home_of
from tests.each import each
from tests.truth import check
from tests.truth.cases import PARTS, any_deal


def named(file: Path) -> list[object]:
    """The positions of a file, each called by its rule."""
    positions = file.read_text("ascii").partition("\n\n")[2].splitlines()
    names = [line[2:] for line in positions if line.startswith("# ")]
    return [
        pytest.param(*position, id=name)
        for name, position in zip(names, check.kept(file), strict=True)
    ]


def rule_set_of(kind: str) -> RuleSet:
    if kind == PARTS:
        return replace(RULE_SETS["aisleriot"], foundations_give_back=False)
    return RULE_SETS[kind]


@each(("kind", "state", "truth"), named(check.PRUNINGS))
def test_is_not_left_out(kind: str, state: State, truth: str) -> None:
    deal = any_deal(kind)
    answer: Answer
    if kind == PARTS:
        answer = solve(state, rule_set_of(kind), time_limit=60, want_best=False)
    else:
        answer = decide(deal, state, time_limit=60)
    assert answer.verdict.value == truth
    assert check.wins(deal, state, answer)
    for late in (False, True) if kind == "aisleriot" else ():
        search = CanfieldSearch(CanfieldBoard(state), RULE_SETS[kind], returns=True)
        search.late = late
        assert search.run(lambda: False)


@each(("kind", "state", "truth"), named(check.AT_SIGHT))
def test_is_seen_to_be_lost(kind: str, state: State, truth: str) -> None:
    rule_set = rule_set_of(kind)
    answer = solve(state, rule_set, time_limit=60, want_best=False)
    assert answer.verdict.value == truth
    board = CanfieldBoard(state)
    moves = Moves(board, rule_set, returns=rule_set.foundations_give_back)
    bound = CanfieldBound(board, parts=moves.parts, returns=moves.returns)
    assert bound.homeable(*moves.start()[:5]) != FULL


@each(("kind", "state", "truth"), named(check.NEVER_WON))
def test_is_seen_to_be_never_won(kind: str, state: State, truth: str) -> None:
    rule_set = rule_set_of(kind)
    answer = solve(state, rule_set, time_limit=60, want_best=False)
    assert answer.verdict.value == truth
    board = CanfieldBoard(state)
    moves = Moves(board, rule_set, returns=rule_set.foundations_give_back)
    known = [
        CanfieldBound(board, parts=moves.parts, returns=moves.returns, to_win=to_win).homeable(
            *moves.start()[:5]
        )
        for to_win in (False, True)
    ]
    assert known[0] == FULL != known[1]


@each(("kind", "state", "truth"), named(check.BEST_RESULTS))
def test_is_the_best_result(kind: str, state: State, truth: str) -> None:
    if truth.endswith(" cards"):
        most = solve(state, RULE_SETS[kind], time_limit=60)
        assert (f"{most.best_cards} cards", most.best_exact) == (truth, True)
    else:
        best = best_account(state, RULE_SETS[kind], time_limit=60)
        assert (f"account {best.account}", best.exact) == (truth, True)


def test_what_is_safe_in_vierfrei() -> None:
    """A card is safe if none that is not home will ever have to lie on it, worked out card by card:
    whoever could lie there must be able to go home instead, and carry none that cannot."""

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
