"""Everything is within two clicks, in the smallest window too."""

from __future__ import annotations

import pygame
import pytest
from pytest import MonkeyPatch

import scenes.widgets.bar
from scenes.kit.commands import BY_COMMAND, Command
from scenes.style.icons import icon
from scenes.style.theme import NORMAL, SMALL, Colour, unit
from scenes.widgets.bar import _GROUPS
from tests.scenes.stage import Point, Stage, Start

SIZES = [(480, 300), (480, 900), (640, 480), (800, 600), (1280, 800)]


def in_bar(on: Stage) -> set[str]:
    return {control.label for control in on.table.bar.controls.items}


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("game", ["vierfrei", "canfield"])
def test_each_command_has_a_button_or_is_behind_one(stage: Start, size: Point, game: str) -> None:
    on = stage(game=game, deal=617, size=size)
    wanted = [one for group in _GROUPS for one in group if one not in on.table.without]
    shown = in_bar(on)
    hidden = [one for one in wanted if BY_COMMAND[one].label() not in shown]
    assert hidden == on.table.bar.without
    assert ("More" in shown) is bool(hidden)
    for control in on.table.bar.controls.items:
        assert min(control.rect.size) >= 32 and control.tip
    if not hidden:
        return
    on.push("More")
    assert on.panel
    on.wait(1)
    found = on.panel.page.controls.items
    assert [control.icon for control in found] == [BY_COMMAND[one].icon for one in hidden]
    for command, control in zip(hidden, found, strict=True):
        assert BY_COMMAND[command].key_names in control.tip
        assert on.panel.rect.contains(control.rect) and control.rect.height >= 32


@pytest.mark.parametrize("game", ["vierfrei", "canfield"])
def test_redo_does_not_hide_before_help(stage: Start, game: str) -> None:
    on = stage(game=game, deal=617, size=(640, 480))
    assert {"Undo the whole move", "Redo the whole move"} <= in_bar(on)
    for width in range(480, 1000, 20):
        on.resize((width, 480))
        assert "Redo the whole move" in in_bar(on) or "Help" not in in_bar(on), width


def test_what_is_behind_it_does_what_it_says(stage: Start) -> None:
    on = stage(deal=617, size=(480, 300))
    on.type("26")
    on.settle()
    on.push("More")
    on.wait(1)
    on.push("Restart")
    on.settle()
    assert (on.panel is None and on.actions == ["26", "restart"]) or on.session.since_restart == []
    on.push("More")
    on.wait(1)
    on.push("Options")
    assert on.panel and on.panel.own is Command.OPTIONS


def test_esc_closes_it(stage: Start) -> None:
    on = stage(deal=617, size=(480, 300))
    on.push("More")
    assert (on.panel and "More" in on.lines[-1]) or on.panel
    on.key("escape")
    assert on.panel is None


@pytest.mark.parametrize("rules", ["hoyle", "xpat2", "casino", "aisleriot"])
@pytest.mark.parametrize("size", [(700, 1100), (800, 600)], ids=["tall", "small"])
def test_the_buttons_leave_room_for_the_title(stage: Start, size: Point, rules: str) -> None:
    on = stage(game="canfield", deal=824885, rules=rules, size=size)
    on.settle()
    bar, scale = on.table.bar, unit(size, 1.0)
    told = on.table._bar_texts()
    title = on.kit.text.width(told.title, round(NORMAL * scale), True)
    brief = on.kit.text.width(told.standings[-1], round(SMALL * scale))
    assert title + brief + 3 * round(10 * scale) <= bar._room.width


def test_the_light_is_seen_in_a_small_window(stage: Start, monkeypatch: MonkeyPatch) -> None:
    on = stage(deal=554904, size=(800, 600))
    on.settings.light = True
    on.table.restyle()
    on.type("1a2b3c4d")
    on.session.seconds = 3000.0
    drawn: list[str] = []

    def noted(name: str, side: int, colour: Colour) -> pygame.Surface:
        drawn.append(name)
        return icon(name, side, colour)

    monkeypatch.setattr(scenes.widgets.bar, "icon", noted)
    on.table.bar.paint(on.window.surface, on.kit.theme, whole=True)
    assert on.table._bar_texts().icon in drawn
