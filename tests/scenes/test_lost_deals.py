"""What is said where nothing can be won: a deal lost from the start, and no move left."""

from __future__ import annotations

import pytest

from game.rules.canfield import Canfield
from game.rules.registry import KINDS, VIERFREI
from game.solver.answer import Verdict
from tests.scenes.oracle import Oracle
from tests.scenes.stage import Stage, Start

LOST = "This deal can't be won. It's one of eight in a million."
NO_MOVE = "No moves left. Undo, try again (T), or review it (F7)."


def test_a_deal_that_is_lost_from_the_start_says_so_until_something_is_done(stage: Start) -> None:
    on = stage(deal=11982)
    assert on.line == LOST and LOST in on.lines
    on.wait(30)
    on.type("1h")
    assert on.plings and on.line != LOST
    on.wait(10)
    assert on.line == LOST, "a passing line gives it back"
    on.type("1a")
    assert on.actions and on.line != LOST
    on.key("backspace")
    assert on.line == LOST


@pytest.mark.parametrize("number", sorted(KINDS[VIERFREI, None].lost)[1:3])
def test_others_of_the_eight(number: int, stage: Start) -> None:
    assert stage(deal=number).line == LOST


def test_all_others_say_nothing(stage: Start) -> None:
    assert len(KINDS[VIERFREI, None].lost) == 8
    assert not stage(deal=617).line
    assert not stage(game="canfield", deal=11982, rules="hoyle").line


def all_lost(stage: Start) -> Stage:
    on = stage(deal=11982)
    on.kit.solver = solver = Oracle()
    on.settings.light = True
    solver.tell(on.session.deal, on.state, Verdict.LOST)
    on.table.guide.position_changed()
    return on


def test_the_light_says_nothing_was_lost_before_a_move(stage: Start) -> None:
    on = all_lost(stage)
    assert on.table.bar_texts.known == "can't be won"
    on.type("1a")
    assert isinstance(on.kit.solver, Oracle)
    on.kit.solver.answer(Verdict.LOST)
    on.wait(0.04)
    assert on.table.bar_texts.known == "lost"


def test_a_hint_and_the_review_say_it_too(stage: Start) -> None:
    on = all_lost(stage)
    on.table.line.keep("")
    on.key("F4")
    assert on.line == LOST == on.lines[-1]
    on.type("1a")
    assert isinstance(on.kit.solver, Oracle)
    on.kit.solver.answer(Verdict.LOST)
    on.key("F7")
    for _ in range(4):
        on.wait(0.1)
    assert on.review.walk.result(1) == LOST
    assert on.review.walk.known(0) == "can't be won"


def test_under_the_casinos_rules_it_names_stopping(
    stage: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Canfield, "stuck", lambda _, state: state.stage == 3)
    on = stage(game="canfield", deal=42, rules="casino")
    on.type("i")
    assert not on.line
    on.type("p")
    assert on.line == ("No moves left. Stop (x), undo, try again (Shift+T), or review it (F7).")
    on.wait(30)
    assert "Stop (x)" in on.line
    on.type("x")
    assert not on.line and on.session.ended
