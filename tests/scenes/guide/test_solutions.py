"""The solution played on the table, and what it costs."""

from __future__ import annotations

import pytest

from game.player.settings import Speed
from tests.game.reading import parse_move
from tests.scenes.guide.asking import LINE, OPEN, WON, answer, lit, oracle
from tests.scenes.stage import CTRL, WON_10913, Stage, Start


@pytest.mark.parametrize("speed", [Speed.OFF, Speed.FAST])
def test_the_whole_solution_is_shown(stage: Start, speed: Speed) -> None:
    on = lit(stage, speed=speed)
    on.settle()
    on.key("F5")
    answer(on, WON, LINE)
    assert on.table.guide.playing
    for _ in range(400):
        on.wait(0.2)
        if on.session.ended:
            break
    on.settle()
    assert on.session.won and len(on.actions) == len(LINE)
    assert on.line == "You saw the solution, so this game won't count as a win."
    (entry,) = on.saved("record")["games"]
    assert (entry["won"], entry["shown"]) == (False, len(LINE)), "nobody has played it"
    assert on.strip.startswith("Solved. Not counted as a win: the program showed the way.")
    assert not on.table.celebration
    for _ in range(len(LINE)):
        on.key("z", CTRL)
    assert on.state == on.session.layout


@pytest.mark.parametrize("way", ["F5", "left", "click", "backspace", "F8"])
def test_any_input_takes_over(on: Stage, way: str) -> None:
    answer(on, WON, LINE)
    on.key("F5")
    on.wait(2.8)
    shown = len(on.actions)
    assert 2 < shown < 20
    if way == "click":
        on.click((500, 690))
    else:
        on.key(way)
    shown = len(on.actions)
    on.wait(5)
    assert len(on.actions) == shown and not on.table.guide.playing
    on.app.director.close_panel()
    on.check()


def test_the_line_about_the_solution_goes_when_it_is_stopped(on: Stage) -> None:
    answer(on, WON, LINE)
    on.key("F5")
    on.wait(0.2)
    assert on.table.line.text.startswith("Showing the solution")
    on.key("F5")
    assert not on.table.line.text and not on.table.guide.playing


def test_what_a_solution_costs_is_said_before_the_first_move(on: Stage) -> None:
    rule = "won't count as a win."
    on.key("F5")
    assert on.line.startswith("Thinking …") and on.line.endswith(rule) and rule in on.lines[-1]
    answer(on, WON, LINE)
    assert "this game won't count as a win" in on.line and "stops it" in on.lines[-1]
    on.wait(1.2)
    assert not on.actions, "who has pressed it by mistake can still stop it"
    on.key("F5")
    on.wait(3)
    assert not on.actions and not on.session.book.shown
    on.key("F5")
    on.wait(2.5)
    shown = len(on.actions)
    assert shown and on.session.book.shown == shown
    on.key("escape")
    on.key("F5")
    answer(on, WON, LINE[shown:])
    on.wait(0.1)
    assert len(on.actions) > shown, "it was said, and is so already"
    on.key("escape")
    for _ in range(shown + 9):
        on.key("z", CTRL)
    on.play(WON_10913)
    assert on.session.won and on.strip.startswith("Solved. Not counted as a win:")
    (entry,) = on.saved("record")["games"]
    assert not entry["won"] and entry["shown"] > shown


def test_every_hint_is_counted(on: Stage) -> None:
    on.key("F4")
    answer(on, WON, LINE)
    on.key("F4")
    assert on.session.book.hints == 1, "asked further it is the same hint"
    on.key("backspace")
    on.key("F4")
    assert on.saved("vierfrei")["hints"] == on.session.book.hints == 2


def test_a_hint_by_rule_of_thumb_is_counted(stage: Start) -> None:
    on = lit(stage, 1, game="canfield")
    oracle(on).there = False
    on.key("F4")
    assert on.line.startswith("Rule of thumb") and on.session.book.hints == 1


def test_a_hint_that_nobody_could_give_is_not_counted(on: Stage) -> None:
    on.key("F4")
    answer(on, OPEN)
    assert not on.session.book.hints


def test_a_solution_that_turns_out_to_be_none_stops(on: Stage) -> None:
    answer(on, WON, [LINE[0], parse_move("12", "vierfrei"), *LINE[1:]])
    on.key("F5")
    on.wait(3)
    assert len(on.actions) == 1 and on.plings == 1 and not on.table.guide.playing
