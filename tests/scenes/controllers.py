"""Helpers for tests of controllers: pressing buttons, pushing sticks, and plugging a controller
in."""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from scenes.app import gamepads as shell_pads
from tests.scenes.stage import Stage

A, B, X, Y = (getattr(pygame, f"CONTROLLER_BUTTON_{name}") for name in "ABXY")
BACK, START = pygame.CONTROLLER_BUTTON_BACK, pygame.CONTROLLER_BUTTON_START
LEFT_SHOULDER = pygame.CONTROLLER_BUTTON_LEFTSHOULDER
RIGHT_SHOULDER = pygame.CONTROLLER_BUTTON_RIGHTSHOULDER
UP, DOWN, LEFT, RIGHT = (
    getattr(pygame, f"CONTROLLER_BUTTON_DPAD_{name}") for name in ("UP", "DOWN", "LEFT", "RIGHT")
)
STICK_X, STICK_Y = pygame.CONTROLLER_AXIS_LEFTX, pygame.CONTROLLER_AXIS_LEFTY
FAR = 32767


def send(on: Stage, kind: int, **given: Any) -> None:
    on.handle(pygame.Event(kind, instance_id=0, **given))


def press(on: Stage, *buttons: int) -> None:
    """Press and release ``buttons``.

    Each press is also sent as a joystick's, because SDL reports both.
    """
    for button in buttons:
        for kind in (pygame.CONTROLLERBUTTONDOWN, pygame.JOYBUTTONDOWN):
            send(on, kind, button=button)
        for kind in (pygame.CONTROLLERBUTTONUP, pygame.JOYBUTTONUP):
            send(on, kind, button=button)


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
