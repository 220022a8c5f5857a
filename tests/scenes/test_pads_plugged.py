"""Controllers plugged in and out, all the way from SDL."""

from __future__ import annotations

import time
from collections.abc import Callable

import pygame
import pytest

from scenes.app.app import look_out
from scenes.kit.commands import PAD_NAMES, Command
from tests.loops import while_
from tests.scenes.padding import (
    FAR,
    RIGHT,
    STICK_X,
    A,
    Y,
    cursor,
    plug_in,
    press,
    push,
    send,
)
from tests.scenes.stage import Stage
from tests.scenes.virtual_pad import KernelPad, virtual_pad

# -- plugged in and out ----------------------------------------------------------------------------


def test_plugged_out_it_lets_go(on: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    found = plug_in(on, monkeypatch, "Nintendo Switch Pro Controller")
    assert on.line == "Nintendo Switch Pro Controller connected."
    press(on, RIGHT, A)
    assert on.table.hand.held and PAD_NAMES[Command.START] == "+"
    push(on, STICK_X, 1.0)
    send(on, pygame.CONTROLLERDEVICEREMOVED)
    assert on.line == "Controller disconnected." and found.closed
    assert not on.table.hand.held and not PAD_NAMES
    before = cursor(on)
    on.wait(1)
    assert cursor(on) == before, "the stick is held no more"
    push(on, STICK_X, 1.0)
    assert cursor(on) != before, "another one's stick, pushed the same way"
    push(on, STICK_X, 0.0)
    send(on, pygame.CONTROLLERDEVICEREMOVED)
    on.check()


def drain(on: Stage) -> None:
    for event in pygame.event.get():
        on.handle(event)


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> None:
    """Controllers are heard although, without a screen, no window has the keyboard."""
    from pygame._sdl2 import controller

    monkeypatch.setenv("SDL_JOYSTICK_ALLOW_BACKGROUND_EVENTS", "1")
    # SDL asks for that only as it begins, and an earlier test may have had it begin.
    if controller.get_init():
        controller.quit()
    pygame.joystick.quit()


@pytest.mark.usefixtures("heard")
def test_a_controller_of_sdl_plays_and_goes(on: Stage) -> None:
    """All the way from SDL, which tells of each button twice."""
    pygame.event.clear()
    look_out()
    try:
        with virtual_pad() as pad:
            if pad is None:
                pytest.skip("this SDL makes no virtual controllers")
            for _ in range(2):
                drain(on)
            assert "connected." in on.line
            for number in (RIGHT, Y):
                for down in (True, False):
                    pad.button(number, down=down)
                    drain(on)
            assert on.actions == ["1a"]
            pad.axis(STICK_X, FAR)
            drain(on)
            assert on.table.keys.cursor.pile == on.pile("2")
            pad.pull_out()
            drain(on)
        assert on.line == "Controller disconnected."
    finally:
        pygame.joystick.quit()
        pygame.event.clear()


@pytest.mark.usefixtures("heard")
def test_a_controller_of_the_kernel_plays_and_goes(on: Stage) -> None:
    """All the way from the kernel, whose devices need a moment to come and go."""
    look_out()

    def until(done: Callable[[], bool]) -> None:
        for _ in while_(lambda: not done()):
            drain(on)
            time.sleep(0.002)

    try:
        try:
            pad = KernelPad()
        except OSError as error:
            pytest.skip(f"no device can be made through uinput here: {error}")
        until(lambda: "connected." in on.line)
        pad.tell(3, 16, 1)
        until(lambda: bool(cursor(on)))
        pad.tell(3, 16, 0)
        pad.tell(1, pad.WEST, 1)
        until(lambda: on.actions == ["1a"])
        pad.pull_out()
        until(lambda: on.line == "Controller disconnected.")
    finally:
        pygame.joystick.quit()
        pygame.event.clear()
