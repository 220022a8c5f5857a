"""Bounded loops, for code under test that may fail to make progress."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

MOST: Final = 5000
"""More rounds than any game, animation or panel in the tests needs."""


def while_(going: Callable[[], object], most: int = MOST) -> Iterator[int]:
    """Yield round numbers while ``going`` returns a true value; fail after ``most`` rounds."""
    for number in range(most):
        if not going():
            return
        yield number
    raise AssertionError(f"still not done after {most} rounds")
