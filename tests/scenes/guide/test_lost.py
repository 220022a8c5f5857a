"""A lost game: the way back to where it could still be won."""

from __future__ import annotations

import pytest

from tests.scenes.guide.asking import LOST, WON, answer, lit, lose, oracle
from tests.scenes.oracle import Oracle
from tests.scenes.stage import SHIFT, Stage, Start, almost_won


@pytest.mark.parametrize("lost_at", [1, 2, 3, 4])
def test_a_lost_game_offers_the_way_back(on: Stage, lost_at: int) -> None:
    lose(on, "1a 2b 3c 5d", lost_at)
    on.key("F4")
    count = 5 - lost_at
    label = f"Take back {count} move{'s' if count > 1 else ''} (T)"
    assert on.strip == "This position is lost." and on.table.guide.way_back == count
    assert on.lines[-1] == f"This position is lost. {label}"
    on.push(label)
    assert len(on.actions) == lost_at - 1 and on.strip == ""
    assert len(on.session.undone) == count
    on.check()


def test_the_way_back_is_searched_by_halves(on: Stage) -> None:
    on.settings.light = False
    on.type("1a 2b 3c 5d")
    solver = oracle(on)
    solver.asked.clear()
    on.key("F5")
    answer(on, LOST)
    assert on.line == "Lost. Looking for the last winnable position …"
    states = [on.session.layout, *(action[-1].after for action in on.session.actions)]
    for _ in range(9):
        if solver.wished is None:
            break
        answer(on, WON if states.index(solver.wished) <= 1 else LOST)
    assert on.table.guide.way_back == 3 and len(solver.asked) <= 4


def test_nothing_before_could_be_won_either(on: Stage) -> None:
    lose(on, "1a 2b", 0)
    on.key("F4")
    assert on.line == "This deal can't be won."
    assert on.plings == 1 and on.strip == ""


@pytest.mark.parametrize("name", ["F8", "left", "1"])
def test_the_offer_goes_with_the_next_input(on: Stage, name: str) -> None:
    lose(on, "1a 2b", 1)
    on.key("F4")
    assert on.strip
    on.key(name)
    assert on.strip == "" and on.table.guide.way_back == 0


# -- trying again ----------------------------------------------------------------------------------

HERE = "Here it could still be won."


@pytest.mark.parametrize("lost_at", [1, 2, 3, 4])
@pytest.mark.parametrize("first", [(), ("F4",), ("F5",)], ids=["table", "prompt", "solution"])
@pytest.mark.parametrize("mod", [0, SHIFT])
def test_t_goes_where_it_could_still_be_won(
    on: Stage, lost_at: int, first: tuple[str, ...], mod: int
) -> None:
    lose(on, "1a 2b 3c 5d", lost_at)
    on.keys(*first)
    on.key("t", mod)
    assert len(on.actions) == lost_at - 1 and len(on.session.undone) == 5 - lost_at
    assert on.line == on.lines[-1] == HERE and not on.strip and not on.plings
    on.check()


def test_t_looks_for_it_where_it_is_not_known_yet(on: Stage) -> None:
    on.settings.light = False
    on.type("1a 2b 3c 5d")
    states = [on.session.layout, *(action[-1].after for action in on.session.actions)]
    on.key("t")
    assert on.line == "Thinking …"
    for _ in range(9):
        if (wished := oracle(on).wished) is None:
            break
        assert len(on.actions) == 4
        answer(on, WON if states.index(wished) <= 2 else LOST)
    assert on.actions == ["1a", "2b"] and on.line == HERE


def test_another_input_calls_it_off(on: Stage) -> None:
    on.settings.light = False
    on.type("1a 2b")
    on.keys("t", "left")
    assert oracle(on).wished is None and on.line != "Thinking …"
    on.wait(0.1)
    assert on.actions == ["1a", "2b"]


def test_t_in_a_game_that_is_not_lost(on: Stage) -> None:
    lose(on, "1a 2b", 3)
    on.key("t")
    assert on.actions == ["1a", "2b"] and on.plings == 1
    assert on.line == "It can still be won."


def test_t_within_a_move_is_no_command(on: Stage) -> None:
    lose(on, "1a 2b", 1)
    on.type("3t")
    assert on.actions == ["1a", "2b"] and on.line == "3t isn't a move."


@pytest.mark.parametrize("rules", ["hoyle", "xpat2", "casino", "aisleriot"])
def test_in_canfield_it_is_shift_and_t(stage: Start, rules: str) -> None:
    on = lit(stage, 42, game="canfield", rules=rules)
    line = "d d d d" if rules != "casino" else "i p d d"
    lose(on, line, 2)
    before = on.actions
    on.key("t")
    assert on.actions == before and on.line != HERE, "a move, or none: as ever"
    on.keys("F4", "shift+t")
    assert on.actions == before[:1] and on.line == HERE
    for _ in range(9):
        on.type("d")
    on.check()


def test_a_stopped_game_goes_on_where_it_could_be_won(stage: Start) -> None:
    on = lit(stage, 42, game="canfield", rules="casino")
    lose(on, "i p d x", 4)
    assert on.session.ended and on.storage.log.games()
    on.key("t", SHIFT)
    assert not on.session.ended and on.actions == ["i", "p", "d"] and on.line == HERE
    assert not on.saved("record")["games"]


def test_a_game_that_is_won_is_not_tried_again(stage: Start) -> None:
    on = almost_won(stage)
    on.kit.solver = Oracle()
    on.type("2h")
    on.settle()
    on.key("t")
    assert on.session.won and on.line == "The game is over."
