"""Shows the first lesson of a game, and leads from it back, or on to a game."""

from __future__ import annotations

from functools import partial
from typing import Protocol

from game.play.session import Session
from game.player.practice import PracticeDesk
from game.rules.registry import Deal, kinds_of, numbered
from game.teach.lessons import LESSONS, Course
from scenes.kit.services import Host
from scenes.shell.ways_back import Shown, way_back
from scenes.table.lesson import LessonScene


class Stage(Host, Shown, Protocol):
    """What the program shows, and what it can show."""

    def in_hand(self, game: str) -> Session | None:
        """Return the last game of that kind, if it can still be played on."""

    def play_new(self, game: str) -> None:
        """Show the table of ``game`` with a new random game."""

    def play_again(self, deal: Deal) -> None:
        """Show the table with ``deal``, from its start."""


def begin(stage: Stage, game: str) -> None:
    """Begin the lesson of ``game``; raise ``KeyError`` if it has none."""
    kind, kit = kinds_of(game)[0], stage.kit
    course = Course(kind, LESSONS[kind.lesson or ""])
    desk = PracticeDesk(kit.storage, kit.settings, kit.record, course)
    stage.enter(LessonScene(stage, desk, way_back(stage), partial(_play, stage, course)))


def _play(stage: Stage, course: Course) -> None:
    """Go on with the game in hand if it is begun, or else with a deal for beginners."""
    game, record = course.kind.game, stage.kit.record
    deals = (numbered(game, number) for number in course.lesson.deals)
    first = next((deal for deal in deals if not record.knows(deal)), None)
    in_hand = stage.in_hand(game)
    if in_hand is not None and in_hand.begun:
        stage.play(game)
    elif first is not None:
        stage.play_again(first)
    else:
        stage.play_new(game)
