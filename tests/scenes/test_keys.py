"""Every key of the table of keys, in every place where it can be pressed."""

from __future__ import annotations

import random
from collections.abc import Callable

import pygame
import pytest

from scenes.kit.commands import BY_COMMAND, Command, find_binding
from scenes.table.orders import MEANT
from tests.scenes.conftest import Clipboard
from tests.scenes.stage import ALT, CAPS, CTRL, META, NUM, SHIFT, Stage, key_event

Start = Callable[..., Stage]


@pytest.fixture(autouse=True)
def draw() -> None:
    random.seed(2)


def placed(start: Start, place: str) -> Stage:
    """A stage with one move done in Vierfrei 617, at ``place``."""
    stage = start()
    stage.type("58")
    if place == "options":
        stage.key("F8")
    elif place == "field":
        stage.key("F2")
    elif place == "menu":
        stage.key("escape")
    elif place == "compact":
        stage.key("F9")
    return stage


def test_every_command_means_something(vierfrei: Stage) -> None:
    director = vierfrei.app.director
    for command in BY_COMMAND:
        meant = command in {*MEANT, Command.TO_CELLS} or command in director.commands
        assert meant, f"say what {command} means in scenes/table/orders or scenes/shell/director"


# -- F keys ----------------------------------------------------------------------------------------

OVER_THE_TABLE = pytest.mark.parametrize("place", ["table", "options", "field"])


@OVER_THE_TABLE
def test_f1_deals_a_random_game(stage: Start, place: str) -> None:
    on = placed(stage, place)
    on.key("F1")
    assert on.panel is None
    assert on.session.deal.number != 617 and not on.actions
    assert on.title == f"Vierfrei {on.session.deal.number} – Vierfeld"


@OVER_THE_TABLE
def test_f3_begins_the_same_game_again(stage: Start, place: str) -> None:
    on = placed(stage, place)
    on.key("F3")
    assert on.panel is None
    assert on.actions == ["58", "restart"] and on.state == on.session.layout


@pytest.mark.parametrize(
    ("name", "mod", "command"),
    [
        ("F2", 0, Command.NUMBER),
        ("F6", 0, Command.STATISTICS),
        ("F8", 0, Command.OPTIONS),
        ("F1", SHIFT, Command.HELP),
    ],
)
@pytest.mark.parametrize("place", ["table", "options", "field", "menu"])
def test_panel_keys_open_and_close(
    stage: Start, place: str, name: str, mod: int, command: Command
) -> None:
    on = placed(stage, place)
    own = on.panel is not None and on.panel.own is command
    on.key(name, mod)
    if own:
        assert on.panel is None
        on.key(name, mod)
    assert on.panel is not None and on.panel.own is command
    on.key(name, mod)
    assert on.panel is None


@pytest.mark.parametrize("place", ["table", "options", "field", "menu"])
def test_f9_f10_f11_work_everywhere(stage: Start, place: str) -> None:
    on = placed(stage, place)
    on.key("F11")
    assert on.full and on.panel is None
    on.key("return", ALT)
    assert not on.full
    on.key("F9")
    assert on.compact
    on.key("F9")
    assert not on.compact
    on.key("F10")
    assert not on.app.running


@pytest.mark.parametrize("place", ["table", "options", "field", "menu", "compact"])
def test_keys_that_are_silent(stage: Start, place: str) -> None:
    on = placed(stage, place)
    before = on.panel, on.compact, on.full
    for name in ("F12", "pause", "lshift", "lctrl", "capslock"):
        on.key(name)
        assert (on.panel, on.compact, on.full) == before, name
        assert not on.plings and on.app.running, name


def test_a_held_card_is_put_down_before_an_f_key_acts(vierfrei: Stage) -> None:
    vierfrei.press(vierfrei.at("5"))
    vierfrei.move((500, 400))
    assert vierfrei.table.hand.held
    vierfrei.key("F8")
    assert vierfrei.table.hand.held is None
    vierfrei.release()
    vierfrei.key("F8")
    vierfrei.check()
    assert not vierfrei.actions


def test_question_mark_is_found_by_its_character(vierfrei: Stage) -> None:
    # On a German keyboard it is Shift with the key right of 0.
    vierfrei.key("minus", SHIFT, key=pygame.K_QUESTION, unicode="?")
    assert vierfrei.panel is not None and vierfrei.panel.own is Command.HELP
    vierfrei.key("?")
    assert vierfrei.panel is None


# -- modifiers -------------------------------------------------------------------------------------

_PLAIN = ["F1", "F2", "F3", "F6", "F7", "F8", "F9", "F10", "F11", "delete", "backspace", "insert"]
_PLAIN += ["space", "escape", "left", "return", "tab", "1", "5"]


@pytest.mark.parametrize("place", ["table", "options", "field", "menu", "compact"])
@pytest.mark.parametrize("mod", [CTRL, ALT, META, CTRL | SHIFT, ALT | SHIFT, SHIFT])
def test_a_key_with_another_modifier_does_nothing(stage: Start, place: str, mod: int) -> None:
    on = placed(stage, place)
    if place == "field":
        on.type("12")
    for name in _PLAIN:
        event = key_event(name, mod)
        character = event.unicode.isprintable() and event.unicode.strip()
        if find_binding(event) or (mod == SHIFT and (name == "tab" or character)):
            continue
        before = on.panel, on.compact, on.full, on.lines[:], on.plings, on.app.director.scene
        on.app.handle(event)
        after = on.panel, on.compact, on.full, on.lines[:], on.plings, on.app.director.scene
        assert after == before, name
        if place == "field":
            assert on.field == "12|"
        if place == "table":
            assert on.actions == ["58"] and not on.table.keys.cursor.visible
    assert on.app.running


@pytest.mark.parametrize("lock", [CAPS, NUM, CAPS | NUM])
def test_locks_are_ignored(vierfrei: Stage, lock: int) -> None:
    vierfrei.key("5", lock)
    vierfrei.key("a", lock, unicode="A" if lock & CAPS else "a")
    assert vierfrei.actions == ["5a"]
    vierfrei.key("z", CTRL | lock, unicode="\x1a")
    assert not vierfrei.actions
    vierfrei.key("y", CTRL | lock)
    assert vierfrei.actions == ["5a"]


def test_caps_lock_is_not_shift_in_canfield(stage: Start) -> None:
    on = stage(game="canfield", deal=42, rules="aisleriot")
    on.key("d", CAPS, unicode="D")
    assert on.actions == ["d"]
    on.key("d", CAPS | SHIFT, unicode="d")
    assert on.actions == ["d"] and "[D]" in on.standing


# -- undo, redo ------------------------------------------------------------------------------------


@pytest.mark.parametrize("back", ["backspace", "undo"])
def test_steps_and_actions(vierfrei: Stage, back: str) -> None:
    vierfrei.type("58 82")
    assert vierfrei.actions == ["58", "8a 82 a2"]
    vierfrei.key(back)
    assert vierfrei.actions == ["58", "8a 82"]
    vierfrei.key(back)
    vierfrei.key("backspace", SHIFT)
    assert vierfrei.actions == ["58", "8a", "82"]
    vierfrei.key("z", CTRL)
    vierfrei.key("z", CTRL)
    vierfrei.key("z", CTRL)
    assert not vierfrei.actions
    vierfrei.key("z", CTRL)
    assert vierfrei.plings == 1
    for redo in (("y", CTRL), ("z", CTRL | SHIFT), ("y", META), ("y", CTRL)):
        vierfrei.key(*redo)
    assert vierfrei.actions == ["58", "8a", "82", "a2"]
    vierfrei.key("y", CTRL)
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


def test_the_arrow_of_the_bar_takes_back_the_move_backspace_a_card(vierfrei: Stage) -> None:
    vierfrei.type("58 82")
    arrow = next(i for i in vierfrei.table.bar.controls.items if i.icon == "undo")
    assert arrow.tip == "Undo the whole move – Ctrl+Z; card by card: Backspace"
    vierfrei.push(arrow.label)
    assert vierfrei.actions == ["58"]
    vierfrei.push("Redo the whole move")
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
    assert arrow.tip.endswith("; step by step: Shift+Backspace")


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
    vierfrei.push("Options")
    assert vierfrei.panel is not None
    vierfrei.wait(2)
    assert table.keys.cursor.pile == there
    vierfrei.key("F8")
    vierfrei.down("right")
    there = table.keys.cursor.pile
    vierfrei.push("The menu")
    vierfrei.wait(2)
    assert vierfrei.app.director.scene is not table and table.keys.cursor.pile == there


# -- Esc -------------------------------------------------------------------------------------------


def test_escape_in_its_order(vierfrei: Stage) -> None:
    vierfrei.click(vierfrei.at("5"))
    assert vierfrei.table.hand.held
    vierfrei.key("escape")
    assert vierfrei.table.hand.held is None
    vierfrei.key("5")
    vierfrei.key("escape")
    assert "[" not in vierfrei.standing and vierfrei.app.director.table
    vierfrei.key("F8")
    vierfrei.key("escape")
    assert vierfrei.panel is None and vierfrei.app.director.table
    vierfrei.key("escape")
    assert vierfrei.app.director.table is None
    vierfrei.key("escape")
    assert vierfrei.app.running and not vierfrei.plings


# -- Delete, Insert --------------------------------------------------------------------------------


def test_delete_brings_safe_cards_home(stage: Start) -> None:
    on = stage(deal=10913)
    on.key("delete")
    assert on.actions == ["4h 8h"]
    on.key("delete")
    assert on.plings == 1 and on.line == "No card can safely go home now."
    on.key("backspace")
    assert on.actions == ["4h"]


def test_insert_takes_the_run_under_the_pointer_into_cells(vierfrei: Stage) -> None:
    vierfrei.type("58")
    vierfrei.move(vierfrei.at("8", 2))
    vierfrei.key("insert")
    assert vierfrei.actions[-1] == "8a 8b"
    vierfrei.move(vierfrei.at("8", 3))
    vierfrei.key("insert")
    assert vierfrei.plings == 1 and vierfrei.line == "These cards do not form a run."
    vierfrei.type("5c 5d")
    vierfrei.key("insert")
    assert vierfrei.plings == 2


def test_insert_means_what_is_held_or_under_the_cursor(vierfrei: Stage) -> None:
    vierfrei.click(vierfrei.at("6"))
    vierfrei.move(vierfrei.at("1"))
    vierfrei.key("insert")
    assert vierfrei.actions == ["6a"] and vierfrei.table.hand.held is None
    vierfrei.key("left")
    assert vierfrei.table.keys.cursor.visible
    vierfrei.key("insert")
    assert vierfrei.actions == ["6a", "1b"]
    vierfrei.check()


def test_insert_over_nothing_plings(vierfrei: Stage) -> None:
    vierfrei.move((500, 690))
    vierfrei.key("insert")
    assert vierfrei.plings == 1


# -- F1, F2, F3 ------------------------------------------------------------------------------------


@pytest.mark.parametrize("undo", [("backspace", 0), ("undo", 0), ("z", CTRL)])
def test_one_undo_on_an_untouched_deal_brings_the_former_back(
    stage: Start, undo: tuple[str, int]
) -> None:
    on = stage()
    on.type("58 82")
    on.key("backspace")
    former = on.state
    on.key("F1")
    assert len(on.saved("record")["games"]) == 1
    on.key(*undo)
    assert on.session.deal.number == 617 and on.state == former
    assert on.actions == ["58", "8a 82"] and len(on.session.undone) == 1
    assert on.saved("record")["games"] == [] and not on.session.recorded
    assert on.saved("vierfrei")["actions"] == ["58", "8a 82"]
    on.key("backspace", SHIFT)
    assert on.actions == ["58", "8a 82", "a2"]
    on.check()


def test_a_touched_deal_does_not_give_the_former_back(vierfrei: Stage) -> None:
    vierfrei.type("58")
    vierfrei.key("F1")
    new = vierfrei.session.deal
    vierfrei.type("1a")
    vierfrei.key("backspace")
    vierfrei.key("backspace")
    assert vierfrei.session.deal == new and vierfrei.plings == 1
    assert len(vierfrei.saved("record")["games"]) == 1


def test_an_untouched_game_is_not_recorded(vierfrei: Stage) -> None:
    vierfrei.key("F1")
    assert not (vierfrei.home / "record.json").exists()


def test_leaving_a_casino_deal_is_stopping_there(stage: Start) -> None:
    on = stage(game="canfield", deal=42, rules="casino")
    on.key("F1")
    (entry,) = on.saved("record")["games"]
    assert (entry["deal"], entry["account"], entry["actions"]) == (42, -13, 0)


def test_the_number_field(stage: Start, clipboard: Clipboard) -> None:
    on = stage()
    on.type("58")
    on.key("F2")
    on.type("12x34?567")
    assert on.field == "123456|"
    on.keys("left", "left", "backspace", "delete")
    assert on.field == "123|6"
    on.keys("home", "delete", "right")
    assert on.field == "2|36"
    on.keys("end", "backspace", "backspace", "backspace", "backspace")
    assert on.field == "|"
    assert on.plings == 3, "for x, ? and the seventh digit"
    on.key("return")
    assert on.plings == 4 and on.panel is not None
    clipboard.text = " 10913\n"
    on.key("v", CTRL)
    assert on.field == "10913|"
    clipboard.text = "7"
    on.key("v", META)
    assert on.field == "109137|"
    clipboard.text = "8"
    on.key("v", CTRL)
    assert on.field == "109137|", "six digits are all"
    on.key("escape")
    assert on.panel is None and on.session.deal.number == 617 and on.actions == ["58"]
    on.key("F2")
    assert on.field == "|"
    on.type("10913")
    on.key("kp_enter")
    assert on.panel is None and on.session.deal.number == 10913 and not on.actions
    on.key("backspace")
    assert on.session.deal.number == 617 and on.actions == ["58"]


def test_backspace_in_the_field_takes_no_move_back(vierfrei: Stage) -> None:
    vierfrei.type("58")
    vierfrei.key("F2")
    vierfrei.type("1")
    for _ in range(3):
        vierfrei.key("backspace")
    vierfrei.key("z", CTRL)
    vierfrei.key("delete")
    vierfrei.key("insert")
    vierfrei.key("space")
    assert vierfrei.actions == ["58"] and not vierfrei.plings


def test_restart_is_an_action(vierfrei: Stage) -> None:
    vierfrei.key("F3")
    assert vierfrei.plings == 1 and not vierfrei.actions
    vierfrei.type("58 82")
    before = vierfrei.state
    vierfrei.key("F3")
    assert vierfrei.state == vierfrei.session.layout and "0 moves" in vierfrei.standing
    vierfrei.key("backspace")
    assert vierfrei.state == before and "2 moves" in vierfrei.standing
    vierfrei.key("backspace", SHIFT)
    assert vierfrei.state == vierfrei.session.layout
    vierfrei.check()


# -- the menu --------------------------------------------------------------------------------------


def test_f1_and_f2_in_the_menu_mean_the_game_last_played(stage: Start) -> None:
    on = stage(game="canfield", deal=42, rules="xpat2")
    on.key("escape")
    on.key("F2")
    on.type("7")
    on.key("return")
    assert on.title == "Canfield 7 (XPat2) – Vierfeld"
    on.key("escape")
    on.key("F1")
    assert on.session.deal.game == "canfield"


@pytest.mark.parametrize(
    ("name", "mod"),
    [("F3", 0), ("delete", 0), ("backspace", 0), ("insert", 0), ("1", 0), ("z", CTRL), ("c", CTRL)],
)
def test_keys_of_the_table_mean_nothing_in_the_menu(stage: Start, name: str, mod: int) -> None:
    on = placed(stage, "menu")
    on.key(name, mod)
    assert on.app.director.table is None and on.panel is None
    on.push("Resume 617")
    assert on.actions == ["58"]


def test_the_menu_by_keyboard(stage: Start) -> None:
    on = stage(game=None)
    on.key("tab")
    on.key("return")
    assert on.session.deal.game == "vierfrei"
    on.key("escape")
    on.keys("tab", "tab", "tab")
    on.key("tab", SHIFT)
    assert "By number" in on.lines[-1]


# -- compact ---------------------------------------------------------------------------------------

_KNOWN = [("F1", 0), ("F2", 0), ("F3", 0), ("F6", 0), ("F8", 0), ("F1", SHIFT), ("?", 0)]
_KNOWN += [
    ("F7", 0),
    ("F11", 0),
    ("return", ALT),
    ("delete", 0),
    ("backspace", 0),
    ("undo", 0),
    ("space", 0),
]
_KNOWN += [("backspace", SHIFT), ("z", CTRL), ("y", CTRL), ("c", CTRL), ("v", CTRL), ("escape", 0)]
_KNOWN += [("insert", 0), ("1", 0), ("a", 0), ("h", 0), ("D", 0), ("left", 0), ("tab", 0)]


def test_known_keys_pling_while_compact(stage: Start) -> None:
    on = placed(stage, "compact")
    for count, (name, mod) in enumerate(_KNOWN, 1):
        on.key(name, mod)
        assert on.plings == count, name
        assert on.compact and on.actions == ["58"] and not on.full, name
    on.key("F9")
    assert on.actions == ["58"] and on.panel is None


@pytest.mark.parametrize("back", ["F9", "return", "kp_enter", "click"])
def test_what_brings_the_window_back(stage: Start, back: str) -> None:
    on = placed(stage, "compact")
    if back == "click":
        on.click((80, 50))
    else:
        on.key(back)
    assert not on.compact and not on.plings
    assert on.app.size == (1000, 700) and on.table.layout.size == (1000, 700)
    on.check()
    assert on.actions == ["58"]


def test_compact_quits(stage: Start) -> None:
    on = placed(stage, "compact")
    on.key("F10")
    assert not on.app.running
    on = placed(stage, "compact")
    on.tell(pygame.WINDOWCLOSE)
    assert not on.app.running


def test_other_buttons_do_not_restore(stage: Start) -> None:
    on = placed(stage, "compact")
    on.click((80, 50), 3)
    on.click((80, 50), 2)
    on.wheel(1)
    assert on.compact and not on.plings
