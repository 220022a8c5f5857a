"""The bar's buttons, the right button, tips."""

from __future__ import annotations

import pygame

from scenes.kit.commands import Command
from tests.scenes.stage import RIGHT, Stage, Start


def test_the_bar_has_a_button_for_what_it_offers(on: Stage) -> None:
    on.type("58")
    on.push("Undo")
    assert not on.actions
    on.push("Redo")
    assert on.actions == ["58"]
    on.push("Hint")
    assert on.table.guide.hints.shown or on.kit.solver.busy()
    on.push("Help")
    assert on.panel and on.panel.own is Command.HELP
    on.key("escape")
    on.push("New game")
    assert on.session.deal.number != 617
    on.push("Menu")
    assert on.panel and on.panel.own is Command.MENU


def test_the_full_box_is_at_the_upper_right(on: Stage) -> None:
    on.click((1000 - 12, 12))
    assert on.compact
    on.click((80, 50))
    assert not on.compact
    on.check()


def test_a_button_acts_only_if_the_mouse_is_still_there(on: Stage) -> None:
    found = next(i for i in on.table.bar.controls.items if i.label == "New game")
    on.type("58")
    on.press(found.rect.center)
    on.move((500, 500))
    on.release()
    assert on.actions == ["58"] and on.session.deal.number == 617


def test_a_panel_closes_by_its_cross_and_by_a_click_beside_it(on: Stage) -> None:
    on.key("F8")
    assert on.panel
    on.click(on.panel._closer.rect.center)
    assert on.panel is None
    on.key("?")
    on.wheel(-3)
    on.click((2, 350))
    assert on.panel is None and on.table.hand.held is None
    on.check()


def test_a_tip_tells_the_key(on: Stage) -> None:
    found = next(i for i in on.table.bar.controls.items if i.label == "Undo")
    assert "Backspace" in found.tip
    on.move(found.rect.center)
    assert on.table.tip.waiting
    on.wait(1)
    assert not on.table.tip.waiting and on.table.dirty
    on.app.paint()


def test_the_right_button_alone_sends_one_card_into_a_cell(on: Stage) -> None:
    on.press(on.at("5"), RIGHT)
    assert not on.actions, "a left click may still come"
    on.release(RIGHT)
    assert on.actions == ["5a"]
    on.click(on.at("1", 3), RIGHT)
    assert on.actions == ["5a", "1b"], "the last card of the pile"
    on.click((500, 690), RIGHT)
    assert on.actions == ["5a", "1b"] and not on.plings
    on.check()


def test_the_chord_is_no_right_click_besides(on: Stage) -> None:
    on.press(on.at("5"), RIGHT)
    on.click(on.at("5"))
    on.release(RIGHT)
    assert on.actions == ["5a"]
    on.press(on.at("1"), RIGHT)
    on.tell(pygame.WINDOWFOCUSLOST)
    on.tell(pygame.WINDOWFOCUSGAINED)
    on.release(RIGHT)
    assert on.actions == ["5a"], "a press that the window has lost"


def test_where_there_are_no_cells_the_right_button_is_silent(stage: Start) -> None:
    on = stage(game="canfield", deal=42, rules="hoyle")
    on.click(on.at("1"), RIGHT)
    assert not on.line and not on.plings


def test_a_drag_goes_before_what_was_taken_by_a_click(on: Stage) -> None:
    on.click(on.at("1"))
    assert on.table.hand.holding
    on.wait(1)
    on.carry("5", "8")
    assert on.actions == ["58"] and not on.plings
    on.check()


def test_a_click_on_an_empty_place_need_not_be_steady(on: Stage) -> None:
    on.click(on.at("5"))
    x, y = on.at("b")
    on.press((x, y))
    on.move((x + 20, y + 9))
    on.release()
    assert on.actions == ["5b"]


def test_a_tip_keeps_off_the_windows_edge(on: Stage) -> None:
    table, surface = on.table, on.window.surface
    for control in table.bar.controls.items:
        table.tip.show(control)
        table.tip.paint(surface, table.bar.rect.bottom, on.kit.theme)
        ground = table.tip.rect
        assert ground and ground.left >= 4 and ground.right <= surface.get_width() - 4


def test_a_button_that_tab_goes_to_shows_its_tip(on: Stage) -> None:
    table, tip = on.table, on.table.tip
    for place in (0, 1):
        on.key("tab")
        assert tip.seen and tip.control is table.bar.controls.items[place]
        assert tip.control.tip and table.dirty
    on.key("escape")
    assert not tip.seen
    on.key("tab")
    table.type_key(pygame.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="\r"))
    assert not tip.seen, "a tip goes with the press, as it does with the mouse"
