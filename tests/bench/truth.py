"""The solvers against their plain twins: are the games called lost really lost?

``python -m tests.bench truth`` takes an hour, and ``python -m tests.bench.truth --seconds 600
--jobs 2 hoyle vierfrei`` ten minutes. ``python -m tests.compiled tests.bench.truth`` tries the
compiled solver. Each commit gets new positions, since the seed is taken from its hash.

Every position that a solver calls lost is also searched, within limits, by a twin that knows
nothing but the rules. Every winning line is played by the real rules. From positions of Vierfrei
with little room, every reachable position must be near to what the search meets
(``tests.truth.near``). A disagreement goes into a file that the tests read from then on.
"""

from __future__ import annotations

import os
import sys
import time
from argparse import ArgumentParser
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Final

from game.rules.registry import VIERFREI
from game.solver import is_compiled
from tests.bench.figures import Figure, fixed
from tests.seed import run_seed
from tests.truth.cases import KINDS
from tests.truth.check import KEPT, Count, run_near, run_unit

HOUR: Final = 3600.0
LEAST: Final = 20_000
"""How many lost verdicts must be verified in an hour, counting all kinds."""
_ROUND: Final = 60.0
"""The seconds between two progress reports."""


def share(seed: str, kinds: Sequence[str], job: int, jobs: int, seconds: float) -> dict[str, Count]:
    """Do the part of one process: every ``jobs``-th unit of each kind in turn, starting with
    ``job``, for ``seconds`` by the clock."""
    counts = {kind: Count() for kind in kinds}
    last = time.monotonic() + seconds
    number = job
    while time.monotonic() < last:
        for kind in kinds:
            run_unit(kind, f"{seed} {number}", counts[kind], time.process_time() + seconds)
            if kind == VIERFREI:
                run_near(f"{seed} {number}", counts[kind])
        number += jobs
    return counts


def measure(
    kinds: Sequence[str], seconds: float, jobs: int, seed: str | None = None
) -> dict[str, Count]:
    """Return what is found of each kind in ``seconds``, reporting progress about every minute."""
    seed = seed or run_seed()
    form = "compiled" if is_compiled() else "in Python"
    print(f"  seed {seed}, the solver {form}", flush=True)
    counts = {kind: Count() for kind in kinds}
    end = time.monotonic() + seconds
    rounds = 0
    # A forked process has the form of the solver that this process was told to use.
    context = get_context("fork" if hasattr(os, "fork") else "spawn")
    with ProcessPoolExecutor(jobs, mp_context=context) as pool:
        while (left := end - time.monotonic()) > 0:
            part = f"{seed} {rounds}"
            running = [
                pool.submit(share, part, kinds, job, jobs, min(left, _ROUND)) for job in range(jobs)
            ]
            for found in running:
                for kind, count in found.result().items():
                    counts[kind].add(count)
            rounds += 1
            lost = sum(count.lost for count in counts.values())
            wrong = sum(len(count.wrong) for count in counts.values())
            print(f"  {rounds}: {lost} lost verdicts verified, {wrong} wrong", flush=True)
    for kind, count in counts.items():
        print(f"  {kind:10} {count.text()}", flush=True)
    keep([case for count in counts.values() for case in count.wrong])
    return counts


def keep(wrong: Sequence[str]) -> None:
    """Print the ``wrong`` cases, and add the new ones to the file that the tests read."""
    had = KEPT.read_text("ascii").splitlines()
    fresh = [case for case in dict.fromkeys(wrong) if case not in had]
    for case in fresh:
        print(f"  WRONG: {case}", flush=True)
    if fresh:
        KEPT.write_text("\n".join([*had, *fresh]) + "\n", "ascii")


def run(
    kinds: Sequence[str] = KINDS, seconds: float = HOUR, jobs: int = 1, seed: str | None = None
) -> list[Figure]:
    """Return how many lost verdicts were verified, and how many verdicts were wrong."""
    counts = measure(kinds, seconds, jobs, seed)
    lost = sum(count.lost for count in counts.values())
    figures = [fixed(f"{kind}: lost verdicts verified", counts[kind].lost) for kind in kinds]
    if VIERFREI in kinds:
        figures.append(fixed("vierfrei: positions near to what is met", counts[VIERFREI].near_met))
    if seconds >= HOUR:
        figures.append(fixed("lost verdicts missing to 20,000", max(0, LEAST - lost), "", 0))
    wrong = sum(len(count.wrong) for count in counts.values())
    return [*figures, fixed("wrong verdicts", wrong, "", 0)]


def main() -> int:
    """Run what the command line asks for; return 1 if a limit is broken."""
    parser = ArgumentParser(prog="python -m tests.bench.truth", description=__doc__)
    parser.add_argument("kinds", nargs="*", metavar="RULES", help=", ".join(KINDS))
    parser.add_argument("--seconds", type=float, default=HOUR)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", help="in place of the commit's hash, to do it again")
    given = parser.parse_args()
    for kind in given.kinds:
        if kind not in KINDS:
            parser.error(f"no such rule set: {kind}")
    figures = run(given.kinds or KINDS, given.seconds, max(1, given.jobs), given.seed)
    for figure in figures:
        print("  " + figure.line(1.0))
    return 0 if all(figure.kept(1.0) for figure in figures) else 1


if __name__ == "__main__":
    sys.exit(main())
