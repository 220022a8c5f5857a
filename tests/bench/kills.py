"""200 kills of a playing program; see ``tests.storage.kills``."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.bench.figures import Figure
from tests.storage.kills import kill_once

KILLS = 200


def run(kills: int = KILLS) -> list[Figure]:
    """Kill that often, in one folder; raises where a file is broken or too old."""
    with tempfile.TemporaryDirectory() as folder:
        actions = sum(kill_once(Path(folder), seed) for seed in range(kills))
    return [
        Figure("kills survived", kills, ""),
        Figure("actions completed before a kill, on average", actions / kills, ""),
    ]


if __name__ == "__main__":
    for figure in run(*map(int, sys.argv[1:])):
        print(figure.line(1.0))
