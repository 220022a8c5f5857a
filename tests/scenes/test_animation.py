"""Animation lags behind the state of the game, shows every step, and gives way to any input."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest

from game.core.state import RESERVE, STOCK
from game.player.settings import Speed
from tests.each import while_
from tests.game.table import OPEN_BOARD
from tests.scenes.stage import CTRL, CountingSounds, Stage, Start, rest_as

MOVING = pytest.mark.parametrize("speed", [Speed.FAST, Speed.NORMAL, Speed.SLOW])


def arrangement(stage: Stage) -> tuple[tuple[str, ...], ...]:
    """Return the cards that the sprite groups hold, pile by pile."""
    piles = stage.table.groups.piles.values()
    return tuple(tuple(str(sprite.card) for sprite in sprites) for sprites in piles)


def seen(stage: Stage) -> list[tuple[tuple[str, ...], ...]]:
    """Return the arrangements shown, one after another, until all cards are at rest."""
    found = [arrangement(stage)]
    for _ in while_(lambda: stage.table.moving):
        stage.app.advance(1 / 120)
        cards = [card for pile in arrangement(stage) for card in pile]
        assert len(set(cards)) == len(cards) == 52
        if arrangement(stage) != found[-1]:
            found.append(arrangement(stage))
    return found


@MOVING
def test_the_state_changes_at_once_and_the_sprites_follow(stage: Start, speed: Speed) -> None:
    on = stage(speed=speed)
    on.check()
    before, held = arrangement(on), len(on.state[on.pile("5")])
    source = on.table.layout.place(on.pile("5"), held - 1, held)
    on.type("5a")
    assert on.cards("a") == "JC" and on.saved("vierfrei")["actions"] == ["5a"]
    assert arrangement(on) == before and not rest_as(on.table.groups, on.state)
    on.wait(0.04)
    (sprite,) = on.table.animator.in_flight
    far = math.dist(source, on.table.layout.place(on.pile("a"), 0, 1))
    assert 0 < math.dist(source, (sprite.x, sprite.y)) < far
    on.settle()
    assert isinstance(on.sounds, CountingSounds) and on.sounds.landings == 1
    on.key("F1")
    assert on.table.moving, "only the first table appears without dealing"
    on.settle()
    on.check()


@MOVING
def test_a_run_moves_card_by_card(stage: Start, speed: Speed) -> None:
    on = stage(speed=speed)
    on.paste(OPEN_BOARD)
    on.settle()
    on.type("12")
    assert on.actions == ["1a 1b 12 b2 a2"]
    shown = seen(on)
    assert len(shown) == 6, "five single cards, five pictures after the first"
    on.check()
    on.key("z", CTRL)
    assert len(seen(on)) == 6
    on.check()
    on.type("12")
    on.wait(0.1)
    on.type("v2")
    assert len(seen(on)) == 4 and on.cards("2") == "9D 8C", "shortened, it starts anew"
    on.check()


WAYS: dict[str, tuple[Callable[[Stage], object], Callable[[Stage], object]]] = {
    "key": (lambda on: on.type("6a"), lambda on: on.actions[-1] == "6a"),
    "undo": (lambda on: on.key("backspace"), lambda on: on.actions[-1] == "8a 82"),
    "mouse": (lambda on: on.click(on.at("2", 1)), lambda on: on.table.hand.held.count == 1),
    "delete": (lambda on: on.key("delete"), lambda on: on.plings == 1),
    "resize": (lambda on: on.resize((640, 480)), lambda on: not on.table.moving),
    "panel": (lambda on: on.key("F8"), lambda on: not on.table.moving),
    "drag": (lambda on: on.carry("2", "8", 2), lambda on: on.plings == 1),
}
"""Inputs, each with a check that it has taken effect at once."""


@MOVING
@pytest.mark.parametrize("way", WAYS)
def test_new_input_ends_the_animation_and_takes_effect(
    stage: Start, speed: Speed, way: str
) -> None:
    on = stage(speed=speed)
    on.type("58 82")
    on.wait(0.03)
    assert on.table.moving
    do, done = WAYS[way]
    do(on)
    assert done(on)
    if way in ("mouse", "panel"):
        on.key("escape")
    if way in ("mouse", "delete", "resize"):
        on.check()
    on.settle()
    on.check()


def test_dealt_cards_take_off_one_by_one_and_faster_if_the_player_wants(stage: Start) -> None:
    times = []
    for speed in (Speed.FAST, Speed.NORMAL, Speed.SLOW):
        on = stage(game="canfield", deal=42, rules="hoyle", speed=speed)
        on.key("space")
        in_flight = []
        for _ in while_(lambda on=on: on.table.moving):
            on.app.advance(1 / 120)
            in_flight.append(len(on.table.animator.in_flight))
        times.append(len(in_flight))
        assert {1, 2, 3} <= {*in_flight}
        stock, reserve = (
            [sprite.face_up for sprite in on.table.groups.piles[pile]] for pile in (STOCK, RESERVE)
        )
        assert not any(stock) and reserve == [False] * 12 + [True]
        on.check()
    assert times == sorted(times) and times[0] < times[2] / 2
