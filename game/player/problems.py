"""What has gone wrong with the player's files, until it has been told."""

from __future__ import annotations

from collections.abc import Callable

from game.player.writer import kind_of
from game.support.errors import cause_text
from game.support.texts import tr

Line = Callable[[], str]
"""A line for the player, or a phrase of one; put into words when it is told, as files are read
before the language is known."""


class Problems:
    """Collects lines for the player. ``reason`` is why saving failed the last time; None if it did
    not."""

    def __init__(self) -> None:
        self._lines: list[Line] = []
        self.reason: Exception | None = None

    def take(self) -> list[str]:
        """Return what the player is to be told; each line is returned once."""
        told, self._lines = self._lines, []
        return [line() for line in told]

    def tell(self, line: Line) -> None:
        """Have ``line`` told to the player."""
        self._lines.append(line)

    def unwritable(self, error: Exception) -> None:
        """Note that something could not be saved; it is told when it begins, and when another kind
        of error follows."""
        before, self.reason = self.reason, error
        if before is None or kind_of(before) != kind_of(error):
            self.tell(lambda: tr("Can't save the game: {reason}.", reason=cause_text(error)))

    def saved(self) -> None:
        """Note that everything is saved; that is told where something was not."""
        if self.reason is not None:
            self.tell(lambda: tr("Everything is saved again."))
        self.reason = None

    @property
    def mark(self) -> str:
        """What is to be said as long as something is unsaved."""
        if self.reason is None:
            return elsewhere()
        return tr("Not saved yet: {reason}. Trying again.", reason=cause_text(self.reason))


def elsewhere() -> str:
    """Return that another window saves, and this one does not."""
    return tr("Vierfeld is open in another window. This one doesn't save.")
