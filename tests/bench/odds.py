"""How often the first deals can be won, and how often they are by a rule of thumb."""

from __future__ import annotations

from tests.bench.figures import Figure
from tools.make_thumb_odds import KINDS, measure

SAMPLE, SAMPLE_SECONDS = 20, 0.2


def run() -> list[Figure]:
    """Return the odds of a few deals of each kind."""
    figures = []
    for game, rules in KINDS:
        odds = measure(game, rules, SAMPLE, SAMPLE_SECONDS)
        name = rules or game
        figures.append(
            Figure(f"{name}: can be won", 100 * odds.winnable / SAMPLE, "%", None, False)
        )
        figures.append(
            Figure(f"{name}: careful play", 100 * odds.careful / SAMPLE, "%", None, False)
        )
    return figures
