"""Measures work as a number that is the same on every machine."""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import count


def calls(do: Callable[[], object]) -> int:
    """Return how many profiler events occur in ``do``: calls and returns, including those of
    built-in functions and each time that a generator resumes."""
    seen = count()
    before = sys.getprofile()
    sys.setprofile(lambda *event: next(seen))
    try:
        do()
    finally:
        sys.setprofile(before)
    return next(seen)
