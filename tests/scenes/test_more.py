"""Everything is within two clicks, in the smallest window too."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from scenes.bar import _GROUPS
from scenes.commands import BY_COMMAND, Command
from tests.scenes.stage import Point, Stage

Start = Callable[..., Stage]
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


def test_what_is_behind_it_does_what_it_says(stage: Start) -> None:
    on = stage(deal=617, size=(480, 300))
    on.type("26")
    on.settle()
    on.push("More")
    on.wait(1)
    on.push("Same again")
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
