"""A click that makes a move also has it saved, and so has a key that takes it back."""

from __future__ import annotations

import json
from typing import Any

import pygame

from tests.scenes.stage import CTRL, Stage, key_event


def event(kind: int, **values: Any) -> pygame.Event:
    return pygame.Event(kind, window=None, touch=False, **values)


def test_the_last_move_is_saved(on: Stage) -> None:
    for name in ("5", "8"):
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            on.app.handle(event(kind, pos=on.at(name), button=1))
    assert on.actions == ["58"] and not on.storage.behind
    on.storage.flush()
    assert json.loads((on.home / "vierfrei.json").read_text("utf-8"))["actions"] == ["58"]


def test_an_undo_is_saved(on: Stage) -> None:
    on.play("58")
    on.app.handle(key_event("z", CTRL))
    assert not on.actions and not on.storage.behind
    on.storage.flush()
    kept = json.loads((on.home / "vierfrei.json").read_text("utf-8"))
    assert not kept["actions"] and kept["undone"] == ["58"] and kept["undos"] == 1
