"""Controllers: buttons and sticks, their names, plugging in and unplugging."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from scenes.app.gamepads import watch_for_gamepads
from scenes.kit.commands import GAMEPAD_NAMES, Command, gamepad_names, key_words
from tests.scenes.controllers import (
    FAR,
    STICK_X,
    STICK_Y,
    button,
    cursor,
    plug_in,
    press,
    push,
    send,
)
from tests.scenes.stage import Stage, Start, almost_won


def cursor_after(start: Start, *keys: str) -> str:
    on = start()
    on.keys(*keys)
    return cursor(on)


@pytest.mark.parametrize("game", ["vierfrei", None], ids=["table", "start screen"])
def test_the_cross_works_like_the_arrows(stage: Start, game: str | None) -> None:
    ways = "left right right up left down right down"
    on = stage(game=game)
    on.keys(*ways.split())
    announced = on.lines[:]
    on = stage(game=game)
    press(on, ways)
    assert [line for line in on.lines if not line.startswith("A: ")] == announced


def test_each_button_does_what_its_key_does(stage: Start) -> None:
    on = stage()
    for buttons, held, actions in (
        ("right right right right right A", True, []),
        ("B", False, []),
        ("A right right right A", False, ["58"]),
        ("B", False, []),
        ("rightshoulder", False, ["58"]),
        ("leftshoulder", False, []),
        ("left left left left left left left Y up X", False, ["1a"]),
    ):
        press(on, buttons)
        assert (bool(on.table.hand.held), on.actions) == (held, actions), buttons
    assert on.plings, "no ace lies there, and no better place is"
    on = almost_won(stage)
    press(on, "right right X")
    assert on.actions[-1].startswith("2h") and on.session.won
    on = stage(game="canfield", deal=42)
    press(on, "Y")
    assert on.actions == ["d"] and GAMEPAD_NAMES[Command.DEAL] == "Y"


def test_the_stick_is_an_arrow_with_a_dead_zone_in_the_way_it_is_pushed_most(stage: Start) -> None:
    for pushes, up, keys in (
        ((0.3,), False, ()),
        ((0.9, 0.5, 0.4, 0.6, 0.9), False, ("right",)),  # one push is one arrow
        ((0.9, 0.1, 0.9, 0.1, 0.4), True, ("right", "right", "up")),
    ):
        wanted = cursor_after(stage, *keys)
        on = stage()
        for far in pushes:
            push(on, STICK_X, far)
        push(on, STICK_Y, -0.8 * up)
        assert cursor(on) == wanted and bool(GAMEPAD_NAMES) is bool(keys)


@pytest.mark.parametrize("by", ["cross", "stick"])
def test_held_it_repeats_like_a_held_arrow(stage: Start, by: str) -> None:
    on = stage()
    on.down("right")
    on.wait(0.7)
    wanted = cursor(on)
    assert wanted != cursor_after(stage, "right")
    on = stage()
    for value, kind in ((1.0, pygame.CONTROLLERBUTTONDOWN), (0.0, pygame.CONTROLLERBUTTONUP)):
        push(on, STICK_X, value) if by == "stick" else send(on, kind, button=button("right"))
        on.wait(0.7)
        assert cursor(on) == wanted


def test_start_b_and_a_lead_back_to_the_table(on: Stage) -> None:
    press(on, "right A")
    assert on.table.hand.held
    press(on, "start")
    assert on.app.director.table is None
    press(on, "start")
    assert on.session.deal.number == 617
    on.key("F9")
    press(on, "right")
    assert on.compact and on.plings == 1
    press(on, "A")
    assert not on.compact
    on.key("F8")
    press(on, "back X Y leftshoulder")
    assert on.page.controls.focus is not None
    press(on, "B")
    assert on.panel is None and on.app.director.table is not None


def test_a_controller_enters_the_number_of_a_deal_and_the_name_of_a_bookmark(on: Stage) -> None:
    on.key("F2")
    press(on, "right right right right right right right down")
    assert on.plings == 1 and on.lines[-1] == "000009", "no more digits than it may have"
    on.keys(*["backspace"] * 6, "down")
    assert on.lines[-1] == "9" and "Up and down change a digit" not in on.spoken
    on.keys("backspace")
    press(on, "up up up right down right up right X left down right up")
    assert on.lines[-1] == "382" and "Up and down change a digit" in on.spoken
    press(on, "A")
    assert on.session.deal.number == 382 and on.panel is None
    on.keys("ctrl+b", "F7", "n")
    assert "Up and down change a letter" not in on.spoken
    on.keys("a", "up", "down")
    assert on.field_text == "a|", "a keyboard turns no letters"
    on.key("backspace")
    press(on, "up up right up right X right down")
    assert on.lines[-1] == "ba-" and "Up and down change a letter" in on.spoken
    press(on, "left left up A")
    assert on.panel is None and on.review.node.bookmark == "ca-"


def test_a_controller_uses_and_leaves_the_review(on: Stage) -> None:
    on.play("58 1a")
    on.key("F7")
    review, at = on.review, on.review.at
    for buttons, step in (("left", -1), ("rightshoulder", 0)):
        press(on, buttons)
        assert review.at == at + step
    press(on, "X")
    assert review.playing_back
    press(on, "Y")
    assert not review.playing_back and review.answers.request is not None
    press(on, "B")
    assert on.app.director.review is None and len(on.actions) == 2


def test_buttons_do_nothing_while_another_program_has_the_focus(on: Stage) -> None:
    for kind, actions in ((pygame.WINDOWFOCUSLOST, []), (pygame.WINDOWFOCUSGAINED, ["1a"])):
        on.window_event(kind)
        press(on, "right Y")
        push(on, STICK_X, 1.0)
        assert on.actions == actions and bool(cursor(on)) is bool(actions)


def test_buttons_are_called_as_the_maker_of_the_controller_calls_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name, names in (
        *((name, "A LB") for name in ("Xbox Wireless Controller", "Logitech F310 Gamepad", "")),
        *((name, "Cross L1") for name in ("PS5 Controller", "Wireless Controller")),
        ("Sony Interactive Entertainment DualSense Wireless Controller", "Cross L1"),
        *((name, "A L") for name in ("Nintendo Switch Pro Controller", "Joy-Con (L/R)")),
    ):
        monkeypatch.delenv("SDL_GAMECONTROLLER_USE_BUTTON_LABELS", raising=False)
        found = gamepad_names(name)
        assert f"{found['Enter']} {found[Command.UNDO_ACTION]}" == names
        assert len(set(found.values())) == len(found) - 1, "only Y stands for two commands"
        monkeypatch.setenv("SDL_GAMECONTROLLER_USE_BUTTON_LABELS", "0")
        wanted = found
        if names == "A L":
            swapped = {"Enter": "Esc", "Esc": "Enter", "Space": Command.DEAL}
            swapped |= dict.fromkeys((Command.DEAL, Command.TO_CELLS), "Space")
            wanted = {one: found[swapped.get(one, one)] for one in found}
        assert gamepad_names(name) == wanted


def test_unplugging_releases_cards_and_stick(on: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    found = plug_in(on, monkeypatch, "Nintendo Switch Pro Controller")
    assert on.message == "Nintendo Switch Pro Controller connected."
    press(on, "right A")
    assert on.table.hand.held and GAMEPAD_NAMES[Command.START] == "+"
    push(on, STICK_X, 1.0)
    send(on, pygame.CONTROLLERDEVICEREMOVED)
    assert on.message == "Controller disconnected." and found.quit.called
    assert not on.table.hand.held and not GAMEPAD_NAMES
    before = cursor(on)
    on.wait(1)
    assert cursor(on) == before, "the stick is held no more"
    push(on, STICK_X, 1.0)
    assert cursor(on) != before, "another one's stick, pushed the same way"
    push(on, STICK_X, 0.0)
    send(on, pygame.CONTROLLERDEVICEREMOVED)
    on.check()


def test_texts_name_the_keys_or_buttons_of_the_device_used_last(
    on: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "Ctrl+Z" in on.button("undo").tip
    press(on, "right")
    assert "LB" in on.button("undo").tip and "Ctrl+Z" not in on.button("undo").tip
    assert key_words("Enter") == "A" and Command.START.first_key == "Menu"
    assert on.message == "A: pick up, put down · B: back · X: home · Y: free cell"
    assert on.message in on.lines
    on.key("right")
    assert "Ctrl+Z" in on.button("undo").tip and key_words("Enter") == "Enter"
    plug_in(on, monkeypatch, "PS4 Controller")
    press(on, "right")
    on.keys("shift+F1")
    press(on, "down")
    assert "Cross pick up and put down" in on.spoken.replace(":", "").replace(",", "")


@pytest.fixture
def sdl(monkeypatch: pytest.MonkeyPatch) -> Iterator[ctypes.CDLL]:
    """Yield the SDL library, set to report controllers even while no window has the focus."""
    from pygame._sdl2 import controller

    maps = Path("/proc/self/maps")
    found = re.search(r"\S*/libSDL2-2\S*", maps.read_text()) if maps.exists() else None
    library = ctypes.CDLL(found[0]) if found else None
    if library is None or not hasattr(library, "SDL_JoystickAttachVirtual"):
        pytest.skip("this SDL makes no virtual controllers")
    monkeypatch.setenv("SDL_JOYSTICK_ALLOW_BACKGROUND_EVENTS", "1")
    # SDL reads this variable only when it starts, and an earlier test may have started it.
    if controller.get_init():
        controller.quit()
    pygame.joystick.quit()
    pygame.event.clear()
    watch_for_gamepads()
    yield library
    pygame.joystick.quit()
    pygame.event.clear()


def test_a_virtual_controller_of_sdl_plays_and_disconnects(on: Stage, sdl: ctypes.CDLL) -> None:
    """SDL reports each press twice: also as a joystick event."""
    gamepad, axes, buttons = 1, 6, 15
    device = sdl.SDL_JoystickAttachVirtual(gamepad, axes, buttons, 0)
    if device < 0:
        pytest.skip("this SDL makes no virtual controllers")
    sdl.SDL_JoystickOpen.restype = ctypes.c_void_p
    pad = ctypes.c_void_p(sdl.SDL_JoystickOpen(device))

    def handle_events() -> None:
        for event in pygame.event.get():
            on.handle(event)

    for _ in range(2):
        handle_events()
    assert "connected." in on.message
    for number in (button("right"), button("Y")):
        for down in (1, 0):
            sdl.SDL_JoystickSetVirtualButton(pad, number, down)
            handle_events()
    assert on.actions == ["1a"]
    sdl.SDL_JoystickSetVirtualAxis(pad, STICK_X, ctypes.c_short(FAR))
    handle_events()
    assert on.table.keys.cursor.pile == on.pile("2")
    sdl.SDL_JoystickDetachVirtual(device)
    handle_events()
    assert on.message == "Controller disconnected."
