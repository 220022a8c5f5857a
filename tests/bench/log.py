"""How long it takes to compute the statistics of a hundred thousand finished games from their
log."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from game.record.statistics import summary
from game.store.log import as_line
from game.store.log_file import LOG, LogFile
from tests.bench.figures import Figure

GAMES = 100_000
LIMIT = 3500.0
_TEXT = "# Vierfeld 1 vierfrei 617\n" + "26\n5a 5h\n" * 45 + "(54; 3a {too early}; (3b; 37))\n" * 5


def run() -> list[Figure]:
    """Return the milliseconds of processor time, including the reading of the file."""
    with tempfile.TemporaryDirectory() as folder:
        with (Path(folder) / LOG).open("wb") as file:
            file.writelines(_line(number) + b"\n" for number in range(GAMES))
        begun = time.process_time()
        log = LogFile(Path(folder))
        log.read()
        summary(log.log.games(), "vierfrei", None)
        taken = (time.process_time() - begun) * 1000
    return [Figure(f"statistics of {GAMES} games from their log", taken, "ms", LIMIT)]


def _line(number: int) -> bytes:
    day = f"2026-{number % 12 + 1:02}-{number % 28 + 1:02}T20:15:00+01:00"
    counts = dict.fromkeys(("actions", "hints", "shown", "undos", "player_moves", "home"), 3)
    named = {"id": f"{number:016x}", "rev": 1, "time": day, "result": "won"}
    deal = {"game": "vierfrei", "rules": None, "deal": number, "account": None}
    more = {"seconds": 101.5, "ended": day, "replay": False, "stage": 3, "text": _TEXT}
    return as_line({**named, **deal, **counts, **more})
