"""Tests of resuming the game in hand, and of copying and pasting games."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path

import pygame
import pytest

from game.play.game_text import from_text, to_text
from game.play.session import Session
from game.rules.canfield import RULE_SETS
from game.rules.registry import games, numbered
from game.support.errors import GivenError
from scenes.app import exchange
from scenes.app.director import Director
from scenes.kit.clipboard import decoded
from scenes.kit.commands import Command
from tests.each import each
from tests.game.table import STUCK, easy_deck
from tests.scenes.conftest import Clipboard
from tests.scenes.stage import CTRL, Stage, Start

DEAL = numbered("canfield", 42, "casino")
ABANDONED = "Your last game counts as abandoned. Undo to return to it."


def from_the_review(director: Director) -> None:
    session = Session(DEAL)
    session.info.recorded = True
    director.review_past(session)
    director.end_review(0)


WAYS: dict[str, Callable[[Director], None]] = {
    "a deal of the day": lambda director: director.play_day(
        date(2026, 11, 22), "canfield", "casino"
    ),
    "a text": lambda director: exchange.take(director, "# Vierfeld 1 canfield 42 casino"),
    "once more": lambda director: director.play_again(DEAL),
    "a review": from_the_review,
}


@pytest.mark.parametrize("way", WAYS)
def test_no_game_is_dealt_only_to_be_abandoned_but_the_one_in_hand_is(
    stage: Start, way: str
) -> None:
    """Under Casino rules, a game that is dealt and then abandoned has to be paid for."""
    on = stage(game=None, rules="casino")
    WAYS[way](on.app.director)
    on.settle()
    assert on.session.deal.rules == "casino"
    assert not on.storage.log.games() and "abandoned" not in on.message
    assert not on.table.desk.can_bring_back
    assert on.saved("canfield")["deal"] == on.session.deal.number
    on = stage(game="canfield", deal=7, rules="casino")
    before = len(on.storage.log.games())
    on.key("escape")
    WAYS[way](on.app.director)
    on.settle()
    (*_, stopped) = on.storage.log.games()
    assert (stopped.deal, stopped.account) == (7, -13)
    assert ABANDONED.rpartition(";")[0] in on.message
    on.key("backspace")
    assert on.session.deal.number == 7 and len(on.storage.log.games()) == before


def test_a_start_with_another_deal_says_that_the_game_is_abandoned(stage: Start) -> None:
    stage().type("58")
    on = stage()
    assert on.actions == ["58"] and not on.message, "the very deal in hand is gone on with"
    on = stage(deal=618)
    assert on.session.deal.number == 618 and on.message == ABANDONED and ABANDONED in on.lines
    assert len(on.saved("record")["games"]) == 1
    on.key("backspace")
    assert on.session.deal.number == 617 and on.actions == ["58"]
    on = stage(game=None)
    copied = from_text("# Vierfeld 1 canfield 42 casino\ni p", "canfield", None)
    on.app.director.start(None, copied=copied)
    assert on.session is copied and on.strip.startswith("A copied game.")
    assert not on.storage.log.games() and on.saved("canfield")["actions"] == ["i", "p"]


@pytest.mark.parametrize(
    ("game", "rules"), [("vierfrei", None), *(("canfield", key) for key in RULE_SETS)]
)
def test_the_program_resumes_the_game_in_hand(stage: Start, game: str, rules: str | None) -> None:
    on = stage(game=game, deal=617, rules=rules)
    on.type("58 82 5c" if game == "vierfrei" else "i p d d d")
    on.key("backspace")
    on.wait(7)
    state, actions, undone = on.state, on.actions, on.session.undone
    on.close()
    again = stage(game=game, deal=None)
    assert (again.state, again.actions, again.session.undone) == (state, actions, undone)
    assert again.session.info.seconds == pytest.approx(7, abs=0.2)
    again.check()
    third = stage(game=None)
    third.push(*[c.label for c in third.menu.controls.items if c.label.startswith("Resume")])
    assert third.state == state and third.actions == actions


def test_rules_on_the_command_line_are_not_saved(stage: Start) -> None:
    on = stage(game="canfield", deal=42, rules="aisleriot")
    on.type("d")
    assert stage(game="canfield", deal=None, rules="aisleriot").actions == ["d"]
    other = stage(game="canfield", deal=None, rules="xpat2")
    assert (
        other.title == other.lines[0] == f"Canfield {other.session.deal.number} (XPat2) – Vierfeld"
    )
    assert not other.actions
    other.close()
    assert other.settings.rules == "hoyle"


def test_new_games_have_the_rules_of_the_one_on_the_table(casino: Stage) -> None:
    on = casino
    on.resize((500 * len(games()), 700))

    def number(digits: str) -> str:
        on.key("F2")
        on.type(digits)
        on.key("return")
        return on.title

    def new() -> str | None:
        on.key("F1")
        return on.session.deal.rules

    assert new() == "casino" and number("7") == "Canfield 7 (Casino) – Vierfeld"
    tips = [control.tip for control in on.table.bar.controls.items[1:]]
    assert tips[0] == "A new random game – F1, rules: Casino"
    assert not any("Casino" in tip for tip in tips[1:])
    on.key("escape")
    # Rules chosen in the menu apply to the next game, even if the one in hand is resumed first.
    on.push("AisleRiot")
    assert on.lines[-1].startswith("AisleRiot, selected: ")
    on.push("Resume 7, Casino")
    assert "AisleRiot" in on.table.bar.controls.items[1].tip
    assert number("8") == "Canfield 8 (AisleRiot) – Vierfeld"
    on.key("backspace")
    assert on.title == "Canfield 7 (Casino) – Vierfeld" and new() == "aisleriot"
    # A game under other rules, begun in another way, replaces this choice.
    on.app.director.play_again(numbered("canfield", 9, "casino"))
    assert new() == "casino"
    # Rules chosen at the table apply to the next game too.
    on.key("F8")
    on.push("Play", "XPat2")
    on.key("F8")
    assert on.session.deal.rules == "casino"
    assert "XPat2" in on.table.bar.controls.items[1].tip and new() == "xpat2"


def test_a_start_with_an_ended_deal_deals_it_again(stage: Start) -> None:
    on = stage(game="canfield", deal=42, rules="casino")
    on.type("x")
    on.settle()
    assert on.session.ended
    for _ in range(2):
        on = stage(game="canfield", deal=42, rules="casino")
        assert not on.session.ended and not on.session.actions
        assert len(on.storage.log.games()) == 1


# -- games as text: copied, pasted, dropped as a file; and text that is not a game -----------------


def test_a_game_copied_and_pasted_is_the_same(on: Stage, clipboard: Clipboard) -> None:
    on.type("58 82 6c")
    on.keys("backspace", "ctrl+c")
    assert clipboard.text == "# Vierfeld 1 vierfrei 617\n58\n8a 82 a2\n"
    state = on.state
    on.keys("F1", "ctrl+v")
    assert on.session.deal.number == 617 and on.state == state
    assert on.actions == ["58", "8a 82 a2"]
    on.key("c", CTRL)
    assert clipboard.text == to_text(on.session)
    on.check()


def test_a_copied_game_can_be_played_on_or_from_the_start(stage: Start) -> None:
    on = stage(game=None)
    on.paste("nonsense")
    assert on.plings == 1 and on.app.director.table is None
    text = "# Vierfeld 1 vierfrei 617\n58\n8a 82 a2\n"
    on.paste(text)
    assert on.strip == "A copied game. You can play on from here."
    on.push("Play from the start")
    on.settle()
    assert on.session.deal.number == 617 and not on.session.actions and not on.strip
    on.paste(text)
    on.type("6c")
    assert not on.strip, "who plays on has decided"


def test_a_won_game_and_its_result_can_be_copied(won: Stage, clipboard: Clipboard) -> None:
    won.push("Copy the result")
    result = "Vierfeld · Vierfrei 10913 · won · 17 moves · 0:00 · 0 hints · 0 undos"
    assert clipboard.text == result and won.message == f"Copied: {result}"
    won.keys("ctrl+c", "F1")
    games = len(won.saved("record")["games"])
    won.key("v", CTRL)
    assert won.session.won and won.strip.startswith("Won in 17 moves")
    clipboard.broken = True
    won.push("Copy the result")
    assert won.message == "The clipboard isn't available." and won.plings == 1
    won.keys("ctrl+c", "ctrl+v")
    assert won.plings == 3
    won.keys("F2", "ctrl+v")
    assert won.field_text == "|"
    won.keys("escape", "F1")
    assert len(won.saved("record")["games"]) == games, "a copied game isn't recorded"


COPIED = "# Vierfeld 1 vierfrei 617\n"
LACKING = "4 of hearts, 4 of spades, 5 of clubs."


def drop(on: Stage, path: Path) -> None:
    on.app.handle(pygame.Event(pygame.DROPFILE, file=str(path)))


def test_numbers_games_decks_and_boards_can_be_pasted(on: Stage) -> None:
    for text, title in (
        ("10913", "Vierfrei 10913 – Vierfeld"),
        ("# Vierfeld 1 canfield 42 casino\ni p", "Canfield 42 (Casino) – Vierfeld"),
        ("7", "Canfield 7 (Casino) – Vierfeld"),
        (easy_deck(), "Canfield (own deck) (Casino) – Vierfeld"),
        (STUCK, "Vierfrei (own board) – Vierfeld"),
        (" 617 \n", "Vierfrei 617 – Vierfeld"),
    ):
        on.paste(text)
        assert on.title == title and not on.plings
        on.check()
        before = on.state
        on.keys("ctrl+c", "ctrl+v")
        assert on.title == title and on.state == before


def test_a_wrong_game_is_refused_plainly(on: Stage, tmp_path: Path) -> None:
    on.type("58")
    file, isnt = tmp_path / "game.txt", "The copied text isn't a game: "
    for text, pasted, dropped in (
        ("hello", "The copied text is neither a game nor a deal number.", " contains no game."),
        ("\0", "The copied text can't be read.", " contains no game."),
        ("1000000", "Deal numbers go from 0 to 999999.", ": Deal numbers go from 0 to 999999."),
        (f"{COPIED}ab", f"{isnt}move 1, “ab”, is illegal. That pile is empty.", ""),
        (f"{COPIED}58\nz\0z", f"{isnt}“z�z” in line 3 isn't a move.", ""),
        (easy_deck()[12:], f"{isnt}cards are missing, including {LACKING}", ""),
    ):
        on.paste(text)
        assert on.message == pasted
        file.write_text(text, "utf-8")
        drop(on, file)
        assert on.message == "game.txt" + (dropped or pasted.removeprefix("The copied text"))
    for content, why in (
        (None, "That isn't a file."),
        (b"\xff\xfe\x00", "That file contains no text."),
        (b"7" * (1 << 21), "That file is too large to be a game."),
    ):
        file.unlink(missing_ok=True)
        if content is not None:
            file.write_bytes(content)
        drop(on, file)
        assert on.message == f"game.txt: {why}"
    assert on.plings == 15 and on.actions == ["58"] and on.session.deal.number == 617


@each(
    ("copied", "text"),
    [
        ("♣ 617\n".encode(), "♣ 617\n"),
        ("Glück 617".encode("latin-1"), "Glück 617"),
        ("“617” …".encode("cp1252"), "“617” …"),
        ("6ü17\n58".encode("utf-16"), "6ü17\n58"),
        ("617".encode("utf-16-le"), "617"),
        ("617".encode("utf-16-be"), "617"),
        (b"", ""),
        (b"\xff\xfe6", None),
        (b"\x89PNG\r\n\x1a\n\0\0", None),
        (b"\xfc\x81", None),
        (b"6\x001", None),
    ],
)
def test_copied_text_is_read_in_the_usual_encodings(copied: bytes, text: str | None) -> None:
    try:
        assert decoded(copied) == text
    except GivenError as error:
        assert text is None and str(error) == "The copied text can't be read."


def test_texts_too_long_or_without_characters_are_refused(on: Stage, clipboard: Clipboard) -> None:
    for copied in (b"a" * 5_000_000, b"58 85 " * 900_000, "ü".encode() * 600_000):
        clipboard.bytes = copied
        on.key("v", CTRL)
        assert on.message == "The copied text is too long."
    clipboard.bytes = b"\xff\xfe6"
    on.key("F7")
    for plings, command in enumerate((Command.NUMBER, Command.NAME), 4):
        on.app.director.run(command)
        on.key("v", CTRL)
        on.app.paint()
        assert on.plings == plings and on.field_text == "|"
        assert on.page.field.complaint == on.lines[-1] == "The copied text can't be read."
    clipboard.bytes = "Glück".encode("latin-1")
    on.key("v", CTRL)
    assert on.field_text == "Glück|"
