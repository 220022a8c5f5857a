"""200 kills of a playing program at random, and one at every call of the system that saves.

See ``tests.storage.kills`` and ``tests.storage.crash``.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

from tests.bench.figures import Figure
from tests.storage.crash import SCENARIOS, kill_everywhere
from tests.storage.kills import kill_once

KILLS = 200


def run(kills: int = KILLS) -> list[Figure]:
    """Kill the program that many times in one folder; raise if anything is lost or counted
    twice."""
    with tempfile.TemporaryDirectory() as folder:
        actions = sum(kill_once(Path(folder), seed) for seed in range(kills))
    figures = [
        Figure("kills survived", kills, "", scales=False),
        Figure("actions completed before a kill, on average", actions / kills, "", scales=False),
    ]
    for name in SCENARIOS if hasattr(os, "fork") else ():
        with tempfile.TemporaryDirectory() as folder:
            survived = kill_everywhere(Path(folder), name)
        figures.append(Figure(f"kills survived, {name}: at every call", survived, "", None, False))
    return figures


if __name__ == "__main__":
    for figure in run(*map(int, sys.argv[1:])):
        print(figure.line(1.0))
