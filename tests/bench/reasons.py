"""Reasons and costs of moves, beside their plain definitions: none may be untrue.

2,000 positions, half of them of Vierfrei, where all other moves are weighed too.
"""

from __future__ import annotations

from collections import Counter

from game.rules.canfield import RULE_SETS
from game.solver.margin import Weigher
from game.teach.reasons import Cost, Why
from tests.bench.figures import Figure
from tests.game.teach.reasoning import places, tally, told_of
from tests.seed import chance

VIERFREI = 1000
"""How many positions of Vierfrei are tried."""
CANFIELD = 250
"""How many positions are tried under each rule set of Canfield."""


def run() -> list[Figure]:
    """Print how often each kind was said; fail if one is never said, or untrue."""
    said: Counter[str] = Counter()
    for rules in (None, *RULE_SETS):
        weigher = Weigher() if rules is None else None
        game, most = ("vierfrei", VIERFREI) if rules is None else ("canfield", CANFIELD)
        for place in places(chance("bench", "reasons", rules), game, rules, most, 0.5):
            found, untrue = tally(told_of(place, weigher))
            if untrue:
                line = " ".join(move.text for move in place.line)
                raise AssertionError(f"untrue: {untrue} of {place.deal}, {place.state}: {line}")
            said += found
    for kind in (*Why, *Cost):
        print(f"  {kind.value}: {said[kind.value]} times, 0 untrue", flush=True)
    missing = [kind.value for kind in (*Why, *Cost) if not said[kind.value]]
    if missing:
        raise AssertionError(f"never said: {missing}")
    return [Figure("reasons that were said", said.total(), "times", scales=False)]
