"""Bounded loops, for code under test that may make no progress."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

MOST: Final = 5000
"""More rounds than any game, animation or panel of the tests takes."""


def while_(going: Callable[[], object], most: int = MOST) -> Iterator[int]:
    """Count rounds while ``going`` returns True; fail after ``most`` of them."""
    for number in range(most):
        if not going():
            return
        yield number
    raise AssertionError(f"still not done after {most} rounds")
