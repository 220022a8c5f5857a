"""Tests of mouse and touch input: no card may get stuck or lost."""

from __future__ import annotations

from collections.abc import Callable
from operator import methodcaller

import pygame
import pytest

from game.player.settings import Speed
from scenes.table.mouse import LONG_PRESS, THRESHOLD
from tests.each import while_
from tests.scenes.stage import FREE, LEFT, MIDDLE, RIGHT, Point, Stage, Start, rest_as
from tests.seed import a_few

either = pytest.mark.parametrize("touch", [False, True], ids=["mouse", "finger"])


@either
def test_a_click_picks_up_and_another_drops(on: Stage, touch: bool) -> None:
    on.click(on.at("5"), touch=touch)
    on.wait(1)
    on.click((300, 20), touch=touch)
    assert on.table.hand.held is None and not on.plings, "back from the felt"
    on.wait(1)
    on.click(on.at("5"), touch=touch)
    assert on.table.hand.held and on.table.hand.targets and not on.actions
    on.click(on.at("8"), touch=touch)
    assert on.actions == ["58"]
    on.click(on.at("8", 2), touch=touch)
    on.click(on.at("2"), touch=touch)
    assert on.actions[-1] == "8a 82 a2"
    on.check()


@either
def test_a_double_click_sends_home_but_two_slow_clicks_do_not(stage: Start, touch: bool) -> None:
    on = stage(deal=10913)
    on.click(on.at("4"), touch=touch)
    on.wait(on.settings.double_click / 1000 * 1.5)
    on.click(on.at("4"), touch=touch)
    assert not on.actions and not on.plings
    on.wait(1)
    for pile in ("4", "8"):
        on.click(on.at(pile), touch=touch)
        on.wait(on.settings.double_click / 1000 / 2)
        on.click(on.at(pile), touch=touch)
    assert on.actions == ["4h", "8h"]
    on.check()


def double_click(on: Stage, pile: str, count: int = 1, *, touch: bool = False) -> None:
    on.wait(1)
    for _ in range(2):
        on.click(on.at(pile, count), touch=touch)
    on.settle()
    on.check()


@either
def test_otherwise_a_double_click_finds_the_best_place(on: Stage, touch: bool) -> None:
    on.settings.double_click_moves = False
    double_click(on, "5", touch=touch)
    assert on.plings == 1 and on.message == "Another card has to go home first."
    on.settings.double_click_moves = True
    for pile, count in (("5", 1), ("8", 2), ("1", 1), ("3", 1), ("4", 1), ("6", 1)):
        double_click(on, pile, count, touch=touch)
    assert on.actions[:3] == ["58", "8a 82 a2", "1a"] and on.plings == 1
    done = len(on.actions)
    double_click(on, "2", 3, touch=touch)
    assert len(on.actions) == done and on.plings == 2
    assert on.message == "It can't go anywhere right now."


def test_right_drags_the_wheel_and_other_buttons_do_nothing(on: Stage) -> None:
    for button in (MIDDLE, RIGHT, 6, 7):
        on.press(on.at("5"), button)
        on.move(FREE)
        on.release(button)
    on.wheel(-2)
    assert not on.actions and not on.plings
    on.check()


@pytest.mark.parametrize("presses", [(LEFT, RIGHT), (RIGHT, LEFT)])
@pytest.mark.parametrize("releases", [(LEFT, RIGHT), (RIGHT, LEFT)])
def test_both_buttons_together_move_a_run_into_cells_in_any_order(
    on: Stage, presses: Point, releases: Point
) -> None:
    on.type("58")
    on.move(on.at("8", 2))
    for button in presses:
        on.press(None, button)
    assert on.actions[-1] == "8a 8b"
    for button in releases:
        on.move((on.mouse[0] + 30, on.mouse[1] + 60))
        on.release(button)
    assert len(on.actions) == 2 and not on.plings
    on.check()
    on.carry("6", "c")
    assert on.actions[-1] == "6c", "afterwards the buttons mean what they always mean"


def test_left_clicks_while_right_is_held_move_into_cells(on: Stage) -> None:
    on.press(on.at("6"), RIGHT)
    on.click(on.at("6"))
    on.click(on.at("5"))
    on.release(RIGHT)
    assert on.actions == ["6a", "5b"] and not on.plings
    on.keys("backspace", "backspace")
    on.type("58 6a 7b 4c")
    for at in ((3, 690), on.at("d"), on.at("8", 2)):
        assert not on.message, "nothing lies there"
        on.press(at, RIGHT)
        on.click(at)
        on.release(RIGHT)
    assert len(on.actions) == 4 and on.message == "Only 1 cell is free."
    on.check()


@pytest.mark.parametrize("button", [LEFT, RIGHT])
def test_a_drag_ends_with_the_right_button_or_a_release_outside_the_window(
    on: Stage, button: int
) -> None:
    on.press(on.at("5"), button)
    on.move(FREE)
    on.buttons.clear()
    on.move((500, 300))
    assert on.table.hand.held is None
    on.press(on.at("5"))
    on.move((-40, 300))
    on.window_event(pygame.WINDOWLEAVE)
    assert on.table.hand.held, "a drag may leave the window"
    on.move(on.at("8"))
    on.press(None, RIGHT)
    assert on.table.hand.held is None
    on.release(LEFT)
    on.release(RIGHT)
    assert not on.actions
    on.carry("5", "8")
    assert on.actions == ["58"]
    on.check()


@either
def test_a_resting_mouse_and_a_dragging_finger_make_no_long_press(on: Stage, touch: bool) -> None:
    on.press(on.at("5"), touch=touch)
    if touch:
        on.move(FREE)
    on.wait(3 * LONG_PRESS)
    assert not on.actions and bool(on.table.hand.held) is touch
    x, y = on.at("8")
    # Mostly over column 7, where the card cannot go.
    on.move((x - on.table.layout.card[0] * 2 // 3, y))
    on.release(touch=touch)
    assert on.actions == ["58"]
    on.check()


def test_a_long_press_moves_into_cells_if_there_are_any(stage: Start) -> None:
    on = stage()
    on.type("58")
    on.press(on.at("8", 2), touch=True)
    on.wait(LONG_PRESS - 0.1)
    assert len(on.actions) == 1
    on.wait(0.2)
    assert on.actions[-1] == "8a 8b"
    on.move((300, 300))
    on.release(touch=True)
    assert len(on.actions) == 2 and on.table.hand.held is None
    on.check()
    on = stage(game="canfield", deal=42, rules="hoyle")
    on.play("d d d")
    on.press(on.at("1"), touch=True)
    on.wait(2 * LONG_PRESS)
    on.move(FREE)
    assert on.table.hand.held and not on.plings
    on.release(touch=True)
    on.press(on.at("1"), RIGHT)
    on.press(on.at("1"))
    assert not on.plings, "the chord is for cells as well"
    on.release()
    on.release(RIGHT)
    on.check()


def test_each_click_on_the_stock_deals_even_a_quick_one(canfield: Stage) -> None:
    for count in (1, 2, 3):
        canfield.click(canfield.at("s"))
        canfield.wait(0.05)
        assert canfield.actions == ["d"] * count
    for _ in while_(lambda: canfield.cards("s")):
        canfield.click(canfield.at("s"))
    canfield.click(canfield.at("s"))
    assert canfield.actions[-1] == "t" and not canfield.cards("w")
    canfield.check()


def test_what_cannot_be_picked_up_says_why(stage: Start) -> None:
    for game, rules, pile, count, words in (
        ("canfield", "aisleriot", "h:H", 1, "The base cards stay on the foundations."),
        ("vierfrei", None, "1", 3, "Those cards aren't in sequence."),
    ):
        on = stage(game=game, deal=42, rules=rules)
        on.press(on.at(pile, count))
        on.move((500, 600))
        assert on.table.hand.held is None and on.plings == 1 and on.message == words
        on.release()
        on.check()


@pytest.mark.parametrize(("size", "pixels"), [((1000, 700), 1), ((2800, 1750), 2)])
def test_a_press_becomes_a_drag_after_some_pixels(stage: Start, size: Point, pixels: int) -> None:
    on = stage(size=size)
    x, y = on.at("5")
    far = pixels * THRESHOLD
    on.press((x, y))
    on.move((x + far - pixels, y))
    assert on.table.hand.held is None
    on.move((x + far + pixels - 1, y))
    (sprite,) = on.table.hand.held.sprites
    left, top = on.table.layout.place(on.pile("5"), 5, 6)
    assert sprite.in_flight and (sprite.x, sprite.y) == (left + far + pixels - 1, top)
    on.release()
    assert on.table.hand.held is None and not on.actions and not on.plings
    on.check()


def test_a_dragged_card_shows_where_it_can_go(on: Stage) -> None:
    hand = on.table.hand
    on.press(on.at("5"))
    assert hand.aimed is None
    for name, aimed in (("8", True), ("1", False), ("b", True), ("5", False)):
        on.move(on.at(name))
        assert hand.targets == {on.pile(name) for name in "8abcd"}
        assert hand.aimed == (on.pile(name) if aimed else None), name
    x, y = on.at("c")
    seen = pygame.Rect(x + 30, y + 40, 1, 1)  # The card hides only the upper left of the cell.
    on.move(on.at("8"))
    without = on.picture(seen)
    on.move((x - 40, y - 60))
    assert hand.aimed == on.pile("c") and on.picture(seen) != without
    on.move((on.at("5")[0], 690))
    on.release()
    assert hand.aimed is None and hand.held is None and not on.actions
    on.drag(on.at("6"), (999, 699))
    assert not on.actions
    on.check()


@pytest.mark.parametrize(("to", "plings"), [("5", 0), ("1", 1), ("h:C", 1)])
def test_a_card_goes_back_from_where_it_cannot_go(stage: Start, to: str, plings: int) -> None:
    on = stage(speed=Speed.FAST)
    on.settle()
    x, y = on.at(to)
    on.click(on.at("5"))
    on.wait(1)
    on.click((x, y))
    assert on.table.hand.held is None and on.plings == plings
    on.settle()
    on.wait(1)
    on.drag(on.at("5"), (x + 15, y))
    assert on.plings == 2 * plings and not on.actions and on.table.moving
    on.settle()
    on.check()


def test_with_outlines_the_card_stays_until_it_is_dropped(on: Stage) -> None:
    on.settings.outline = True
    on.press(on.at("5"))
    on.move(FREE)
    hand = on.table.hand
    (sprite,) = hand.held.sprites
    assert not sprite.in_flight and rest_as(on.table.groups, on.state)
    assert (sprite.x, sprite.y) == on.table.layout.place(on.pile("5"), 5, 6)
    assert hand.outline().collidepoint(FREE)
    on.move(on.at("8"))
    on.release()
    assert on.actions == ["58"] and hand.outline() is None
    on.check()


DISTURBANCES: dict[str, Callable[[Stage], object]] = {
    "focus lost": lambda on: on.window_event(pygame.WINDOWFOCUSLOST),
    "minimised": lambda on: on.window_event(pygame.WINDOWMINIMIZED),
    "hidden": lambda on: on.window_event(pygame.WINDOWHIDDEN),
    "resized": lambda on: on.resize((640, 480)),
    "menu": lambda on: on.keys("escape", "escape"),
    "undo": lambda on: on.key("backspace"),
    "typed": lambda on: on.type("6a"),
    "paste": lambda on: on.paste("10913"),
    "pressed again": lambda on: on.press(on.at("6")),
    **{key: methodcaller("key", key) for key in ("F9", "F11", "F8", "F1", "escape", "insert")},
}
WAYS = [("drag", Speed.OFF), ("drag", Speed.SLOW), ("click", Speed.SLOW)]


@pytest.mark.parametrize(
    ("how", "speed", "disturbance"),
    a_few([(*way, name) for way in WAYS for name in DISTURBANCES], 24, "disturbed"),
)
def test_no_interruption_leaves_a_card_stuck_or_lost(
    stage: Start, speed: Speed, how: str, disturbance: str
) -> None:
    on = stage(speed=speed)
    on.type("7d")
    on.settle()
    if how == "drag":
        on.press(on.at("5"))
        on.move(FREE)
    else:
        on.click(on.at("5"))
    assert on.table.hand.held
    DISTURBANCES[disturbance](on)
    on.move((300, 300))
    on.release()
    on.window_event(pygame.WINDOWRESTORED)
    on.window_event(pygame.WINDOWFOCUSGAINED)
    if on.compact:
        on.key("F9")
    if on.panel:
        on.key("escape")
    if on.app.director.table is None:
        on.push("Resume 617")
    if on.table.hand.held:
        on.key("escape")
    on.settle()
    on.check()
    before = len(on.actions)
    on.carry("6", "b") if disturbance == "typed" else on.carry("1", "c")
    assert len(on.actions) == before + 1
    on.settle()
    on.check()
