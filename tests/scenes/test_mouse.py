"""Mouse and finger: no card is ever stuck or lost, whatever happens in mid-drag."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from game.player.settings import Speed
from scenes.table.mouse import LONG_PRESS, THRESHOLD
from tests.game.decks import OPEN_BOARD
from tests.loops import while_
from tests.scenes.conftest import Clipboard
from tests.scenes.stage import CTRL, FREE, LEFT, MIDDLE, RIGHT, Stage, Start, rest_as
from tests.seed import a_few

# -- clicks ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("touch", [False, True])
def test_click_and_click(on: Stage, touch: bool) -> None:
    on.click(on.at("5"), touch=touch)
    held = on.table.hand.held
    assert held and on.table.hand.targets and not on.actions
    on.click(on.at("8"), touch=touch)
    assert on.actions == ["58"]
    on.click(on.at("8", 2), touch=touch)
    on.click(on.at("2"), touch=touch)
    assert on.actions[-1] == "8a 82 a2"
    on.check()


def test_a_click_beside_the_cards_puts_down(on: Stage) -> None:
    on.click(on.at("5"))
    on.click((300, 20))
    assert on.table.hand.held is None and not on.plings
    on.click(on.at("5"))
    on.wait(1)
    on.click(on.at("5"))
    assert on.table.hand.held is None and not on.actions
    on.check()


def test_a_taken_card_put_where_it_may_not_lie(on: Stage) -> None:
    on.click(on.at("5"))
    on.click(on.at("1"))
    assert on.plings == 1 and on.table.hand.held is None
    on.check()


@pytest.mark.parametrize("touch", [False, True])
def test_double_click_sends_home(stage: Start, touch: bool) -> None:
    on = stage(deal=10913)
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
    assert on.settings.double_click_moves
    on.settings.double_click_moves = False
    twice(on, "5")
    assert not on.actions and on.plings == 1
    assert on.line == "Another card has to go home first."


def test_a_double_click_in_canfield_finds_the_best_place(stage: Start) -> None:
    on = stage(game="canfield", deal=42, rules="hoyle")
    on.play("d d d")
    before = on.state
    for pile in ("w", "r", "1", "2", "3", "4"):
        twice(on, pile)
    assert on.state != before or on.plings == 6
    on.play("d")
    twice(on, "h:H")
    assert not on.line.startswith("There is no place")


def test_two_slow_clicks_are_none_double(stage: Start) -> None:
    on = stage(deal=10913)
    on.click(on.at("4"))
    on.wait(on.table.mouse.double_click * 1.5)
    on.click(on.at("4"))
    assert not on.actions and not on.plings


def test_other_buttons_do_nothing(on: Stage) -> None:
    for button in (MIDDLE, RIGHT, 6, 7):
        on.press(on.at("5"), button)
        on.move(FREE)
        on.release(button)
    on.wheel(-2)
    assert not on.actions and not on.plings
    on.check()


# -- the chord: right and left ---------------------------------------------------------------------


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


def test_right_held_and_left_clicked_twice(on: Stage) -> None:
    on.press(on.at("6"), RIGHT)
    on.click(on.at("6"))
    on.click(on.at("5"))
    on.release(RIGHT)
    assert on.actions == ["6a", "5b"] and not on.plings
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


def test_chord_over_nothing(on: Stage) -> None:
    on.press((3, 690), RIGHT)
    on.click((300, 20))
    on.release(RIGHT)
    on.press(on.at("a"), RIGHT)
    on.click(on.at("a"))
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


# -- touch -----------------------------------------------------------------------------------------


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
    on.click(on.at("6"), touch=True)
    assert on.table.hand.held
    on.key("escape")
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


def test_a_mouse_that_rests_is_no_long_press(on: Stage) -> None:
    on.press(on.at("5"))
    on.wait(3 * LONG_PRESS)
    assert not on.actions
    on.release()


def test_a_finger_that_drags_is_no_long_press(on: Stage) -> None:
    on.press(on.at("5"), touch=True)
    on.move(FREE)
    on.wait(3 * LONG_PRESS)
    assert on.table.hand.held and not on.actions
    on.move(on.at("8"))
    on.release(touch=True)
    assert on.actions == ["58"]


# -- Canfield --------------------------------------------------------------------------------------


def test_a_click_on_the_stock_deals_and_a_quick_one_deals_again(stage: Start) -> None:
    on = stage(game="canfield", deal=42, rules="hoyle")
    for count in (1, 2, 3):
        on.click(on.at("s"))
        on.wait(0.05)
        assert on.actions == ["d"] * count
    for _ in while_(lambda: on.cards("s")):
        on.click(on.at("s"))
    on.click(on.at("s"))
    assert on.actions[-1] == "t" and not on.cards("w")
    on.check()


def test_dealing_with_nothing_left_is_refused(stage: Start) -> None:
    on = stage(game="canfield", deal=42, rules="casino")
    on.click(on.at("s"))
    assert on.plings == 1 and on.line == "First pay for the inspection (i)."
    on.click(on.at("1"))
    on.click(on.at("2"))
    assert on.plings == 2 and not on.actions
    on.type("i")
    on.click(on.at("s"))
    assert on.plings == 3 and on.line == "Pay to play (p) before you deal from the stock."


def test_only_the_whole_column_is_taken(stage: Start) -> None:
    on = stage(game="canfield", deal=42, rules="hoyle")
    on.play("d d d w3")
    assert on.cards("3") == "JC TD"
    on.press(on.at("3", 1))
    on.move((500, 600))
    assert on.table.hand.held and on.table.hand.held.count == 1
    on.key("escape")
    on.press(on.at("3", 2))
    on.move((500, 600))
    assert on.table.hand.held and on.table.hand.held.count == 2
    on.key("escape")
    on.check()


def test_foundation_cards_come_back_in_aisleriot(stage: Start) -> None:
    on = stage(game="canfield", deal=42, rules="aisleriot")
    on.press(on.at("h:H"))
    on.move((500, 600))
    assert on.table.hand.held is None and on.plings == 1
    assert on.line == "The base cards stay on the foundations."
    on.release()
    on.check()


# -- drag ------------------------------------------------------------------------------------------


def test_a_press_becomes_a_drag_only_after_some_pixels(on: Stage) -> None:
    x, y = on.at("5")
    on.press((x, y))
    on.move((x + THRESHOLD - 1, y))
    assert on.table.hand.held is None
    on.move((x + THRESHOLD, y))
    held = on.table.hand.held
    assert held and held.sprites[0].aloft
    start = on.table.layout.place(on.pile("5"), 5, 6)
    assert (held.sprites[0].x, held.sprites[0].y) == (start[0] + THRESHOLD, start[1])
    on.release()
    assert on.table.hand.held is None and not on.actions and not on.plings
    on.check()


def test_the_threshold_grows_with_the_window(stage: Start) -> None:
    on = stage(size=(2800, 1750))
    x, y = on.at("5")
    on.press((x, y))
    on.move((x + 2 * THRESHOLD - 2, y))
    assert on.table.hand.held is None
    on.move((x + 2 * THRESHOLD + 1, y))
    assert on.table.hand.held


def test_dropped_on_a_legal_pile_it_moves(on: Stage) -> None:
    on.carry("5", "8")
    on.carry("8", "2", 2)
    on.carry("6", "a")
    assert on.actions == ["58", "8a 82 a2", "6a"]
    on.check()


def test_a_dragged_card_shows_where_it_would_be_laid(on: Stage) -> None:
    table = on.table
    on.press(on.at("5"))
    assert table.hand.aimed is None
    for name, aimed in (("8", True), ("1", False), ("b", True), ("5", False)):
        on.move(on.at(name))
        assert table.hand.aimed == (on.pile(name) if aimed else None), name
    on.move(on.at("8"))
    lying = on.pile("8")
    on.release()
    assert table.hand.aimed is None and on.actions == ["58"]
    assert lying == on.pile("8")


def test_the_pile_that_is_aimed_at_looks_different(on: Stage) -> None:
    spot = on.at("c")
    on.press(on.at("5"))

    def seen() -> pygame.Color:
        on.app.paint()
        return on.window.surface.get_at((spot[0] + 30, spot[1] + 40))

    on.move(on.at("8"))
    before = seen()
    # The card itself hides the place's upper left part only.
    on.move((spot[0] - 40, spot[1] - 60))
    assert on.table.hand.aimed == on.pile("c")
    assert seen() != before


def test_half_a_card_over_a_legal_pile_is_enough(on: Stage) -> None:
    x, y = on.at("5")
    target = on.at("8")
    width = on.table.layout.card[0]
    # Mostly over column 7, where it may not lie.
    on.drag((x, y), (target[0] - width * 2 // 3, target[1]))
    assert on.actions == ["58"]


@pytest.mark.parametrize(("target", "plings"), [("1", 1), ("5", 0), ("h:C", 1)])
def test_dropped_where_it_may_not_lie_it_goes_back(stage: Start, target: str, plings: int) -> None:
    on = stage(speed=Speed.FAST)
    x, y = on.at(target)
    on.drag(on.at("5"), (x + 15, y))
    assert on.plings == plings and not on.actions and on.table.moving
    on.settle()
    on.check()


def test_dropped_on_the_felt_it_goes_back(stage: Start) -> None:
    on = stage()
    on.drag(on.at("5"), (on.at("5")[0], 690))
    on.drag(on.at("6"), (999, 699))
    assert not on.actions
    on.check()


def test_targets_are_shown_while_something_is_held(on: Stage) -> None:
    on.press(on.at("5"))
    on.move(FREE)
    held = on.table.hand.held
    assert held and on.table.hand.targets == {on.pile(name) for name in "8abcd"}
    on.release()
    assert on.table.hand.held is None


def test_a_run_that_is_too_long_says_how_many(stage: Start, clipboard: Clipboard) -> None:
    on = stage()
    clipboard.text = (
        OPEN_BOARD.replace(": TC 9D 8C\n:\n", ": TC 9D 8C 7H\n: JH\n")
        .replace(" JH JS", " JS")
        .replace(" 7H 7S", " 7S")
    )
    on.key("v", CTRL)
    on.type("3a 3b 3c")
    on.carry("1", "2", 4)
    assert on.line == "Only 2 cards can move there now."
    assert on.plings == 1 and len(on.actions) == 3
    on.type("3d")
    on.type("12")
    assert on.line == "Only 1 card can move there now."
    on.check()


def test_the_outline_moves_alone(on: Stage) -> None:
    on.settings.outline = True
    on.press(on.at("5"))
    on.move(FREE)
    held = on.table.hand.held
    assert held and not held.sprites[0].aloft and rest_as(on.table.groups, on.state)
    frame = on.table.hand.outline()
    assert frame and frame.collidepoint(FREE)
    on.move(on.at("8"))
    on.release()
    assert on.actions == ["58"] and on.table.hand.outline() is None
    on.check()


@pytest.mark.parametrize("outline", [False, True])
def test_what_is_dragged_leaves_no_trace_on_the_bar(on: Stage, outline: bool) -> None:
    on.settings.outline = outline
    bar = on.table.layout.bar
    on.press(on.at("5"))
    on.move(FREE)
    on.app.paint()
    before = pygame.image.tobytes(on.app.window.surface.subsurface(bar), "RGB")
    on.move((FREE[0], bar.centery))
    on.app.paint()
    assert pygame.image.tobytes(on.app.window.surface.subsurface(bar), "RGB") == before
    on.release()


def test_a_card_in_the_middle_of_a_column_cannot_be_dragged(on: Stage) -> None:
    on.press(on.at("1", 3))
    on.move(FREE)
    assert on.table.hand.held is None and on.plings == 1
    assert on.line == "Those cards aren't in sequence."
    on.release()
    on.check()


# -- disturbances in mid-drag ----------------------------------------------------------------------

DISTURBANCES: dict[str, Callable[[Stage], object]] = {
    "focus lost": lambda on: on.tell(pygame.WINDOWFOCUSLOST),
    "minimised": lambda on: on.tell(pygame.WINDOWMINIMIZED),
    "hidden": lambda on: on.tell(pygame.WINDOWHIDDEN),
    "resized": lambda on: on.resize((640, 480)),
    "compact": lambda on: on.key("F9"),
    "full screen": lambda on: on.key("F11"),
    "panel": lambda on: on.key("F8"),
    "menu": lambda on: on.keys("escape", "escape"),
    "new game": lambda on: on.key("F1"),
    "escape": lambda on: on.key("escape"),
    "undo": lambda on: on.key("backspace"),
    "typed": lambda on: on.type("6a"),
    "insert": lambda on: on.key("insert"),
    "paste": lambda on: on.key("v", CTRL),
    "pressed again": lambda on: on.press(on.at("6")),
}


WAYS = [("dragged", Speed.OFF), ("dragged", Speed.SLOW), ("taken", Speed.SLOW)]


@pytest.mark.parametrize(
    ("how", "speed", "disturbance"),
    a_few([(*way, name) for way in WAYS for name in DISTURBANCES], 24, "disturbed"),
)
def test_no_card_is_stuck_or_lost(
    stage: Start, clipboard: Clipboard, speed: Speed, how: str, disturbance: str
) -> None:
    on = stage(speed=speed)
    clipboard.text = "10913"
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
    on.carry("6", "b") if disturbance in ("typed",) else on.carry("1", "c")
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
