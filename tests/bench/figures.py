"""Measured figures, and the calibration that makes machines comparable."""

from __future__ import annotations

import contextlib
import os
import time
import timeit
from collections.abc import Callable
from functools import cache
from typing import Final, NamedTuple

REFERENCE_MS: Final = 71.0
"""The result of ``calibrate`` on the machine for which the limits are set."""


class Figure(NamedTuple):
    """One line of a benchmark: a measured value, and its limit, if it has one.

    ``value`` and ``limit`` are in ``unit``. If ``scales``, the value is a time that is converted to
    the reference machine; shares and memory are not.
    """

    name: str
    value: float
    unit: str
    limit: float | None = None
    scales: bool = True

    def scaled(self, slowness: float) -> float:
        """Return the figure as it would be on the reference machine."""
        return self.value / slowness if self.scales else self.value

    def kept(self, slowness: float) -> bool:
        """Return whether the limit is kept, or True if there is none."""
        return self.limit is None or self.scaled(slowness) <= self.limit

    def line(self, slowness: float) -> str:
        """Return a line of text with the figure as measured, the figure as it would be on the
        reference machine, and the limit."""
        scaled = self.scaled(slowness)
        told = f"{self.name:<44} {self.value:>9.2f} {self.unit:<3} scaled {scaled:>9.2f}"
        if self.limit is None:
            return told
        return f"{told}  limit {self.limit:g}: {'kept' if self.kept(slowness) else 'BROKEN'}"


def go_ahead() -> None:
    """Raise the priority of this process and its children, if that is allowed, so that other
    programs disturb the measurement less."""
    with contextlib.suppress(AttributeError, OSError):
        os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(1))


def stolen() -> int:
    """Return how long the host has given this machine's processors to others, in ticks of 10 ms; 0
    without a host.

    A measurement during which this number grows says nothing about the program.
    """
    try:
        with open("/proc/stat", encoding="ascii") as file:
            return int(file.readline().split()[8])
    except (OSError, IndexError, ValueError):
        return 0


def pace(repeat: int = 20, timer: Callable[[], float] = time.perf_counter) -> float:
    """Return the milliseconds of the fastest of ``repeat`` runs of ``sum(i*i for i in
    range(10**6))``."""
    loop = "sum(i*i for i in range(10**6))"
    return min(timeit.repeat(loop, number=1, repeat=repeat, timer=timer)) * 1000


@cache
def calibrate() -> float:
    """Return the pace of this machine, measured once for all figures of a run."""
    return pace()


def slowness() -> float:
    """Return how many times slower this machine is than the reference."""
    return calibrate() / REFERENCE_MS
