"""Tells the player about files that cannot be saved, and warns before the program ends."""

from __future__ import annotations

from typing import Protocol

from game.support.errors import cause_text
from game.support.lock import ElsewhereError
from game.support.texts import tr
from scenes.kit.services import Kit


class Stage(Protocol):
    """What saving needs of the director."""

    def tell(self, words: str) -> None:
        """Show a line at the edge of the scene, and announce it."""

    def close_panel(self) -> None: ...

    def take_over(self) -> None:
        """Save from now on, and adopt what another window has left."""


class Saving:
    """Warns the player before something that could not be saved is lost."""

    def __init__(self, kit: Kit, stage: Stage) -> None:
        self._kit = kit
        self._stage = stage
        self._reminded = False

    def tend(self) -> None:
        """Tell what has gone wrong since the last call, and take over from a window that has
        ended."""
        if self._kit.storage.came_late:
            self._stage.take_over()
        for problem in self._kit.take_problems():
            self._stage.tell(problem)
        self._reminded = self._reminded and self._kit.storage.unsaved

    def may_end(self) -> bool:
        """Return whether the program may end now: everything is saved, or the player has been
        warned."""
        if self._reminded or self._kit.storage.settle():
            return True
        self._reminded = True
        self._stage.close_panel()
        # That it cannot be saved may have been found out just now: this says it, too.
        self._kit.take_problems()
        self._stage.tell(
            tr(
                "Not everything could be saved: {reason}. Quit again to leave anyway.",
                reason=cause_text(self._kit.storage.reason or ElsewhereError()),
            )
        )
        return False
