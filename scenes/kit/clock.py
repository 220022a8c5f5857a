"""Time for the loop: fixed steps out of the passing seconds, keys that repeat, and resting."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

STEP: Final = 1 / 120
"""The one time step, in seconds, by which everything moves."""
_MOST: Final = 0.5
"""After a longer gap, as when the machine slept, only so much is made up for."""
_FIRST_REPEAT: Final = 0.4
_NEXT_REPEAT: Final = 0.06
_SURE: Final = 0.1
"""Seconds for which a key that was not let go of counts as held: when the machine has stood still
for longer, nobody knows for how much of that it was."""


class Ticker:
    """Cuts passing time into whole steps and keeps the rest for the next time."""

    def __init__(self) -> None:
        self._left = 0.0

    def steps(self, seconds: float) -> int:
        """How many steps are due after ``seconds`` more."""
        self._left += min(seconds, _MOST)
        due = int(self._left / STEP)
        self._left -= due * STEP
        return due


class Repeater:
    """Does again what a held key has done."""

    def __init__(self) -> None:
        self._again: Callable[[], None] | None = None
        self._key = 0
        self._due = 0.0

    def hold(self, key: int, again: Callable[[], None]) -> None:
        """``key`` is down and has just done ``again``."""
        self._key, self._again, self._due = key, again, _FIRST_REPEAT

    def release(self, key: int | None = None) -> None:
        """``key`` is up; None: whatever is held counts no more."""
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


LONGEST_REST: Final = 0.4
"""Seconds after which the loop looks about at the latest, even where nothing has come in."""
ANSWERS: Final = 0.010
"""Seconds between two looks at whether the solver has answered."""
_ATTENTIVE: Final = 2.0
"""For so many seconds after an input the next one is expected any moment."""


def short_rest(since_input: float, *, moving: bool) -> float | None:
    """Seconds that the loop may sleep whatever comes, while something goes on; else None."""
    if moving:
        return 1 / 240
    if since_input < _ATTENTIVE:
        return 0.004 if since_input < 0.3 else 0.010
    return None
