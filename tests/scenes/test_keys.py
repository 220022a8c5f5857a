"""Tests every key in every place where it can be pressed."""

from __future__ import annotations

import sys

import pygame
import pytest

from scenes.kit import commands
from scenes.kit.commands import Command, command_of
from scenes.table.exercise_scenes import ELSEWHERE
from scenes.table.table_scene import COMMANDS, FOR_CARDS
from tests.scenes.stage import ALT, CAPS, CTRL, META, NUM, SHIFT, Stage, Start, key_event

HELD = {"Ctrl": commands.CTRL, "Shift": commands.SHIFT, "Alt": commands.ALT}
SHORT = {"Esc": "Escape", "Enter": "Return"}
LEAD_AWAY = {
    *(Command.STATISTICS, Command.CHANCES, Command.AGAIN, Command.REVIEW, Command.NUMBER),
    *(Command.NAME, Command.REMARK),
    *(Command.COPY, Command.COPY_LINK, Command.PASTE),
    *(Command.EXPORT, Command.PAGE, Command.ANIMATION),
}
"""The program's commands that lessons don't have."""
PLACES = {"table": "", "options": "F8", "field": "F2", "menu": "escape", "compact": "F9"}
"""The places where keys are tested, and how to get there."""


def at_place(start: Start, place: str) -> Stage:
    """Return a stage at ``place``, after one move in Vierfrei 617."""
    on = start()
    on.type("58")
    on.keys(*filter(None, [PLACES[place]]))
    return on


def test_every_command_has_a_key_and_is_handled(on: Stage) -> None:
    director = on.app.director
    for command in Command:
        meant = command in {*COMMANDS, *FOR_CARDS} or command in director.commands
        assert meant, f"say what {command} means in scenes/table/table_scene or scenes/app/director"
    new = {*director.commands} - {*ELSEWHERE, Command.START}
    assert new == LEAD_AWAY, (
        "add to ELSEWHERE in scenes/table/exercise_scenes what lessons shall have, else to "
        "LEAD_AWAY in tests/scenes/test_keys"
    )


def test_each_key_has_one_meaning_and_a_name_that_sdl_knows() -> None:
    keys = [key for command in Command for key in command.keys]
    assert len(keys) == len({*keys})
    for key in keys:
        *held, name = key.split("+")
        assert {*held} <= {*HELD}, key
        assert not (name.isalnum() and len(name) == 1) or "Ctrl" in held, (
            f"{key}: a character without Ctrl is for typing moves"
        )
        code = pygame.key.key_code(SHORT.get(name, name))
        typed = name if len(key) == 1 else ""
        pressed = dict(key=code, unicode=typed, mod=sum(HELD[one] for one in held))
        assert key in command_of(pygame.Event(pygame.KEYDOWN, pressed)).keys


@pytest.mark.parametrize("place", ["table", "options", "field"])
def test_f1_deals_a_random_game_and_f3_restarts_the_deal(stage: Start, place: str) -> None:
    on = at_place(stage, place)
    on.key("F3")
    assert on.panel is None
    assert on.actions == ["58", "restart"] and on.state == on.session.layout
    on.keys(*filter(None, [PLACES[place]]), "F1")
    assert on.panel is None
    assert on.session.deal.number != 617 and not on.actions
    assert on.title == f"Vierfrei {on.session.deal.number} – Vierfeld"
    on.key("F3")
    assert on.plings == 1 and not on.actions, "there is nothing to restart"


@pytest.mark.parametrize("place", ["table", "options", "field", "menu"])
def test_the_keys_of_the_window_and_of_panels_work_everywhere(stage: Start, place: str) -> None:
    on = at_place(stage, place)
    for key, command in (
        *(("F2", Command.NUMBER), ("F6", Command.STATISTICS)),
        *(("F8", Command.OPTIONS), ("shift+F1", Command.HELP)),
    ):
        if on.panel is not None and on.panel.command is command:
            on.keys(key)
            assert on.panel is None
        on.keys(key)
        assert on.panel is not None and on.panel.command is command
        on.keys(key)
        assert on.panel is None
        on.keys(*filter(None, [PLACES[place] if on.app.director.table else ""]))
    on.key("F11")
    assert on.full and on.panel is None
    on.keys("alt+return")
    assert not on.full
    for compact in (True, False):
        on.key("F9")
        assert on.compact is compact
    on.key("F10")
    assert not on.app.running


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("mod", [0, CTRL, ALT, META, CTRL | SHIFT, ALT | SHIFT, SHIFT])
def test_unassigned_keys_do_nothing_and_make_no_sound(stage: Start, place: str, mod: int) -> None:
    on = at_place(stage, place)
    if place == "field":
        on.type("12")

    def everything() -> tuple[object, ...]:
        table = on.app.director.table
        played = (on.actions, table.keys.cursor.visible) if table else ()
        shown = on.panel, on.field_text if place == "field" else "", on.app.director.scene
        return *played, *shown, on.compact, on.full, on.lines[:], on.plings

    others = ["delete", "backspace", "insert", "pause", "lshift", "lctrl", "capslock"]
    for name in (*[f"F{number}" for number in range(1, 13)], *others):
        if not command_of(event := key_event(name, mod)):
            before = everything()
            on.handle(event)
            assert everything() == before, name
    assert on.app.running


def test_locks_are_ignored(on: Stage, stage: Start) -> None:
    for lock in (CAPS, NUM, CAPS | NUM):
        on.key("5", lock)
        on.key("a", lock, unicode="A" if lock & CAPS else "a")
        assert on.actions == ["5a"]
        on.key("z", CTRL | lock, unicode="\x1a")
        assert not on.actions
    on = stage(game="canfield", deal=42, rules="aisleriot")
    on.key("d", CAPS, unicode="D")
    assert on.actions == ["d"]
    on.key("d", CAPS | SHIFT, unicode="d")
    assert on.actions == ["d"] and "[D]" in on.status


def test_escape_leaves_one_thing_at_a_time(on: Stage) -> None:
    on.click(on.at("5"))
    assert on.table.hand.held
    for keys in ("escape", "5 escape", "tab escape", "F8 escape"):
        on.keys(*keys.split())
        assert on.app.director.table and on.table.hand.held is None, keys
        assert "[" not in on.status and on.table.keys.focused is None and on.panel is None, keys
    on.key("escape")
    assert on.app.director.table is None
    on.key("escape")
    assert on.app.running and not on.plings


def test_insert_moves_the_run_under_the_pointer_into_cells(on: Stage) -> None:
    on.type("58")
    whole = ["58", "8a 8b", "5c", "5d"]
    for count, typed, done, plings in ((2, "", 2, 0), (3, "", 2, 1), (3, "5c 5d", 4, 2)):
        on.move(on.at("8", count))
        on.type(typed)
        on.key("insert")
        assert (on.actions, on.plings) == (whole[:done], plings)
        assert plings != 1 or on.message == "Those cards aren't in sequence."
    on.move((500, 690))
    on.key("insert")
    assert on.plings == 3, "nothing lies there"
    on.keys("backspace", "left", "insert")
    assert on.plings == 3 and len(on.actions) == 4, "what is under the cursor"


@pytest.mark.parametrize("undo", ["backspace", "ctrl+z"])
def test_only_undo_on_an_untouched_deal_brings_the_abandoned_game_back(
    on: Stage, undo: str
) -> None:
    on.type("58 82")
    on.keys("backspace", "F1")
    assert len(on.saved("record")["games"]) == 1
    on.keys(undo)
    assert on.session.deal.number == 617 and len(on.session.undone) == 1
    assert on.saved("vierfrei")["actions"] == on.actions == ["58", "8a 82"]
    assert on.saved("record")["games"] == [] and not on.session.info.recorded
    on.key("F1")
    on.type("1a")
    on.keys(undo, undo)
    assert on.session.deal.number != 617 and on.plings == 1


def test_the_number_field_takes_six_digits(on: Stage) -> None:
    on.type("58")
    on.key("F2")
    for keys, field, plings in (
        ("1 2 x 3 4 ? 5 6 7", "123456|", 3),  # for x, ? and the seventh digit
        ("left left backspace delete", "123|6", 3),
        ("home delete right", "2|36", 3),
        ("end backspace backspace backspace", "|", 3),
        ("ctrl+z delete insert space", "|", 3),
        ("1 2 3 4 5 6 7", "123456|", 4),
    ):
        on.keys(*keys.split())
        assert (on.field_text, on.plings) == (field, plings), keys
    assert on.actions == ["58"], "no move is taken back"
    assert "6 digits" in on.page.field.complaint
    for typed in ("-", "é", "٣"):
        on.keys("backspace")
        on.key("a", unicode=typed)
        assert on.lines[-1] == on.page.field.complaint == "Only digits go here."
        on.app.paint()
        on.keys("6")
        assert not on.page.field.complaint
    on.paste("no number")
    assert on.plings == 8 and on.field_text == "123456|"
    on.keys(*["backspace"] * 6, "return")
    assert on.plings == 9 and on.panel is not None
    on.paste(" 10913\n")
    assert on.field_text == "10913|"
    pygame.scrap.put_text("7")
    on.key("v", META)
    on.paste("8")
    assert on.field_text == "109137|", "six digits are all"


def test_enter_deals_the_typed_number_and_undo_brings_the_game_back(on: Stage) -> None:
    on.keys("5", "8", "F2", "1", "escape")
    for enter in ("return", "kp_enter"):
        assert on.panel is None and on.session.deal.number == 617 and on.actions == ["58"]
        on.key("F2")
        assert on.field_text == "|"
        on.keys(*"10913", enter)
        assert on.panel is None and on.session.deal.number == 10913 and not on.actions
        on.key("backspace")
    assert on.session.deal.number == 617 and on.actions == ["58"]


def test_in_the_menu_only_the_keys_of_the_program_do_anything(stage: Start) -> None:
    on = at_place(stage, "menu")
    for key in ("F3", "delete", "backspace", "insert", "1", "ctrl+z", "ctrl+c"):
        on.keys(key)
        assert on.app.director.table is None and on.panel is None, key
    on.push("Resume 617")
    assert on.actions == ["58"]
    on = stage(game=None)
    for plings, key in enumerate(("F4", "F5", "ctrl+i"), 1):
        on.keys(key)
        assert on.plings == plings and on.panel is None, "what only a table can tell"
    on = stage(game="canfield", deal=42, rules="xpat2")
    on.keys("escape", "F2", "7", "return")
    assert on.title == "Canfield 7 (XPat2) – Vierfeld", "the game played last"
    on.keys("escape", "F1")
    assert on.session.deal.game == "canfield"


def test_in_the_small_window_only_what_leaves_it_does_anything(stage: Start) -> None:
    on = at_place(stage, "compact")
    on.click((80, 50), 3)
    on.click((80, 50), 2)
    on.wheel(1)
    assert on.compact and not on.plings
    keys = "F1 F2 F3 F6 F7 F8 F11 shift+F1 ? alt+return delete insert backspace shift+backspace"
    keys += " undo ctrl+z ctrl+y ctrl+c ctrl+v escape space 1 a h D left tab"
    for count, key in enumerate(keys.split(), 1):
        on.keys(key)
        assert on.plings == count, key
        assert on.compact and on.actions == ["58"] and not on.full, key
    for back in ("F9", "return", "kp_enter", "click"):
        on.click((80, 50)) if back == "click" else on.key(back)
        assert not on.compact and on.plings == count and on.panel is None
        assert on.window.size == (1000, 700) and on.table.layout.size == (1000, 700)
        on.check()
        assert on.actions == ["58"]
        on.key("F9")


def test_backspace_undoes_a_step_and_ctrl_z_a_move(on: Stage) -> None:
    on.type("58 82")
    for keys, actions, plings in (
        ("", ["58", "8a 82 a2"], 0),
        ("backspace", ["58", "8a 82"], 0),
        ("undo shift+backspace", ["58", "8a 82"], 0),  # redone card by card, it is one move
        ("ctrl+z", ["58"], 0),
        ("ctrl+z", [], 0),
        ("ctrl+z", [], 1),
        ("ctrl+y ctrl+shift+z", ["58", "8a 82 a2"], 1),
        ("shift+backspace", ["58", "8a 82 a2"], 2),
    ):
        on.keys(*keys.split())
        assert (on.actions, on.plings) == (actions, plings), keys
    on.key("y", META)
    assert on.plings == 3
    on.check()


@pytest.mark.parametrize("cards", [1, 2, 3])
def test_a_move_undone_card_by_card_is_redone_whole(on: Stage, cards: int) -> None:
    on.type("58 82")
    after = on.state
    on.keys(*["backspace"] * cards, "left")
    on.table.command(Command.ASK_PILE)
    on.keys("ctrl+y")
    assert on.actions == ["58", "8a 82 a2"] and on.state == after
    assert not on.session.undone
    on.keys(*["backspace"] * cards, "ctrl+z", "ctrl+shift+z")
    assert on.actions[:1] == ["58"] and (on.state == after) == (cards < 3)
    on.keys("ctrl+y")
    assert on.actions == ["58", "8a 82 a2"] and on.state == after
    on.check()


def test_the_buttons_for_undo_and_redo_do_whole_moves(stage: Start) -> None:
    on = stage(game="canfield")
    assert "; step by step: Shift+Backspace" in on.button("redo").tip
    on = stage()
    assert on.button("undo").tip == "Undo the whole move – Ctrl+Z; card by card: Backspace"
    whole = ["58", "8a 82 a2"]
    for do, actions, live in (
        (lambda: None, [], [False, False]),
        (lambda: on.type("58 82"), whole, [True, False]),
        (lambda: on.push("Undo"), ["58"], [True, True]),
        (lambda: on.push("Redo"), whole, [True, False]),
        (lambda: on.keys("backspace", "ctrl+z", "ctrl+z"), [], [False, True]),
    ):
        do()
        on.app.paint()
        assert on.actions == actions
        assert [on.button(name).enabled for name in ("undo", "redo")] == live


def hold(on: Stage, name: str, seconds: float, mod: int = 0) -> None:
    on.down(name, mod)
    on.wait(seconds)
    on.up(name, mod)


def test_only_undo_redo_and_the_arrows_repeat_while_held(on: Stage) -> None:
    on.type("5a 5b 5c 5d")
    on.down("backspace")
    for seconds, left in ((0.0, 3), (0.3, 3), (0.5, 0)):
        on.wait(seconds)
        assert len(on.actions) == left
    on.up("backspace")
    hold(on, "backspace", 1, SHIFT)
    assert len(on.actions) == 4
    on.key("right")
    begun = on.table.keys.cursor.pile
    hold(on, "right", 1)
    reached = on.table.keys.cursor.pile
    assert reached != begun
    for name in ("ctrl+up", "undo", "ctrl+z", "delete", "insert", "1"):
        *held, plain = name.split("+")
        on.down(plain, CTRL if held else 0)
        after = on.actions, on.plings
        on.wait(1.0)
        assert (on.actions, on.plings) == after, name
        on.up(plain)
    assert on.table.keys.cursor.pile == reached


def test_held_keys_repeat_in_the_panel_where_they_are_pressed(on: Stage) -> None:
    on.keys("F2", *"123456")
    for key, seconds, field in (
        ("left", 0.5, "123|456"),
        ("backspace", 1, "|456"),
        ("7", 1, "7|456"),
    ):
        hold(on, key, seconds)
        assert on.field_text == field
    on.keys("?", "escape")
    # On a German keyboard, ``?`` is Shift with the key to the right of 0.
    on.key("minus", SHIFT, key=pygame.K_QUESTION, unicode="?")
    on.down("down")
    begun = on.panel._bar.at
    on.wait(1)
    on.up("down")
    assert 0 < begun < on.panel._bar.at
    on.key("escape")
    on.down("right")
    on.push("Help")
    title = on.panel.title
    on.wait(2)
    assert on.panel.title == title, "it turns no tabs"


def test_a_key_does_not_repeat_after_the_computer_was_suspended(on: Stage) -> None:
    on.down("right")
    for way, reached in ((on.app.advance, True), (on.wait, False)):
        way(3.0)
        assert (on.table.keys.cursor.pile == on.pile("1")) is reached, "its release may come late"


@pytest.mark.parametrize("end", ["F8", pygame.WINDOWFOCUSLOST, pygame.WINDOWMINIMIZED])
def test_another_key_or_another_window_ends_a_repetition(on: Stage, end: str | int) -> None:
    on.type("5a 5b 5c 5d")
    on.down("backspace")
    on.key(end) if isinstance(end, str) else on.window_event(end)
    on.wait(2)
    assert len(on.actions) == 3


def test_on_a_mac_ctrl_is_cmd(on: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    on.type("58")
    on.key("z", META)
    assert not on.actions
    assert Command.UNDO_ACTION.key_names == "Cmd+Z"
