"""Time for the main loop: fixed time steps, repeating keys, and how long it may sleep."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

STEP: Final = 1 / 120
"""The fixed time step, in seconds, by which everything moves."""
_MOST: Final = 0.6
"""Seconds to catch up at most after a longer gap, such as when the machine was asleep."""
_TINY: Final = 1e-6
"""A share of a step that is a rounding error."""
_FIRST_REPEAT: Final = 0.4
_NEXT_REPEAT: Final = 0.06
_SURE: Final = 0.1
"""Seconds for which a key that was not released counts as held: after a longer stall nobody knows
how long it was really held."""


class Ticker:
    """Cuts passing time into whole steps and carries the remainder over."""

    def __init__(self) -> None:
        self._left = 0.0

    def steps(self, seconds: float) -> int:
        """Return how many steps are due after ``seconds`` more."""
        self._left += min(seconds, _MOST)
        due = int(self._left / STEP)
        self._left -= due * STEP
        return due

    def until(self, seconds: float) -> float:
        """Return after how long the whole steps in ``seconds`` are due, one at least: waking up
        earlier leads to nothing. 0 stays 0."""
        # The game's clock counts in steps: its next second can be a rounding error away.
        steps = max(1, int(seconds / STEP + _TINY))
        return steps * STEP - self._left if seconds else 0.0


class Repeater:
    """Repeats what a held key did."""

    def __init__(self) -> None:
        self._again: Callable[[], None] | None = None
        self._key = 0
        self._due = 0.0

    def hold(self, key: int, again: Callable[[], None]) -> None:
        """Note that ``key`` is down and has just done ``again``."""
        self._key, self._again, self._due = key, again, _FIRST_REPEAT

    def release(self, key: int | None = None) -> None:
        """Note that ``key`` is up; None stops any repetition."""
        if key in (None, self._key):
            self._again = None

    @property
    def active(self) -> bool:
        return self._again is not None

    def tick(self, seconds: float) -> None:
        """Let time pass."""
        if self._again is None:
            return
        self._due -= min(seconds, _SURE)
        if self._due <= 0:
            self._due += _NEXT_REPEAT
            self._again()


LONGEST_REST: Final = 0.5
"""Seconds after which the loop wakes up at the latest, even without input: twice for each tick of a
clock, no more."""
ANSWERS: Final = 0.010
"""Seconds between two checks for the solver's answer."""
_ATTENTIVE: Final = 2.0
"""Seconds after an input in which another is expected at any moment."""


def short_rest(since_input: float, *, moving: bool) -> float | None:
    """Return the seconds for which the loop may sleep while something goes on; None if nothing
    does."""
    if moving:
        return 1 / 240
    if since_input < _ATTENTIVE:
        return 0.004 if since_input < 0.3 else 0.010
    return None
