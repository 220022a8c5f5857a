"""Mouse and finger: no card is ever stuck or lost, whatever happens in mid-drag."""

from __future__ import annotations

import pytest

from scenes.table.mouse import LONG_PRESS
from tests.loops import while_
from tests.scenes.stage import FREE, LEFT, MIDDLE, RIGHT, Stage, Start

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


def test_the_best_place_is_an_option(vierfrei: Stage) -> None:
    assert vierfrei.settings.double_click_moves
    vierfrei.settings.double_click_moves = False
    twice(vierfrei, "5")
    assert not vierfrei.actions and vierfrei.plings == 1
    assert vierfrei.line == "Another card has to go home first."


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
