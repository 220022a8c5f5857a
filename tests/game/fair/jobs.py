"""Jobs that only tests use. This module doesn't import pytest."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Endless:
    """A job that gives one answer, then waits for cancellation."""

    number: int

    def run(self, cancelled: Callable[[], bool]) -> Iterator[int]:
        yield 1
        while not cancelled():
            time.sleep(0.001)


@dataclass(frozen=True)
class Broken:
    """A job that fails after its first answer."""

    error: type[Exception] = ValueError

    def run(self, cancelled: Callable[[], bool]) -> Iterator[int]:
        yield 1
        raise self.error
