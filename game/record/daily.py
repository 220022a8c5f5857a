"""The deal of the day, and how many days in a row it was played.

Each day's deal is drawn by a hash of the date, and drawn again if it is known to be lost. For rule
sets under which many deals are lost, a table says how many draws to skip on each day. The table is
made by ``python -m tools.make_days``.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime, timedelta
from functools import lru_cache
from typing import Final

from game.core.cards import MAX_DEAL
from game.record.entries import Entry
from game.rules.registry import KINDS, Deal, numbered
from game.support.assets import assets_folder

FILE: Final = assets_folder() / "days.json"
BEGIN: Final = date(2026, 11, 23)
"""The first day of the table. On earlier days, no draws are skipped."""
DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
"""The digits of the table; a day's digit stands for the number of draws to skip."""


def passed_over(day: date, rules: str) -> int:
    """Return how many draws to skip on ``day`` under ``rules``, according to the table."""
    row = table().get(rules, "")
    return DIGITS.index(row[(drawing_day(day, rules) - BEGIN).days]) if row and day >= BEGIN else 0


def drawing_day(day: date, rules: str) -> date:
    """Return the day whose draws are used on ``day``.

    That is ``day`` itself until the table ends; then the table is used again from its first day on.
    """
    length = len(table().get(rules, ""))
    if day < BEGIN or not length:
        return day
    return date.fromordinal(BEGIN.toordinal() + (day - BEGIN).days % length)


@lru_cache(maxsize=1)
def table() -> Mapping[str, str]:
    """Return the row of digits for each rule set in the table, a digit a day from ``BEGIN`` on.

    Empty if the file is missing or invalid.
    """
    try:
        data = json.loads(FILE.read_text("utf-8"))
        rows = {rules: "".join(years) for rules, years in data["days"].items()}
        sound = data["from"] == BEGIN.isoformat() and all(
            set(row) <= set(DIGITS) for row in rows.values()
        )
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return {}
    return rows if sound else {}


_DAY: Final = timedelta(days=1)


def daily_deal(day: date, game: str, rules: str | None = None) -> Deal:
    return numbered(game, _number(day, game, rules), rules)


def _number(day: date, game: str, rules: str | None) -> int:
    kind = KINDS[game, rules]
    if kind.days:
        return drawn(drawing_day(day, kind.days), game, rules, passed_over(day, kind.days))
    attempt = 0
    while drawn(day, game, rules, attempt) in kind.lost:
        attempt += 1
    return drawn(day, game, rules, attempt)


@lru_cache(maxsize=1 << 14)
def drawn(day: date, game: str, rules: str | None, attempt: int) -> int:
    """Return the number of the deal drawn for ``day`` at this attempt; the first attempt is 0."""
    words = f"Vierfeld {day.isoformat()} {game} {rules or ''} {attempt}"
    return int.from_bytes(hashlib.sha256(words.encode()).digest(), "big") % (MAX_DEAL + 1)


def day_of(deal: Deal, today: date) -> str:
    """Return today or yesterday, as an ISO date, if ``deal`` is the deal of that day; else an empty
    text."""
    for day in (today, today - _DAY):
        if daily_deal(day, deal.game, deal.rules) == deal:
            return day.isoformat()
    return ""


def days_played(
    entries: Iterable[Entry], game: str, rules: str | None = None
) -> Mapping[date, bool]:
    """Return, for each day whose deal was played on that day or the next, whether it was won;
    replays don't count."""
    days: dict[date, bool] = {}
    for entry in entries:
        if (entry.game, entry.rules) != (game, rules) or entry.deal is None or entry.replay:
            continue
        ended = datetime.fromisoformat(entry.ended).date()
        for day in (ended, ended - _DAY):  # a game may end on the next day
            if _number(day, game, rules) == entry.deal:
                days[day] = days.get(day, False) or entry.won
                break
    return days


def days_in_a_row(days: Iterable[date], today: date) -> Sequence[date]:
    """Return the days of the current streak on which the deal was played, the latest first.

    A streak survives one missed day in each week (Monday to Sunday); today isn't missed yet.
    """
    played = set(days)
    first = min(played, default=today)
    day = today if today in played else today - _DAY  # today isn't missed yet
    forgiven: set[tuple[int, int]] = set()
    row: list[date] = []
    while day >= first:
        if day in played:
            row.append(day)
        else:
            year, week, _ = day.isocalendar()
            if (year, week) in forgiven:
                break
            forgiven.add((year, week))
        day -= _DAY
    return row
