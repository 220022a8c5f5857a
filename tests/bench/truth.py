"""Checks the solvers against simple, independent ones for an hour.

``python -m tests.compiled tests.bench truth`` checks the compiled solver. Each commit gets new
positions: the seed comes from its hash.

If the game's solver calls a position lost, a simple solver that knows only the rules searches it
too. Winning lines are played to check that they obey the rules. ``tests.truth.near`` checks the
search of Vierfrei. Disagreements are added to a file of cases that the tests check.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from itertools import count
from typing import Final

from game.rules.registry import VIERFREI
from game.solver import is_compiled
from tests.bench.figures import Figure, fixed
from tests.seed import run_seed
from tests.truth.check import KEPT, KINDS, Count, run_near, run_unit

HOUR: Final = 3600.0
LEAST: Final = 20_000
"""The benchmark should verify at least this many lost verdicts within the hour."""


def run(seconds: float = HOUR) -> list[Figure]:
    print(f"  seed {run_seed()}, the solver {'compiled' if is_compiled() else 'in Python'}")
    counts = {kind: Count() for kind in KINDS}
    end = time.process_time() + seconds
    for number in count():
        if time.process_time() >= end:
            break
        for kind, found in counts.items():
            run_unit(kind, f"{run_seed()} {number}", found, end)
        run_near(f"{run_seed()} {number}", counts[VIERFREI])
    for kind, found in counts.items():
        print(f"  {kind:10} {found}")
    wrong = [case for found in counts.values() for case in found.wrong]
    keep(wrong)
    missing = max(0, LEAST - sum(found.lost for found in counts.values()))
    return [
        *(fixed(f"{kind}: lost verdicts verified", one.lost) for kind, one in counts.items()),
        fixed("vierfrei: positions near to what is met", counts[VIERFREI].near_met),
        fixed(f"lost verdicts missing to {LEAST}", missing, "", 0),
        fixed("wrong verdicts", len(wrong), "", 0),
    ]


def keep(wrong: Sequence[str]) -> None:
    had = KEPT.read_text("ascii").splitlines()
    fresh = [case for case in dict.fromkeys(wrong) if case not in had]
    for case in fresh:
        print(f"  WRONG: {case}", flush=True)
    if fresh:
        KEPT.write_text("\n".join([*had, *fresh]) + "\n", "ascii")
