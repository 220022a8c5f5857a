"""A rule set that no solver knows is played like any other, and nothing is made up about it."""

from __future__ import annotations

from game.core.state import Looked
from game.fair.advice import Advice, Why
from game.fair.adviser import advice_so_far, advise, compared
from game.fair.knowledge import Knowledge
from game.fair.skill import Weighed
from game.rules.registry import GameKind, numbered
from game.solver.decide import decide
from scenes.table.light import Light
from tests.scenes import reviewing
from tests.scenes.guide.advising import bring, fair
from tests.scenes.guide.asking import OPEN, answer
from tests.scenes.stage import SHIFT, Start

UNKNOWN = Advice((), Why.UNKNOWN, -45, 0)


def test_the_adviser_says_that_he_does_not_know(unsolved: GameKind) -> None:
    deal = numbered(*unsolved.key[:1], 7, unsolved.rules)
    known = Knowledge.of(unsolved, deal.layout(), Looked())
    assert advise(known, 4) == UNKNOWN == compared(known, (), 4)
    assert list(advice_so_far(known)) == [UNKNOWN]
    assert UNKNOWN.stops and not UNKNOWN.rules_known
    assert not decide(deal, deal.layout(), time_limit=5).rules_known


def test_light_and_hints_do_without_the_adviser(stage: Start, unsolved: GameKind) -> None:
    on = fair(stage, "unsolved")
    bring(on, UNKNOWN, last=True)
    assert on.table.guide.light is Light.NOT_KNOWN
    assert on.table.guide.light_words == ("not known",)
    on.key("F4")
    assert on.line.startswith("By rule of thumb: ") and on.session.book.hints == 1
    on.check()


def test_it_does_not_play_on_by_itself(stage: Start, unsolved: GameKind) -> None:
    on = fair(stage, "unsolved")
    on.key("F5", SHIFT)
    bring(on, UNKNOWN, last=True)
    on.wait(2)
    assert on.line == "No solver knows these rules." and not on.actions
    assert not on.table.guide.playing


def test_a_review_draws_no_curve_of_chances(stage: Start, unsolved: GameKind) -> None:
    on = stage(game="canfield", rules="unsolved", deal=42, size=(1280, 800))
    solver = reviewing.oracle(on)
    on.keys("space", "space")
    on.key("F7")
    reviewing.judged(on, "www")
    for _ in range(3):
        on.wait(0.1)
        solver.bring(Weighed(UNKNOWN), last=True)
    on.wait(0.1)
    luck = on.review.luck
    assert luck.done and luck.weighed and not luck.chances and not luck.legend


def test_the_search_for_a_deal_that_can_be_won_ends(stage: Start, unsolved: GameKind) -> None:
    on = fair(stage, "unsolved")
    on.settings.winnable_only = True
    on.key("F1")
    for number in range(20):
        assert on.line == f"Looking for a deal that can be won: {number + 1} …"
        answer(on, OPEN)
    assert on.line == "It is not known whether this can be won."
    assert on.session.deal.number != 42 and on.session.deal.rules == "unsolved"
