"""Tests that windows work at any size, and that they never open out of reach."""

from __future__ import annotations

from itertools import product

import pygame
import pytest

from game.rules.registry import CANFIELD, VIERFREI
from scenes.kit.commands import Command
from scenes.kit.window import MINIMUM, GameWindow, at_least, fineness, first_size, home_of
from scenes.style.theme import bar_height, line_height, strip_height, unit
from tests.each import each
from tests.scenes.stage import Point, Stage, Start
from tests.seed import a_few

SIDES = (1, 7, 20, 60, 90, 120, 299, 479, 900)
SMALL = [size for size in product(SIDES, repeat=2) if size[0] < MINIMUM[0] or size[1] < MINIMUM[1]]
CRASHED = [(1, 1), (60, 60), (120, 90), (20, 900)]
"""Sizes that once crashed the program, and similar sizes."""
SHOWN = (
    *(Command.NUMBER, Command.STATISTICS, Command.OPTIONS, Command.HELP),
    *(Command.COMPACT, Command.COMPACT, Command.CHANCES),
)


def show(on: Stage) -> None:
    """Let a tenth of a second pass, then draw the window."""
    on.wait(0.1)
    on.app.paint()
    on.app.window.flip()


def shrink(on: Stage, size: Point) -> None:
    """Resize the window, even below its minimum size, and draw it."""
    on.window._window.minimum_size = (1, 1)
    on.resize(size)
    show(on)
    assert on.window._window.size == size and on.window.surface.get_size() == on.window.size


def look_at_all(on: Stage, size: Point) -> None:
    """Open one panel after another in a window of ``size``. Resize the window while it is open."""
    shrink(on, size)
    for command in SHOWN:
        on.app.director.run(command)
        show(on)
        on.wheel(-1)
        on.move((size[0] // 2, size[1] // 2))
        on.key("Tab")
        show(on)
        shrink(on, (900, 600))
        shrink(on, size)
    on.key("Escape")
    show(on)


@each(
    ("size", "density"),
    [
        *((size, 1.0) for size in a_few(SMALL, 4, "any size", always=CRASHED)),
        *[(MINIMUM, 2.0), (MINIMUM, 3.0)],
    ],
)
@pytest.mark.parametrize("game", [None, VIERFREI, CANFIELD])
def test_every_scene_and_panel_survives_any_window_size(
    stage: Start, monkeypatch: pytest.MonkeyPatch, game: str | None, size: Point, density: float
) -> None:
    monkeypatch.setattr(GameWindow, "density", density)
    on = stage(game=game, deal=617)
    look_at_all(on, size)
    if game and density == 1:
        on.key("F7")
        assert on.review
        look_at_all(on, size)
        on.app.director.learn(game)
        look_at_all(on, size)
        on.app.director.run(Command.CHANCES)
        on.key("Return")
        look_at_all(on, size)


def test_tiny_windows_are_drawn_at_a_minimum_size() -> None:
    for size, density, picture in (
        ((1280, 800), 1.0, (1280, 800)),
        ((400, 600), 1.0, (480, 720)),
        ((1, 1), 1.0, (480, 480)),
        ((2, 4000), 1.0, (480, 4000)),
        ((4000, 2), 1.0, (4000, 300)),
        ((480, 300), 2.0, (960, 600)),
    ):
        assert at_least(size, density) == picture


def test_a_tiny_window_shows_the_whole_table_maps_clicks_and_is_not_kept(on: Stage) -> None:
    shrink(on, (240, 200))
    assert on.window.size == (480, 400)
    seen = on.window._window.get_surface()
    for column in "58":
        x, y = on.at(column)
        assert seen.get_at((x // 2, y // 2))[:3] != seen.get_at((3, 197))[:3], "a card"
        on.click(on.window.pixel((x // 2, y // 2)))
    assert on.actions == ["58"]
    on.resize((1000, 700))
    place = on.window.place
    on.keys("F9", "F9")
    shrink(on, (160, 112))
    assert on.table.layout.size[0] >= MINIMUM[0] and on.window.place == place, "a late event"
    on.keys("F11", "F11")
    assert on.window.place == place


LEFT = pygame.Rect(0, 0, 1920, 1080)
RIGHT = pygame.Rect(1920, 200, 1280, 800)
BELOW = pygame.Rect(300, 1080, 1280, 800)


def test_a_window_belongs_to_the_screen_on_which_it_can_be_reached() -> None:
    for corner, among, home in (
        ((100, 100), [LEFT], LEFT),
        ((1900, 300), [LEFT], None),
        ((1900, 300), [LEFT, RIGHT], RIGHT),
        ((1400, 300), [LEFT, RIGHT], LEFT),
        ((2000, 100), [LEFT, RIGHT], None),
        ((400, 1200), [LEFT, BELOW], BELOW),
        ((1700, 1100), [LEFT, BELOW], None),
        ((-850, 100), [LEFT], None),
        ((-800, 100), [LEFT], LEFT),
        ((100, -5), [LEFT], None),
    ):
        assert home_of((*corner, 900, 600), among) == home, (corner, among)


def test_leaving_the_compact_window_moves_to_a_screen_that_still_exists(
    stage: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    on = stage(size=(900, 600))
    monkeypatch.setattr("scenes.kit.window.screens", lambda: [LEFT, RIGHT])
    on.window._window.position = (2100, 300)
    on.window.moved()
    on.key("f9")
    monkeypatch.setattr("scenes.kit.window.screens", lambda: [LEFT])
    on.key("f9")
    place = pygame.Rect(on.window.on_screen)
    assert place.size == (900, 600) and LEFT.contains(place)


def test_a_window_takes_its_share_of_a_screen_and_never_more_than_all_screens(
    on: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert first_size(LEFT) == (1280, 800)
    assert first_size(pygame.Rect(0, 0, 3840, 2160)) == (2560, 1600)
    assert first_size(pygame.Rect(0, 0, 1024, 768)) == (984, 678)
    assert fineness(pygame.Rect(0, 0, 3840, 1080)) == 1
    for screens, size in (
        ([RIGHT], (1280, 800)),
        ([LEFT, RIGHT], (3000, 1080)),
        ([LEFT, BELOW], (1920, 1700)),
    ):
        monkeypatch.setattr("scenes.kit.window.screens", lambda screens=screens: screens)
        window = GameWindow(None, (screens[0].x, screens[0].y, 3000, 1700))
        assert window.place[2:] == size
        window.close()


def test_bars_and_lines_look_equally_large_on_a_dense_screen() -> None:
    for width, height in [(480, 300), (640, 480), (800, 600), (1280, 800), (1920, 1080)]:
        fine = width * 2, height * 2
        assert unit(fine, 2.0) >= 2
        for measure in (bar_height, strip_height, line_height):
            assert abs(measure(fine, 2.0) - 2 * measure((width, height), 1.0)) <= 1


def test_a_change_of_density_alone_redoes_the_layout(
    on: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The window was moved to a screen where the same size has more pixels."""
    usual, size = on.table.layout.top, on.window._window.size
    monkeypatch.setattr(type(on.window), "_pixels", property(lambda _: (2 * size[0], 2 * size[1])))
    on.window_event(pygame.WINDOWMOVED)
    assert on.window.density == 2 and on.table.layout.top > 1.5 * usual
    monkeypatch.setattr(GameWindow, "density", 3.0)
    on.window_event(pygame.WINDOWMOVED)
    assert on.table.layout.top > 2.5 * usual
    on.window.events()
    pygame.event.post(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=(123, 45), button=1))
    assert [event.pos for event in on.window.events()] == [(246, 90)], "of coarser points"
