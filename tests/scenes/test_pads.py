"""Controllers: the same intents and commands as the keyboard's, by the names of their makers."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pygame
import pytest

from scenes.desktop import pads as desktop_pads
from scenes.desktop.wakeup import Doorbell
from scenes.kit.commands import BY_COMMAND, PAD_NAMES, Command, key_words
from scenes.kit.pads import Maker, button_names, maker_of
from scenes.shell import pads as shell_pads
from tests.loops import while_
from tests.scenes.stage import SHIFT, Stage, Start, almost_won
from tests.scenes.virtual_pad import KernelPad, virtual_pad

A, B, X, Y = (getattr(pygame, f"CONTROLLER_BUTTON_{name}") for name in "ABXY")
BACK, START = pygame.CONTROLLER_BUTTON_BACK, pygame.CONTROLLER_BUTTON_START
LEFT_SHOULDER = pygame.CONTROLLER_BUTTON_LEFTSHOULDER
RIGHT_SHOULDER = pygame.CONTROLLER_BUTTON_RIGHTSHOULDER
UP, DOWN, LEFT, RIGHT = (
    getattr(pygame, f"CONTROLLER_BUTTON_DPAD_{name}") for name in ("UP", "DOWN", "LEFT", "RIGHT")
)
STICK_X, STICK_Y = pygame.CONTROLLER_AXIS_LEFTX, pygame.CONTROLLER_AXIS_LEFTY
FAR = 32767


@pytest.fixture(autouse=True)
def keys_again() -> Iterator[None]:
    yield
    PAD_NAMES.clear()


def send(on: Stage, kind: int, **given: int) -> None:
    on.handle(pygame.Event(kind, instance_id=0, **given))


def press(on: Stage, *buttons: int) -> None:
    """Press and release buttons; each comes as a joystick's too, as SDL tells of both."""
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


def walked(start: Start, *keys: str) -> str:
    on = start()
    on.keys(*keys)
    return cursor(on)


# -- on a table ------------------------------------------------------------------------------------


def test_the_cross_goes_where_the_arrows_go(stage: Start) -> None:
    wanted = walked(stage, "left", "right", "right", "up", "left")
    on = stage()
    press(on, LEFT, RIGHT, RIGHT, UP, LEFT)
    assert cursor(on) == wanted != walked(stage, "left")


def test_a_takes_and_lays_and_b_puts_back_and_undoes(vierfrei: Stage) -> None:
    on = vierfrei
    press(on, *[RIGHT] * 5, A)
    assert on.table.hand.held is not None and on.state[on.pile("5")]
    press(on, B)
    assert on.table.hand.held is None and not on.actions
    press(on, A, RIGHT, RIGHT, RIGHT, A)
    assert on.actions == ["58"]
    press(on, B)
    assert not on.actions and on.session.can_redo
    press(on, RIGHT_SHOULDER)
    assert on.actions == ["58"]
    press(on, LEFT_SHOULDER)
    assert not on.actions


def test_x_sends_home_and_y_into_a_cell(stage: Start) -> None:
    on = almost_won(stage)
    press(on, RIGHT, RIGHT, X)
    assert on.actions[-1].startswith("2h") and on.session.won
    on = stage()
    press(on, RIGHT, Y)
    assert on.actions == ["1a"]
    press(on, UP, X)
    assert on.actions == ["1a"] and on.plings, "no ace lies there, and no better place is"


def test_y_deals_where_there_is_a_stock(stage: Start) -> None:
    on = stage(game="canfield", deal=42)
    press(on, Y)
    assert on.actions == ["d"] and PAD_NAMES[Command.DEAL] == "Y"


def test_back_leads_to_the_buttons_and_a_presses_them(vierfrei: Stage) -> None:
    press(vierfrei, BACK)
    assert vierfrei.table.bar.controls.focus is vierfrei.table.bar.controls.items[0]
    press(vierfrei, RIGHT, A)
    assert vierfrei.session.deal.number != 617, "the second button deals a new game"


# -- the stick -------------------------------------------------------------------------------------


def test_the_stick_has_a_dead_zone_and_does_not_flicker(stage: Start) -> None:
    on = stage()
    push(on, STICK_X, 0.3)
    assert not cursor(on) and not PAD_NAMES
    for far in (0.9, 0.5, 0.4, 0.6, 0.9):
        push(on, STICK_X, far)
    assert cursor(on) == walked(stage, "right"), "one push is one arrow"
    push(on, STICK_X, 0.1)
    push(on, STICK_X, 0.9)
    assert cursor(on) == walked(stage, "right", "right")


def test_the_stick_goes_where_it_is_pushed_most(stage: Start) -> None:
    on = stage()
    press(on, RIGHT)
    push(on, STICK_X, 0.4)
    push(on, STICK_Y, -0.8)
    assert cursor(on) == walked(stage, "right", "up")


@pytest.mark.parametrize("by", ["cross", "stick"])
def test_held_it_repeats_as_a_held_arrow(stage: Start, by: str) -> None:
    keys = stage()
    keys.down("right")
    keys.wait(0.7)
    keys.up("right")
    wanted, once = cursor(keys), walked(stage, "right")
    on = stage()
    if by == "cross":
        send(on, pygame.CONTROLLERBUTTONDOWN, button=RIGHT)
    else:
        push(on, STICK_X, 1.0)
    on.wait(0.7)
    assert cursor(on) == wanted != once
    if by == "cross":
        send(on, pygame.CONTROLLERBUTTONUP, button=RIGHT)
    else:
        push(on, STICK_X, 0.0)
    before = cursor(on)
    on.wait(0.7)
    assert cursor(on) == before


# -- elsewhere -------------------------------------------------------------------------------------


def test_start_shows_the_menu_whatever_is_held_and_leads_back(vierfrei: Stage) -> None:
    press(vierfrei, RIGHT, A)
    assert vierfrei.table.hand.held
    press(vierfrei, START)
    assert vierfrei.app.director.table is None
    press(vierfrei, START)
    assert vierfrei.session.deal.number == 617


def test_the_menu_is_walked_and_pressed(stage: Start) -> None:
    said = []
    for walk in (
        lambda on: press(on, DOWN, RIGHT, DOWN),
        lambda on: on.keys("down", "right", "down"),
    ):
        on = stage(game=None)
        walk(on)
        said.append(on.lines[-3:])
    assert said[0] == said[1]


def test_a_panel_is_walked_and_closed(vierfrei: Stage) -> None:
    vierfrei.key("F8")
    panel = vierfrei.panel
    assert panel is not None
    press(vierfrei, BACK, X, Y, LEFT_SHOULDER)
    assert panel.page.controls.focus is not None and vierfrei.panel is panel
    press(vierfrei, B)
    assert vierfrei.panel is None and vierfrei.app.director.table is not None


def test_the_review_is_walked_and_left(vierfrei: Stage) -> None:
    vierfrei.play("58 1a")
    vierfrei.key("F7")
    at = vierfrei.review.at
    press(vierfrei, LEFT)
    assert vierfrei.review.at == at - 1
    press(vierfrei, RIGHT_SHOULDER)
    assert vierfrei.review.at == at
    press(vierfrei, B)
    assert vierfrei.app.director.review is None and len(vierfrei.actions) == 2


def test_the_compact_window_is_left_by_a(vierfrei: Stage) -> None:
    vierfrei.key("F9")
    press(vierfrei, RIGHT)
    assert vierfrei.compact and vierfrei.plings == 1
    press(vierfrei, A)
    assert not vierfrei.compact


def test_what_is_pressed_for_another_program_means_nothing(vierfrei: Stage) -> None:
    vierfrei.tell(pygame.WINDOWFOCUSLOST)
    press(vierfrei, RIGHT, Y)
    push(vierfrei, STICK_X, 1.0)
    assert not vierfrei.actions and not cursor(vierfrei)
    vierfrei.tell(pygame.WINDOWFOCUSGAINED)
    press(vierfrei, RIGHT, Y)
    assert vierfrei.actions == ["1a"]


# -- names -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "maker"),
    [
        ("Xbox Series X Controller", Maker.XBOX),
        ("Logitech F310 Gamepad", Maker.XBOX),
        ("PS5 Controller", Maker.PLAYSTATION),
        ("Sony Interactive Entertainment DualSense Wireless Controller", Maker.PLAYSTATION),
        ("Wireless Controller", Maker.PLAYSTATION),
        ("Xbox Wireless Controller", Maker.XBOX),
        ("Nintendo Switch Pro Controller", Maker.NINTENDO),
        ("Joy-Con (L/R)", Maker.NINTENDO),
    ],
)
def test_the_usual_makers_are_known_by_name(name: str, maker: Maker) -> None:
    assert maker_of(name) is maker


def test_each_button_has_a_name_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    for maker in Maker:
        names = button_names(maker)
        assert len(set(names.values())) == len(names)
    by_letter = [*button_names(Maker.NINTENDO).values()]
    monkeypatch.setenv("SDL_GAMECONTROLLER_USE_BUTTON_LABELS", "0")
    by_place = [*button_names(Maker.NINTENDO).values()]
    assert by_place[:4] == [by_letter[1], by_letter[0], by_letter[3], by_letter[2]]


def tips(on: Stage) -> str:
    return " ".join(item.tip for item in on.table.bar.controls.items)


def test_names_are_those_of_the_device_that_was_used_last(vierfrei: Stage) -> None:
    assert "Ctrl+Z" in tips(vierfrei) and "LB" not in tips(vierfrei)
    press(vierfrei, RIGHT)
    assert "LB" in tips(vierfrei) and "Ctrl+Z" not in tips(vierfrei)
    assert key_words("Enter") == "A" and BY_COMMAND[Command.MENU].first_key == "Menu"
    assert vierfrei.line == "A: take, lay · B: back · X: home · Y: free cell"
    assert vierfrei.line in vierfrei.lines
    vierfrei.key("right")
    assert "Ctrl+Z" in tips(vierfrei) and key_words("Enter") == "Enter"


def test_the_help_names_the_buttons(vierfrei: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    plug_in(vierfrei, monkeypatch, "PS4 Controller")
    press(vierfrei, RIGHT)
    vierfrei.key("F1", SHIFT)
    press(vierfrei, DOWN)
    assert vierfrei.panel is not None
    spoken = " ".join(vierfrei.panel.page.spoken)
    assert "Cross take and lay" in spoken.replace(":", "").replace(",", "")


# -- plugged in and out ----------------------------------------------------------------------------


class Plugged:
    """Stands in for a controller of SDL's."""

    def __init__(self) -> None:
        self.closed = False

    def quit(self) -> None:
        self.closed = True


def plug_in(on: Stage, monkeypatch: pytest.MonkeyPatch, name: str) -> Plugged:
    found = Plugged()
    monkeypatch.setattr(shell_pads, "opened", lambda device: (0, name, found))
    on.handle(pygame.Event(pygame.CONTROLLERDEVICEADDED, device_index=0))
    return found


def test_plugged_out_it_lets_go(vierfrei: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    found = plug_in(vierfrei, monkeypatch, "Nintendo Switch Pro Controller")
    assert vierfrei.line == "Nintendo Switch Pro Controller is plugged in."
    press(vierfrei, RIGHT, A)
    assert vierfrei.table.hand.held and PAD_NAMES[Command.MENU] == "+"
    push(vierfrei, STICK_X, 1.0)
    send(vierfrei, pygame.CONTROLLERDEVICEREMOVED)
    assert vierfrei.line == "The controller is unplugged." and found.closed
    assert not vierfrei.table.hand.held and not PAD_NAMES and "Ctrl+Z" in tips(vierfrei)
    before = cursor(vierfrei)
    vierfrei.wait(1)
    assert cursor(vierfrei) == before, "the stick is held no more"
    send(vierfrei, pygame.CONTROLLERDEVICEREMOVED)
    vierfrei.check()


def drain(on: Stage) -> None:
    for event in pygame.event.get():
        on.handle(event)


def test_a_controller_of_sdl_plays_and_goes(
    vierfrei: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All the way from SDL, which tells of each button twice."""
    # Without a screen no window has the keyboard.
    monkeypatch.setenv("SDL_JOYSTICK_ALLOW_BACKGROUND_EVENTS", "1")
    pygame.event.clear()
    desktop_pads.look_out()
    try:
        with virtual_pad() as pad:
            if pad is None:
                pytest.skip("this SDL makes no virtual controllers")
            for _ in range(2):
                drain(vierfrei)
            assert "is plugged in." in vierfrei.line
            for number in (RIGHT, Y):
                for down in (True, False):
                    pad.button(number, down=down)
                    drain(vierfrei)
            assert vierfrei.actions == ["1a"]
            pad.axis(STICK_X, FAR)
            drain(vierfrei)
            assert vierfrei.table.keys.cursor.pile == vierfrei.pile("2")
            pad.pull_out()
            drain(vierfrei)
        assert vierfrei.line == "The controller is unplugged."
    finally:
        pygame.joystick.quit()
        pygame.event.clear()


def test_a_controller_of_the_kernel_plays_and_goes(
    vierfrei: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All the way from the kernel, whose devices need a moment to come and go."""
    monkeypatch.setenv("SDL_JOYSTICK_ALLOW_BACKGROUND_EVENTS", "1")
    desktop_pads.look_out()

    def until(done: Callable[[], bool]) -> None:
        for _ in while_(lambda: not done()):
            drain(vierfrei)
            time.sleep(0.002)

    try:
        try:
            pad = KernelPad()
        except OSError as error:
            pytest.skip(f"no device can be made through uinput here: {error}")
        until(lambda: "is plugged in." in vierfrei.line)
        pad.tell(3, 16, 1)
        until(lambda: bool(cursor(vierfrei)))
        pad.tell(3, 16, 0)
        pad.tell(1, pad.WEST, 1)
        until(lambda: vierfrei.actions == ["1a"])
        pad.pull_out()
        until(lambda: vierfrei.line == "The controller is unplugged.")
    finally:
        pygame.joystick.quit()
        pygame.event.clear()


# -- at rest ---------------------------------------------------------------------------------------


def test_a_rest_ends_when_a_controller_tells_something(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its file is one of those that are opened as it is plugged in."""
    import os
    import socket

    here, there = socket.socketpair()
    reading, writing = os.pipe()
    opened: set[int] = set()
    monkeypatch.setattr("scenes.desktop.wakeup.open_sockets", lambda kinds=(): frozenset(opened))
    with here, there:
        bell = Doorbell([here.fileno()])
        bell.hear(lambda: bool(opened.add(reading)))
        assert not bell._restless
        os.write(writing, b"x")
        begun = time.perf_counter()
        bell.sleep(20)
        assert time.perf_counter() - begun < 10
        for _ in range(200):
            bell.sleep(0.0001)
        assert bell._restless and bell._sockets, "one that never falls silent is not listened to"
        bell.hear(lambda: bool(opened.clear()))
        assert not bell._devices and not bell._restless
        bell.hear(lambda: True)
        assert bell._restless, "a device whose bell is not found is asked often"
    os.close(reading)
    os.close(writing)
