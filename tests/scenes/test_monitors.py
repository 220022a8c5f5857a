"""Where a window may lie on a desktop of several screens, and how large all is on a fine one."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace

import pygame
import pytest

from scenes.kit.window import GameWindow, desktop_density, fineness, first_size, home_of
from scenes.style.theme import bar_height, line_height, strip_height, unit
from tests.each import each
from tests.scenes.stage import Stage

LEFT = pygame.Rect(0, 0, 1920, 1080)
RIGHT = pygame.Rect(1920, 200, 1280, 800)
BELOW = pygame.Rect(300, 1080, 1280, 800)


@each(
    ("place", "among", "home"),
    [
        ((100, 100, 900, 600), [LEFT], LEFT),
        ((1900, 300, 900, 600), [LEFT], None),
        ((1900, 300, 900, 600), [LEFT, RIGHT], RIGHT),
        ((1500, 300, 900, 600), [LEFT, RIGHT], RIGHT),
        ((1400, 300, 900, 600), [LEFT, RIGHT], LEFT),
        ((2000, 100, 900, 600), [LEFT, RIGHT], None),
        ((400, 1200, 900, 600), [LEFT, RIGHT], None),
        ((400, 1200, 900, 600), [LEFT, BELOW], BELOW),
        ((1700, 1100, 900, 600), [LEFT, BELOW], None),
        ((-850, 100, 900, 600), [LEFT], None),
        ((-800, 100, 900, 600), [LEFT], LEFT),
        ((100, -5, 900, 600), [LEFT], None),
        ((100, 1040, 900, 600), [LEFT], None),
    ],
)
def test_the_screen_by_which_a_window_can_be_reached(
    place: tuple[int, int, int, int], among: list[pygame.Rect], home: pygame.Rect | None
) -> None:
    assert home_of(place, among) == home


def test_a_window_back_from_small_when_its_screen_is_gone(
    stage: Callable[..., Stage], monkeypatch: pytest.MonkeyPatch
) -> None:
    on = stage(size=(900, 600))
    monkeypatch.setattr("scenes.kit.window.screens", lambda: [LEFT, RIGHT])
    on.window._window.position = (2100, 300)
    on.window.moved()
    on.key("f9")
    monkeypatch.setattr("scenes.kit.window.screens", lambda: [LEFT])
    on.key("f9")
    place = pygame.Rect(on.window.on_screen)
    assert place.size == (900, 600)
    assert LEFT.contains(place)


def test_the_first_window_is_the_same_part_of_a_finer_screen() -> None:
    assert first_size(LEFT) == (1280, 800)
    assert first_size(pygame.Rect(0, 0, 3840, 2160)) == (2560, 1600)
    assert first_size(pygame.Rect(0, 0, 1024, 768)) == (984, 678)
    assert fineness(pygame.Rect(0, 0, 3840, 1080)) == 1


def test_a_window_is_never_larger_than_all_screens_are(
    on: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    for screens, size in (
        ([RIGHT], (1280, 800)),
        ([LEFT, RIGHT], (3000, 1080)),
        ([LEFT, BELOW], (1920, 1700)),
    ):
        monkeypatch.setattr("scenes.kit.window.screens", lambda screens=screens: screens)
        window = GameWindow(None, (screens[0].x, screens[0].y, 3000, 1700))
        assert window.place[2:] == size
        window.close()


def test_only_windows_leaves_the_desktops_scale_to_programs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    desktop_density.cache_clear()
    assert desktop_density() == 1
    desktop_density.cache_clear()
    user32 = SimpleNamespace(GetDpiForSystem=lambda: 144)
    monkeypatch.setattr("sys.platform", "win32")
    monkeypatch.setattr("ctypes.windll", SimpleNamespace(user32=user32), raising=False)
    assert desktop_density() == 1.5
    desktop_density.cache_clear()


@pytest.mark.parametrize("size", [(480, 300), (640, 480), (800, 600), (1280, 800), (1920, 1080)])
def test_the_chrome_is_as_large_on_a_fine_screen(size: tuple[int, int]) -> None:
    fine = size[0] * 2, size[1] * 2
    assert unit(fine, 2.0) >= 2
    for height in (bar_height, strip_height, line_height):
        assert abs(height(fine, 2.0) - 2 * height(size, 1.0)) <= 1


def test_all_is_laid_anew_where_only_the_density_is_another(
    stage: Callable[..., Stage], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The window was moved to another screen, and has as many pixels there."""
    on = stage()
    usual = on.table.layout.top
    monkeypatch.setattr(GameWindow, "density", 2.0)
    on.tell(pygame.WINDOWMOVED)
    assert on.table.layout.top > 1.5 * usual


def test_a_click_on_a_desktop_of_coarser_points(
    stage: Callable[..., Stage], monkeypatch: pytest.MonkeyPatch
) -> None:
    on = stage(size=(1200, 800))
    at = on.at("5")
    on.window._window.size = (1200, 800)
    assert on.window.pixel(at) == at
    monkeypatch.setattr(type(on.window), "_pixels", property(lambda _: (2400, 1600)))
    assert on.window.density == 2
    assert on.window.pixel(at) == (2 * at[0], 2 * at[1])
