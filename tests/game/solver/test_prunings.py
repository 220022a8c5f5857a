"""Every rule by which the solvers leave something out, at the very place where it must not.

Each position can be won, and is called lost once one rule, or one condition of it, goes a step too
far: so with a card called safe one rank too early, with the waste not turned over, with a column
taken for used up. Which rule that is stands above it in the file.
"""

from __future__ import annotations

from itertools import product

import pytest

from game.core.cards import PACK, Card
from game.core.state import State
from game.rules.canfield import RULE_SETS
from game.solver.answer import Answer
from game.solver.canfield import solve
from game.solver.decide import decide
from game.solver.vierfrei_board import BIT, home_of
from game.support.records import replace
from tests.truth import check
from tests.truth.cases import PARTS, any_deal


def named() -> list[object]:
    """The positions, each called by its rule."""
    lines = check.PRUNINGS.read_text("ascii").splitlines()
    names = [line[2:] for line in lines[4:] if line.startswith("# ")]
    positions = check.kept(check.PRUNINGS)
    return [
        pytest.param(kind, state, id=name)
        for name, (kind, state, _) in zip(names, positions, strict=True)
    ]


@pytest.mark.parametrize(("kind", "state"), named())
def test_is_not_left_out(kind: str, state: State) -> None:
    deal = any_deal(kind)
    answer: Answer
    if kind == PARTS:
        rule_set = replace(RULE_SETS["aisleriot"], foundations_give_back=False)
        answer = solve(state, rule_set, time_limit=60, want_best=False)
    else:
        answer = decide(deal, state, time_limit=60)
    assert check.wins(deal, state, answer)


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
