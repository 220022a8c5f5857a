"""The bar's buttons, the right button, tips."""

from __future__ import annotations

import pygame

from scenes.kit.commands import Command
from tests.scenes.stage import RIGHT, Stage, Start


def test_the_bar_has_a_button_for_what_it_offers(vierfrei: Stage) -> None:
    vierfrei.type("58")
    vierfrei.push("Undo")
    assert not vierfrei.actions
    vierfrei.push("Redo")
    assert vierfrei.actions == ["58"]
    vierfrei.push("Hint")
    assert vierfrei.table.guide.hints.shown or vierfrei.kit.solver.busy()
    vierfrei.push("Help")
    assert vierfrei.panel and vierfrei.panel.own is Command.HELP
    vierfrei.key("escape")
    vierfrei.push("New game")
    assert vierfrei.session.deal.number != 617
    vierfrei.push("Menu")
    assert vierfrei.panel and vierfrei.panel.own is Command.MENU


def test_the_full_box_is_at_the_upper_right(vierfrei: Stage) -> None:
    vierfrei.click((1000 - 12, 12))
    assert vierfrei.compact
    vierfrei.click((80, 50))
    assert not vierfrei.compact
    vierfrei.check()


def test_a_button_acts_only_if_the_mouse_is_still_there(vierfrei: Stage) -> None:
    found = next(i for i in vierfrei.table.bar.controls.items if i.label == "New game")
    vierfrei.type("58")
    vierfrei.press(found.rect.center)
    vierfrei.move((500, 500))
    vierfrei.release()
    assert vierfrei.actions == ["58"] and vierfrei.session.deal.number == 617


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
    found = next(i for i in vierfrei.table.bar.controls.items if i.label == "Undo")
    assert "Backspace" in found.tip
    vierfrei.move(found.rect.center)
    assert vierfrei.table.tip.waiting
    vierfrei.wait(1)
    assert not vierfrei.table.tip.waiting and vierfrei.table.dirty
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
        table.tip.show(control)
        table.tip.paint(surface, table.bar.rect.bottom, vierfrei.kit.theme)
        ground = table.tip.rect
        assert ground and ground.left >= 4 and ground.right <= surface.get_width() - 4


def test_a_button_that_tab_goes_to_shows_its_tip(vierfrei: Stage) -> None:
    table, tip = vierfrei.table, vierfrei.table.tip
    for place in (0, 1):
        vierfrei.key("tab")
        assert tip.seen and tip.control is table.bar.controls.items[place]
        assert tip.control.tip and table.dirty
    vierfrei.key("escape")
    assert not tip.seen
    vierfrei.key("tab")
    table.type_key(pygame.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="\r"))
    assert not tip.seen, "a tip goes with the press, as it does with the mouse"
