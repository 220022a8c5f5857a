"""The clock of a game: when it runs and when it stands."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from scenes.table.status import standings
from tests.scenes.stage import SHIFT, WON_10913, Stage, Start, almost_won


def test_the_clock_runs_from_the_first_action(on: Stage) -> None:
    on.wait(10)
    assert on.session.book.seconds == 0
    on.type("58")
    on.wait(10)
    assert on.session.book.seconds == pytest.approx(10, abs=0.1)
    on.key("backspace")
    on.wait(5)
    assert on.session.book.seconds == pytest.approx(15, abs=0.1), "an undone game was begun"


RESTS: dict[str, tuple[Callable[[Stage], object], Callable[[Stage], object]]] = {
    "a panel": (lambda on: on.key("?"), lambda on: on.key("?")),
    "the compact window": (lambda on: on.key("F9"), lambda on: on.key("F9")),
    "minimised": (
        lambda on: on.tell(pygame.WINDOWMINIMIZED),
        lambda on: on.tell(pygame.WINDOWRESTORED),
    ),
    "the menu": (lambda on: on.key("escape"), lambda on: on.push("Resume 617")),
}
"""What takes the player away from the game, and what leads back to it."""


@pytest.mark.parametrize("rest", RESTS)
def test_the_clock_stands(stage: Start, rest: str) -> None:
    away, back = RESTS[rest]
    on = stage()
    on.type("58")
    on.wait(2)
    away(on)
    on.wait(20)
    back(on)
    assert on.session.book.seconds == pytest.approx(2, abs=0.1)
    on.wait(1)
    assert on.session.book.seconds == pytest.approx(3, abs=0.1)


def test_the_clock_stands_after_a_minute_without_focus(on: Stage) -> None:
    on.type("58")
    on.tell(pygame.WINDOWFOCUSLOST)
    on.wait(50, 0.1)
    assert on.session.book.seconds == pytest.approx(50, abs=0.2)
    on.wait(100, 0.1)
    assert on.session.book.seconds == pytest.approx(60, abs=0.2)
    on.tell(pygame.WINDOWFOCUSGAINED)
    on.wait(10)
    assert on.session.book.seconds == pytest.approx(70, abs=0.3)


def test_the_clock_stands_when_the_game_has_ended(stage: Start) -> None:
    on = almost_won(stage)
    on.type("2h")
    before = on.session.book.seconds
    on.wait(30, 0.1)
    assert on.session.book.seconds == before


def test_a_machine_that_slept_is_not_made_up_for(on: Stage) -> None:
    on.type("58")
    on.app.advance(3600)
    assert on.session.book.seconds <= 0.61


def test_a_game_begun_again_after_its_end_has_a_clock_of_its_own(stage: Start) -> None:
    on = stage(deal=10913)
    on.play(WON_10913)
    assert on.session.won
    on.session.book.seconds = 147.0
    on.key("F3")
    assert on.session.book.seconds < 1 and "0:00" in standings(on.session, on.settings)[0]
    on.wait(2)
    assert on.session.book.seconds < 1, "it runs from the first move on"
    on.session.book.seconds = 5.0
    on.key("backspace")
    assert on.session.won and on.session.book.seconds == 147.0
    on.key("backspace", SHIFT)
    assert not on.session.won and 5 <= on.session.book.seconds < 6
    # In the middle of a game it goes on, as the game is the same.
    on.type("26")
    on.session.book.seconds = 60.0
    on.key("F3")
    assert 60 <= on.session.book.seconds < 62
