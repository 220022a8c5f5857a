"""What a game in play shows and keeps: strips, lines, the clock, options."""

from __future__ import annotations

import pytest

from game.play.session import Automatic
from game.player.settings import Speed
from game.rules.canfield import RULE_SETS
from game.words.names import account_text
from tests.game.decks import STUCK, easy_deck
from tests.loops import while_
from tests.plain_rules import plain_rules
from tests.scenes.conftest import Clipboard
from tests.scenes.stage import CTRL, SHIFT, Stage, Start, almost_won

RULES = pytest.mark.parametrize("rules", RULE_SETS)


# -- the end of a game -----------------------------------------------------------------------------


def test_a_won_game_says_so_and_is_recorded(stage: Start) -> None:
    on = almost_won(stage)
    on.wait(65.5)
    assert not on.strip
    on.type("2h")
    on.settle()
    assert on.strip == on.lines[-2] == "Won in 17 moves, 3 over par. A very easy deal."
    assert on.standing == "17 moves   1:05"
    (entry,) = on.saved("record")["games"]
    assert (entry["deal"], entry["won"], entry["actions"]) == (10913, True, 69)
    assert on.saved("vierfrei")["recorded"] is True
    on.check()
    on.app.paint()


@pytest.mark.parametrize("choice", ["New game", "Restart"])
def test_what_the_end_offers(stage: Start, choice: str) -> None:
    on = almost_won(stage)
    on.type("2h")
    on.settle()
    on.push(choice)
    on.settle()
    assert not on.strip
    if choice == "Restart":
        assert on.session.deal.number == 10913 and on.state == on.session.layout
        on.key("backspace")
        on.settle()
        assert on.strip.startswith("Won in 17 moves")
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
    assert on.strip.startswith("Won in 17 moves") and len(on.saved("record")["games"]) == 1


def test_a_button_that_appears_under_the_pointer_is_not_pressed(stage: Start) -> None:
    on = almost_won(stage)
    on.settings.speed = Speed.SLOW
    on.type("2h")
    assert on.strip and on.table.moving
    found = next(c for c in on.table.strip.controls.items if c.label == "Restart")
    on.click(found.rect.center)
    assert on.actions[-1] == "2h"


@RULES
def test_canfield_is_won(stage: Start, clipboard: Clipboard, rules: str) -> None:
    on = stage(game="canfield", deal=42, rules=rules)
    clipboard.text = easy_deck(waste=RULE_SETS[rules].initial_waste)
    on.key("v", CTRL)
    assert on.title == f"Canfield (own deck) ({RULE_SETS[rules].name}) – Vierfeld"
    if rules == "casino":
        on.type("ip")
    for _ in while_(lambda: not on.session.ended):
        home = on.session.rules.home_move(on.state)
        on.type(home.text if home else "d")
    on.settle()
    plain = plain_rules(rules)
    won = account_text(plain.account(52, on.state.turns), plain.dollars)
    told = f"Balance: {won}." if plain.dollars else f"Score: {won}."
    assert on.strip == f"Won in {len(on.session.since_restart)} moves. {told}"
    on.check()


# -- the casino's stages ---------------------------------------------------------------------------


def test_the_casino_s_decisions(stage: Start) -> None:
    on = stage(game="canfield", deal=42, rules="casino")
    assert on.strip == (
        "Stage 1 of 3: you've paid $13 to see the cards. For $13 more you may move them."
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
    assert on.strip == "Stopped. Balance: −$13."
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

NO_MOVE = "No moves left. Undo, try again (T), or review it (F7)."


def test_no_move_left_is_told_once_for_a_position(stage: Start, clipboard: Clipboard) -> None:
    on = stage()
    clipboard.text = STUCK
    on.key("v", CTRL)
    assert not on.line
    on.type("1d")
    assert on.line == NO_MOVE and on.lines[-1] == NO_MOVE and not on.plings
    on.wait(30)
    assert on.line == NO_MOVE, "it stays"
    on.type("1h")
    assert on.plings and on.line != NO_MOVE
    on.wait(10)
    assert on.line == NO_MOVE, "a passing line gives it back"
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
        assert not on.actions, "no automatic card is taken back alone"
        on.key("backspace", SHIFT)
        assert on.actions == [action], "nor done again alone"
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


# -- a reader's ear --------------------------------------------------------------------------------


def test_what_is_announced(on: Stage) -> None:
    on.type("58")
    assert on.lines[-1] == "jack of clubs to column 8; now column 5, 7 of clubs"
    on.type("82")
    assert on.lines[-1] == ("queen of hearts, jack of clubs to column 2; now column 8, 2 of spades")
    on.type("26")
    assert on.lines[-1] == "Only a red 5 can go on the 6 of clubs."
    on.key("right")
    assert on.lines[-1] == ("column 1, jack of diamonds, 7 cards in all; can go to any free cell")
    on.keys("up")
    assert on.lines[-1] == "cell a, empty"
    on.keys("down", "return")
    assert on.lines[-1].startswith("picked up: ")
    before = len(on.lines)
    on.key("F8")
    assert on.lines[before + 1] == "Options" and "Table: green" in on.lines[before:]
    on.key("escape")
    on.key("F9")
    assert on.lines[-1] == "The game is paused in a small window. Enter brings it back."
    assert all(line == " ".join(line.split()) for line in on.lines)
