"""A lost game: the way back to where it could still be won."""

from __future__ import annotations

import pytest

from tests.scenes.guide.asking import LOST, WON, answer, lose, oracle
from tests.scenes.stage import Stage


@pytest.mark.parametrize("lost_at", [1, 2, 3, 4])
def test_a_lost_game_offers_the_way_back(on: Stage, lost_at: int) -> None:
    lose(on, "1a 2b 3c 5d", lost_at)
    on.key("F4")
    count = 5 - lost_at
    label = f"Take back {count} move{'s' if count > 1 else ''}"
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
