"""How many Canfield deals the solver decides in a given time, under each rule set.

``python -m tests.bench.solve_canfield --seconds 60 --deals 1-200 hoyle``: the seconds are those of
the reference machine, told by the processor's clock, which other programs hardly disturb. The
machine's pace is measured again and again in between, since a busy machine changes it.
"""

from __future__ import annotations

import time
from argparse import ArgumentParser
from collections.abc import Iterable

from game.core.cards import deck_order
from game.rules.canfield import RULE_SETS, Canfield
from game.solver.answer import Verdict
from game.solver.canfield_solver import solve
from tests.bench.figures import REFERENCE_MS, pace

DEALS_A_PACE: int = 20
"""After how many deals the pace is measured anew."""


def decided(key: str, deals: Iterable[int], seconds: float) -> dict[Verdict, int]:
    """Return how many of ``deals`` get which verdict within ``seconds`` each on the reference
    machine."""
    rule_set = RULE_SETS[key]
    counts = dict.fromkeys(Verdict, 0)
    for index, number in enumerate(deals):
        if index % DEALS_A_PACE == 0:
            limit = seconds * pace(timer=time.process_time) / REFERENCE_MS
        layout = Canfield(rule_set).deal(deck_order(number))
        answer = solve(layout, rule_set, time_limit=limit, clock=time.process_time, want_best=False)
        counts[answer.verdict] += 1
    return counts


def run(keys: Iterable[str], seconds: float, first: int, last: int) -> None:
    """Print a line for each rule set: deals ``first`` to ``last``, ``seconds`` each."""
    for key in keys:
        began = time.process_time()
        counts = decided(key, range(first, last + 1), seconds)
        total = sum(counts.values())
        share = 100 * (total - counts[Verdict.UNDECIDED]) / total
        print(
            f"{key:10} deals {first}-{last}, {seconds:g} s: {share:5.1f} % decided: "
            f"{counts[Verdict.WINNABLE]} winnable, {counts[Verdict.LOST]} lost, "
            f"{counts[Verdict.UNDECIDED]} undecided; {time.process_time() - began:.0f} s in all",
            flush=True,
        )


def main() -> None:
    """Run what the command line asks for; by default all rule sets, deals 1 to 200, 1 s."""
    parser = ArgumentParser(prog="python -m tests.bench.solve_canfield", description=__doc__)
    parser.add_argument("keys", nargs="*", metavar="RULES", help=", ".join(RULE_SETS))
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--deals", default="1-200", metavar="FIRST-LAST")
    given = parser.parse_args()
    for key in given.keys:
        if key not in RULE_SETS:
            parser.error(f"no such rule set: {key}")
    first, _, last = given.deals.partition("-")
    if not (first.isdecimal() and last.isdecimal() and int(first) <= int(last)):
        parser.error(f"no range of deals: {given.deals}")
    run(given.keys or RULE_SETS, given.seconds, int(first), int(last))


if __name__ == "__main__":
    main()
