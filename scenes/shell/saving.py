"""Tells the player about files that cannot be saved, and warns before the program ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.support.lock import ElsewhereError
from game.support.texts import tr
from scenes.kit.services import Kit

if TYPE_CHECKING:
    from scenes.shell.director import Director


class Saving:
    """Warns the player before something that could not be saved is lost."""

    def __init__(self, kit: Kit, director: Director) -> None:
        self._kit = kit
        self._director = director
        self._reminded = False

    def tend(self) -> None:
        """Tell what has gone wrong since the last call, and take over from a window that has
        ended."""
        if self._kit.storage.came_late:
            self._director.take_over()
        for problem in self._kit.take_problems():
            self._director.tell(problem)
        self._reminded = self._reminded and self._kit.storage.unsaved

    def may_end(self) -> bool:
        """Return whether the program may end now: everything is saved, or the player has been
        warned."""
        if self._reminded or self._kit.storage.settle():
            return True
        # Most games go by without this.
        from game.words.notices import cause_text

        self._reminded = True
        self._director.close_panel()
        # That it cannot be saved may have been found out just now: this says it, too.
        self._kit.take_problems()
        self._director.tell(
            tr(
                "Not everything could be saved: {reason}. Quit again to leave anyway.",
                reason=cause_text(self._kit.storage.reason or ElsewhereError()),
            )
        )
        return False
