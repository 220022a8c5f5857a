"""20,000 random inputs for each game at every animation speed; see ``tests.scenes.fuzz``."""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from game.settings import Speed
from tests.scenes.fuzz import KINDS, play

INPUTS = 20_000


def run(inputs: int = INPUTS, seed: int = 1) -> int:
    """Feed them all; the exit status."""
    failures = 0
    for kind in KINDS:
        for speed in Speed:
            name = f"{kind[1] or kind[0]}, animation {speed.value}"
            began = time.perf_counter()
            with tempfile.TemporaryDirectory() as folder:
                try:
                    home = play(Path(folder), kind, speed, inputs, seed)
                except AssertionError as error:
                    failures += 1
                    print(f"{name}: FAILED\n{error}", flush=True)
                    continue
            seconds = time.perf_counter() - began
            print(
                f"{name}: {inputs} inputs, {home} cards home at best, {seconds:.1f} s", flush=True
            )
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(run(*map(int, sys.argv[1:])))
