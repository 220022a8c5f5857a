"""How much work something is, on every machine the same."""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import count


def calls(do: Callable[[], object]) -> int:
    """Return how many calls ``do`` makes, those of built-in functions too, and each time that a
    generator goes on."""
    seen = count()
    before = sys.getprofile()
    sys.setprofile(lambda *event: next(seen))
    try:
        do()
    finally:
        sys.setprofile(before)
    return next(seen)
