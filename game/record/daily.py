"""The deal of the day, and the number of days in a row that it was played.

A hash of the date and the attempt gives a deal number. The first attempt is 0; if its deal is known
to be lost, the next attempt follows. Under rules with many lost deals, ``days.json`` says which
attempt to use on each day.
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
"""The first day in ``days.json``. On earlier days, attempt 0 is used."""
DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
"""The digits that stand for attempts 0 to 35 in ``days.json``."""


def passed_over(day: date, rules: str) -> int:
    """Return the attempt that ``days.json`` gives for ``day``; 0 if there is none."""
    row = table().get(rules, "")
    return DIGITS.index(row[(drawing_day(day, rules) - BEGIN).days]) if row and day >= BEGIN else 0


def drawing_day(day: date, rules: str) -> date:
    """Return the date that determines the deal of ``day``.

    It is usually ``day`` itself. Days after the last one in ``days.json`` use its entries again,
    from the first on."""
    length = len(table().get(rules, ""))
    if day < BEGIN or not length:
        return day
    return date.fromordinal(BEGIN.toordinal() + (day - BEGIN).days % length)


@lru_cache(maxsize=1)
def table() -> Mapping[str, str]:
    """Return the contents of ``days.json``: a string of digits for each rule set.

    The first digit is the attempt for ``BEGIN``, the second is for the next day, and so on.
    ``python -m tools.make_days`` makes the file. Without a valid file, the result is empty.
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
    """Return the deal number drawn for ``day``. The first attempt is 0."""
    words = f"Vierfeld {day.isoformat()} {game} {rules or ''} {attempt}"
    return int.from_bytes(hashlib.sha256(words.encode()).digest(), "big") % (MAX_DEAL + 1)


def day_of(deal: Deal, today: date) -> str:
    """Return the date, in ISO format, when ``deal`` was the deal of the day.

    Only today and yesterday count. For any other deal, return ``""``."""
    for day in (today, today - _DAY):
        if daily_deal(day, deal.game, deal.rules) == deal:
            return day.isoformat()
    return ""


def days_played(
    entries: Iterable[Entry], game: str, rules: str | None = None
) -> Mapping[date, bool]:
    """Return the days on which the deal of the day was played, and whether it was won.

    A game counts if it ended on that day or on the next. Replays don't count."""
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
    """Return the days played in the current streak, the latest first.

    A streak survives one missed day in each week (Monday to Sunday).
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
