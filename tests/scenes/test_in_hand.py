"""Which game comes onto the table, and what happens to the one before it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import pytest

from game.play.game_text import from_text
from game.play.session import Session
from game.rules.canfield import RULE_SETS
from game.rules.registry import games, numbered
from scenes.app import exchange
from scenes.app.director import Director
from tests.scenes.stage import Stage, Start

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
    """Under the casino's payment, such a game would be paid for and then stopped."""
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
