"""The cost of a table on a screen: processor load at rest, memory use and startup time."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import closing

from tests.bench.figures import Figure, fixed
from tests.bench.screen import Screen, at_rest, start
from tests.house import ROOT


def run() -> list[Figure]:
    with closing(Screen((4000, 2400))) as large:
        found = list(_at_rest(large))
    with closing(Screen((1920, 1080))) as common:
        taken = start(common, _ours())
    return [*found, Figure("start to dealt table, median", taken, "ms", 350)]


def _ours(*more: str) -> list[str]:
    return [sys.executable, str(ROOT / "main.py"), "vierfrei", "--deal", "617", *more]


def _at_rest(large: Screen) -> Iterator[Figure]:
    # Waking up costs kernel time and cold caches, which the calibration doesn't measure.
    memory, load = at_rest(large, _ours("--size", "1280x800"))
    yield fixed("of a core at rest", load, "%", 0.5)
    _, load = at_rest(large, _ours("--size", "1280x800"), "1", "a")
    yield fixed("of a core while the clock ticks", load, "%", 0.5)
    yield fixed("memory (PSS), 1280x800", memory, "MB", 80)
    memory, _ = at_rest(large, _ours("--size", "3840x2160"))
    yield fixed("memory (PSS), 3840x2160", memory, "MB", 200)
