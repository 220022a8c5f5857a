"""How long a player waits for the first advice in a game with hidden cards."""

from __future__ import annotations

import time
from typing import Final

from game.core.state import SeenSoFar
from game.fair.adviser import FairAdvice
from game.fair.knowledge import Knowledge
from game.rules.canfield import RULE_SETS
from game.rules.registry import CANFIELD, numbered
from game.solver.service import SolverService
from tests.bench.figures import Figure

FIRST: Final = 400_001
"""The first of the deals on which nothing was ever tuned."""
ASKED: Final = 60


def run() -> list[Figure]:
    return [Figure("first advice in a window, p95", first_advice(), "ms", 300.0)]


def first_advice() -> float:
    """Return the milliseconds within which 95 % of first answers arrive.

    As in a window, the service is polled 60 times a second, and each question is asked while the
    previous one is still being worked on.
    """
    service, waits = SolverService(), []
    for number in range(FIRST, FIRST + ASKED):
        rules = list(RULE_SETS)[number % len(RULE_SETS)]
        deal = numbered(CANFIELD, number, rules)
        asked = FairAdvice(Knowledge.of(deal.kind, deal.layout(), SeenSoFar(stock=0)))
        began = time.perf_counter()
        service.run(asked)
        while service.result(asked) is None and service.is_available:
            time.sleep(1 / 60)
            service.poll()
        waits.append(1000 * (time.perf_counter() - began))
        service.cancel()
    service.close()
    return sorted(waits)[ASKED * 95 // 100]
