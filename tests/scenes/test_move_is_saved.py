"""A click only makes the move, and a key only takes it back; whatever comes next has it saved."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pygame
import pytest

from tests.scenes.stage import CTRL, Stage, Start, key_event


def event(kind: int, **values: Any) -> pygame.Event:
    return pygame.Event(kind, window=None, touch=False, **values)


def told(stage: Stage, kind: int) -> None:
    """The window's news, and the next tick."""
    stage.app.handle(event(kind, x=0, y=0))
    stage.app.advance(1 / 60)


MOTION = event(pygame.MOUSEMOTION, pos=(5, 5), rel=(1, 1), buttons=(0, 0, 0))
WAYS: dict[str, Callable[[Stage], object]] = {
    "a tick": lambda stage: stage.app.advance(1 / 60),
    "a picture": lambda stage: stage.app.paint(),
    "a move of the mouse": lambda stage: stage.app.handle(MOTION),
    "a key": lambda stage: stage.app.handle(key_event("right")),
    "the compact window": lambda stage: stage.app.handle(key_event("F9")),
    "the menu": lambda stage: stage.app.director.show_start(),
    "the statistics": lambda stage: stage.app.handle(key_event("F6")),
    "the review": lambda stage: stage.app.handle(key_event("F7")),
    "another game": lambda stage: stage.app.director.play("canfield"),
    "minimised": lambda stage: told(stage, pygame.WINDOWMINIMIZED),
    "no focus": lambda stage: told(stage, pygame.WINDOWFOCUSLOST),
    "quitting": lambda stage: stage.app.quit(),
    "the end, as a signal or an error brings it": lambda stage: stage.app.close(),
}


@pytest.mark.parametrize("way", WAYS)
def test_the_last_move_is_saved(stage: Start, way: str) -> None:
    on = stage()
    for name in ("5", "8"):
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            on.app.handle(event(kind, pos=on.at(name), button=1))
    assert on.actions == ["58"] and on.storage.behind, "the click itself does not save"
    WAYS[way](on)
    assert not on.storage.behind
    on.storage.flush()
    assert json.loads((on.home / "vierfrei.json").read_text("utf-8"))["actions"] == ["58"]


def test_an_undo_is_saved(stage: Start) -> None:
    on = stage()
    on.play("58")
    on.app.handle(key_event("z", CTRL))
    assert not on.actions and on.storage.behind, "the key itself does not save"
    on.app.paint()
    on.storage.flush()
    kept = json.loads((on.home / "vierfrei.json").read_text("utf-8"))
    assert not kept["actions"] and kept["undone"] == ["58"] and kept["undos"] == 1
