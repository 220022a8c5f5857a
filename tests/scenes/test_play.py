"""What a game in play shows and keeps: strips, lines, the clock, options, texts, resuming."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from game.canfield import RULE_SETS
from game.games import numbered
from game.session import Automatic
from game.settings import Speed
from game.sharing import to_text
from scenes.items import Row
from scenes.sound import Sounds
from tests.game.decks import easy_deck
from tests.scenes.conftest import Clipboard
from tests.scenes.stage import CTRL, SHIFT, WON_10913, Stage

Start = Callable[..., Stage]
RULES = pytest.mark.parametrize("rules", RULE_SETS)


@pytest.fixture(autouse=True)
def draw() -> None:
    random.seed(3)


def almost_won(start: Start) -> Stage:
    on = start(deal=10913)
    on.play(WON_10913[:-3])
    return on


# -- the end of a game -----------------------------------------------------------------------------


def test_a_won_game_says_so_and_is_recorded(stage: Start) -> None:
    on = almost_won(stage)
    on.wait(65.5)
    assert not on.strip
    on.type("2h")
    on.settle()
    assert on.strip == "Won! 1:05, 69 moves"
    assert on.lines[-1] == "Won! 1:05, 69 moves"
    (entry,) = on.saved("record")["games"]
    assert (entry["deal"], entry["won"], entry["actions"]) == (10913, True, 69)
    assert on.saved("vierfrei")["recorded"] is True
    on.check()
    on.app.paint()


@pytest.mark.parametrize("choice", ["New game", "Same again"])
def test_what_the_end_offers(stage: Start, choice: str) -> None:
    on = almost_won(stage)
    on.type("2h")
    on.settle()
    on.push(choice)
    on.settle()
    assert not on.strip
    if choice == "Same again":
        assert on.session.deal.number == 10913 and on.state == on.session.layout
        on.key("backspace")
        on.settle()
        assert on.strip.startswith("Won!")
    else:
        assert on.session.deal.number != 10913
        assert len(on.saved("record")["games"]) == 1


def test_the_end_can_be_undone(stage: Start) -> None:
    on = almost_won(stage)
    on.type("2h")
    on.key("backspace")
    assert not on.strip and not on.session.ended
    on.type("2h")
    on.settle()
    assert on.strip.startswith("Won!") and len(on.saved("record")["games"]) == 1


def test_a_button_that_appears_under_the_pointer_is_not_pressed(stage: Start) -> None:
    on = almost_won(stage)
    on.settings.speed = Speed.SLOW
    on.type("2h")
    assert on.strip and on.table.moving
    found = next(c for c in on.table.strip.controls.items if c.label == "Same again")
    on.click(found.rect.center)
    assert on.actions[-1] == "2h"


@RULES
def test_canfield_is_won(stage: Start, clipboard: Clipboard, rules: str) -> None:
    on = stage(game="canfield", deal=42, rules=rules)
    clipboard.text = easy_deck()
    on.key("v", CTRL)
    assert on.title == f"Canfield (own deck) ({RULE_SETS[rules].name}) – Vierfeld"
    if rules == "casino":
        on.type("ip")
    while not on.session.ended:
        home = on.session.rules.home_move(on.state)
        on.type(home.text if home else "d")
    on.settle()
    account = {"hoyle": "$450", "xpat2": "$208", "casino": "$208", "aisleriot": "52 points"}
    assert on.strip.startswith("Won! 0:00, ") and on.strip.endswith(account[rules])
    on.check()


# -- the casino's stages ---------------------------------------------------------------------------


def test_the_casino_s_decisions(stage: Start) -> None:
    on = stage(game="canfield", deal=42, rules="casino")
    assert on.strip == (
        "Stage 1 of 3: you have paid $13 to see the cards. For $13 more you may move them."
    )
    assert "−$13" in on.standing
    on.push("Inspect for $13 (i)")
    assert on.strip.startswith("Stage 2 of 3") and on.actions == ["i"]
    on.key("space")
    assert on.plings == 1
    on.push("Play for $26 (p)")
    assert on.strip.startswith("Stage 3 of 3") and "−$47" in on.standing
    on.key("backspace")
    on.key("backspace")
    assert on.strip.startswith("Stage 1") and "−$13" in on.standing
    on.push("Stop at −$13 (x)")
    on.settle()
    assert on.strip == "Stopped. 0:00, 1 move, −$13"
    (entry,) = on.saved("record")["games"]
    assert (entry["won"], entry["account"]) == (False, -13)
    on.key("backspace")
    assert on.strip.startswith("Stage 1") and not on.session.ended


def test_stages_by_keyboard_focus(stage: Start) -> None:
    on = stage(game="canfield", deal=42, rules="casino")
    for _ in range(30):
        on.key("tab")
        focused = on.table.keys.focused
        if focused and focused.focus and focused.focus.label.startswith("Inspect"):
            break
    on.key("return")
    assert on.actions == ["i"]


@RULES
def test_only_the_casino_has_stages(stage: Start, rules: str) -> None:
    on = stage(game="canfield", deal=42, rules=rules)
    assert bool(on.strip) is (rules == "casino")
    on.type("i")
    assert bool(on.plings) is (rules != "casino")


# -- no move left ----------------------------------------------------------------------------------

STUCK = """\
Freecells: KC KD KH -
: 2C 3C 4C 5C 6C QS KS
: 7C 8C 9C AC AD QC
: JC 2D 3D 4D 5D QD
: 6D 7D 8D 9D AH QH
: JD 2H 3H 4H 5H TC
: 6H 7H 8H 9H AS TD
: JH 2S 3S 4S 5S TH
: 6S 7S 8S 9S JS TS
"""
NO_MOVE = "No move is left here. Undo, or review it (F7)."


def test_no_move_left_is_told_once_for_a_position(stage: Start, clipboard: Clipboard) -> None:
    on = stage()
    clipboard.text = STUCK
    on.key("v", CTRL)
    assert not on.line
    on.type("1d")
    assert on.line == NO_MOVE and on.lines[-1] == NO_MOVE and not on.plings
    on.wait(30)
    assert on.line == NO_MOVE, "it stays"
    on.key("backspace")
    assert not on.line
    on.type("1d")
    assert not on.line and on.lines.count(NO_MOVE) == 1


# -- automatic moves -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mode", "action"),
    [(Automatic.OFF, "1a"), (Automatic.SAFE, "1a 4h 8h"), (Automatic.ALL, "1a 4h 8h")],
)
def test_automatic_moves_belong_to_their_action(stage: Start, mode: Automatic, action: str) -> None:
    on = stage(deal=10913)
    on.settings.automatic = mode
    on.type("1a")
    assert on.actions == [action]
    on.key("z", CTRL)
    assert not on.actions and on.state == on.session.layout
    on.key("y", CTRL)
    assert on.actions == [action]
    if mode is not Automatic.OFF:
        on.key("backspace")
        assert on.actions == ["1a 4h"], "nothing goes home by itself after an undo"
        on.key("backspace")
        on.key("backspace", SHIFT)
        assert on.actions == ["1a", "4h"], "nor after a redo"
    on.check()


def test_all_that_fit_is_more_than_safe(stage: Start, clipboard: Clipboard) -> None:
    """A black three whose red twos are not home goes by itself only where all that fit do."""
    found = []
    for mode in Automatic:
        on = stage()
        on.settings.automatic = mode
        clipboard.text = THREES
        on.key("v", CTRL)
        on.type("8a")
        found.append(on.actions)
    assert found == [["8a"], ["8a"], ["8a" + " 1h" * 11]]


THREES = """\
Foundations: H-0 C-2 D-0 S-0
: KC QC JC TC 9C 8C 7C 6C 5C 4C 3C
: KD QD JD TD 9D 8D 7D 6D
: 5D 4D 3D 2D AD KH
: QH JH TH 9H 8H 7H 6H 5H
: 4H 3H 2H AH KS
: QS JS TS
: 9S 8S 7S 6S
: AS 2S 3S 4S 5S
"""


# -- options ---------------------------------------------------------------------------------------


def choose(stage: Stage, label: str, value: str) -> None:
    """Click ``value`` in the panel's row ``label``, turning to its part and scrolling to it; a
    switch is clicked unless it says ``value`` already."""
    panel = stage.panel
    assert panel is not None and panel.page.tabs is not None
    for tab in [control.label for control in panel.page.tabs.controls]:
        stage.push(tab)
        rows = [i for i in panel.page.items if isinstance(i, Row) and i.label == label]
        if rows:
            break
    (row,) = rows
    if [control.label for control in row.controls] == [value]:
        return
    for _ in range(40):
        control = next((c for c in row.controls if c.label == value), row.controls[0])
        if panel._view.contains(control.rect):
            stage.click(control.rect.center)
            return
        stage.wheel(-1)
    raise AssertionError(f"{label} cannot be reached")


def test_options_are_remembered(stage: Start) -> None:
    on = stage()
    on.key("F8")
    choose(on, "Rules, from the next game on", "Casino")
    choose(on, "Cards go home", "if safe")
    choose(on, "Cards fly", "fast")
    choose(on, "Drag only an outline, as in 1993", "on")
    choose(on, "Sound", "off")
    assert on.settings.automatic is Automatic.SAFE, "it holds at once"
    saved = on.saved("settings")
    assert (saved["rules"], saved["automatic"], saved["speed"]) == ("casino", "safe", "fast")
    assert (saved["outline"], saved["sound"]) == (True, False)
    again = stage(game="canfield", deal=None, speed=Speed.OFF)
    assert again.settings.automatic is Automatic.SAFE and again.settings.outline
    assert again.session.deal.rules == "casino"


def test_the_rule_set_holds_from_the_next_game(stage: Start) -> None:
    on = stage(game="canfield", deal=42, rules="hoyle")
    on.key("F8")
    choose(on, "Rules, from the next game on", "AisleRiot")
    on.key("escape")
    assert on.session.deal.rules == "hoyle"
    on.key("F3")
    on.type("d")
    on.key("F3")
    assert on.session.deal.rules == "hoyle"
    on.key("F1")
    assert on.session.deal.rules == "aisleriot"


def test_without_a_sound_device_all_is_silent(
    stage: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise pygame.error("no such device")

    monkeypatch.setattr(pygame.mixer, "init", fail)
    sounds = Sounds(True)
    sounds.start()
    for thread in threading.enumerate():
        if thread.name == "sound":
            thread.join()
    on = stage(sounds=sounds, speed=Speed.FAST)
    on.type("99 58")
    on.settle()
    on.key("delete")
    sounds.stop()
    assert on.actions == ["58"]


def test_sound_that_is_off_opens_no_device(stage: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise AssertionError("the device was opened")

    monkeypatch.setattr(pygame.mixer, "init", fail)
    sounds = Sounds(False)
    sounds.start()
    on = stage(sounds=sounds, speed=Speed.FAST)
    on.type("99 58")
    on.settle()
    sounds.stop()


# -- the clock -------------------------------------------------------------------------------------


def test_the_clock_runs_from_the_first_action(vierfrei: Stage) -> None:
    vierfrei.wait(10)
    assert vierfrei.session.seconds == 0
    vierfrei.type("58")
    vierfrei.wait(10)
    assert vierfrei.session.seconds == pytest.approx(10, abs=0.1)
    vierfrei.key("backspace")
    vierfrei.wait(5)
    assert vierfrei.session.seconds == pytest.approx(15, abs=0.1), "an undone game was begun"


@pytest.mark.parametrize("rest", ["panel", "compact", "minimised", "menu"])
def test_the_clock_stands(stage: Start, rest: str) -> None:
    on = stage()
    on.type("58")
    on.wait(2)
    if rest == "panel":
        on.key("?")
    elif rest == "compact":
        on.key("F9")
    elif rest == "minimised":
        on.tell(pygame.WINDOWMINIMIZED)
    else:
        on.key("escape")
    on.wait(20)
    if rest == "panel":
        on.key("?")
    elif rest == "compact":
        on.key("F9")
    elif rest == "minimised":
        on.tell(pygame.WINDOWRESTORED)
    else:
        on.push("Resume 617")
    assert on.session.seconds == pytest.approx(2, abs=0.1)
    on.wait(1)
    assert on.session.seconds == pytest.approx(3, abs=0.1)


def test_the_clock_stands_after_a_minute_without_focus(vierfrei: Stage) -> None:
    vierfrei.type("58")
    vierfrei.tell(pygame.WINDOWFOCUSLOST)
    vierfrei.wait(50)
    assert vierfrei.session.seconds == pytest.approx(50, abs=0.2)
    vierfrei.wait(100)
    assert vierfrei.session.seconds == pytest.approx(60, abs=0.2)
    vierfrei.tell(pygame.WINDOWFOCUSGAINED)
    vierfrei.wait(10)
    assert vierfrei.session.seconds == pytest.approx(70, abs=0.3)


def test_the_clock_stands_when_the_game_has_ended(stage: Start) -> None:
    on = almost_won(stage)
    on.type("2h")
    before = on.session.seconds
    on.wait(30)
    assert on.session.seconds == before


def test_a_machine_that_slept_is_not_made_up_for(vierfrei: Stage) -> None:
    vierfrei.type("58")
    vierfrei.app.advance(3600)
    assert vierfrei.session.seconds < 1


# -- texts: copy and paste -------------------------------------------------------------------------


def test_copied_and_pasted_it_is_the_same_game(stage: Start, clipboard: Clipboard) -> None:
    on = stage()
    on.type("58 82 6c")
    on.key("backspace")
    on.key("c", CTRL)
    assert clipboard.text == "# Vierfeld 1 vierfrei 617\n58\n8a 82 a2\n"
    state = on.state
    on.key("F1")
    on.key("v", CTRL)
    assert on.session.deal.number == 617 and on.state == state
    assert on.actions == ["58", "8a 82 a2"]
    on.key("c", CTRL)
    assert clipboard.text == to_text(on.session)
    on.check()


def test_the_result_is_copied_in_one_line(stage: Start, clipboard: Clipboard) -> None:
    on = almost_won(stage)
    on.type("2h")
    on.settle()
    on.push("Copy the result")
    moves = len(on.actions)
    assert clipboard.text == f"Vierfeld · Vierfrei 10913 · won · {moves} moves · 0:00"
    assert on.line == f"Copied: {clipboard.text}"
    clipboard.broken = True
    on.push("Copy the result")
    assert on.line == "The clipboard cannot be used." and on.plings == 1


def test_a_friends_game_can_be_played_or_watched(stage: Start, clipboard: Clipboard) -> None:
    on = stage(deal=1)
    clipboard.text = "# Vierfeld 1 vierfrei 617\n58\n8a 82 a2\n"
    on.key("v", CTRL)
    on.settle()
    assert on.strip == "A copied game. You can play on from here."
    on.push("Play it from the start")
    on.settle()
    assert on.session.deal.number == 617 and not on.session.actions and not on.strip
    on.key("v", CTRL)
    on.type("6c")
    assert not on.strip, "who plays on has decided"


def test_a_game_that_somebody_else_has_ended_is_not_recorded(
    stage: Start, clipboard: Clipboard
) -> None:
    on = almost_won(stage)
    on.type("2h")
    on.key("c", CTRL)
    text = clipboard.text
    on.key("F1")
    games = len(on.saved("record")["games"])
    clipboard.text = text
    on.key("v", CTRL)
    assert on.session.won and on.strip.startswith("Won!")
    on.key("F1")
    assert len(on.saved("record")["games"]) == games


def drop(on: Stage, path: Path) -> None:
    on.app.handle(pygame.Event(pygame.DROPFILE, file=str(path)))


def test_a_file_that_is_dropped_is_played(stage: Start, tmp_path: Path) -> None:
    on = stage(deal=1)
    path = tmp_path / "game.txt"
    path.write_text("# Vierfeld 1 vierfrei 617\n58\n")
    on.key("F8")
    drop(on, path)
    on.settle()
    assert on.panel is None and on.session.deal.number == 617 and on.actions == ["58"]


@pytest.mark.parametrize("content", [None, b"\xff\xfe\x00", b"nonsense", b"7" * (1 << 21)])
def test_a_file_that_is_no_game_changes_nothing(
    stage: Start, tmp_path: Path, content: bytes | None
) -> None:
    on = stage()
    path = tmp_path / "game.txt"
    if content is not None:
        path.write_bytes(content)
    drop(on, path)
    assert on.plings == 1 and on.line and on.session.deal.number == 617
    assert len(on.line) < 120


@RULES
def test_canfield_copied_and_pasted(stage: Start, clipboard: Clipboard, rules: str) -> None:
    on = stage(game="canfield", deal=42, rules=rules)
    if rules == "casino":
        on.type("ip")
    on.type("d d d w3")
    state = on.state
    on.key("c", CTRL)
    assert clipboard.text.startswith(f"# Vierfeld 1 canfield 42 {rules}\n")
    clipboard.text = clipboard.text.replace("\n", "\r\n")
    on.key("F1")
    on.key("v", CTRL)
    assert on.state == state and on.session.deal.rules == rules


def test_what_a_pasted_text_is(stage: Start, clipboard: Clipboard) -> None:
    on = stage()
    for text, title in (
        ("10913", "Vierfrei 10913 – Vierfeld"),
        ("# Vierfeld 1 canfield 42 casino\ni p", "Canfield 42 (Casino) – Vierfeld"),
        ("7", "Canfield 7 (Casino) – Vierfeld"),
        (easy_deck(), "Canfield (own deck) (Casino) – Vierfeld"),
        (STUCK, "Vierfrei (own board) – Vierfeld"),
        (" 617 \n", "Vierfrei 617 – Vierfeld"),
    ):
        clipboard.text = text
        on.key("v", CTRL)
        assert on.title == title and not on.plings
        on.check()
        on.key("c", CTRL)
        again = on.state
        on.key("v", CTRL)
        assert on.title == title and on.state == again


@pytest.mark.parametrize(
    "text",
    [
        "", "  \n", "hello", "1000000", "-1", "# Vierfeld 1 vierfrei 617\n99", "# Vierfeld 2 x",
        "# Vierfeld 1 vierfrei 617 hoyle", "# Vierfeld 1 canfield 42 nobody", "\0", "٦١٧",
        STUCK.replace("KC", "QC", 1), STUCK.rsplit("\n", 2)[0], easy_deck() + " AC",
        "# Vierfeld 1 vierfrei 617\n58 26",
    ],
)  # fmt: skip
def test_anything_else_plings_and_changes_nothing(
    stage: Start, clipboard: Clipboard, text: str
) -> None:
    on = stage()
    on.type("58")
    clipboard.text = text
    on.key("v", CTRL)
    assert on.plings == 1 and on.line
    assert on.actions == ["58"] and on.session.deal.number == 617
    on.app.paint()


def test_a_clipboard_that_fails(stage: Start, clipboard: Clipboard) -> None:
    on = stage()
    clipboard.broken = True
    on.key("c", CTRL)
    on.key("v", CTRL)
    assert on.plings == 2
    on.key("F2")
    on.key("v", CTRL)
    assert on.field == "|"


def test_paste_in_the_menu(stage: Start, clipboard: Clipboard) -> None:
    on = stage(game=None)
    clipboard.text = "nonsense"
    on.key("v", CTRL)
    assert on.plings == 1 and on.app.director.table is None
    clipboard.text = "# Vierfeld 1 canfield 42 xpat2\nd"
    on.key("v", CTRL)
    assert on.title == "Canfield 42 (XPat2) – Vierfeld" and on.actions == ["d"]


# -- a reader's ear --------------------------------------------------------------------------------


def test_what_is_announced(vierfrei: Stage) -> None:
    vierfrei.type("58")
    assert vierfrei.lines[-1] == "jack of clubs to column 8"
    vierfrei.type("82")
    assert vierfrei.lines[-1].endswith("queen of hearts to column 2; jack of clubs to column 2")
    vierfrei.type("26")
    assert vierfrei.lines[-1] == "On the 6 of clubs goes a red 5."
    vierfrei.key("right")
    assert vierfrei.lines[-1] == (
        "column 1, jack of diamonds, 7 cards in all; can go to any free cell"
    )
    vierfrei.keys("up")
    assert vierfrei.lines[-1] == "cell a, empty"
    vierfrei.keys("down", "return")
    assert vierfrei.lines[-1].startswith("taken: ")
    vierfrei.key("F8")
    assert vierfrei.lines[-1] == "Options"
    vierfrei.key("escape")
    vierfrei.key("F9")
    assert vierfrei.lines[-1] == "The game rests in a small window; Enter brings it back."
    assert all(line == " ".join(line.split()) for line in vierfrei.lines)


def test_the_first_scene_is_announced(stage: Start) -> None:
    assert stage().lines[0] == "Vierfrei 617 – Vierfeld"
    assert stage(game=None).lines[0] == "Vierfeld"


# -- resuming --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "rules"), [("vierfrei", None), *(("canfield", key) for key in RULE_SETS)]
)
def test_after_a_restart_the_same_position_stands_there(
    stage: Start, game: str, rules: str | None
) -> None:
    on = stage(game=game, deal=617, rules=rules)
    on.type("58 82 5c" if game == "vierfrei" else "i p d d d")
    on.key("backspace")
    on.wait(7)
    state, actions, undone = on.state, on.actions, on.session.undone
    on.close()
    again = stage(game=game, deal=None)
    assert (again.state, again.actions, again.session.undone) == (state, actions, undone)
    assert again.session.seconds == pytest.approx(7, abs=0.2)
    again.check()
    third = stage(game=None)
    third.push(
        next(
            c.label
            for c in third.app.director.scene._controls.items  # type: ignore
            if c.label.startswith("Resume")
        )
    )
    assert third.state == state and third.actions == actions


def test_a_deal_in_hand_is_resumed_another_one_is_dealt(stage: Start) -> None:
    on = stage(deal=617)
    on.type("58")
    assert stage(deal=617).actions == ["58"]
    assert stage(deal=618).actions == []
    assert len(stage(game=None).saved("record")["games"]) == 1


def test_rules_on_the_command_line_hold_for_this_run(stage: Start) -> None:
    on = stage(game="canfield", deal=42, rules="aisleriot")
    on.type("d")
    assert stage(game="canfield", deal=None, rules="aisleriot").actions == ["d"]
    other = stage(game="canfield", deal=None, rules="xpat2")
    assert other.session.deal.rules == "xpat2" and not other.actions
    other.close()
    assert other.settings.rules == "hoyle"


def test_the_title_names_game_deal_and_rules(stage: Start) -> None:
    assert stage(deal=617).title == "Vierfrei 617 – Vierfeld"
    for key, rules in RULE_SETS.items():
        on = stage(game="canfield", deal=42, rules=key)
        assert on.title == f"Canfield 42 ({rules.name}) – Vierfeld"
    assert stage(game=None).title == "Vierfeld"


# -- pictures --------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(480, 300), (640, 1000), (1280, 800), (2560, 1600)])
@pytest.mark.parametrize("game", ["vierfrei", "canfield"])
def test_every_size_is_painted(stage: Start, game: str, size: tuple[int, int]) -> None:
    on = stage(game=game, deal=42, size=size, rules=None if game == "vierfrei" else "casino")
    assert on.app.dirty
    on.app.paint()
    assert not on.app.dirty
    for name in ("F2", "F6", "F8", "?", "escape", "escape"):
        on.key(name)
        on.app.paint()
    surface, column = on.window.surface, size[0] // 3
    assert len({tuple(surface.get_at((column, y))) for y in range(size[1])}) > 2


def test_new_games_go_by_the_rules_of_the_one_on_the_table(stage: Start) -> None:
    on = stage(game="canfield", deal=42, rules="casino")
    on.key("F1")
    assert on.session.deal.rules == "casino"
    on.key("F2")
    on.type("7")
    on.key("return")
    assert on.title == "Canfield 7 (Casino) – Vierfeld"
    tips = [control.tip for control in on.table.bar.controls.items[1:4]]
    assert tips[0] == "A new random game – F1, rules: Casino"
    assert tips[1] == "A game by number – F2, rules: Casino" and "Casino" not in tips[2]
    on.key("escape")
    # What is chosen in the menu is for the next game, even if the one in hand is resumed first.
    on.push("AisleRiot")
    on.push("Resume 7, Casino")
    assert "AisleRiot" in on.table.bar.controls.items[1].tip
    on.key("F2")
    on.type("8")
    on.key("return")
    assert on.title == "Canfield 8 (AisleRiot) – Vierfeld"
    on.key("backspace")
    assert on.title == "Canfield 7 (Casino) – Vierfeld"
    on.key("F1")
    assert on.session.deal.rules == "aisleriot"
    # A game by other rules that begins in another way ends the choice's time.
    on.app.director.play_again(numbered("canfield", 9, "casino"))
    on.key("F1")
    assert on.session.deal.rules == "casino"
    # To choose them at the table is the same.
    on.key("F8")
    on.push("Play")
    on.push("XPat2")
    on.key("F8")
    assert on.session.deal.rules == "casino"
    assert "XPat2" in on.table.bar.controls.items[1].tip
    on.key("F1")
    assert on.session.deal.rules == "xpat2"
