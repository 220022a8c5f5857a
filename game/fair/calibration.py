"""What forecasts came to, so that they can be told as true.

A search that sees every card of a completion wins more of it than a player will who does not, and
a short search finds less than there is. Both errors are measured: games were played by the adviser
to their ends, and what it forecast at each decision is set beside what came. Two curves tell that
of each rule set and each number of samples; they rise throughout, so that what was better stays so,
and leave alone what is proven: a chance of 0 or 1, and an account that grows no more.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from math import exp, log
from pathlib import Path
from typing import Final

FILE: Final = Path(__file__).resolve().parents[2] / "assets" / "calibration.json"
"""Written by the benchmark that fits the curves."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """The curves of one rule set, from so many ``samples`` on.

    Odds of o to 1 come to ``odds * o ** slope``, and a forecast gain of x dollars or points to
    ``gain * x ** power``. They were fitted to so many ``decisions`` in so many ``games``.
    """

    rules: str
    samples: int
    odds: float = 1.0
    slope: float = 1.0
    gain: float = 1.0
    power: float = 1.0
    games: int = 0
    decisions: int = 0

    def chance(self, share: float) -> float:
        """Return how often a game is won of which such a ``share`` of the samples was."""
        if not 0.0 < share < 1.0:
            return share
        odds = self.odds * exp(self.slope * log(share / (1.0 - share)))
        return odds / (1.0 + odds)

    def account(self, forecast: float, now: float) -> float:
        """Return the account to which one ``forecast`` comes where it is ``now`` so much."""
        more = forecast - now
        return now + self.gain * exp(self.power * log(more)) if more > 0 else forecast


_LIKE: Final = {"xpat2": "casino"}
"""Rule sets that differ from another only in when the game is paid for."""


def calibration_of(rules: str, samples: int) -> Calibration:
    """Return the curves for so many ``samples``; those that change nothing if none were fitted."""
    like = _LIKE.get(rules, rules)
    rows = [row for row in fitted() if row.rules == like and row.samples <= samples]
    return max(rows, key=lambda row: row.samples, default=Calibration(rules, 0))


@lru_cache(maxsize=1)
def fitted() -> tuple[Calibration, ...]:
    """Return all curves of the file; none without it."""
    if not FILE.exists():
        return ()
    return tuple(Calibration(**row) for row in json.loads(FILE.read_text("utf-8")))
