"""The keys of undo and redo, and keys that repeat while they are held."""

from __future__ import annotations

import sys

import pygame
import pytest

from scenes.kit.commands import BY_COMMAND, Command
from tests.scenes.stage import CTRL, META, SHIFT, Stage, Start


@pytest.mark.parametrize("back", ["backspace", "undo"])
def test_steps_and_actions(on: Stage, back: str) -> None:
    on.type("58 82")
    assert on.actions == ["58", "8a 82 a2"]
    on.key(back)
    assert on.actions == ["58", "8a 82"]
    on.key(back)
    on.key("backspace", SHIFT)
    assert on.actions == ["58", "8a 82"], "a move redone card by card is one move"
    on.key("z", CTRL)
    assert on.actions == ["58"]
    on.key("z", CTRL)
    assert not on.actions
    on.key("z", CTRL)
    assert on.plings == 1
    for redo in (("y", CTRL), ("z", CTRL | SHIFT)):
        on.key(*redo)
    assert on.actions == ["58", "8a 82 a2"]
    on.key("y", META)
    on.key("backspace", SHIFT)
    assert on.plings == 3
    on.check()


@pytest.mark.parametrize("redo", [("y", CTRL), ("z", CTRL | SHIFT)])
@pytest.mark.parametrize("cards", [1, 2, 3])
def test_a_whole_move_taken_back_card_by_card_is_redone_whole(
    on: Stage, cards: int, redo: tuple[str, int]
) -> None:
    on.type("58 82")
    after = on.state
    for _ in range(cards):
        on.key("backspace")
    on.key(*redo)
    assert on.actions == ["58", "8a 82 a2"] and on.state == after
    assert not on.session.undone
    for _ in range(cards):
        on.key("backspace")
    on.key("z", CTRL)
    on.key(*redo)
    assert on.actions[:1] == ["58"] and (on.state == after) == (cards < 3)
    on.key(*redo)
    assert on.actions == ["58", "8a 82 a2"] and on.state == after
    on.check()


def test_the_arrow_of_the_bar_takes_back_the_move_backspace_a_card(on: Stage) -> None:
    on.type("58 82")
    arrow = next(i for i in on.table.bar.controls.items if i.icon == "undo")
    assert arrow.tip == "Undo the whole move – Ctrl+Z; card by card: Backspace"
    on.push(arrow.label)
    assert on.actions == ["58"]
    on.push("Redo")
    assert on.actions == ["58", "8a 82 a2"]
    on.key("backspace")
    assert on.actions == ["58", "8a 82"]


def test_what_cannot_be_undone_or_redone_is_greyed(on: Stage) -> None:
    def live() -> list[bool]:
        on.settle()
        on.app.paint()
        items = on.table.bar.controls.items
        return [next(i for i in items if i.icon == name).enabled for name in ("undo", "redo")]

    assert live() == [False, False]
    on.type("58")
    assert live() == [True, False]
    on.key("z", CTRL)
    assert live() == [False, True]
    on.key("y", CTRL)
    assert live() == [True, False]


def test_in_canfield_the_tip_speaks_of_steps(stage: Start) -> None:
    on = stage(game="canfield", deal=42, rules="hoyle")
    arrow = next(i for i in on.table.bar.controls.items if i.icon == "redo")
    assert "; step by step: Shift+Backspace" in arrow.tip


def test_only_some_keys_repeat(on: Stage) -> None:
    on.type("5a 5b 5c 5d")
    on.down("backspace")
    assert len(on.actions) == 3
    on.wait(0.3)
    assert len(on.actions) == 3
    on.wait(0.5)
    assert not on.actions
    on.up("backspace")
    on.down("backspace", SHIFT)
    on.wait(1.0)
    on.up("backspace", SHIFT)
    assert len(on.actions) == 4
    on.down("right")
    start = on.table.keys.cursor.pile
    on.wait(1.0)
    on.up("right")
    assert on.table.keys.cursor.pile != start
    there = on.table.keys.cursor.pile
    for name, mod in (("undo", 0), ("z", CTRL), ("delete", 0), ("insert", 0), ("1", 0)):
        on.down(name, mod)
        after = on.actions, on.plings
        on.wait(1.0)
        assert (on.actions, on.plings) == after, name
        on.up(name, mod)
    assert on.table.keys.cursor.pile == there


def test_they_repeat_in_a_panel_too(on: Stage) -> None:
    on.key("F2")
    on.type("123456")
    on.down("left")
    on.wait(0.5)
    on.up("left")
    assert on.field == "123|456"
    on.down("backspace")
    on.wait(1)
    on.up("backspace")
    assert on.field == "|456"
    on.down("7")
    on.wait(1)
    assert on.field == "7|456"
    on.up("7")
    on.key("?")
    on.key("escape")
    on.key("?")
    assert on.panel is not None
    on.down("down")
    begun = on.panel._bar.at
    on.wait(1)
    on.up("down")
    assert 0 < begun < on.panel._bar.at


def test_a_machine_that_stood_still_repeats_nothing(on: Stage) -> None:
    """The key may have been let go of meanwhile; that is only told after it."""
    cursor = on.table.keys.cursor
    on.down("right")
    assert cursor.pile == on.pile("1")
    on.app.advance(3.0)
    assert cursor.pile == on.pile("1")
    on.wait(0.4)
    assert cursor.pile != on.pile("1")
    on.up("right")


def test_another_key_ends_the_repeating(on: Stage) -> None:
    on.type("5a 5b 5c 5d")
    on.down("backspace")
    on.key("F8")
    on.wait(2)
    assert on.panel is not None and len(on.actions) == 3


@pytest.mark.parametrize("kind", [pygame.WINDOWFOCUSLOST, pygame.WINDOWMINIMIZED])
def test_a_key_held_into_another_window_stops(on: Stage, kind: int) -> None:
    on.type("5a 5b 5c 5d")
    on.down("backspace")
    on.tell(kind)
    on.wait(2)
    assert len(on.actions) == 3


def test_an_arrow_held_means_nothing_to_what_has_come_up_since(on: Stage) -> None:
    on.down("right")
    there = on.table.keys.cursor.pile
    table = on.table
    on.push("Help")
    assert on.panel is not None
    on.wait(2)
    assert table.keys.cursor.pile == there
    on.key("escape")
    on.down("right")
    there = table.keys.cursor.pile
    on.push("Menu")
    on.push("Start screen")
    on.wait(2)
    assert on.app.director.scene is not table and table.keys.cursor.pile == there


def test_on_a_mac_the_key_is_named_cmd(on: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    on.type("58")
    on.key("z", META)
    assert not on.actions
    assert BY_COMMAND[Command.UNDO_ACTION].key_names == "Cmd+Z"
