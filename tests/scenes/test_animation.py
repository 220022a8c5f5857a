"""Tests of animations, cards that change size, and redrawing."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from itertools import pairwise

import pygame
import pytest

from game.art.drawings import index_strip
from game.core.state import RESERVE, STOCK, columns
from game.player.settings import Speed
from game.rules.registry import CANFIELD, VIERFREI
from tests.each import while_
from tests.game.table import OPEN_BOARD
from tests.scenes.layouts import Size
from tests.scenes.stage import CTRL, CountingSounds, Stage, Start, rest_as
from tests.seed import a_few

MOVING = pytest.mark.parametrize("speed", [Speed.FAST, Speed.NORMAL, Speed.SLOW])


def arrangement(stage: Stage) -> tuple[tuple[str, ...], ...]:
    """Return the cards that the sprite groups hold, pile by pile."""
    piles = stage.table.groups.piles.values()
    return tuple(tuple(str(sprite.card) for sprite in sprites) for sprites in piles)


def seen(stage: Stage) -> list[tuple[tuple[str, ...], ...]]:
    """Return the arrangements of cards shown until all are at rest."""
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
"""Inputs, each with a check that it took effect."""


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


# -- cards that shrink for a long column and grow back ---------------------------------------------


def test_the_table_shrinks_for_a_long_column_and_grows_back(growing: Stage) -> None:
    table, ordinary = growing.table, growing.table.layout
    seen = []
    for token in ("21", "31", "41", "51", "61", "71"):
        growing.play(token)
        growing.wait(0.1)
        seen.append(table.layout.step)
        assert len(growing.state[growing.pile("1")]) <= table.layout.capacity
        assert table.groups.layout is table.layout is table.painter.layout
        growing.check()
    assert len(growing.state[growing.pile("1")]) == 15
    assert ordinary.step == seen[0] == 0 and seen == sorted(seen) and seen[-1] > 0
    small = table.layout
    table.new_session(table.session, deal_out=False)
    assert table.layout == small, "a game resumed has cards that fit"
    shorter = []
    for _ in range(6):
        growing.key("Undo")
        growing.wait(0.1)
        shorter.append(table.layout.step)
    assert any(back > there for back, there in zip(shorter, seen[-2::-1], strict=False))
    assert table.layout is ordinary
    growing.check()


def test_cards_keep_their_size_while_one_is_held(growing: Stage) -> None:
    table = growing.table
    growing.play("21 31 41 51")
    before = table.layout
    assert len(growing.state[growing.pile("1")]) > before.capacity
    growing.press(growing.at("6"))
    growing.wait(0.1)
    assert table.layout is before
    growing.move((640, 700))
    growing.wait(0.2)
    assert table.hand.held and table.layout is before
    growing.key("escape")
    growing.release()
    growing.wait(0.2)
    assert table.hand.held is None and table.layout.step > before.step


def lengthen(on: Stage, speed: Speed) -> None:
    """Play until the first column is too long for the window. Only the last move is animated."""
    on.play("21 31 41")
    on.settings.speed = speed
    on.table.play(on.parse("51"))


def shorten(on: Stage, speed: Speed) -> None:
    """Undo moves until the columns are so short that the cards can be drawn larger again."""
    on.settings.speed = speed
    table = on.table
    while table.make_layout(table.layout.size, table.layout) is table.layout:
        table.undo(whole=True)


def frames(on: Stage) -> Iterator[pygame.Surface]:
    """Yield each frame until the cards have changed size and are at rest."""
    before = on.table.layout
    for _ in range(200):
        on.app.advance(0.02)
        on.app.paint()
        yield on.window.surface
        changed = on.table.layout is not before
        if changed and not on.table.moving:
            return
    raise AssertionError("no change of size comes to its end")


@pytest.mark.parametrize("look", a_few(["green", "light", "1993"], 1, "sizes", always=["1993"]))
@pytest.mark.parametrize("speed", [Speed.FAST, Speed.SLOW])
def test_no_frame_of_a_size_change_shows_a_card_twice_or_covers_an_index(
    growing: Stage, look: str, speed: Speed
) -> None:
    growing.choose_look(look)
    table, first, before = growing.table, columns(8)[0], growing.table.layout
    for change, widths in ((lengthen, -1), (shorten, 1)):
        change(growing, speed)
        seen = [table.layout.card[0]]
        for surface in frames(growing):
            assert table.groups.layout is table.layout is table.painter.layout
            drawn = surface.get_buffer().raw
            table.painter.resize(table.layout)
            growing.app.director.invalidate()
            growing.app.paint()
            assert growing.window.surface.get_buffer().raw == drawn, "drawn anew it is another"
            tops = [round(one.y) for one in table.groups.piles[first] if not one.in_flight]
            least = index_strip() * table.painter.layout.card[1] - 1
            assert all(below - above >= least for above, below in pairwise(tops))
            seen.append(table.layout.card[0])
        assert seen == sorted(seen)[::widths]
        growing.check()
    assert table.layout is before


WINDOWS: list[Size] = [(480, 300), (640, 480), (800, 600), (1280, 800), (600, 1100)]


@pytest.mark.parametrize("size", WINDOWS)
@pytest.mark.parametrize("game", [VIERFREI, CANFIELD])
def test_redrawing_a_pile_changes_no_pixel(stage: Start, game: str, size: Size) -> None:
    on = stage(game=game, rules="hoyle" if game == CANFIELD else None, size=size)
    on.type("5a" if game == VIERFREI else "dd")
    on.settle()
    on.app.director.invalidate()
    on.app.paint()
    before = on.window.surface.copy()
    for pile in on.table.layout.slots:
        del on.table.painter._lying[pile]
        on.table.dirty = True
        on.app.paint()
        assert on.window.surface.get_buffer().raw == before.get_buffer().raw, pile
