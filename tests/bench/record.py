"""How long it takes to read a log and to show its statistics."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from game.record.statistics import summary
from game.rules.registry import CANFIELD
from game.store.log import LOG, GameLog, as_line
from tests.bench.figures import Figure

ON_SCREEN = 5000
IN_LOG = 100_000
ROUNDS = 15
_TEXT = "# Vierfeld 1 vierfrei 617\n" + "26\n5a 5h\n" * 45 + "(54; 3a {too early}; (3b; 37))\n" * 5


def run() -> list[Figure]:
    return [*_computed(), *_shown()]


def _computed() -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        with (Path(folder) / LOG).open("wb") as file:
            file.writelines(_line(number) + b"\n" for number in range(IN_LOG))
        begun = time.process_time()
        log = GameLog(Path(folder))
        log.read(log.data())
        read = time.process_time()
        summary(log.games(), "vierfrei", None)
        done = time.process_time()
    # A log is read once, by a thread, while the window opens.
    yield Figure(f"reading a log of {IN_LOG} games", (read - begun) * 1000, "ms", 3500.0)
    yield Figure(f"statistics of {IN_LOG} games", (done - read) * 1000, "ms", 1000.0)


def _line(number: int) -> bytes:
    day = f"2026-{number % 12 + 1:02}-{number % 28 + 1:02}T20:15:00+01:00"
    counts = dict.fromkeys(("actions", "hints", "shown", "undos", "player_moves", "home"), 3)
    named = {"id": f"{number:016x}", "rev": 1, "time": day, "result": "won"}
    deal = {"game": "vierfrei", "rules": None, "deal": number, "account": None}
    more = {"seconds": 101.5, "ended": day, "replay": False, "stage": 3, "text": _TEXT}
    return as_line({**named, **deal, **counts, **more})


def _shown() -> Iterator[Figure]:
    os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
    from tests.scenes.records import fill
    from tests.scenes.stage import staged

    taken = list[float]()
    for _ in range(ROUNDS):
        with tempfile.TemporaryDirectory() as folder:
            fill(Path(folder), ON_SCREEN)
            with staged(Path(folder), game=CANFIELD, deal=42, rules="casino") as stage:
                stage.app.paint()
                begun = time.process_time()
                stage.key("F6")
                stage.app.paint()
                taken.append((time.process_time() - begun) * 1000)
    yield Figure(f"statistics of {ON_SCREEN} games on the screen", median(taken), "ms", 100.0)
