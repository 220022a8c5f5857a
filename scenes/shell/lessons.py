"""To the first lesson of a game, and from it back to where it was begun or on to a game."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Protocol

from game.play.session import Session
from game.player.practice import PracticeDesk
from game.rules.registry import Deal, kinds_of, numbered
from game.teach.course import Course
from game.teach.lessons import LESSONS
from scenes.kit.services import Host, Scene
from scenes.menu.scene import MenuScene
from scenes.review.scene import ReviewScene
from scenes.table.lesson import LessonScene
from scenes.table.scene import TableScene


class Stage(Host, Protocol):
    """What is shown, and the games that can be."""

    scene: Scene

    def enter(self, scene: Scene) -> None:
        """Show ``scene`` in the place of the one that is shown."""

    def new_menu(self) -> MenuScene:
        """A menu, which is not shown yet."""

    def in_hand(self, game: str) -> Session | None:
        """The game of that kind that was last played, if it can still be played on."""

    def play(self, game: str, wanted: Deal | None = None) -> None:
        """To the table of ``game``."""

    def play_new(self, game: str) -> None:
        """To the table of ``game`` with a new random game."""

    def play_again(self, deal: Deal) -> None:
        """To the table with ``deal``, from its start."""


def begin(stage: Stage, game: str) -> None:
    """To the lesson of ``game``; raise ``KeyError`` if it has none."""
    kind, kit = kinds_of(game)[0], stage.kit
    course = Course(kind, LESSONS[kind.lesson or ""])
    desk = PracticeDesk(kit.storage, kit.settings, kit.record, course)
    stage.enter(LessonScene(stage, desk, _back(stage), partial(_play, stage, course)))


def _back(stage: Stage) -> Callable[[], None]:
    """Return what leads back to what is shown now: the game in hand on its table, or the menu."""
    scene = stage.scene
    if isinstance(scene, LessonScene):
        return scene.back
    table = scene.table if isinstance(scene, ReviewScene) else scene
    if isinstance(table, TableScene):
        return partial(stage.play, table.deal.game)
    return lambda: stage.enter(stage.new_menu())


def _play(stage: Stage, course: Course) -> None:
    """On with the game in hand, or else with a deal to begin with."""
    game, record = course.kind.game, stage.kit.record
    deals = (numbered(game, number) for number in course.lesson.deals)
    first = next((deal for deal in deals if not record.knows(deal)), None)
    if stage.in_hand(game) is not None:
        stage.play(game)
    elif first is not None:
        stage.play_again(first)
    else:
        stage.play_new(game)
