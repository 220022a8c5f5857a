"""The certificates of lost deals, made and verified: the eight of Vierfrei, 100 of Canfield.

Canfield's are the first that are lost by the solver within ``SECONDS``, 25 under each rule set;
some of those may take too long. The eight are known: each of them must be made in time.
"""

from __future__ import annotations

import time

from game.rules.canfield import RULE_SETS
from game.rules.registry import CANFIELD, VIERFREI, Deal, numbered
from game.solver.answer import Verdict, decide
from game.solver.certificate import GaveUp, certificate, packed
from tests.bench.figures import Figure
from tests.bench.solve_vierfrei import LOST
from tests.certificate import verified

SECONDS = 1.0
"""For the verdict on a deal of Canfield."""
MOST = 60.0
"""For a certificate."""


def run(each: int = 25) -> list[Figure]:
    """Print a line for each certificate; stop at the first that is not verified."""
    figures = _series("vierfrei", [_made(numbered(VIERFREI, number)) for number in LOST], 0)
    for rules in RULE_SETS:
        found: list[tuple[float, float, int, int] | None] = []
        number = 0
        while sum(one is not None for one in found) < each:
            number += 1
            deal = numbered(CANFIELD, number, rules)
            answer = decide(deal, deal.layout(), time_limit=SECONDS)
            if answer.verdict is Verdict.LOST:
                found.append(_made(deal))
        figures += _series(rules, found)
    return figures


def _made(deal: Deal) -> tuple[float, float, int, int] | None:
    """Return the seconds to make and to verify the certificate of ``deal``, its size in bytes and
    packed; None if it takes too long."""
    began = time.process_time()
    try:
        lines = list(certificate(deal, deal.layout(), lambda: time.process_time() - began >= MOST))
    except GaveUp:
        print(f"  {deal.game} {deal.rules or ''} {deal.number}: not in {MOST:g} s", flush=True)
        return None
    made = time.process_time()
    told = verified(*lines)
    done = time.process_time()
    plain, small = len(packed("x", lines)), len(packed("x.gz", lines))
    print(
        f"  {told}; {plain / 1000:.1f} kB, packed {small / 1000:.1f} kB; "
        f"made in {made - began:.2f} s, verified in {done - made:.2f} s",
        flush=True,
    )
    return made - began, done - made, plain, small


def _series(
    name: str, found: list[tuple[float, float, int, int] | None], late: int | None = None
) -> list[Figure]:
    """Return the figures of a series of certificates, of which ``late`` may not be made in
    time."""
    done = [one for one in found if one is not None]
    makes, verifies, plain, small = zip(*done, strict=True) if done else ([0.0],) * 4
    return [
        Figure(f"{name}, verified", len(done), "", scales=False),
        Figure(f"{name}, not made in time", len(found) - len(done), "", late, False),
        Figure(f"{name}, to make, max", max(makes), "s", MOST),
        Figure(f"{name}, to verify, max", max(verifies), "s", MOST),
        Figure(f"{name}, size, max", max(plain) / 1000, "kB", scales=False),
        Figure(f"{name}, packed, max", max(small) / 1000, "kB", scales=False),
    ]
