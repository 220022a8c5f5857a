"""Which game comes onto the table, and what becomes of the one before it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from game.games import numbered
from game.notation import parse_move
from game.session import Session
from scenes.director import Director
from tests.scenes.stage import Stage

Start = Callable[..., Stage]

DEAL = numbered("canfield", 42, "casino")
OLD = "The former game counts as given up; one undo brings it back."


def finished() -> Session:
    session = Session(DEAL)
    session.recorded = True
    return session


def from_the_review(director: Director) -> None:
    director.review_past(finished())
    director.end_review(0)


WAYS: dict[str, Callable[[Director], None]] = {
    "a deal of the day": lambda director: director.play_day(
        date(2026, 11, 22), "canfield", "casino"
    ),
    "a text": lambda director: director.exchange.take("# Vierfeld 1 canfield 42 casino"),
    "once more": lambda director: director.play_again(DEAL),
    "a review": from_the_review,
}


@pytest.mark.parametrize("way", WAYS)
def test_no_game_is_dealt_only_to_be_given_up(stage: Start, way: str) -> None:
    """Under the casino's payment that would be one paid for and stopped."""
    on = stage(game=None, rules="casino")
    WAYS[way](on.app.director)
    on.settle()
    assert on.session.deal.rules == "casino"
    assert not on.kit.record.entries and "given up" not in on.line
    assert not on.table.desk.can_bring_back
    assert on.saved("canfield")["deal"] == on.session.deal.number


@pytest.mark.parametrize("way", WAYS)
def test_the_game_in_hand_is_given_up_for_another(stage: Start, way: str) -> None:
    on = stage(game="canfield", deal=7, rules="casino")
    on.key("escape")
    WAYS[way](on.app.director)
    on.settle()
    assert [entry.deal for entry in on.kit.record.entries] == [7]
    assert OLD.rpartition(";")[0] in on.line
    on.key("backspace")
    assert on.session.deal.number == 7 and not on.kit.record.entries


def test_a_copied_game_at_the_start(stage: Start) -> None:
    on = stage(game=None)
    copied = Session(DEAL)
    for token in ("i", "p"):
        copied.do(parse_move(token, "canfield"))
    on.app.director.start(None, copied=copied)
    assert on.session is copied and on.strip.startswith("A copied game.")
    assert not on.kit.record.entries and on.saved("canfield")["actions"] == ["i", "p"]


def test_a_start_tells_that_the_game_in_hand_is_given_up(tmp_path: Path) -> None:
    before = Stage(tmp_path)
    before.type("58")
    before.close()
    on = Stage(tmp_path)
    assert on.session.actions and not on.line, "the very deal in hand is gone on with"
    on.close()
    on = Stage(tmp_path, deal=618)
    assert on.session.deal.number == 618 and on.line == OLD and OLD in on.lines
    on.key("backspace")
    assert on.session.deal.number == 617 and on.actions == ["58"]
    on.drop()
