"""Mouse and finger: no card is ever stuck or lost, whatever happens in mid-drag."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from game.player.settings import Speed
from scenes.table.input.gestures import LONG_PRESS, THRESHOLD
from tests.game.decks import OPEN_BOARD
from tests.loops import while_
from tests.scenes.conftest import Clipboard
from tests.scenes.stage import CTRL, LEFT, MIDDLE, RIGHT, Stage

Start = Callable[..., Stage]
FREE = (500, 640)
"""A point on the felt of an ordinary table."""


# -- drag ------------------------------------------------------------------------------------------


def test_a_press_becomes_a_drag_only_after_some_pixels(vierfrei: Stage) -> None:
    x, y = vierfrei.at("5")
    vierfrei.press((x, y))
    vierfrei.move((x + THRESHOLD - 1, y))
    assert vierfrei.table.hand.held is None
    vierfrei.move((x + THRESHOLD, y))
    held = vierfrei.table.hand.held
    assert held and held.sprites[0].aloft
    start = vierfrei.table.layout.place(vierfrei.pile("5"), 5, 6)
    assert (held.sprites[0].x, held.sprites[0].y) == (start[0] + THRESHOLD, start[1])
    vierfrei.release()
    assert vierfrei.table.hand.held is None and not vierfrei.actions and not vierfrei.plings
    vierfrei.check()


def test_the_threshold_grows_with_the_window(stage: Start) -> None:
    on = stage(size=(2800, 1750))
    x, y = on.at("5")
    on.press((x, y))
    on.move((x + 2 * THRESHOLD - 2, y))
    assert on.table.hand.held is None
    on.move((x + 2 * THRESHOLD + 1, y))
    assert on.table.hand.held


def test_dropped_on_a_legal_pile_it_moves(vierfrei: Stage) -> None:
    vierfrei.carry("5", "8")
    vierfrei.carry("8", "2", 2)
    vierfrei.carry("6", "a")
    assert vierfrei.actions == ["58", "8a 82 a2", "6a"]
    vierfrei.check()


def test_a_dragged_card_shows_where_it_would_be_laid(vierfrei: Stage) -> None:
    table = vierfrei.table
    vierfrei.press(vierfrei.at("5"))
    assert table.hand.aimed is None
    for name, aimed in (("8", True), ("1", False), ("b", True), ("5", False)):
        vierfrei.move(vierfrei.at(name))
        assert table.hand.aimed == (vierfrei.pile(name) if aimed else None), name
    vierfrei.move(vierfrei.at("8"))
    lying = vierfrei.pile("8")
    vierfrei.release()
    assert table.hand.aimed is None and vierfrei.actions == ["58"]
    assert lying == vierfrei.pile("8")


def test_the_pile_that_is_aimed_at_looks_different(vierfrei: Stage) -> None:
    spot = vierfrei.at("c")
    vierfrei.press(vierfrei.at("5"))

    def seen() -> pygame.Color:
        vierfrei.app.paint()
        return vierfrei.window.surface.get_at((spot[0] + 30, spot[1] + 40))

    vierfrei.move(vierfrei.at("8"))
    before = seen()
    # The card itself hides the place's upper left part only.
    vierfrei.move((spot[0] - 40, spot[1] - 60))
    assert vierfrei.table.hand.aimed == vierfrei.pile("c")
    assert seen() != before


def test_half_a_card_over_a_legal_pile_is_enough(vierfrei: Stage) -> None:
    x, y = vierfrei.at("5")
    target = vierfrei.at("8")
    width = vierfrei.table.layout.card[0]
    # Mostly over column 7, where it may not lie.
    vierfrei.drag((x, y), (target[0] - width * 2 // 3, target[1]))
    assert vierfrei.actions == ["58"]


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


def test_targets_are_shown_while_something_is_held(vierfrei: Stage) -> None:
    vierfrei.press(vierfrei.at("5"))
    vierfrei.move(FREE)
    held = vierfrei.table.hand.held
    assert held and vierfrei.table.hand.targets == {vierfrei.pile(name) for name in "8abcd"}
    vierfrei.release()
    assert vierfrei.table.hand.held is None


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
    assert on.line == "Only 2 cards may move there now."
    assert on.plings == 1 and len(on.actions) == 3
    on.type("3d")
    on.type("12")
    assert on.line == "Only 1 card may move there now."
    on.check()


def test_the_outline_moves_alone(vierfrei: Stage) -> None:
    vierfrei.settings.outline = True
    vierfrei.press(vierfrei.at("5"))
    vierfrei.move(FREE)
    held = vierfrei.table.hand.held
    assert held and not held.sprites[0].aloft and vierfrei.table.groups.matches(vierfrei.state)
    frame = vierfrei.table.hand.outline()
    assert frame and frame.collidepoint(FREE)
    vierfrei.move(vierfrei.at("8"))
    vierfrei.release()
    assert vierfrei.actions == ["58"] and vierfrei.table.hand.outline() is None
    vierfrei.check()


def test_a_card_in_the_middle_of_a_column_cannot_be_dragged(vierfrei: Stage) -> None:
    vierfrei.press(vierfrei.at("1", 3))
    vierfrei.move(FREE)
    assert vierfrei.table.hand.held is None and vierfrei.plings == 1
    assert vierfrei.line == "These cards do not form a run."
    vierfrei.release()
    vierfrei.check()


# -- clicks ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("touch", [False, True])
def test_click_and_click(vierfrei: Stage, touch: bool) -> None:
    vierfrei.click(vierfrei.at("5"), touch=touch)
    held = vierfrei.table.hand.held
    assert held and vierfrei.table.hand.targets and not vierfrei.actions
    vierfrei.click(vierfrei.at("8"), touch=touch)
    assert vierfrei.actions == ["58"]
    vierfrei.click(vierfrei.at("8", 2), touch=touch)
    vierfrei.click(vierfrei.at("2"), touch=touch)
    assert vierfrei.actions[-1] == "8a 82 a2"
    vierfrei.check()


def test_a_click_beside_the_cards_puts_down(vierfrei: Stage) -> None:
    vierfrei.click(vierfrei.at("5"))
    vierfrei.click((300, 20))
    assert vierfrei.table.hand.held is None and not vierfrei.plings
    vierfrei.click(vierfrei.at("5"))
    vierfrei.wait(1)
    vierfrei.click(vierfrei.at("5"))
    assert vierfrei.table.hand.held is None and not vierfrei.actions
    vierfrei.check()


def test_a_taken_card_put_where_it_may_not_lie(vierfrei: Stage) -> None:
    vierfrei.click(vierfrei.at("5"))
    vierfrei.click(vierfrei.at("1"))
    assert vierfrei.plings == 1 and vierfrei.table.hand.held is None
    vierfrei.check()


@pytest.mark.parametrize("touch", [False, True])
def test_double_click_sends_home(stage: Start, touch: bool) -> None:
    on = stage(deal=10913)
    for pile in ("4", "8"):
        on.click(on.at(pile), touch=touch)
        on.wait(on.table.mouse.pointer.double_click / 2)
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
    assert on.line == "There is no place for it now."
    twice(on, "a", touch=touch)
    assert len(on.actions) == done, "never from cell to cell"


def test_the_best_place_is_an_option(vierfrei: Stage) -> None:
    assert vierfrei.settings.double_click_moves
    vierfrei.settings.double_click_moves = False
    twice(vierfrei, "5")
    assert not vierfrei.actions and vierfrei.plings == 1
    assert vierfrei.line == "Another card is to go home before this one."


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
    on.wait(on.table.mouse.pointer.double_click * 1.5)
    on.click(on.at("4"))
    assert not on.actions and not on.plings


def test_other_buttons_do_nothing(vierfrei: Stage) -> None:
    for button in (MIDDLE, RIGHT, 6, 7):
        vierfrei.press(vierfrei.at("5"), button)
        vierfrei.move(FREE)
        vierfrei.release(button)
    vierfrei.wheel(-2)
    assert not vierfrei.actions and not vierfrei.plings
    vierfrei.check()


# -- the chord: right and left ---------------------------------------------------------------------


@pytest.mark.parametrize("presses", [(LEFT, RIGHT), (RIGHT, LEFT)])
@pytest.mark.parametrize("releases", [(LEFT, RIGHT), (RIGHT, LEFT)])
def test_chord_in_every_order(
    vierfrei: Stage, presses: tuple[int, int], releases: tuple[int, int]
) -> None:
    vierfrei.type("58")
    vierfrei.move(vierfrei.at("8", 2))
    for button in presses:
        vierfrei.press(None, button)
    assert vierfrei.actions[-1] == "8a 8b"
    for button in releases:
        vierfrei.move((vierfrei.mouse[0] + 30, vierfrei.mouse[1] + 60))
        vierfrei.release(button)
    assert len(vierfrei.actions) == 2 and not vierfrei.plings
    vierfrei.check()
    vierfrei.carry("6", "c")
    assert vierfrei.actions[-1] == "6c", "afterwards the buttons mean what they always mean"


def test_right_held_and_left_clicked_twice(vierfrei: Stage) -> None:
    vierfrei.press(vierfrei.at("6"), RIGHT)
    vierfrei.click(vierfrei.at("6"))
    vierfrei.click(vierfrei.at("5"))
    vierfrei.release(RIGHT)
    assert vierfrei.actions == ["6a", "5b"] and not vierfrei.plings
    vierfrei.check()


def test_right_in_mid_drag_puts_back(vierfrei: Stage) -> None:
    vierfrei.press(vierfrei.at("5"))
    vierfrei.move(vierfrei.at("8"))
    vierfrei.press(None, RIGHT)
    assert vierfrei.table.hand.held is None
    vierfrei.release(LEFT)
    vierfrei.release(RIGHT)
    assert not vierfrei.actions
    vierfrei.check()


def test_chord_over_nothing(vierfrei: Stage) -> None:
    vierfrei.press((3, 690), RIGHT)
    vierfrei.click((300, 20))
    vierfrei.release(RIGHT)
    vierfrei.press(vierfrei.at("a"), RIGHT)
    vierfrei.click(vierfrei.at("a"))
    vierfrei.release(RIGHT)
    assert not vierfrei.actions
    vierfrei.check()


def test_too_few_cells_for_the_chord(vierfrei: Stage) -> None:
    vierfrei.type("58 6a 7b 4c")
    vierfrei.press(vierfrei.at("8", 2), RIGHT)
    vierfrei.click(vierfrei.mouse)
    vierfrei.release(RIGHT)
    assert len(vierfrei.actions) == 4 and vierfrei.line == "Only 1 cell is free."


@pytest.mark.parametrize("lost", [LEFT, RIGHT])
def test_a_release_that_is_never_told(vierfrei: Stage, lost: int) -> None:
    vierfrei.press(vierfrei.at("5"), lost)
    vierfrei.move(FREE)
    vierfrei.buttons.clear()
    vierfrei.move((500, 300))
    assert vierfrei.table.hand.held is None
    vierfrei.carry("5", "8")
    assert vierfrei.actions == ["58"]
    vierfrei.check()


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


@pytest.mark.parametrize(
    ("how", "speed"), [("dragged", Speed.OFF), ("dragged", Speed.SLOW), ("taken", Speed.SLOW)]
)
@pytest.mark.parametrize("disturbance", DISTURBANCES)
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


def test_the_pointer_leaves_the_window_and_comes_back(vierfrei: Stage) -> None:
    vierfrei.press(vierfrei.at("5"))
    vierfrei.move((-40, 300))
    vierfrei.tell(pygame.WINDOWLEAVE)
    assert vierfrei.table.hand.held
    vierfrei.tell(pygame.WINDOWENTER)
    vierfrei.move(vierfrei.at("8"))
    vierfrei.release()
    assert vierfrei.actions == ["58"]
    vierfrei.press(vierfrei.at("8"))
    vierfrei.move((2000, -50))
    vierfrei.release()
    vierfrei.check()


# -- touch -----------------------------------------------------------------------------------------


def test_a_long_press_means_insert(vierfrei: Stage) -> None:
    vierfrei.type("58")
    vierfrei.press(vierfrei.at("8", 2), touch=True)
    vierfrei.wait(LONG_PRESS - 0.1)
    assert len(vierfrei.actions) == 1
    vierfrei.wait(0.2)
    assert vierfrei.actions[-1] == "8a 8b"
    vierfrei.move((300, 300))
    vierfrei.release(touch=True)
    assert len(vierfrei.actions) == 2 and vierfrei.table.hand.held is None
    vierfrei.click(vierfrei.at("6"), touch=True)
    assert vierfrei.table.hand.held
    vierfrei.key("escape")
    vierfrei.check()


def test_a_mouse_that_rests_is_no_long_press(vierfrei: Stage) -> None:
    vierfrei.press(vierfrei.at("5"))
    vierfrei.wait(3 * LONG_PRESS)
    assert not vierfrei.actions
    vierfrei.release()


def test_a_finger_that_drags_is_no_long_press(vierfrei: Stage) -> None:
    vierfrei.press(vierfrei.at("5"), touch=True)
    vierfrei.move(FREE)
    vierfrei.wait(3 * LONG_PRESS)
    assert vierfrei.table.hand.held and not vierfrei.actions
    vierfrei.move(vierfrei.at("8"))
    vierfrei.release(touch=True)
    assert vierfrei.actions == ["58"]


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
    assert on.plings == 1 and on.line == "Before anything else, pay for the inspection (i)."
    on.click(on.at("1"))
    on.click(on.at("2"))
    assert on.plings == 2 and not on.actions
    on.type("i")
    on.click(on.at("s"))
    assert on.plings == 3 and on.line == "Pay the last part (p) before you deal from the stock."


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


# -- buttons ---------------------------------------------------------------------------------------


def test_the_bar_has_a_button_for_what_it_offers(vierfrei: Stage) -> None:
    vierfrei.type("58")
    vierfrei.push("Undo the whole move")
    assert not vierfrei.actions
    vierfrei.push("Redo the whole move")
    assert vierfrei.actions == ["58"]
    vierfrei.push("This game again")
    assert vierfrei.actions == ["58", "restart"]
    vierfrei.push("A game by number")
    assert vierfrei.panel
    vierfrei.push("Cancel")
    assert vierfrei.panel is None
    vierfrei.push("A new random game")
    assert vierfrei.session.deal.number != 617
    vierfrei.push("The menu")
    assert vierfrei.app.director.table is None


def test_the_full_box_is_at_the_upper_right(vierfrei: Stage) -> None:
    vierfrei.click((1000 - 12, 12))
    assert vierfrei.compact
    vierfrei.click((80, 50))
    assert not vierfrei.compact
    vierfrei.check()


def test_a_button_acts_only_if_the_mouse_is_still_there(vierfrei: Stage) -> None:
    found = next(i for i in vierfrei.table.bar.controls.items if i.label == "This game again")
    vierfrei.type("58")
    vierfrei.press(found.rect.center)
    vierfrei.move((500, 500))
    vierfrei.release()
    assert vierfrei.actions == ["58"]


def test_a_panel_closes_by_its_cross_and_by_a_click_beside_it(vierfrei: Stage) -> None:
    vierfrei.key("F8")
    assert vierfrei.panel
    vierfrei.click(vierfrei.panel._closer.rect.center)
    assert vierfrei.panel is None
    vierfrei.key("?")
    vierfrei.wheel(-3)
    vierfrei.click((2, 350))
    assert vierfrei.panel is None and vierfrei.table.hand.held is None
    vierfrei.check()


def test_a_tip_tells_the_key(vierfrei: Stage) -> None:
    found = next(i for i in vierfrei.table.bar.controls.items if i.label == "Undo the whole move")
    assert "Backspace" in found.tip
    vierfrei.move(found.rect.center)
    assert vierfrei.table.mouse.tip.waiting
    vierfrei.wait(1)
    assert not vierfrei.table.mouse.tip.waiting and vierfrei.table.dirty
    vierfrei.app.paint()


def test_the_right_button_alone_sends_one_card_into_a_cell(vierfrei: Stage) -> None:
    vierfrei.press(vierfrei.at("5"), RIGHT)
    assert not vierfrei.actions, "a left click may still come"
    vierfrei.release(RIGHT)
    assert vierfrei.actions == ["5a"]
    vierfrei.click(vierfrei.at("1", 3), RIGHT)
    assert vierfrei.actions == ["5a", "1b"], "the last card of the pile"
    vierfrei.click((500, 690), RIGHT)
    assert vierfrei.actions == ["5a", "1b"] and not vierfrei.plings
    vierfrei.check()


def test_the_chord_is_no_right_click_besides(vierfrei: Stage) -> None:
    vierfrei.press(vierfrei.at("5"), RIGHT)
    vierfrei.click(vierfrei.at("5"))
    vierfrei.release(RIGHT)
    assert vierfrei.actions == ["5a"]
    vierfrei.press(vierfrei.at("1"), RIGHT)
    vierfrei.tell(pygame.WINDOWFOCUSLOST)
    vierfrei.tell(pygame.WINDOWFOCUSGAINED)
    vierfrei.release(RIGHT)
    assert vierfrei.actions == ["5a"], "a press that the window has lost"


def test_where_there_are_no_cells_the_right_button_is_silent(stage: Start) -> None:
    on = stage(game="canfield", deal=42, rules="hoyle")
    on.click(on.at("1"), RIGHT)
    assert not on.line and not on.plings


def test_a_drag_goes_before_what_was_taken_by_a_click(vierfrei: Stage) -> None:
    vierfrei.click(vierfrei.at("1"))
    assert vierfrei.table.hand.holding
    vierfrei.wait(1)
    vierfrei.carry("5", "8")
    assert vierfrei.actions == ["58"] and not vierfrei.plings
    vierfrei.check()


def test_a_click_on_an_empty_place_need_not_be_steady(vierfrei: Stage) -> None:
    vierfrei.click(vierfrei.at("5"))
    x, y = vierfrei.at("b")
    vierfrei.press((x, y))
    vierfrei.move((x + 20, y + 9))
    vierfrei.release()
    assert vierfrei.actions == ["5b"]


def test_a_tip_keeps_off_the_windows_edge(vierfrei: Stage) -> None:
    table, surface = vierfrei.table, vierfrei.window.surface
    for control in table.bar.controls.items:
        table.mouse.tip.show(control)
        ground = table.mouse.tip.paint(surface, table.bar.rect.bottom, vierfrei.kit.theme)
        assert ground and ground.left >= 4 and ground.right <= surface.get_width() - 4


def test_a_button_that_tab_goes_to_shows_its_tip(vierfrei: Stage) -> None:
    table, tip = vierfrei.table, vierfrei.table.mouse.tip
    for place in (0, 1):
        vierfrei.key("tab")
        assert tip.seen and tip.control is table.bar.controls.items[place]
        assert tip.control.tip and table.dirty
    vierfrei.key("escape")
    assert not tip.seen
    vierfrei.key("tab")
    table.type_key(pygame.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="\r"))
    assert not tip.seen, "a tip goes with the press, as it does with the mouse"
