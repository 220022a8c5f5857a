"""The keys of undo and redo, and keys that repeat while they are held."""

from __future__ import annotations

import sys

import pygame
import pytest

from scenes.kit.commands import BY_COMMAND, Command
from tests.scenes.stage import CTRL, META, SHIFT, Stage, Start


@pytest.mark.parametrize("back", ["backspace", "undo"])
def test_steps_and_actions(vierfrei: Stage, back: str) -> None:
    vierfrei.type("58 82")
    assert vierfrei.actions == ["58", "8a 82 a2"]
    vierfrei.key(back)
    assert vierfrei.actions == ["58", "8a 82"]
    vierfrei.key(back)
    vierfrei.key("backspace", SHIFT)
    assert vierfrei.actions == ["58", "8a 82"], "a move redone card by card is one move"
    vierfrei.key("z", CTRL)
    assert vierfrei.actions == ["58"]
    vierfrei.key("z", CTRL)
    assert not vierfrei.actions
    vierfrei.key("z", CTRL)
    assert vierfrei.plings == 1
    for redo in (("y", CTRL), ("z", CTRL | SHIFT)):
        vierfrei.key(*redo)
    assert vierfrei.actions == ["58", "8a 82 a2"]
    vierfrei.key("y", META)
    vierfrei.key("backspace", SHIFT)
    assert vierfrei.plings == 3
    vierfrei.check()


@pytest.mark.parametrize("redo", [("y", CTRL), ("z", CTRL | SHIFT)])
@pytest.mark.parametrize("cards", [1, 2, 3])
def test_a_whole_move_taken_back_card_by_card_is_redone_whole(
    vierfrei: Stage, cards: int, redo: tuple[str, int]
) -> None:
    vierfrei.type("58 82")
    after = vierfrei.state
    for _ in range(cards):
        vierfrei.key("backspace")
    vierfrei.key(*redo)
    assert vierfrei.actions == ["58", "8a 82 a2"] and vierfrei.state == after
    assert not vierfrei.session.undone
    for _ in range(cards):
        vierfrei.key("backspace")
    vierfrei.key("z", CTRL)
    vierfrei.key(*redo)
    assert vierfrei.actions[:1] == ["58"] and (vierfrei.state == after) == (cards < 3)
    vierfrei.key(*redo)
    assert vierfrei.actions == ["58", "8a 82 a2"] and vierfrei.state == after
    vierfrei.check()


def test_what_is_read_out_amid_a_move_leaves_it_one_move(vierfrei: Stage) -> None:
    vierfrei.type("58 82")
    vierfrei.key("backspace")
    vierfrei.key("left")
    vierfrei.table.command(Command.ASK_PILE)
    vierfrei.key("z", CTRL)
    vierfrei.key("y", CTRL)
    assert vierfrei.actions == ["58", "8a 82 a2"]


def test_the_arrow_of_the_bar_takes_back_the_move_backspace_a_card(vierfrei: Stage) -> None:
    vierfrei.type("58 82")
    arrow = next(i for i in vierfrei.table.bar.controls.items if i.icon == "undo")
    assert arrow.tip == "Undo the whole move – Ctrl+Z; card by card: Backspace"
    vierfrei.push(arrow.label)
    assert vierfrei.actions == ["58"]
    vierfrei.push("Redo")
    assert vierfrei.actions == ["58", "8a 82 a2"]
    vierfrei.key("backspace")
    assert vierfrei.actions == ["58", "8a 82"]


def test_what_cannot_be_undone_or_redone_is_greyed(vierfrei: Stage) -> None:
    def live() -> list[bool]:
        vierfrei.settle()
        vierfrei.app.paint()
        items = vierfrei.table.bar.controls.items
        return [next(i for i in items if i.icon == name).enabled for name in ("undo", "redo")]

    assert live() == [False, False]
    vierfrei.type("58")
    assert live() == [True, False]
    vierfrei.key("z", CTRL)
    assert live() == [False, True]
    vierfrei.key("y", CTRL)
    assert live() == [True, False]


def test_in_canfield_the_tip_speaks_of_steps(stage: Start) -> None:
    on = stage(game="canfield", deal=42, rules="hoyle")
    arrow = next(i for i in on.table.bar.controls.items if i.icon == "redo")
    assert "; step by step: Shift+Backspace" in arrow.tip


def test_only_some_keys_repeat(vierfrei: Stage) -> None:
    vierfrei.type("5a 5b 5c 5d")
    vierfrei.down("backspace")
    assert len(vierfrei.actions) == 3
    vierfrei.wait(0.3)
    assert len(vierfrei.actions) == 3
    vierfrei.wait(0.5)
    assert not vierfrei.actions
    vierfrei.up("backspace")
    vierfrei.down("backspace", SHIFT)
    vierfrei.wait(1.0)
    vierfrei.up("backspace", SHIFT)
    assert len(vierfrei.actions) == 4
    vierfrei.down("right")
    start = vierfrei.table.keys.cursor.pile
    vierfrei.wait(1.0)
    vierfrei.up("right")
    assert vierfrei.table.keys.cursor.pile != start
    there = vierfrei.table.keys.cursor.pile
    for name, mod in (("undo", 0), ("z", CTRL), ("delete", 0), ("insert", 0), ("1", 0)):
        vierfrei.down(name, mod)
        after = vierfrei.actions, vierfrei.plings
        vierfrei.wait(1.0)
        assert (vierfrei.actions, vierfrei.plings) == after, name
        vierfrei.up(name, mod)
    assert vierfrei.table.keys.cursor.pile == there


def test_they_repeat_in_a_panel_too(vierfrei: Stage) -> None:
    vierfrei.key("F2")
    vierfrei.type("123456")
    vierfrei.down("left")
    vierfrei.wait(0.5)
    vierfrei.up("left")
    assert vierfrei.field == "123|456"
    vierfrei.down("backspace")
    vierfrei.wait(1)
    vierfrei.up("backspace")
    assert vierfrei.field == "|456"
    vierfrei.down("7")
    vierfrei.wait(1)
    assert vierfrei.field == "7|456"
    vierfrei.up("7")
    vierfrei.key("?")
    vierfrei.key("escape")
    vierfrei.key("?")
    assert vierfrei.panel is not None
    vierfrei.down("down")
    begun = vierfrei.panel._bar.at
    vierfrei.wait(1)
    vierfrei.up("down")
    assert 0 < begun < vierfrei.panel._bar.at


def test_a_machine_that_stood_still_repeats_nothing(vierfrei: Stage) -> None:
    """The key may have been let go of meanwhile; that is only told after it."""
    cursor = vierfrei.table.keys.cursor
    vierfrei.down("right")
    assert cursor.pile == vierfrei.pile("1")
    vierfrei.app.advance(3.0)
    assert cursor.pile == vierfrei.pile("1")
    vierfrei.wait(0.4)
    assert cursor.pile != vierfrei.pile("1")
    vierfrei.up("right")


def test_another_key_ends_the_repeating(vierfrei: Stage) -> None:
    vierfrei.type("5a 5b 5c 5d")
    vierfrei.down("backspace")
    vierfrei.key("F8")
    vierfrei.wait(2)
    assert vierfrei.panel is not None and len(vierfrei.actions) == 3


@pytest.mark.parametrize("kind", [pygame.WINDOWFOCUSLOST, pygame.WINDOWMINIMIZED])
def test_a_key_held_into_another_window_stops(vierfrei: Stage, kind: int) -> None:
    vierfrei.type("5a 5b 5c 5d")
    vierfrei.down("backspace")
    vierfrei.tell(kind)
    vierfrei.wait(2)
    assert len(vierfrei.actions) == 3


def test_an_arrow_held_means_nothing_to_what_has_come_up_since(vierfrei: Stage) -> None:
    vierfrei.down("right")
    there = vierfrei.table.keys.cursor.pile
    table = vierfrei.table
    vierfrei.push("Help")
    assert vierfrei.panel is not None
    vierfrei.wait(2)
    assert table.keys.cursor.pile == there
    vierfrei.key("escape")
    vierfrei.down("right")
    there = table.keys.cursor.pile
    vierfrei.push("Menu")
    vierfrei.push("Start screen")
    vierfrei.wait(2)
    assert vierfrei.app.director.scene is not table and table.keys.cursor.pile == there


def test_on_a_mac_the_key_is_named_cmd(vierfrei: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    vierfrei.type("58")
    vierfrei.key("z", META)
    assert not vierfrei.actions
    assert BY_COMMAND[Command.UNDO_ACTION].key_names == "Cmd+Z"
