"""Measured figures, and a calibration that makes them comparable between machines."""

from __future__ import annotations

import contextlib
import os
import time
import timeit
from collections.abc import Callable
from functools import cache
from typing import Final, NamedTuple

REFERENCE_MS: Final = 71.0
"""The ``pace`` of the reference machine, for which the limits are set."""


class Figure(NamedTuple):
    """A measured value and its limit. ``scales`` is true if the value depends on machine speed."""

    name: str
    value: float
    unit: str
    limit: float | None = None
    scales: bool = True

    def scaled(self, slowness: float) -> float:
        return self.value / slowness if self.scales else self.value

    def kept(self, slowness: float) -> bool:
        return self.limit is None or self.scaled(slowness) <= self.limit

    def line(self, slowness: float) -> str:
        scaled = self.scaled(slowness)
        told = f"{self.name:<44} {self.value:>9.2f} {self.unit:<3} scaled {scaled:>9.2f}"
        if self.limit is None:
            return told
        return f"{told}  limit {self.limit:g}: {'kept' if self.kept(slowness) else 'BROKEN'}"


def fixed(name: str, value: float, unit: str = "", limit: float | None = None) -> Figure:
    """Return a figure that does not depend on the machine's speed."""
    return Figure(name, value, unit, limit, scales=False)


def go_ahead() -> None:
    with contextlib.suppress(AttributeError, OSError):
        os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(1))


def pace(repeat: int = 20, timer: Callable[[], float] = time.perf_counter) -> float:
    """Return the time of the fastest of ``repeat`` runs of a fixed loop, in milliseconds."""
    loop = "sum(i*i for i in range(10**6))"
    return min(timeit.repeat(loop, number=1, repeat=repeat, timer=timer)) * 1000


@cache
def slowness() -> float:
    """Return how many times slower this machine is than the reference machine."""
    return pace() / REFERENCE_MS
