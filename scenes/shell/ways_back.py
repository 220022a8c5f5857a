"""Leads back from a lesson or a puzzle to what was shown before."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Protocol

from scenes.kit.services import Scene
from scenes.review.scene import ReviewScene
from scenes.table.apart import SceneApart
from scenes.table.scene import TableScene

if TYPE_CHECKING:
    from scenes.pages.start_screen import StartScreen


class Shown(Protocol):
    """What the program shows, and how to show something else."""

    scene: Scene
    review: ReviewScene | None
    """The review, while it is shown."""

    def enter(self, scene: Scene) -> None:
        """Leave the scene that is shown, and show ``scene``."""

    def new_menu(self) -> StartScreen:
        """Return a new menu, which is not shown yet."""

    def play(self, game: str) -> None:
        """Show the table of ``game``."""


def way_back(shown: Shown) -> Callable[[], None]:
    """Return what leads back to what is shown now: a review, the game in hand on its table, or the
    menu."""
    scene = shown.scene
    if isinstance(scene, SceneApart):
        return scene.back
    if isinstance(scene, ReviewScene):
        return partial(_resume, shown, scene)
    if isinstance(scene, TableScene):
        return partial(shown.play, scene.deal.game)
    return lambda: shown.enter(shown.new_menu())


def _resume(shown: Shown, review: ReviewScene) -> None:
    shown.enter(review)
    shown.review = review
    review.resume()
