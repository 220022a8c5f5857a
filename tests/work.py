"""Measures work as a number that is the same on every machine."""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import count


def calls(do: Callable[[], object]) -> int:
    """Return how many calls and returns occur in ``do``, including those of built-in functions."""
    seen = count()
    before = sys.getprofile()
    sys.setprofile(lambda *event: next(seen))
    try:
        do()
    finally:
        sys.setprofile(before)
    return next(seen)
