"""Controllers: what their buttons and sticks do, what the buttons are called, plugging in and
out."""

from __future__ import annotations

import contextlib
import ctypes
import re
from pathlib import Path

import pygame
import pytest

from scenes.app.gamepads import watch_for_gamepads
from scenes.kit.commands import GAMEPAD_NAMES, Command, gamepad_names, key_words
from tests.scenes.controllers import (
    BACK,
    DOWN,
    FAR,
    LEFT,
    LEFT_SHOULDER,
    RIGHT,
    RIGHT_SHOULDER,
    START,
    STICK_X,
    STICK_Y,
    UP,
    A,
    B,
    X,
    Y,
    cursor,
    plug_in,
    press,
    push,
    send,
)
from tests.scenes.stage import SHIFT, Stage, Start, almost_won


def cursor_after(start: Start, *keys: str) -> str:
    on = start()
    on.keys(*keys)
    return cursor(on)


def test_the_cross_moves_the_cursor_like_the_arrows(stage: Start) -> None:
    wanted = cursor_after(stage, "left", "right", "right", "up", "left")
    on = stage()
    press(on, LEFT, RIGHT, RIGHT, UP, LEFT)
    assert cursor(on) == wanted != cursor_after(stage, "left")


def test_a_picks_up_and_drops_and_b_puts_back_and_undoes(on: Stage) -> None:
    for buttons, held, actions in (
        ([*[RIGHT] * 5, A], True, []),
        ([B], False, []),
        ([A, RIGHT, RIGHT, RIGHT, A], False, ["58"]),
        ([B], False, []),
        ([RIGHT_SHOULDER], False, ["58"]),
        ([LEFT_SHOULDER], False, []),
    ):
        press(on, *buttons)
        assert (bool(on.table.hand.held), on.actions) == (held, actions), buttons


def test_x_sends_home_and_y_moves_into_a_cell(stage: Start) -> None:
    on = almost_won(stage)
    press(on, RIGHT, RIGHT, X)
    assert on.actions[-1].startswith("2h") and on.session.won
    on = stage()
    press(on, RIGHT, Y)
    assert on.actions == ["1a"]
    press(on, UP, X)
    assert on.actions == ["1a"] and on.plings, "no ace lies there, and no better place is"


def test_y_deals_from_a_stock(stage: Start) -> None:
    on = stage(game="canfield", deal=42)
    press(on, Y)
    assert on.actions == ["d"] and GAMEPAD_NAMES[Command.DEAL] == "Y"


def test_back_goes_to_the_bar_and_a_presses_its_buttons(on: Stage) -> None:
    press(on, BACK)
    assert on.table.bar.controls.focus is on.table.bar.controls.items[0]
    press(on, RIGHT, A)
    assert on.session.deal.number != 617, "the second button deals a new game"


def test_the_stick_has_a_dead_zone_and_does_not_repeat_when_it_trembles(stage: Start) -> None:
    on = stage()
    push(on, STICK_X, 0.3)
    assert not cursor(on) and not GAMEPAD_NAMES
    for far in (0.9, 0.5, 0.4, 0.6, 0.9):
        push(on, STICK_X, far)
    assert cursor(on) == cursor_after(stage, "right"), "one push is one arrow"
    push(on, STICK_X, 0.1)
    push(on, STICK_X, 0.9)
    assert cursor(on) == cursor_after(stage, "right", "right")


def test_the_stick_moves_the_way_it_is_pushed_most(stage: Start) -> None:
    on = stage()
    press(on, RIGHT)
    push(on, STICK_X, 0.4)
    push(on, STICK_Y, -0.8)
    assert cursor(on) == cursor_after(stage, "right", "up")


@pytest.mark.parametrize("by", ["cross", "stick"])
def test_held_it_repeats_like_a_held_arrow(stage: Start, by: str) -> None:
    keys = stage()
    keys.down("right")
    keys.wait(0.7)
    wanted, once = cursor(keys), cursor_after(stage, "right")
    on = stage()

    def hold(down: bool) -> None:
        if by == "stick":
            push(on, STICK_X, float(down))
        else:
            kind = pygame.CONTROLLERBUTTONDOWN if down else pygame.CONTROLLERBUTTONUP
            send(on, kind, button=RIGHT)

    hold(True)
    on.wait(0.7)
    assert cursor(on) == wanted != once
    hold(False)
    before = cursor(on)
    on.wait(0.7)
    assert cursor(on) == before


def test_start_shows_the_start_screen_and_leads_back(on: Stage) -> None:
    press(on, RIGHT, A)
    assert on.table.hand.held
    press(on, START)
    assert on.app.director.table is None
    press(on, START)
    assert on.session.deal.number == 617


def test_the_cross_works_on_the_start_screen_like_the_arrows(stage: Start) -> None:
    on = stage(game=None)
    press(on, DOWN, RIGHT, DOWN)
    announced = on.lines[-3:]
    on = stage(game=None)
    on.keys("down", "right", "down")
    assert on.lines[-3:] == announced


def test_a_controller_uses_and_closes_a_panel(on: Stage) -> None:
    on.key("F8")
    press(on, BACK, X, Y, LEFT_SHOULDER)
    assert on.page.controls.focus is not None
    press(on, B)
    assert on.panel is None and on.app.director.table is not None


def test_a_controller_enters_the_number_of_a_deal(on: Stage) -> None:
    on.key("F2")
    press(on, *[RIGHT] * 7, DOWN)
    assert on.plings == 1 and on.lines[-1] == "000009", "no more digits than it may have"
    on.keys(*["backspace"] * 6, "down")
    assert on.lines[-1] == "9" and "Up and down change a digit" not in on.spoken
    on.keys("backspace")
    press(on, UP, UP, UP, RIGHT, DOWN, RIGHT, UP, RIGHT, X, LEFT, DOWN, RIGHT, UP)
    assert on.lines[-1] == "382" and "Up and down change a digit" in on.spoken
    press(on, A)
    assert on.session.deal.number == 382 and on.panel is None


def test_a_controller_enters_the_name_of_a_bookmark(on: Stage) -> None:
    on.keys("ctrl+b", "F7", "n")
    assert "Up and down change a letter" not in on.spoken
    on.keys("a", "up", "down")
    assert on.field_text == "a|", "a keyboard turns no letters"
    on.key("backspace")
    press(on, UP, UP, RIGHT, UP, RIGHT, X, RIGHT, DOWN)
    assert on.lines[-1] == "ba-" and "Up and down change a letter" in on.spoken
    press(on, LEFT, LEFT, UP, A)
    assert on.panel is None and on.review.node.bookmark == "ca-"


def test_a_controller_uses_and_leaves_the_review(on: Stage) -> None:
    on.play("58 1a")
    on.key("F7")
    at = on.review.at
    press(on, LEFT)
    assert on.review.at == at - 1
    press(on, RIGHT_SHOULDER)
    assert on.review.at == at
    press(on, B)
    assert on.app.director.review is None and len(on.actions) == 2


def test_a_leaves_the_small_window(on: Stage) -> None:
    on.key("F9")
    press(on, RIGHT)
    assert on.compact and on.plings == 1
    press(on, A)
    assert not on.compact


def test_buttons_do_nothing_while_another_program_has_the_focus(on: Stage) -> None:
    on.window_event(pygame.WINDOWFOCUSLOST)
    press(on, RIGHT, Y)
    push(on, STICK_X, 1.0)
    assert not on.actions and not cursor(on)
    on.window_event(pygame.WINDOWFOCUSGAINED)
    press(on, RIGHT, Y)
    assert on.actions == ["1a"]


XBOX, PLAYSTATION, NINTENDO = ("A", "LB"), ("Cross", "L1"), ("A", "L")


@pytest.mark.parametrize(
    ("name", "names"),
    [
        *((name, XBOX) for name in ("Xbox Series X Controller", "Logitech F310 Gamepad", "")),
        ("Xbox Wireless Controller", XBOX),
        *((name, PLAYSTATION) for name in ("PS5 Controller", "Wireless Controller")),
        ("Sony Interactive Entertainment DualSense Wireless Controller", PLAYSTATION),
        *((name, NINTENDO) for name in ("Nintendo Switch Pro Controller", "Joy-Con (L/R)")),
    ],
)
def test_buttons_are_called_as_the_maker_of_the_controller_calls_them(
    name: str, names: tuple[str, str]
) -> None:
    found = gamepad_names(name)
    assert (found["Enter"], found[Command.UNDO_ACTION]) == names
    assert len(set(found.values())) == len(found) - 1, "only Y stands for two commands"


def test_sdl_may_be_told_to_name_nintendos_buttons_by_position(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SDL_GAMECONTROLLER_USE_BUTTON_LABELS", "0")
    found = gamepad_names("Nintendo Switch Pro Controller")
    assert [found[key] for key in ("Enter", "Esc", "Space", Command.DEAL)] == ["B", "A", "Y", "X"]


def tips(on: Stage) -> str:
    return " ".join(item.tip for item in on.table.bar.controls.items)


def test_tips_name_the_keys_or_buttons_of_the_device_used_last(on: Stage) -> None:
    assert "Ctrl+Z" in tips(on) and "LB" not in tips(on)
    press(on, RIGHT)
    assert "LB" in tips(on) and "Ctrl+Z" not in tips(on)
    assert key_words("Enter") == "A" and Command.START.first_key == "Menu"
    assert on.message == "A: pick up, put down · B: back · X: home · Y: free cell"
    assert on.message in on.lines
    on.key("right")
    assert "Ctrl+Z" in tips(on) and key_words("Enter") == "Enter"


def test_the_help_names_the_makers_buttons(on: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    plug_in(on, monkeypatch, "PS4 Controller")
    press(on, RIGHT)
    on.key("F1", SHIFT)
    press(on, DOWN)
    assert "Cross pick up and put down" in on.spoken.replace(":", "").replace(",", "")


def test_unplugging_releases_cards_and_stick(on: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    found = plug_in(on, monkeypatch, "Nintendo Switch Pro Controller")
    assert on.message == "Nintendo Switch Pro Controller connected."
    press(on, RIGHT, A)
    assert on.table.hand.held and GAMEPAD_NAMES[Command.START] == "+"
    push(on, STICK_X, 1.0)
    send(on, pygame.CONTROLLERDEVICEREMOVED)
    assert on.message == "Controller disconnected." and found.closed
    assert not on.table.hand.held and not GAMEPAD_NAMES
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
def background_events(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have SDL report controllers although, without a screen, no window has the keyboard focus."""
    from pygame._sdl2 import controller

    monkeypatch.setenv("SDL_JOYSTICK_ALLOW_BACKGROUND_EVENTS", "1")
    # SDL reads this only when it starts, and an earlier test may have started it.
    if controller.get_init():
        controller.quit()
    pygame.joystick.quit()


@pytest.mark.usefixtures("background_events")
def test_a_virtual_controller_of_sdl_plays_and_disconnects(on: Stage) -> None:
    """The input comes all the way from SDL, which sends each button twice."""
    pygame.event.clear()
    watch_for_gamepads()
    try:
        if (pad := virtual_pad()) is None:
            pytest.skip("this SDL makes no virtual controllers")
        for _ in range(2):
            drain(on)
        assert "connected." in on.message
        for number in (RIGHT, Y):
            for down in (True, False):
                pad.button(number, down=down)
                drain(on)
        assert on.actions == ["1a"]
        pad.axis(STICK_X, FAR)
        drain(on)
        assert on.table.keys.cursor.pile == on.pile("2")
        pad.unplug()
        drain(on)
        assert on.message == "Controller disconnected."
    finally:
        pygame.joystick.quit()
        pygame.event.clear()


_GAMEPAD, _AXES, _BUTTONS = 1, 6, 15


def _sdl() -> ctypes.CDLL | None:
    """Return the SDL library that pygame has loaded, or None if the system doesn't say where it
    is."""
    with contextlib.suppress(OSError):
        for path in set(re.findall(r"\S*/libSDL2-2\S*", Path("/proc/self/maps").read_text())):
            return ctypes.CDLL(path)
    return None


class VirtualPad:
    """A virtual controller provided by SDL."""

    def __init__(self, sdl: ctypes.CDLL, device: int) -> None:
        self._sdl = sdl
        self._device = device
        sdl.SDL_JoystickOpen.restype = ctypes.c_void_p
        self._joystick = ctypes.c_void_p(sdl.SDL_JoystickOpen(device))

    def button(self, number: int, *, down: bool) -> None:
        self._sdl.SDL_JoystickSetVirtualButton(self._joystick, number, int(down))

    def axis(self, number: int, value: int) -> None:
        self._sdl.SDL_JoystickSetVirtualAxis(self._joystick, number, ctypes.c_short(value))

    def unplug(self) -> None:
        self._sdl.SDL_JoystickDetachVirtual(self._device)


def virtual_pad() -> VirtualPad | None:
    """Plug in a virtual controller; return None if SDL can't create one.

    The program must be watching for controllers already.
    """
    sdl = _sdl()
    if sdl is None or not hasattr(sdl, "SDL_JoystickAttachVirtual"):
        return None
    device = sdl.SDL_JoystickAttachVirtual(_GAMEPAD, _AXES, _BUTTONS, 0)
    return VirtualPad(sdl, device) if device >= 0 else None
