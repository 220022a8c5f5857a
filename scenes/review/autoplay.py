"""Walks through a game by itself, move after move, until it ends or the player takes over."""

from __future__ import annotations

from typing import Final, Protocol

_SHORTEST: Final = 0.7
_LONGEST: Final = 1.8
"""Seconds for which each position is shown: in a long game, and in a short one."""
_WHOLE: Final = 15.0
"""Seconds for the whole of any other game."""
_LOOK: Final = 1.0
"""Additional seconds for the first position, so that the eye finds its way."""


class Walk(Protocol):
    """The review, as the walk sees it."""

    at: int

    @property
    def length(self) -> int:
        """The number of moves."""

    def go(self, at: int, *, step: bool = False) -> None:
        """Show position ``at``, or the nearest that exists; ``step`` says that it is one of
        many."""

    def changed(self) -> None:
        """Note that the walk has begun or ended."""


class Watch:
    """Shows one position after the other."""

    def __init__(self, walk: Walk) -> None:
        self._walk = walk
        self._left = 0.0
        self.running = False

    def begin(self) -> None:
        """Walk from the first position on."""
        self._walk.go(0)
        self.go_on()

    def go_on(self) -> None:
        """Walk on from the position that is shown; from the last one, begin again."""
        if self._walk.at == self._walk.length:
            self._walk.go(0)
        self._left = self._step + _LOOK
        self.running = True
        self._walk.changed()

    @property
    def _step(self) -> float:
        return min(_LONGEST, max(_SHORTEST, _WHOLE / max(1, self._walk.length)))

    def end(self) -> None:
        """Stop walking."""
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
