"""Tests of a rule set without a solver: it is played like any other, and no claims are made about
it."""

from __future__ import annotations

from game.core.moves import Move, Verb
from game.core.state import SeenSoFar
from game.fair.advice import Advice, Grounds
from game.fair.adviser import advice_so_far, advise, free_look, play_on
from game.fair.knowledge import Knowledge
from game.fair.skill import WeighedMove
from game.rules.registry import GameKind, numbered
from game.solver.answer import decide
from game.teach.standing import Light
from tests.scenes import reviewing
from tests.scenes.guide.asking import LOST, OPEN, answer, bring, fair
from tests.scenes.stage import SHIFT, Start

UNKNOWN = Advice((), Grounds.UNKNOWN, -45, 0)


def test_without_a_solver_the_adviser_knows_nothing(unsolved: GameKind) -> None:
    deal = numbered(*unsolved.key[:1], 7, unsolved.rules)
    state = deal.layout()
    for seen in (SeenSoFar(), SeenSoFar(stock=0), SeenSoFar(reserve=0, stock=0)):
        known = Knowledge.of(unsolved, state, seen)
        assert free_look(known) == () and list(advice_so_far(known)) == [UNKNOWN]
        assert advise(known, 4) == UNKNOWN == advise(known, 4, played=(Move(Verb.DEAL),))
    assert known.is_complete and UNKNOWN.is_to_stop and not UNKNOWN.rules_known
    (decision,) = play_on(unsolved, state, SeenSoFar(), samples=4)
    assert decision.advice == UNKNOWN and not decision.moves
    assert not decide(deal, state, time_limit=5).rules_known


def test_without_a_solver_there_is_a_rule_of_thumb_and_no_play(
    stage: Start, unsolved: GameKind
) -> None:
    on = fair(stage, "unsolved")
    bring(on, UNKNOWN, last=True)
    assert on.table.guide.light is Light.NOT_KNOWN
    assert on.table.guide.light_texts == ("unknown",)
    on.key("F4")
    on.wait(0.02)
    assert on.message.startswith("Rule of thumb: ") and on.session.info.hints == 1
    on.key("F5", SHIFT)
    bring(on, UNKNOWN, last=True)
    on.wait(2)
    assert on.message == "There is no solver for these rules." and not on.actions
    assert not on.table.guide.playing


def test_without_a_solver_a_review_has_no_chance_curve(stage: Start, unsolved: GameKind) -> None:
    on = stage(game="canfield", rules="unsolved", deal=42, size=(1280, 800))
    solver = on.oracle
    on.keys("space", "space", "F7")
    reviewing.judged(on, "www")
    for _ in range(3):
        on.wait(0.1)
        solver.bring(WeighedMove(UNKNOWN), last=True)
    on.wait(0.1)
    luck = on.review.game.luck
    assert luck.done and luck.weighed and not luck.chances and not luck.legend


def test_the_search_for_a_winnable_deal_ends_after_undecided_deals_in_a_row(
    stage: Start, unsolved: GameKind
) -> None:
    on = fair(stage, "unsolved")
    on.settings.winnable_only = True
    for _ in range(2):
        on.key("F1")
        for verdict in [OPEN] * 19 + [LOST] + [OPEN] * 19:
            answer(on, verdict)
        assert on.message == "Looking for a winnable deal: 40 …"
        on.key("escape")
    on.key("F1")
    for number in range(20):
        assert on.message == f"Looking for a winnable deal: {number + 1} …"
        answer(on, OPEN)
    assert on.message == "It's unknown whether this can be won."
    assert on.session.deal.number != 42 and on.session.deal.rules == "unsolved"
