"""Leads back from a lesson or a puzzle to what was shown before."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from scenes.review.scene import ReviewScene
from scenes.table.apart import SceneApart
from scenes.table.scene import TableScene

if TYPE_CHECKING:
    from scenes.shell.director import Director


def way_back(director: Director) -> Callable[[], None]:
    """Return what leads back to what is shown now: a review, the game in hand on its table, or the
    menu."""
    scene = director.scene
    if isinstance(scene, SceneApart):
        return scene.back
    if isinstance(scene, ReviewScene):
        return partial(_resume, director, scene)
    if isinstance(scene, TableScene):
        return partial(director.play, scene.deal.game)
    return lambda: director.enter(director.new_menu())


def _resume(director: Director, review: ReviewScene) -> None:
    director.enter(review)
    director.review = review
    review.resume()
