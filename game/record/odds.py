"""How often the games can be won, as it was measured; the figures stand in a file of their own."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import Final

FILE: Final = Path(__file__).resolve().parents[2] / "assets" / "odds.json"
"""Written by the benchmark that measures them."""


@dataclass(frozen=True, slots=True)
class Odds:
    """Of one game under one rule set, the first deals from 1 on.

    ``winnable``, ``lost`` and ``undecided`` count deals as the solver knows them, who sees all
    cards; ``careful`` those that are won by a fixed way of playing without that sight, ``home``
    is how many cards it brings onto the foundations on average, ``account`` what that pays, in
    dollars or points; None for Vierfrei. ``seconds`` is the solver's time for a deal.
    """

    game: str
    rules: str | None
    winnable: int
    lost: int
    undecided: int
    careful: int
    home: float
    account: float | None
    seconds: float

    @property
    def deals(self) -> int:
        return self.winnable + self.lost + self.undecided


@dataclass(frozen=True, slots=True)
class Measured:
    """All odds, and the day of their measuring."""

    date: date
    rows: tuple[Odds, ...]

    def of(self, game: str, rules: str | None) -> Odds | None:
        """The odds of one game under one rule set, if they were measured."""
        return next((row for row in self.rows if (row.game, row.rules) == (game, rules)), None)


@lru_cache(maxsize=1)
def measured() -> Measured | None:
    """What the file holds; None where it cannot be read."""
    try:
        data = json.loads(FILE.read_text("utf-8"))
        rows = tuple(Odds(**row) for row in data["odds"])
        return Measured(date.fromisoformat(data["date"]), rows)
    except (OSError, ValueError, TypeError, KeyError):
        return None
