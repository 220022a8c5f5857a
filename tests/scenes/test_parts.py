"""Of a picture only what has changed is presented: nothing else may have."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace

import pygame
import pytest
from pygame import Rect

from game.player.settings import Speed
from scenes.desktop.window import GameWindow
from tests.scenes.stage import Stage

SIZE = 640, 480


class Shown:
    """What is seen of a stage's window: what it was told to present."""

    def __init__(self, on: Stage) -> None:
        self.on = on
        self.seen = pygame.Surface(on.app.size)
        self.parts = 0
        """How many pictures were presented in parts."""
        on.window.flip = self._flip  # type: ignore[method-assign]  # a screen of its own

    def _flip(self, drawn: Sequence[Rect] | None = None) -> None:
        surface = self.on.window.surface
        self.parts += drawn is not None
        for rect in [surface.get_rect()] if drawn is None else drawn:
            self.seen.blit(surface, rect, rect)

    def wait(self, seconds: float = 1.0, step: float = 1 / 20) -> None:
        """Let time pass as the loop does, and compare every picture."""
        for _ in range(round(seconds / step)):
            self.on.app.advance(step)
            if self.on.app.dirty:
                self.on.app.paint()
                self.on.app.present()
                picture = self.on.window.surface
                assert self.seen.get_buffer().raw == picture.get_buffer().raw


def test_whatever_has_changed_is_presented(tmp_path: Path) -> None:
    on = Stage(tmp_path, speed=Speed.NORMAL, size=SIZE)
    shown = Shown(on)
    shown.wait(0.1)
    on.press(on.at("5"))
    for to in ((300, 300), (320, 310), on.at("1")):
        on.move(to)
        shown.wait(0.1)
    on.release()
    shown.wait()
    for typed in ("5", "8", "2", "x", "1a"):
        on.type(typed)
        shown.wait(0.4)
    for key in ("left", "down", "space", "right", "backspace"):
        on.key(key)
        shown.wait(0.4)
    on.move(on.table.bar.controls.items[-1].rect.center)
    shown.wait(2)
    assert on.table.tip.seen
    on.move((5, 400))
    shown.wait(1.2)
    on.settings.speed = Speed.OFF
    on.type("2b")
    on.app.paint()
    on.table.invalidate()
    shown.wait(0.1)
    assert shown.parts > 20
    on.drop()


@pytest.mark.parametrize("able", [True, False])
def test_parts_are_presented_where_that_is_possible(
    monkeypatch: pytest.MonkeyPatch, able: bool
) -> None:
    window, whole = GameWindow(SIZE, None), list[int]()
    inner = window._window
    window._by_parts = True
    if not able:
        monkeypatch.setattr(pygame.base, "__file__", "/no/such/library")
    spy = SimpleNamespace(
        id=inner.id, get_surface=inner.get_surface, flip=lambda: whole.append(1), size=inner.size
    )
    monkeypatch.setattr(window, "_window", spy)
    parts = [Rect(10, 20, 30, 40), Rect(-5, 470, 50, 50)]
    window.flip(parts)
    window.flip(parts)
    assert len(whole) == (0 if able else 2)
    window.flip([Rect(0, 0, *SIZE)])
    assert len(whole) == (1 if able else 3), "as much as all of it"
    inner.destroy()
