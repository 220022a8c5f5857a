"""Mouse and finger: no card is ever stuck or lost, whatever happens in mid-drag."""

from __future__ import annotations

import pytest

from scenes.table.mouse import LONG_PRESS
from tests.loops import while_
from tests.scenes.stage import FREE, LEFT, MIDDLE, RIGHT, Stage, Start

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
