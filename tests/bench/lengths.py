"""Whether the solver's shortest lines are the shortest, and its bounds none too high.

On random ends of games, each against a plain count of all that can be reached.
"""

from __future__ import annotations

from random import Random

from tests.bench.figures import Figure
from tests.game.solver.plain_count import check_end_positions


def run(*, cases: int = 2000) -> list[Figure]:
    """Return how many positions were compared; it ends with an error at the first difference."""
    counted = check_end_positions(Random(1993), cases, 3000)
    return [Figure(f"of {cases} ends, with two moves or more", counted, "", None, False)]
