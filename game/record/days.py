"""Which of a date's draws can be won, from a table; Canfield's deals of the day come from it.

A date draws one number after another, and its deal is the first for which a winning line was found.
The search would keep players waiting, so the table was made once and comes with the game, and
everybody has the same deals. ``python -m tools.make_days`` makes and verifies it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date
from functools import lru_cache
from typing import Final

from game.support.texts import assets_folder

FILE: Final = assets_folder() / "days.json"
BEGIN: Final = date(2026, 11, 23)
"""The first day of the table. Earlier days keep the first number drawn: they may have been played,
and appear in records and in messages to friends."""
DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
"""Each digit of a row says how many draws of its day are skipped."""


def passed_over(day: date, rules: str) -> int:
    """Return how many draws of ``day`` are skipped, in the row ``rules``, because no win is known.

    After its last day the table repeats, so that it never runs out; see ``drawing_day``.
    """
    row = table().get(rules, "")
    return DIGITS.index(row[(drawing_day(day, rules) - BEGIN).days]) if row and day >= BEGIN else 0


def drawing_day(day: date, rules: str) -> date:
    """Return the day in the table whose digit applies to ``day``: itself, or beyond the table a day
    that many whole table lengths earlier."""
    length = len(table().get(rules, ""))
    if day < BEGIN or not length:
        return day
    return date.fromordinal(BEGIN.toordinal() + (day - BEGIN).days % length)


@lru_cache(maxsize=1)
def table() -> Mapping[str, str]:
    """Return for each rule set a row of digits, one for each day from ``BEGIN`` on; empty if the
    file cannot be read, so that every day has its first number."""
    try:
        data = json.loads(FILE.read_text("utf-8"))
        rows = {rules: "".join(years) for rules, years in data["days"].items()}
        sound = data["from"] == BEGIN.isoformat() and all(
            set(row) <= set(DIGITS) for row in rows.values()
        )
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return {}
    return rows if sound else {}
