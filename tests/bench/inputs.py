"""Feeds 20,000 random inputs to each game at every animation speed; see ``tests.scenes.fuzz``.

If something breaks, the error lists the inputs that led to it.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from game.player.settings import Speed
from tests.bench.figures import Figure
from tests.scenes.fuzz import KINDS, play
from tests.seed import run_seed

INPUTS = 20_000


def run(inputs: int = INPUTS, seed: str = "", only: int | None = None) -> list[Figure]:
    """Feed all inputs and return the microseconds per input; print the most cards that came home.

    ``only`` is the index of the one kind to play.
    """
    figures: list[Figure] = []
    seed = seed or run_seed()
    print(f"  seed {seed}")
    for kind in KINDS if only is None else KINDS[only : only + 1]:
        for speed in Speed:
            name = f"{kind[1] or kind[0]}, animation {speed.value}"
            began = time.perf_counter()
            with tempfile.TemporaryDirectory() as folder:
                home = play(Path(folder), kind, speed, inputs, seed)
            each = (time.perf_counter() - began) / inputs
            figures.append(Figure(f"{inputs} inputs, {name}", each * 1e6, "µs"))
            print(f"  {name}: {inputs} inputs in {each * inputs:.0f} s, {home} cards home at best")
            sys.stdout.flush()
    return figures


if __name__ == "__main__":
    run(int(sys.argv[1]) if sys.argv[1:] else INPUTS)
