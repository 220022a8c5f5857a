"""Tests that panels and the bar cut nothing off, and that mouse and keyboard reach everything."""

from __future__ import annotations

from itertools import pairwise, product
from pathlib import Path

import pygame
import pytest

from game.player.settings import LOOKS, Speed
from game.rules.registry import CANFIELD, VIERFREI
from scenes.kit.commands import Command
from scenes.pages.statistics_panel import PastRow
from scenes.style.theme import NORMAL, unit
from scenes.widgets.controls import Control, Shape
from scenes.widgets.items import Row, Term
from tests.scenes.fitting import SIZES, opened, overlapping, parts, seen_whole
from tests.scenes.records import fill, press_row
from tests.scenes.stage import RIGHT, Point, Stage, Start
from tests.seed import a_few

OF_EACH_GAME = (("F2", "F6", "F8", "?"), (VIERFREI, CANFIELD))


@pytest.mark.parametrize(
    ("size", "key", "game"),
    a_few(product(SIZES, *OF_EACH_GAME), 6, "panels", always=[*product(SIZES[:1], *OF_EACH_GAME)]),
)
def test_a_panel_cuts_nothing_and_can_be_scrolled_to_its_end(
    stage: Start, tmp_path: Path, size: Point, key: str, game: str
) -> None:
    fill(tmp_path, 300)
    on = stage(game=game, deal=42, size=size)
    panel, text, scale = opened(on, key), on.kit.text, unit(size, 1.0)
    window = pygame.Rect((0, 0), size)
    for _ in parts(on, panel):
        if on.items(PastRow):
            press_row(on, 2)
        assert window.contains(panel.rect) and panel.rect.contains(panel._view)
        controls = panel.page.controls.items
        free = [item.control for item in panel.page.items if isinstance(item, Term)]
        free += [row.controls[0] for row in on.items(PastRow)]
        assert not overlapping(controls)
        for control in controls:
            rect = control.rect
            assert panel.rect.left <= rect.left and rect.right <= panel.rect.right, control.label
            assert min(rect.size) >= 32 * scale - 1, (control.label, rect)
            assert control in free or seen_whole(control, text, scale), control.label
        flowed = [item for item in panel.page.items if item is not panel.page.tabs]
        for above, below in pairwise(flowed):
            assert above.rect.bottom <= below.rect.top
        for item in flowed:
            assert panel._view.left <= item.rect.left and item.rect.right <= panel._view.right
            if isinstance(item, PastRow):
                ends = [(x, x + wide) for x, wide in item.head.spans]
                assert all(a[1] < b[0] for a, b in pairwise(ends)), "no column meets the next"
                assert ends[-1][1] <= item.rect.width
        for _ in controls[:46]:
            on.key("tab")
            focus = panel.page.controls.focus
            in_tabs = panel.page.tabs and focus in panel.page.tabs.controls
            seen = panel.page.tabs.rect if in_tabs else panel._view
            assert seen.top <= focus.rect.top and focus.rect.bottom <= seen.bottom
        panel.page.controls.drop_focus()
        panel.scroll(1000)
        assert flowed[-1].rect.bottom <= panel.rect.bottom, "the end can be reached"
        on.app.paint()


@pytest.mark.parametrize("look", LOOKS)
def test_the_options_fit_beside_the_table(stage: Start, look: str) -> None:
    on = stage(size=(1280, 800))
    panel = opened(on, "F8")
    for part in parts(on, panel):
        room = "give up a row or a heading, or use another part, in scenes/pages/options"
        assert panel._bar.most == 0, f"{part} scrolls at 1280 × 800: {room}"
        assert panel.rect.width <= 1280 * 0.4 and panel.rect.right == 1280
    on.push("Look", look)
    assert on.settings.look == look
    beside = pygame.Rect(0, 0, 700, 800)
    lying = on.picture(beside)
    on.key("escape")
    assert on.picture(beside) == lying, "nothing darkens the table"


def test_switches_and_choices_end_at_the_same_edge(on: Stage) -> None:
    on.key("F8")
    on.wait(1)
    on.push("Comfort")
    on.app.paint()
    items, seen = on.page.controls.items, on.window.surface
    rects = [one.rect for one in items if one.shape is Shape.SWITCH]
    switches = [rect for rect in rects if on.panel._view.contains(rect)]
    edge = max(one.rect.right for one in items if one.shape is Shape.SEGMENT)
    assert switches
    for rect in switches:
        ground = seen.get_at((edge - 1, rect.top))
        assert seen.get_at((edge - 1, rect.centery)) != ground, "the track reaches the edge"
        assert seen.get_at((edge, rect.centery)) == ground, "and goes no further"


def test_tabs_at_the_foot_keep_their_place(stage: Start) -> None:
    on = stage(size=(600, 1100))
    panel, places = opened(on, "F8"), set()
    for _ in parts(on, panel):
        places.add(tuple(tab.rect.topleft for tab in panel.page.tabs.controls))
        assert panel.rect.top > 0.3 * 1100, "the table is seen above it"
    assert len(places) == 1


@pytest.mark.parametrize("size", [(480, 300), (1280, 800), (600, 1100)])
def test_the_help_scrolls_by_keys_wheel_bar_and_finger(stage: Start, size: Point) -> None:
    on = stage(size=size)
    panel = opened(on, "?")
    bar, view = panel._bar, panel._view
    assert bar.most > view.height
    first = panel.page.items[1]
    top = first.rect.top
    for forth, back in (("space", "pageup"), ("pagedown", "pageup"), ("down", "up")):
        on.key(forth)
        assert 0 < bar.at < view.height and first.rect.top == top - bar.at
        on.key(back)
        assert bar.at == 0 and first.rect.top == top
    on.key("end")
    assert bar.at == bar.most
    on.key("home")
    on.wheel(-2)
    assert bar.at > 0
    on.wheel(20)
    thumb = bar.thumb
    assert thumb.width >= 14 and thumb.height >= 32
    on.drag(thumb.center, (thumb.centerx, view.bottom + 300))
    assert bar.at == bar.most
    on.press((bar.thumb.centerx, view.top + 4))
    on.release()
    assert bar.most - bar.at > 0
    on.key("home")
    on.drag(view.center, (view.centerx, view.top + 6))
    assert bar.at == view.centery - view.top - 6
    on.app.paint()


def test_a_panel_slides_in_and_its_closing_button_has_a_tip(stage: Start) -> None:
    still = stage()
    still.key("F6")
    wanted = still.picture()
    on = stage(speed=Speed.NORMAL)
    on.settle()
    on.key("F6")
    begun = on.picture()
    assert on.panel.moving
    on.wait(0.06)
    assert on.panel.moving and on.app.dirty and on.picture() not in (begun, wanted)
    on.wait(0.1)
    assert not on.panel.moving and on.picture() == wanted
    on.move(on.panel.closer.rect.center)
    assert not on.panel._tip.is_visible
    on.wait(1)
    assert on.panel._tip.is_visible and on.panel.closer.tip == "Close – Esc"
    on.app.paint()


def test_long_names_of_options_are_wrapped(on: Stage) -> None:
    text = on.kit.text
    label = "A very long name of an option, as languages other than English may well have it"
    switch = Control("off", lambda: None, shape=Shape.SWITCH)
    several = [Control(name, lambda: None, shape=Shape.SEGMENT) for name in ("one", "two")]
    for row in (Row(label, [switch]), Row(label, several)):
        bottom = row.lay_out(10, 20, 300, 1.0, text)
        assert len(row.lines) > 1 and row.rect.bottom <= bottom
        room = 300 - (switch.width(text, NORMAL, 1.0) if row.controls[0] is switch else 0)
        assert all(text.width(line, NORMAL) <= room for line in row.lines)
    assert several[0].rect.top >= 20 + 2 * NORMAL


def test_up_and_down_go_to_the_chosen_value(on: Stage) -> None:
    panel = opened(on, "F8")
    on.push("tiles")
    on.keys("home", *["tab"] * 5)
    for key in ["down"] * 6 + ["up"] * 6:
        on.key(key)
        controls = panel.page.controls
        row = [one for one in controls.items if one.rect.centery == controls.focus.rect.centery]
        assert controls.focus.chosen or not any(one.chosen for one in row)


def test_the_deal_is_shown_while_its_number_is_typed(on: Stage) -> None:
    on.key("F2")
    seen = set()
    for digit in "617":
        on.key(digit)
        seen.add(on.picture(on.page.items[-1].rect))
    assert len(seen) == 3


def test_without_games_the_statistics_offer_one(stage: Start) -> None:
    on = stage(game=None)
    opened(on, "F6")
    on.push("Play Canfield")
    assert on.session.deal.game == CANFIELD


def test_the_buttons_of_the_bar_and_of_panels_work(on: Stage) -> None:
    on.push("Hint")
    assert on.message == "Thinking …"
    for label, own, way in (("Help", Command.HELP, "beside"), ("Menu", Command.MENU, "closer")):
        on.push(label)
        assert on.panel.command is own
        on.wheel(-3)
        on.click((2, 350) if way == "beside" else on.panel.closer.rect.center)
        assert on.panel is None and on.table.hand.held is None
        on.check()
    new = next(one for one in on.table.bar.controls.items if one.label == "New game")
    on.press(new.rect.center)
    on.move((500, 500))
    on.release()
    assert on.session.deal.number == 617, "the mouse has left it"
    on.push("New game")
    assert on.session.deal.number != 617
    on.click((1000 - 12, 12))
    assert on.compact, "as the upper right corner did in 1993"


def test_a_click_into_a_cell_may_slip_a_right_click_does_it_alone_and_a_lost_press_not(
    on: Stage,
) -> None:
    on.press(on.at("5"), RIGHT)
    assert not on.actions, "a left click may still come"
    on.window_event(pygame.WINDOWFOCUSLOST)
    on.window_event(pygame.WINDOWFOCUSGAINED)
    on.release(RIGHT)
    assert not on.actions
    on.click(on.at("5"), RIGHT)
    assert on.actions == ["5a"]
    on.click(on.at("1", 3), RIGHT)
    assert on.actions == ["5a", "1b"], "the last card of the pile"
    on.click((500, 690), RIGHT)
    assert on.actions == ["5a", "1b"] and not on.plings
    on.click(on.at("5"))
    x, y = on.at("c")
    on.press((x, y))
    on.move((x + 20, y + 9))
    on.release()
    assert on.actions == ["5a", "1b", "5c"]
    on.check()


def test_a_button_reached_by_tab_shows_its_tip(on: Stage) -> None:
    table, tip = on.table, on.table.tip
    for place in (0, 1):
        on.key("tab")
        assert tip.is_visible and tip.control is table.bar.controls.items[place]
        assert tip.control.tip and table.dirty
    on.key("escape")
    assert not tip.is_visible
    on.key("tab")
    table.type_key(pygame.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="\r"))
    assert not tip.is_visible, "a tip goes with the press, as it does with the mouse"
