"""What is shown of a game while it goes on: clock, moves and money, each unless it is hidden."""

from __future__ import annotations

import math

import pytest

from scenes.table.status import stands
from tests.loops import while_
from tests.scenes.stage import CTRL, Stage, Start, almost_won


def test_what_is_hidden_is_not_in_the_bar_nor_told(canfield: Stage) -> None:
    canfield.type("d")
    assert canfield.standing.split("   ")[1:] == ["1 move", "0:00"]
    whole = canfield.standing
    for name, gone in (("money", 0), ("moves", 1), ("clock", 2)):
        setattr(canfield.settings, name, False)
        parts = whole.split("   ")
        assert canfield.standing == "   ".join(parts[:gone] + parts[gone + 1 :])
        setattr(canfield.settings, name, True)
    canfield.settings.money = canfield.settings.moves = canfield.settings.clock = False
    assert not canfield.standing and not any(canfield.table.stands)
    canfield.key("z", CTRL)
    assert not any("$" in line or "move" in line for line in canfield.lines[-2:])
    canfield.app.paint()


def test_the_end_tells_all(stage: Start) -> None:
    almost = almost_won(stage)
    almost.settings.moves = almost.settings.clock = False
    assert not almost.standing
    almost.type("2h")
    almost.settle()
    assert almost.session.ended and "moves" in almost.standing and ":" in almost.standing


def test_a_turn_is_told_without_its_price(stage: Start) -> None:
    on = stage(game="canfield", deal=42, rules="xpat2")
    for _ in while_(lambda: not on.state.turns):
        on.key("space")
    assert "$" in stands(on.session, on.settings)[1]
    on.settings.money = False
    told = stands(on.session, on.settings)[1]
    assert told.startswith("1 redeal") and "$" not in told


def test_a_hidden_clock_wakes_nobody(on: Stage) -> None:
    on.play("58")
    assert on.table.next_change <= 1
    on.settings.clock = False
    assert on.table.next_change == math.inf
    on.wait(1)
    assert on.session.book.seconds == pytest.approx(1, abs=0.02), "it runs on"
