"""Drawing only deals that can be won."""

from __future__ import annotations

import pytest

from game.rules.canfield import RULE_SETS
from game.rules.registry import numbered
from game.solver.service import SolverService
from game.support import jobs
from tests.scenes.guide.asking import LINE, LOST, OPEN, WON, answer, lit, oracle
from tests.scenes.oracle import Oracle
from tests.scenes.stage import Stage, Start


@pytest.fixture
def drawing(on: Stage) -> Stage:
    """F1 draws the deals 1, 2, 3 … until one can be won."""
    on.settings.winnable_only = True
    numbers = iter(range(1, 100))
    on.table.desk._draw = lambda: next(numbers)
    on.type("1a")
    return on


def test_f1_draws_until_one_can_be_won(drawing: Stage) -> None:
    drawing.key("F1")
    assert drawing.line == "Looking for a winnable deal: 1 …"
    assert drawing.session.deal.number == 10913
    answer(drawing, LOST)
    assert drawing.line == "Looking for a winnable deal: 2 …"
    answer(drawing, OPEN)
    assert oracle(drawing).wished == numbered("vierfrei", 3).layout()
    answer(drawing, WON, LINE)
    assert oracle(drawing).of_many[-3:] == [True] * 3
    assert drawing.session.deal.number == 3 and not drawing.actions
    assert drawing.title == "Vierfrei 3 – Vierfeld"
    drawing.key("backspace")
    assert drawing.session.deal.number == 10913 and drawing.actions == ["1a"]


def test_without_a_solver_the_first_deal_drawn_is_played(drawing: Stage) -> None:
    oracle(drawing).there = False
    drawing.key("F1")
    answer(drawing, OPEN)
    assert drawing.session.deal.number == 1
    assert drawing.line == "It's unknown whether this can be won."


def test_a_solver_that_keeps_dying_is_told_in_one_line(
    stage: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse() -> None:
        raise OSError("no more processes")

    on = lit(stage, 10913)
    on.kit.solver = SolverService()
    monkeypatch.setattr(jobs, "Process", refuse)
    on.type("1a")
    on.wait(0.1)
    told = "The solver keeps crashing. Restart Vierfeld to get solutions again."
    assert on.line == told and on.lines.count(told) == 1
    on.key("F4")
    assert on.line == "No more answers: the solver has failed." and on.plings == 1
    on.wait(1)
    assert on.lines.count(told) == 1


@pytest.mark.parametrize("way", ["escape", "left", "click", "F8"])
def test_the_drawing_can_be_cancelled(drawing: Stage, way: str) -> None:
    drawing.key("F1")
    answer(drawing, LOST)
    if way == "click":
        drawing.click((500, 690))
    else:
        drawing.key(way)
    assert "Looking" not in drawing.line and oracle(drawing).wished is drawing.state
    drawing.wait(1)
    assert drawing.session.deal.number == 10913 and drawing.actions == ["1a"]
    assert not (drawing.home / "record.json").exists()


def test_a_deal_that_is_known_already_comes_soon(drawing: Stage) -> None:
    """What the service knows it does not search again; the drawing goes on all the same."""
    solver = oracle(drawing)
    for number in (1, 2):
        deal = numbered("vierfrei", number)
        solver.tell(deal, deal.layout(), LOST if number == 1 else WON, LINE)
    drawing.key("F1")
    drawing.wait(0.1)
    assert drawing.session.deal.number == 2


@pytest.mark.parametrize("rules", RULE_SETS)
def test_canfield_draws_too(stage: Start, rules: str) -> None:
    on = lit(stage, 42, game="canfield", rules=rules)
    on.settings.winnable_only = True
    on.key("F1")
    answer(on, LOST)
    wished = oracle(on).wished
    answer(on, WON)
    assert on.state == wished and on.session.deal.rules == rules


@pytest.mark.parametrize("way", ["F1", "button"])
def test_the_menu_draws_too(drawing: Stage, way: str) -> None:
    drawing.key("escape")
    if way == "F1":
        drawing.key("F1")
    else:
        drawing.push("New game")
    assert drawing.line == "Looking for a winnable deal: 1 …"
    assert drawing.session.deal.number == 10913 and drawing.actions == ["1a"]
    answer(drawing, LOST)
    answer(drawing, WON, LINE)
    assert drawing.session.deal.number == 2 and not drawing.actions
    drawing.key("backspace")
    assert drawing.session.deal.number == 10913 and drawing.actions == ["1a"]


@pytest.mark.parametrize("rules", RULE_SETS)
def test_the_menu_draws_for_the_first_game_without_a_charge(stage: Start, rules: str) -> None:
    on = stage(game=None, rules=rules)
    on.kit.solver = Oracle()
    on.settings.winnable_only = True
    on.app.director.play_new("canfield")
    if rules == "casino":
        assert not oracle(on).asked, "what is seen is paid for"
        return
    answer(on, LOST)
    wished = oracle(on).wished
    answer(on, WON)
    assert on.state == wished and not on.kit.record.entries


def test_without_the_option_any_deal_will_do(on: Stage) -> None:
    on.key("F1")
    assert on.session.deal.number != 10913 and not on.line
