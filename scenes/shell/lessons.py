"""Shows the first lesson of a game, and leads from it back, or on to a game."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from game.player.practice import PracticeDesk
from game.rules.registry import kinds_of, numbered
from game.teach.course import Course
from game.teach.lessons import LESSONS
from scenes.shell.ways_back import way_back
from scenes.table.lesson import LessonScene

if TYPE_CHECKING:
    from scenes.shell.director import Director


def begin(director: Director, game: str) -> None:
    """Begin the lesson of ``game``; raise ``KeyError`` if it has none."""
    kind, kit = kinds_of(game)[0], director.kit
    course = Course(kind, LESSONS[kind.lesson or ""])
    desk = PracticeDesk(kit.storage, kit.settings, kit.record, course)
    director.enter(
        LessonScene(director, desk, way_back(director), partial(_play, director, course))
    )


def _play(director: Director, course: Course) -> None:
    """Go on with the game in hand if it is begun, or else with a deal for beginners."""
    game, record = course.kind.game, director.kit.record
    deals = (numbered(game, number) for number in course.lesson.deals)
    first = next((deal for deal in deals if not record.knows(deal)), None)
    in_hand = director.in_hand(game)
    if in_hand is not None and in_hand.begun:
        director.play(game)
    elif first is not None:
        director.play_again(first)
    else:
        director.play_new(game)
