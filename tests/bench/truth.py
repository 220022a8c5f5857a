"""The solvers against their plain twins, for an hour: are the games called lost really lost?

``python -m tests.compiled tests.bench truth`` tries the compiled solver. Each commit gets new
positions, since the seed is taken from its hash.

Every position that a solver calls lost is also searched, within limits, by a twin that knows
nothing but the rules. Every winning line is played by the real rules. From positions of Vierfrei
with little room, every reachable position must be near to what the search meets
(``tests.truth.near``). A disagreement goes into a file that the tests read from then on.
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
"""How many lost verdicts must be verified in an hour, counting all kinds."""


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
