"""What is left of an advice while one of its plans is followed."""

from __future__ import annotations

import pytest

from game.fair.advice import Advice, Grounds, followed
from game.rules.counting import account
from game.rules.registry import numbered
from tests.game.fair.hidden import plan, play
from tests.game.reading import parse_move
from tests.truth.cases import SOLVED

DEAL = numbered("canfield", 2, "xpat2")
LAYOUT = DEAL.layout()


BEST, SECOND, THIRD = (
    plan("23 34 d", 0.5),
    plan("23 d", 0.45, behind=0.05, error=0.02),
    plan("d", 0.4, behind=0.1, error=0.02),
)
ADVICE = Advice((BEST, SECOND, THIRD), Grounds.BEST, -47, 64, BEST.moves)


def texts(advice: Advice) -> list[str]:
    return [" ".join([move.text for move in one.moves]) for one in advice.candidates]


def test_the_plans_that_began_so_are_left() -> None:
    after = play(DEAL, LAYOUT, BEST.moves[:1])
    rest = followed(DEAL.kind, LAYOUT, ADVICE, after)
    assert rest is not None and texts(rest) == ["34 d", "d"]
    assert rest.moves == rest.candidates[0].moves and rest.chance == 0.5
    again = play(DEAL, after, BEST.moves[1:2])
    further = followed(DEAL.kind, after, rest, again)
    assert further is not None and texts(further) == ["d"] and further.why is Grounds.BEST
    both = followed(DEAL.kind, LAYOUT, ADVICE, again)
    assert both is not None and texts(both) == ["d"], "two moves at once"


def test_nothing_is_left_once_a_hidden_card_shows_or_another_move_is_made() -> None:
    dealt = play(DEAL, LAYOUT, THIRD.moves)
    assert followed(DEAL.kind, LAYOUT, ADVICE, dealt) is None
    other = play(DEAL, LAYOUT, (parse_move("34", "canfield"),))
    assert followed(DEAL.kind, LAYOUT, ADVICE, other) is None


def test_a_plan_that_was_behind_is_measured_against_those_that_are_left() -> None:
    """The best one left comes first; what chance could explain is as good again."""
    second = plan("23 d", 0.45, behind=0.05, error=0.02)
    third = plan("23 34 d", 0.44, behind=0.06, error=0.02)
    advice = Advice((THIRD, second, third), Grounds.BEST, -47, 64, THIRD.moves)
    rest = followed(DEAL.kind, LAYOUT, advice, play(DEAL, LAYOUT, second.moves[:1]))
    assert rest is not None and rest.why is Grounds.EQUAL
    assert [round(one.behind, 6) for one in rest.candidates] == [0.0, 0.01]


@pytest.mark.parametrize("rules", SOLVED)
def test_stopping_brings_what_it_brings_now(rules: str) -> None:
    """Paying for the inspection changes that."""
    deal = numbered("canfield", 2, rules)
    first = "i" if rules == "casino" else "34"
    one = plan(f"{first} 23 d", 0.5)
    advice = Advice((one,), Grounds.KNOWN, -1, 64, one.moves)
    after = play(deal, deal.layout(), one.moves[:1])
    rest = followed(deal.kind, deal.layout(), advice, after)
    assert rest is not None and rest.why is Grounds.KNOWN and deal.rule_set is not None
    assert rest.stopping == account(deal.rule_set, after)
