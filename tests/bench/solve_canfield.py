"""How many Canfield deals the solver decides in a given time, under each rule set."""

from __future__ import annotations

from collections.abc import Iterable
from time import perf_counter
from timeit import repeat

from game.canfield import RULE_SETS, Canfield
from game.deals import deck_order
from game.solver.answer import Verdict
from game.solver.canfield import solve

REFERENCE: float = 0.071
"""Seconds that ``calibration`` takes on the machine for which the project's figures are meant."""


def calibration() -> float:
    """The fastest of 20 runs of a fixed loop, in seconds; what time limits are scaled by."""
    return min(repeat("sum(i*i for i in range(10**6))", number=1, repeat=20))


def decided(key: str, deals: Iterable[int], limit: float) -> dict[Verdict, int]:
    """How many of ``deals`` get which verdict within ``limit`` seconds each."""
    rule_set = RULE_SETS[key]
    counts = dict.fromkeys(Verdict, 0)
    for number in deals:
        layout = Canfield(rule_set).deal(deck_order(number))
        counts[solve(layout, rule_set, time_limit=limit, want_best=False).verdict] += 1
    return counts


def run(limit: float = 1.0, first: int = 1, last: int = 200) -> None:
    """Prints a line for each rule set: deals ``first`` to ``last``, ``limit`` seconds each.

    The limit is meant for the reference machine, and scaled to this one.
    """
    loop = calibration()
    scaled = limit * loop / REFERENCE
    print(f"calibration {loop * 1000:.0f} ms, limit {limit:g} s, here {scaled:.2f} s")
    for key in RULE_SETS:
        began = perf_counter()
        counts = decided(key, range(first, last + 1), scaled)
        total = sum(counts.values())
        share = 100 * (total - counts[Verdict.UNDECIDED]) / total
        print(
            f"{key:10} {share:5.1f} % decided: {counts[Verdict.WINNABLE]} winnable, "
            f"{counts[Verdict.LOST]} lost, {counts[Verdict.UNDECIDED]} undecided, "
            f"{perf_counter() - began:.0f} s",
            flush=True,
        )


if __name__ == "__main__":
    run()
