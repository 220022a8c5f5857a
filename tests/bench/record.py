"""How soon the statistics of thousands of games are on the screen."""

from __future__ import annotations

import os
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from game.rules.registry import CANFIELD
from tests.bench.figures import Figure

if TYPE_CHECKING:
    from tests.scenes.stage import Stage

GAMES = 5000
LIMIT = 100.0
ROUNDS = 15


def run(games: int = GAMES) -> list[Figure]:
    """Return the milliseconds from pressing F6 to the picture, under the rules with the most to
    show."""
    os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
    from tests.scenes.records import fill
    from tests.scenes.stage import Stage

    firsts, seconds = [], []
    for _ in range(ROUNDS):
        with tempfile.TemporaryDirectory() as folder:
            fill(Path(folder), games)
            stage = Stage(Path(folder), game=CANFIELD, deal=42, rules="casino")
            stage.app.paint()
            firsts.append(_opened(stage))
            seconds.append(_opened(stage))
            stage.drop()
    return [
        Figure(f"statistics of {games} games, first time", median(firsts), "ms", LIMIT),
        Figure("the same again", median(seconds), "ms", LIMIT),
    ]


def _opened(stage: Stage) -> float:
    begun = time.process_time()
    stage.key("F6")
    stage.app.paint()
    taken = (time.process_time() - begun) * 1000
    stage.key("F6")
    return taken
