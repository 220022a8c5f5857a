"""How long it takes to judge every move of a position of Vierfrei, and of all positions of a game.

The games are those of a player who follows a winning line, except for a stray move now and then.
"""

from __future__ import annotations

import time
from random import Random

from game.core.moves import Move, Refusal
from game.core.state import State
from game.rules.choices import choices
from game.rules.registry import Deal, numbered
from game.solver.answer import FIRST_LOOK, GLANCE, decide
from game.solver.margin import Weigher
from game.teach.difficulty import Grade, numbers_of
from tests.bench.figures import Figure

GAMES = 60
POSITIONS = 100
"""The most positions taken from a game. The time for a shorter game is scaled up to this number."""
STRAY = 0.1
"""The share of moves that are chosen at random."""


def run() -> list[Figure]:
    """Return the times of the first look at positions and games, the share of moves that it leaves
    undecided, and the time of a glance at an opening."""
    random = Random(13)
    single: list[float] = []
    whole: list[float] = []
    moves = still_open = 0
    for _ in range(GAMES):
        deal = numbered("vierfrei", random.randrange(1, 32001))
        states = played(deal, random)
        weigher, begun = Weigher(), time.process_time()
        for state in states:
            before = time.process_time()
            margin = weigher.weigh(deal, state, FIRST_LOOK)
            single.append(time.process_time() - before)
            assert margin is not None
            moves += len(margin)
            still_open += margin.undecided_count
        whole.append((time.process_time() - begun) / len(states) * POSITIONS)
    single.sort()
    whole.sort()
    late = len(single) * 95 // 100
    return [
        Figure("margin of a position, p50", single[len(single) // 2] * 1000, "ms"),
        Figure("margin of a position, p95", single[late] * 1000, "ms", 100.0),
        Figure("a game of 100 positions, p95", whole[len(whole) * 95 // 100], "s", 10.0),
        Figure("moves left open by the first look", 100 * still_open / moves, "%", None, False),
        _openings(random),
    ]


def _openings(random: Random) -> Figure:
    """Return how long the first glance at an unknown deal takes.

    Half of the deals are of the hardest grade.
    """
    numbers = random.sample(numbers_of("vierfrei", Grade.VERY_HARD), GAMES)
    numbers += [random.randrange(1, 32001) for _ in range(GAMES)]
    taken: list[float] = []
    for deal in [numbered("vierfrei", number) for number in numbers]:
        before = time.process_time()
        Weigher().weigh(deal, deal.layout(), GLANCE)
        taken.append(time.process_time() - before)
    late = sorted(taken)[len(taken) * 95 // 100]
    return Figure("the first glance at an opening, p95", late * 1000, "ms", 100.0)


def played(deal: Deal, random: Random) -> list[State]:
    """Return the positions of one game, at most ``POSITIONS``."""
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
