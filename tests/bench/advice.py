"""How long a player waits for advice.

In the games of Vierfrei, most moves follow a winning line. Some are random.
"""

from __future__ import annotations

import time
from random import Random

from game.core.moves import Move, Refusal
from game.core.state import SeenSoFar, State
from game.fair.adviser import FairAdvice
from game.fair.knowledge import Knowledge
from game.rules.canfield import RULE_SETS
from game.rules.choices import choices
from game.rules.registry import CANFIELD, Deal, numbered
from game.solver.answer import FIRST_LOOK, GLANCE, decide
from game.solver.margin import Weigher
from game.solver.service import SolverService
from game.teach.difficulty import numbers_of
from tests.bench.figures import Figure
from tests.bench.solve import quantile

GAMES = 60
POSITIONS = 100
"""The maximum number of positions from a game."""
STRAY = 0.1
"""The probability that a move is chosen at random."""
FIRST = 400_001
"""The first Canfield deal to measure. No deal from here on was used for tuning."""
ASKED = 60


def run() -> list[Figure]:
    random = Random(13)
    single, whole, glances = list[float](), list[float](), list[float]()
    for _ in range(GAMES):
        deal = numbered("vierfrei", random.randrange(1, 32001))
        states = played(deal, random)
        weigher, begun = Weigher(), time.process_time()
        for state in states:
            before = time.process_time()
            assert weigher.weigh(deal, state, FIRST_LOOK) is not None
            single.append(time.process_time() - before)
        whole.append((time.process_time() - begun) / len(states) * POSITIONS)
    # Half of the deals are of the hardest grade.
    numbers = random.sample(numbers_of("vierfrei", 5), GAMES)
    numbers += [random.randrange(1, 32001) for _ in range(GAMES)]
    for deal in [numbered("vierfrei", number) for number in numbers]:
        before = time.process_time()
        Weigher().weigh(deal, deal.layout(), GLANCE)
        glances.append(time.process_time() - before)
    return [
        Figure("margin of a position, p95", 1000 * quantile(single, 0.95), "ms", 100.0),
        Figure("a game of 100 positions, p95", quantile(whole, 0.95), "s", 10.0),
        Figure("the first glance at an opening, p95", 1000 * quantile(glances, 0.95), "ms", 100.0),
        Figure("first advice in a window, p95", first_advice(), "ms", 300.0),
    ]


def played(deal: Deal, random: Random) -> list[State]:
    rules, state = deal.engine, deal.layout()
    found, line = [state], list[Move]()
    while len(found) < POSITIONS and not rules.won(state):
        line = line or list(decide(deal, state, time_limit=1.0).moves)
        move = rules.resolve(state, line.pop(0)) if line and random.random() >= STRAY else None
        if move is None or isinstance(move, Refusal):
            ways = list(choices(rules, state))
            if not ways:
                break
            move, line = random.choice(ways), []
        state = rules.expand(state, move)[-1].after
        found.append(state)
    return found


def first_advice() -> float:
    """Return the 95th percentile of the time to the first answer, in milliseconds.

    As in a window, the service is polled 60 times a second.
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
    return quantile(waits, 0.95)
