"""The light beside the cards: what the solver knows of the position on the table."""

from __future__ import annotations

import pytest

from game.player.settings import Speed
from game.solver.answer import Verdict
from scenes.table.status import Light
from tests.scenes.guide.asking import LINE, LOST, OPEN, WON, answer, lit, oracle
from tests.scenes.stage import WON_10913, Stage, Start

# -- the light -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("verdict", "light", "words"),
    [
        (WON, Light.CAN_WIN, "can be won"),
        (LOST, Light.LOST, "can't be won"),
        (OPEN, Light.NOT_KNOWN, "unknown"),
    ],
)
def test_the_light_thinks_and_then_tells(
    on: Stage, verdict: Verdict, light: Light, words: str
) -> None:
    assert on.table.guide.light is Light.THINKING
    assert on.table.bar_texts.known == "thinking …"
    assert oracle(on).wished == on.state
    answer(on, verdict, LINE)
    assert on.table.guide.light is light
    told = on.table.bar_texts
    assert (told.known, told.icon) == (words, light.name.lower())


def test_it_says_not_known_where_nobody_searches(on: Stage) -> None:
    oracle(on).cancel()
    on.table.guide._lamp.refresh()
    assert on.table.guide.light is Light.NOT_KNOWN


def test_every_move_is_asked_about_with_the_position_before(on: Stage) -> None:
    start = on.state
    on.type("1a")
    one = on.state
    on.type("2b")
    assert oracle(on).asked == [start, one, on.state]
    assert oracle(on).afters == [None, start, one]
    on.key("backspace")
    assert oracle(on).afters[-1] is start, "it was reached from there all the same"
    on.key("F3")
    assert oracle(on).afters[-1] is None, "a game begun again tells nothing of what was before"


def test_it_can_be_turned_off(on: Stage) -> None:
    on.settings.light = False
    on.type("1a")
    assert on.table.guide.light is None and len(oracle(on).asked) == 1
    assert on.table.bar_texts.known == ""


def test_an_ended_game_has_none(on: Stage) -> None:
    on.play(WON_10913)
    asked = len(oracle(on).asked)
    assert on.session.ended and on.table.guide.light is None
    on.key("F4")
    assert on.line == "The game is over." and on.plings == 1
    on.key("F5")
    assert on.plings == 2 and len(oracle(on).asked) == asked


# -- what may come next ----------------------------------------------------------------------------


def test_what_may_come_next_is_judged_while_the_player_thinks(on: Stage) -> None:
    solver = oracle(on)
    on.wait(0.1)
    assert not solver.foreseen, "the real question comes first"
    answer(on, WON, LINE)
    foreseen = solver.foreseen
    assert foreseen
    solver.foreseen = []
    on.wait(1)
    assert not solver.foreseen, "once for a position"
    on.type("1a")
    assert on.state in foreseen and solver.wished == on.state


@pytest.mark.parametrize("verdict", [LOST, OPEN])
def test_there_is_nothing_to_foresee(on: Stage, verdict: Verdict) -> None:
    answer(on, verdict)
    on.wait(0.1)
    assert not oracle(on).foreseen


def test_cards_that_fly_are_not_held_up_by_it(stage: Start) -> None:
    on = lit(stage, speed=Speed.SLOW)
    solver = oracle(on)
    answer(on, WON, LINE)
    on.settle()
    solver.foreseen = []
    on.type("1a")
    solver.answer(WON, LINE)
    on.wait(0.06)
    assert on.table.animator.busy and not solver.foreseen
    on.settle()
    on.wait(0.04)
    assert solver.foreseen
