"""Cards shrink for a long column and grow back, and every frame of the change is drawn cleanly."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pygame
import pytest

from game.art.drawings import index_strip
from game.core.state import columns
from game.player.settings import Speed
from game.rules.registry import CANFIELD, VIERFREI
from tests.scenes.layouts import Size
from tests.scenes.stage import Stage, Start
from tests.seed import a_few


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
    """Make the first column outgrow its room; only the last move is animated, at ``speed``."""
    on.play("21 31 41")
    on.settings.speed = speed
    on.table.play(on.parse("51"))


def shorten(on: Stage, speed: Speed) -> None:
    """Undo moves until larger cards fit again."""
    on.settings.speed = speed
    table = on.table
    while table.make_layout(table.layout.size, table.layout) is table.layout:
        table.undo(whole=True)


def frames(on: Stage) -> Iterator[pygame.Surface]:
    """Yield each frame until the card size has changed and all cards are at rest."""
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
