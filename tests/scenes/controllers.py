"""Helpers that simulate a game controller."""

from __future__ import annotations

from typing import Any
from unittest.mock import Mock

import pygame
import pytest

from scenes.app import gamepads
from tests.scenes.stage import Stage

STICK_X, STICK_Y = pygame.CONTROLLER_AXIS_LEFTX, pygame.CONTROLLER_AXIS_LEFTY
FAR = 32767


def send(on: Stage, kind: int, **given: Any) -> None:
    on.handle(pygame.Event(kind, instance_id=0, **given))


def button(name: str) -> int:
    """Return SDL's number for a button, such as ``A`` or ``left``."""
    cross = "DPAD_" if name in ("left", "right", "up", "down") else ""
    number: int = getattr(pygame, f"CONTROLLER_BUTTON_{cross}{name.upper()}")
    return number


def press(on: Stage, buttons: str) -> None:
    """Press and release ``buttons``, sending joystick events too, as SDL does."""
    for name in buttons.split():
        for kind in ("CONTROLLERBUTTONDOWN", "JOYBUTTONDOWN", "CONTROLLERBUTTONUP", "JOYBUTTONUP"):
            send(on, getattr(pygame, kind), button=button(name))


def push(on: Stage, axis: int, value: float) -> None:
    send(on, pygame.CONTROLLERAXISMOTION, axis=axis, value=round(value * FAR))


def cursor(on: Stage) -> str:
    found = on.table.keys.cursor
    return f"{found.pile} {found.depth}" if found.visible else ""


def plug_in(on: Stage, monkeypatch: pytest.MonkeyPatch, name: str) -> Mock:
    """Plug in a controller; return the mock that stands in for SDL's object."""
    found = Mock()
    monkeypatch.setattr(gamepads, "opened", lambda device: (0, name, found))
    on.handle(pygame.Event(pygame.CONTROLLERDEVICEADDED, device_index=0))
    return found
