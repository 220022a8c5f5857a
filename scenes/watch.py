"""A walk along a game by itself, a move after the other, until it ends or somebody takes over."""

from __future__ import annotations

from typing import Final, Protocol

_STEP: Final = 0.7
"""Seconds for which each position is shown."""


class Walk(Protocol):
    """What is walked along."""

    at: int

    def go(self, at: int) -> None:
        """Show another position, or the nearest one that there is."""


class Watch:
    """Goes on by one position at a time."""

    def __init__(self, walk: Walk) -> None:
        self._walk = walk
        self._left = 0.0
        self.running = False

    def begin(self) -> None:
        """Walk from the first position on."""
        self._walk.go(0)
        self._left = _STEP
        self.running = True

    def end(self) -> None:
        """Stand still."""
        self.running = False

    def tick(self, seconds: float) -> None:
        """Let time pass."""
        if not self.running:
            return
        self._left -= seconds
        if self._left <= 0:
            self._left = _STEP
            before = self._walk.at
            self._walk.go(before + 1)
            self.running = self._walk.at != before
