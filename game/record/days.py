"""Which of the deals that a date draws can be won: Canfield's deals of the day are taken from them.

A date draws one number after the other, and its deal is the first of them for which a line that
wins was found. No player has to wait for that: the table was made once and comes with the game, so
all have the same deals. ``python -m game.record.make_days`` makes it, and plays its deals through
again.
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
"""The first day of the table. The days before it keep the first number that they drew: they may
have been played, and stand in records and in messages to friends."""
DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
"""How a row of the table writes how many draws of a day are passed over."""


def passed_over(day: date, rules: str) -> int:
    """How many draws of ``day`` are passed over, in the row ``rules``, as none of them is
    known to be winnable.

    After the last day of the table its days come once more, so that it never runs out: see
    ``drawing_day``.
    """
    row = table().get(rules, "")
    return DIGITS.index(row[(drawing_day(day, rules) - BEGIN).days]) if row and day >= BEGIN else 0


def drawing_day(day: date, rules: str) -> date:
    """The day whose numbers ``day`` draws: itself, or beyond the table the one as many tables'
    lengths ago that stands in it."""
    length = len(table().get(rules, ""))
    if day < BEGIN or not length:
        return day
    return date.fromordinal(BEGIN.toordinal() + (day - BEGIN).days % length)


@lru_cache(maxsize=1)
def table() -> Mapping[str, str]:
    """By rule set a digit for each day from ``BEGIN`` on; empty where the file cannot be read,
    which leaves every day its first number."""
    try:
        data = json.loads(FILE.read_text("utf-8"))
        rows = {rules: "".join(years) for rules, years in data["days"].items()}
        sound = data["from"] == BEGIN.isoformat() and all(
            set(row) <= set(DIGITS) for row in rows.values()
        )
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return {}
    return rows if sound else {}
