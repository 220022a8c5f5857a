"""A walk along a game by itself, a move after the other, until it ends or somebody takes over."""

from __future__ import annotations

from typing import Final, Protocol

_SHORTEST: Final = 0.7
_LONGEST: Final = 1.8
"""Seconds for which each position is shown: of a long game, and of a short one."""
_WHOLE: Final = 15.0
"""Seconds that a game of neither kind takes."""
_LOOK: Final = 1.0
"""Seconds more for the position that the walk sets out from, in which the eye finds its way."""


class Walk(Protocol):
    """What is walked along."""

    at: int

    @property
    def length(self) -> int:
        """How many moves there are."""

    def go(self, at: int, *, step: bool = False) -> None:
        """Show another position, or the nearest one that there is; a ``step`` is one of many."""

    def changed(self) -> None:
        """It walks by itself now, or does so no more."""


class Watch:
    """Goes on by one position at a time."""

    def __init__(self, walk: Walk) -> None:
        self._walk = walk
        self._left = 0.0
        self.running = False

    def begin(self) -> None:
        """Walk from the first position on."""
        self._walk.go(0)
        self.go_on()

    def go_on(self) -> None:
        """Walk on from the position that is shown; from the last one on, begin anew."""
        if self._walk.at == self._walk.length:
            self._walk.go(0)
        self._left = self._step + _LOOK
        self.running = True
        self._walk.changed()

    @property
    def _step(self) -> float:
        return min(_LONGEST, max(_SHORTEST, _WHOLE / max(1, self._walk.length)))

    def end(self) -> None:
        """Stand still."""
        if self.running:
            self.running = False
            self._walk.changed()

    def tick(self, seconds: float) -> None:
        """Let time pass."""
        if not self.running:
            return
        self._left -= seconds
        if self._left <= 0:
            self._left = self._step
            before = self._walk.at
            self._walk.go(before + 1, step=True)
            if self._walk.at == self._walk.length:
                self.end()
