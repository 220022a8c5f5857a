"""``python -m tests.game.solver.forms SEED``: prints the solver's answers to many questions.

The compiled solver and the one in Python must give the same answers. Time limits count readings of
the clock, so the machine's speed doesn't matter.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import count
from random import Random
from typing import Final

from game.core.state import SeenSoFar, State
from game.fair.adviser import play_on
from game.rules.registry import CANFIELD, KINDS, VIERFREI, Deal, numbered
from game.solver import is_compiled
from game.solver.answer import decide
from tests.truth.check import KINDS as TRUTH
from tests.truth.check import any_deal, unit

LOOKS: Final = 40.0
"""The time limit. The clock used here advances by 1 whenever a search reads it."""
DEALS: Final = 4
LATEST: Final = 100_000
FAIR: Final = 2
"""For each kind of Canfield, the number of games that the adviser plays."""
ENDS: Final = 60
"""For each kind of game, the maximum number of positions taken from ``tests.truth``."""


def _questions(seed: str) -> Iterator[tuple[Deal, State, bool]]:
    chance = Random(seed)
    for game, rules in KINDS:
        for number in chance.sample(range(1, LATEST), DEALS):
            deal = numbered(game, number, rules)
            yield deal, deal.layout(), False
            if game == VIERFREI:
                yield deal, deal.layout(), True
    for kind in TRUTH:
        for (state, _), _ in zip(unit(kind, seed), range(ENDS), strict=False):
            yield any_deal(kind), state, False


def found(seed: str) -> Iterator[str]:
    """Yield a line for each answer and for each game of the adviser."""
    for deal, state, shortest in _questions(seed):
        clock = count(0.0).__next__
        answer = decide(deal, state, time_limit=LOOKS, shortest=shortest, clock=clock)
        moves = " ".join([move.text for move in answer.moves])
        effort = f"{answer.positions} {answer.least_moves}"
        yield f"{deal.kind.key} {answer.verdict.value} {effort} {moves}"
    yield from _fair(seed)


def _fair(seed: str) -> Iterator[str]:
    chance = Random(seed)
    for game, rules in KINDS:
        for number in chance.sample(range(1, LATEST), FAIR if game == CANFIELD else 0):
            deal = numbered(game, number, rules)
            done = play_on(deal.kind, deal.layout(), SeenSoFar(), samples=4)
            moves = " ".join([move.text for decision in done for move in decision.moves])
            yield f"{deal.kind.key} {number} {moves}"


if __name__ == "__main__":
    print("compiled" if is_compiled() else "in Python")
    for line in found(sys.argv[1]):
        print(line)
