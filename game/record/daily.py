"""The deal of the day, and how many days in a row it was played.

The deal depends only on the date: for each date a sequence of random numbers is drawn. In games
where many deals are lost, the day's deal is the first number for which a winning line was found.
Searching for it would keep players waiting, so the program comes with a table, and everybody gets
the same deals. ``python -m tools.make_days`` makes and checks the table.
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
"""The first day of the table.

Earlier days keep the first number drawn, since those deals may have been played, and may appear in
records and in messages to friends.
"""
DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
"""The digits used in the table; each one is the number of draws that its day skips."""


def passed_over(day: date, rules: str) -> int:
    """Return how many of the numbers drawn for ``day`` are skipped because no win is known for
    them.

    ``rules`` names the row of the table of days. The table repeats after its last day, so it never
    runs out (see ``drawing_day``).
    """
    row = table().get(rules, "")
    return DIGITS.index(row[(drawing_day(day, rules) - BEGIN).days]) if row and day >= BEGIN else 0


def drawing_day(day: date, rules: str) -> date:
    """Return the day in the table whose digit applies to ``day``.

    This is ``day`` itself unless it is beyond the end of the table; the table then repeats from its
    first day.
    """
    length = len(table().get(rules, ""))
    if day < BEGIN or not length:
        return day
    return date.fromordinal(BEGIN.toordinal() + (day - BEGIN).days % length)


@lru_cache(maxsize=1)
def table() -> Mapping[str, str]:
    """Return a row of digits for each rule set, with one digit for each day from ``BEGIN`` on.

    If the file can't be read, the table is empty, and every day uses the first number drawn.
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
    """Return the deal of ``day`` for a game and rule set.

    The deal is winnable. For kinds with a table of days, that is guaranteed only from the table's
    first day on.
    """
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
    """Return the deal number of draw ``attempt``, counted from 0, for a date.

    Cached, because statistics ask for the same days again and again.
    """
    words = f"Vierfeld {day.isoformat()} {game} {rules or ''} {attempt}"
    return int.from_bytes(hashlib.sha256(words.encode()).digest(), "big") % (MAX_DEAL + 1)


def day_of(deal: Deal, today: date) -> str:
    """Return the ISO 8601 date on which ``deal`` was the deal of the day, if that is ``today`` or
    the day before; otherwise return an empty string."""
    for day in (today, today - _DAY):
        if daily_deal(day, deal.game, deal.rules) == deal:
            return day.isoformat()
    return ""


def days_played(
    entries: Iterable[Entry], game: str, rules: str | None = None
) -> Mapping[date, bool]:
    """Return the days whose deal was played to its end, and for each whether it was won.

    A game that ended one day late counts for the day of its deal. Replays don't count. If the
    solution was shown, the day counts as played but not as won.
    """
    days: dict[date, bool] = {}
    for entry in entries:
        if (entry.game, entry.rules) != (game, rules) or entry.deal is None or entry.replay:
            continue
        ended = datetime.fromisoformat(entry.ended).date()
        for day in (ended, ended - _DAY):
            if _number(day, game, rules) == entry.deal:
                days[day] = days.get(day, False) or entry.won
                break
    return days


def days_in_a_row(days: Iterable[date], today: date) -> Sequence[date]:
    """Return the days of the current streak: those on which the deal of the day was played, up to
    ``today`` or the day before.

    One missed day a week (Monday to Sunday) doesn't break the streak, but isn't included in it.
    """
    played = set(days)
    first = min(played, default=today)
    day = today if today in played else today - _DAY
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
