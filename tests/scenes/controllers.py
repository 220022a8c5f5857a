"""Helpers for tests of controllers: pressing buttons, pushing sticks, and plugging a controller
in."""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from scenes.app import gamepads as shell_pads
from tests.scenes.stage import Stage

STICK_X, STICK_Y = pygame.CONTROLLER_AXIS_LEFTX, pygame.CONTROLLER_AXIS_LEFTY
FAR = 32767


def send(on: Stage, kind: int, **given: Any) -> None:
    on.handle(pygame.Event(kind, instance_id=0, **given))


def button(name: str) -> int:
    """Return SDL's number for a button: ``A``, ``back``, ``leftshoulder`` or, of the cross,
    ``left``."""
    cross = "DPAD_" if name in ("left", "right", "up", "down") else ""
    number: int = getattr(pygame, f"CONTROLLER_BUTTON_{cross}{name.upper()}")
    return number


def press(on: Stage, buttons: str) -> None:
    """Press and release ``buttons``, given by their names.

    Each press is also sent as a joystick's, because SDL reports both.
    """
    for number in map(button, buttons.split()):
        for kind in (pygame.CONTROLLERBUTTONDOWN, pygame.JOYBUTTONDOWN):
            send(on, kind, button=number)
        for kind in (pygame.CONTROLLERBUTTONUP, pygame.JOYBUTTONUP):
            send(on, kind, button=number)


def push(on: Stage, axis: int, value: float) -> None:
    send(on, pygame.CONTROLLERAXISMOTION, axis=axis, value=round(value * FAR))


def cursor(on: Stage) -> str:
    found = on.table.keys.cursor
    return f"{found.pile} {found.depth}" if found.visible else ""


class Plugged:
    """Stands in for an SDL controller."""

    def __init__(self) -> None:
        self.closed = False

    def quit(self) -> None:
        self.closed = True


def plug_in(on: Stage, monkeypatch: pytest.MonkeyPatch, name: str) -> Plugged:
    found = Plugged()
    monkeypatch.setattr(shell_pads, "opened", lambda device: (0, name, found))
    on.handle(pygame.Event(pygame.CONTROLLERDEVICEADDED, device_index=0))
    return found
