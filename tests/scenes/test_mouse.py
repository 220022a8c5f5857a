"""Mouse and finger: no card is ever stuck or lost, whatever happens in mid-drag."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from game.player.settings import Speed
from scenes.table.mouse import LONG_PRESS, THRESHOLD
from tests.game.decks import OPEN_BOARD
from tests.loops import while_
from tests.scenes.stage import FREE, LEFT, MIDDLE, RIGHT, Point, Stage, Start, rest_as
from tests.seed import a_few


@pytest.mark.parametrize("touch", [False, True])
def test_click_and_click(on: Stage, touch: bool) -> None:
    on.click(on.at("5"), touch=touch)
    assert on.table.hand.held and on.table.hand.targets and not on.actions
    on.click(on.at("8"), touch=touch)
    assert on.actions == ["58"]
    on.click(on.at("8", 2), touch=touch)
    on.click(on.at("2"), touch=touch)
    assert on.actions[-1] == "8a 82 a2"
    on.check()


@pytest.mark.parametrize(("to", "plings"), [("felt", 0), ("5", 0), ("1", 1)])
def test_a_taken_card_is_put_down_where_it_may_not_lie(on: Stage, to: str, plings: int) -> None:
    on.click(on.at("5"))
    on.wait(1)
    on.click((300, 20) if to == "felt" else on.at(to))
    assert on.table.hand.held is None and on.plings == plings and not on.actions
    on.check()


@pytest.mark.parametrize("touch", [False, True])
def test_double_click_sends_home(stage: Start, touch: bool) -> None:
    on = stage(deal=10913)
    on.click(on.at("4"), touch=touch)
    on.wait(on.table.mouse.double_click * 1.5)
    on.click(on.at("4"), touch=touch)
    assert not on.actions and not on.plings, "two slow clicks are none"
    on.wait(1)
    for pile in ("4", "8"):
        on.click(on.at(pile), touch=touch)
        on.wait(on.table.mouse.double_click / 2)
        on.click(on.at(pile), touch=touch)
    assert on.actions == ["4h", "8h"]
    on.check()


def twice(on: Stage, pile: str, count: int = 1, *, touch: bool = False) -> None:
    on.wait(1)
    for _ in range(2):
        on.click(on.at(pile, count), touch=touch)
    on.settle()
    on.check()


@pytest.mark.parametrize("touch", [False, True])
def test_a_double_click_on_what_cannot_go_home_finds_the_best_place(
    stage: Start, touch: bool
) -> None:
    on = stage(deal=617)
    twice(on, "5", touch=touch)
    assert on.actions == ["58"], "the jack of clubs onto the queen of hearts"
    twice(on, "8", 2, touch=touch)
    assert on.actions[1:] == ["8a 82 a2"], "both onto the king of spades"
    twice(on, "1", touch=touch)
    assert on.actions[2:] == ["1a"], "into a free cell where no column takes it"
    for pile in "346":
        twice(on, pile, touch=touch)
    done = len(on.actions)
    assert not on.plings
    twice(on, "2", 3, touch=touch)
    assert len(on.actions) == done and on.plings == 1
    assert on.line == "It can't go anywhere right now."
    twice(on, "a", touch=touch)
    assert len(on.actions) == done, "never from cell to cell"


def test_the_best_place_is_an_option(on: Stage) -> None:
    on.settings.double_click_moves = False
    twice(on, "5")
    assert not on.actions and on.plings == 1
    assert on.line == "Another card has to go home first."


def test_a_double_click_in_canfield_finds_the_best_place(canfield: Stage) -> None:
    canfield.play("d d d")
    before = canfield.state
    for pile in ("w", "r", "1", "2", "3", "4"):
        twice(canfield, pile)
    assert canfield.state != before or canfield.plings == 6
    canfield.play("d")
    twice(canfield, "h:H")
    assert not canfield.line.startswith("There is no place")


def test_other_buttons_do_nothing(on: Stage) -> None:
    for button in (MIDDLE, RIGHT, 6, 7):
        on.press(on.at("5"), button)
        on.move(FREE)
        on.release(button)
    on.wheel(-2)
    assert not on.actions and not on.plings
    on.check()


@pytest.mark.parametrize("presses", [(LEFT, RIGHT), (RIGHT, LEFT)])
@pytest.mark.parametrize("releases", [(LEFT, RIGHT), (RIGHT, LEFT)])
def test_chord_in_every_order(
    on: Stage, presses: tuple[int, int], releases: tuple[int, int]
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


def chord(on: Stage, at: Point) -> None:
    """Click with the left button while the right one is held."""
    on.press(at, RIGHT)
    on.click(at)
    on.release(RIGHT)


def test_right_held_and_left_clicked_twice(on: Stage) -> None:
    on.press(on.at("6"), RIGHT)
    on.click(on.at("6"))
    on.click(on.at("5"))
    on.release(RIGHT)
    assert on.actions == ["6a", "5b"] and not on.plings
    chord(on, (3, 690))
    chord(on, on.at("c"))
    assert len(on.actions) == 2, "nothing lies there"
    on.type("7c")
    on.check()


def test_right_in_mid_drag_puts_back(on: Stage) -> None:
    on.press(on.at("5"))
    on.move(on.at("8"))
    on.press(None, RIGHT)
    assert on.table.hand.held is None
    on.release(LEFT)
    on.release(RIGHT)
    assert not on.actions
    on.check()


def test_too_few_cells_for_the_chord(on: Stage) -> None:
    on.type("58 6a 7b 4c")
    on.press(on.at("8", 2), RIGHT)
    on.click(on.mouse)
    on.release(RIGHT)
    assert len(on.actions) == 4 and on.line == "Only 1 cell is free."


@pytest.mark.parametrize("lost", [LEFT, RIGHT])
def test_a_release_that_is_never_told(on: Stage, lost: int) -> None:
    on.press(on.at("5"), lost)
    on.move(FREE)
    on.buttons.clear()
    on.move((500, 300))
    assert on.table.hand.held is None
    on.carry("5", "8")
    assert on.actions == ["58"]
    on.check()


def test_a_long_press_means_insert(on: Stage) -> None:
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


def test_without_cells_a_finger_that_rests_can_still_drag(stage: Start) -> None:
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


@pytest.mark.parametrize("touch", [False, True])
def test_a_mouse_that_rests_and_a_finger_that_drags_are_no_long_press(
    on: Stage, touch: bool
) -> None:
    on.press(on.at("5"), touch=touch)
    if touch:
        on.move(FREE)
    on.wait(3 * LONG_PRESS)
    assert not on.actions and bool(on.table.hand.held) is touch
    on.move(on.at("8"))
    on.release(touch=touch)
    assert on.actions == ["58"]


def test_a_click_on_the_stock_deals_and_a_quick_one_deals_again(canfield: Stage) -> None:
    for count in (1, 2, 3):
        canfield.click(canfield.at("s"))
        canfield.wait(0.05)
        assert canfield.actions == ["d"] * count
    for _ in while_(lambda: canfield.cards("s")):
        canfield.click(canfield.at("s"))
    canfield.click(canfield.at("s"))
    assert canfield.actions[-1] == "t" and not canfield.cards("w")
    canfield.check()


def test_what_is_not_paid_for_is_refused(casino: Stage) -> None:
    casino.click(casino.at("s"))
    assert casino.plings == 1 and casino.line == "First pay for the inspection (i)."
    casino.click(casino.at("1"))
    casino.click(casino.at("2"))
    assert casino.plings == 2 and not casino.actions
    casino.type("i")
    casino.click(casino.at("s"))
    assert casino.plings == 3
    assert casino.line == "Pay to play (p) before you deal from the stock."


def test_what_is_dragged_is_what_was_pressed_and_all_upon_it(canfield: Stage) -> None:
    canfield.play("d d d w3")
    assert canfield.cards("3") == "JC TD"
    for count in (1, 2):
        canfield.press(canfield.at("3", count))
        canfield.move((500, 600))
        assert canfield.table.hand.held.count == count
        canfield.key("escape")
    canfield.check()


def test_the_base_cards_stay_in_aisleriot(stage: Start) -> None:
    on = stage(game="canfield", deal=42, rules="aisleriot")
    on.press(on.at("h:H"))
    on.move((500, 600))
    assert on.table.hand.held is None and on.plings == 1
    assert on.line == "The base cards stay on the foundations."
    on.release()
    on.check()


@pytest.mark.parametrize(("size", "pixels"), [((1000, 700), 1), ((2800, 1750), 2)])
def test_a_press_becomes_a_drag_only_after_some_pixels(
    stage: Start, size: Point, pixels: int
) -> None:
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


def test_dropped_on_a_legal_pile_it_moves(on: Stage) -> None:
    on.carry("5", "8")
    on.carry("8", "2", 2)
    on.carry("6", "a")
    assert on.actions == ["58", "8a 82 a2", "6a"]
    on.check()


def test_a_dragged_card_shows_where_it_may_be_laid(on: Stage) -> None:
    hand = on.table.hand
    on.press(on.at("5"))
    assert hand.aimed is None
    for name, aimed in (("8", True), ("1", False), ("b", True), ("5", False)):
        on.move(on.at(name))
        assert hand.targets == {on.pile(name) for name in "8abcd"}
        assert hand.aimed == (on.pile(name) if aimed else None), name
    on.move((on.at("5")[0], 690))
    on.release()
    assert hand.aimed is None and hand.held is None and not on.actions
    on.drag(on.at("6"), (999, 699))
    assert not on.actions
    on.check()


def test_the_pile_that_is_aimed_at_looks_different(on: Stage) -> None:
    x, y = on.at("c")
    # The card itself hides the place's upper left part only.
    seen = pygame.Rect(x + 30, y + 40, 1, 1)
    on.press(on.at("5"))
    on.move(on.at("8"))
    before = on.picture(seen)
    on.move((x - 40, y - 60))
    assert on.table.hand.aimed == on.pile("c")
    assert on.picture(seen) != before


def test_half_a_card_over_a_legal_pile_is_enough(on: Stage) -> None:
    x, y = on.at("8")
    # Mostly over column 7, where it may not lie.
    on.drag(on.at("5"), (x - on.table.layout.card[0] * 2 // 3, y))
    assert on.actions == ["58"]


@pytest.mark.parametrize(("target", "plings"), [("1", 1), ("5", 0), ("h:C", 1)])
def test_dropped_where_it_may_not_lie_it_goes_back(stage: Start, target: str, plings: int) -> None:
    on = stage(speed=Speed.FAST)
    x, y = on.at(target)
    on.drag(on.at("5"), (x + 15, y))
    assert on.plings == plings and not on.actions and on.table.moving
    on.settle()
    on.check()


def test_a_run_that_is_too_long_says_how_many(on: Stage) -> None:
    longer = OPEN_BOARD.replace(": TC 9D 8C\n:\n", ": TC 9D 8C 7H\n: JH\n")
    on.paste(longer.replace(" JH JS", " JS").replace(" 7H 7S", " 7S"))
    on.type("3a 3b 3c")
    on.carry("1", "2", 4)
    assert on.line == "Only 2 cards can move there now."
    assert on.plings == 1 and len(on.actions) == 3
    on.type("3d 12")
    assert on.line == "Only 1 card can move there now."
    on.check()


def test_the_outline_moves_alone(on: Stage) -> None:
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


@pytest.mark.parametrize("outline", [False, True])
def test_what_is_dragged_leaves_no_trace_on_the_bar(on: Stage, outline: bool) -> None:
    on.settings.outline = outline
    bar = on.table.layout.bar
    on.press(on.at("5"))
    on.move(FREE)
    before = on.picture(bar)
    on.move((FREE[0], bar.centery))
    assert on.picture(bar) == before


def test_a_card_in_the_middle_of_a_column_cannot_be_dragged(on: Stage) -> None:
    on.press(on.at("1", 3))
    on.move(FREE)
    assert on.table.hand.held is None and on.plings == 1
    assert on.line == "Those cards aren't in sequence."
    on.release()
    on.check()


DISTURBANCES: dict[str, Callable[[Stage], object]] = {
    "focus lost": lambda on: on.tell(pygame.WINDOWFOCUSLOST),
    "minimised": lambda on: on.tell(pygame.WINDOWMINIMIZED),
    "hidden": lambda on: on.tell(pygame.WINDOWHIDDEN),
    "resized": lambda on: on.resize((640, 480)),
    "menu": lambda on: on.keys("escape", "escape"),
    "undo": lambda on: on.key("backspace"),
    "typed": lambda on: on.type("6a"),
    "paste": lambda on: on.paste("10913"),
    "pressed again": lambda on: on.press(on.at("6")),
    **{
        key: lambda on, key=key: on.key(key)
        for key in ("F9", "F11", "F8", "F1", "escape", "insert")
    },
}


WAYS = [("dragged", Speed.OFF), ("dragged", Speed.SLOW), ("taken", Speed.SLOW)]


@pytest.mark.parametrize(
    ("how", "speed", "disturbance"),
    a_few([(*way, name) for way in WAYS for name in DISTURBANCES], 24, "disturbed"),
)
def test_no_card_is_stuck_or_lost(stage: Start, speed: Speed, how: str, disturbance: str) -> None:
    on = stage(speed=speed)
    on.type("7d")
    on.settle()
    if how == "dragged":
        on.press(on.at("5"))
        on.move(FREE)
    else:
        on.click(on.at("5"))
    assert on.table.hand.held
    DISTURBANCES[disturbance](on)
    on.move((300, 300))
    on.release()
    on.tell(pygame.WINDOWRESTORED)
    on.tell(pygame.WINDOWFOCUSGAINED)
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


def test_the_pointer_leaves_the_window_and_comes_back(on: Stage) -> None:
    on.press(on.at("5"))
    on.move((-40, 300))
    on.tell(pygame.WINDOWLEAVE)
    assert on.table.hand.held
    on.tell(pygame.WINDOWENTER)
    on.move(on.at("8"))
    on.release()
    assert on.actions == ["58"]
    on.press(on.at("8"))
    on.move((2000, -50))
    on.release()
    on.check()
