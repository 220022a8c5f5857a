"""20,000 damaged files, others for each commit; see ``tests.storage.damage``.

``python -m tests.bench.damage CASES SEED`` tries so many of that seed.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections import Counter
from pathlib import Path

from tests.bench.figures import Figure
from tests.seed import run_seed
from tests.storage.crash import CountingSystem, seen_by
from tests.storage.damage import prepare, try_one

CASES = 20_000
STARTS = 25
"""In one case of so many the whole program is started."""


def run(cases: int = CASES, seed: str = "") -> list[Figure]:
    """Damage a file that many times; raise at the first that loses more than was hit."""
    os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
    from tests.storage.test_damaged_files import start_and_look

    seed = seed or run_seed()
    print(f"  seed {seed}")
    done = Counter[str]()
    with tempfile.TemporaryDirectory() as folder, seen_by(CountingSystem()):
        base = Path(folder) / "base"
        prepare(base)
        for number in range(cases):
            start = None if number % STARTS else start_and_look
            try:
                done[try_one(base, Path(folder) / "home", f"{seed} {number}", start)] += 1
            except Exception as error:
                raise AssertionError(f"seed '{seed} {number}': {error!r}") from error
    return [
        Figure(f"damaged {name} survived", count, "", scales=False)
        for name, count in sorted(done.items())
    ]


if __name__ == "__main__":
    for figure in run(int(sys.argv[1]), *sys.argv[2:]):
        print(figure.line(1.0))
