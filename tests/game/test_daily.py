"""The deal of the day: for everybody the same, and a streak that forgives a day a week."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import date, timedelta

import pytest

from game.record.daily import daily_deal, days_in_a_row, days_played
from game.record.entries import Entry
from game.rules.registry import KINDS, VIERFREI

MONDAY = date(2026, 11, 16)


def entry(day: date, *, won: bool = True, ended: date | None = None, deal: int = -1) -> Entry:
    number = daily_deal(day, VIERFREI).number if deal < 0 else deal
    moment = f"{(ended or day).isoformat()}T20:15:00+01:00"
    return Entry(VIERFREI, None, number, won, 80, None, 300.0, moment)


def test_the_deal_depends_on_the_date_the_game_and_the_rules_alone() -> None:
    # Friends with another version of the program must have the same deals: these never change.
    day = date(2026, 11, 22)
    kinds = [(VIERFREI, None), *(("canfield", rules) for rules in ("hoyle", "casino"))]
    deals = [daily_deal(day, *kind) for kind in kinds]
    assert [deal.number for deal in deals] == [554904, 560395, 655841]
    assert [deal.rules for deal in deals] == [None, "hoyle", "casino"]


def test_the_deals_differ_from_day_to_day() -> None:
    days = [MONDAY + timedelta(days=n) for n in range(1000)]
    drawn = Counter(daily_deal(day, VIERFREI).number for day in days)
    assert len(drawn) > 990


def test_a_deal_that_cannot_be_won_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = daily_deal(MONDAY, VIERFREI)
    assert usual.number is not None
    row = replace(usual.kind, lost=frozenset({usual.number}))
    monkeypatch.setitem(KINDS, usual.kind.key, row)
    assert daily_deal(MONDAY, VIERFREI) != usual


def test_the_days_on_which_it_was_played() -> None:
    tuesday, wednesday = MONDAY + timedelta(days=1), MONDAY + timedelta(days=2)
    played = [
        entry(MONDAY, won=False),
        entry(MONDAY),
        entry(tuesday, won=False, ended=wednesday),
        entry(wednesday, deal=3),
    ]
    assert days_played(played, VIERFREI) == {MONDAY: True, tuesday: False}
    assert days_played(played, "canfield", "hoyle") == {}


def ago(*days: int) -> set[date]:
    return {TODAY - timedelta(days=n) for n in days}


TODAY = date(2026, 11, 22)
"""A Sunday: the days 0 to 6 ago are one week, 7 to 13 the one before."""


@pytest.mark.parametrize(
    ("days", "streak"),
    [
        (set(), 0),
        (ago(0), 1),
        (ago(1), 1),
        (ago(0, 1, 2), 3),
        (ago(0, 2, 3), 3),
        (ago(0, 2, 4), 2),
        (ago(0, 1, 2, 3, 4, 6, 7, 9), 8),
        (ago(0, 1, 2, 3, 4, 6, 7, 9, 11), 8),
        (ago(5, 6), 0),
    ],
)
def test_a_streak_forgives_one_day_a_week(days: set[date], streak: int) -> None:
    assert len(days_in_a_row(days, TODAY)) == streak


def test_each_year_has_weeks_of_its_own_to_forgive_in() -> None:
    """A day was missed in the same week of two years, each in a row of a whole year."""
    missed = (3, 52 * 7 + 3)
    assert TODAY.isocalendar().week == (TODAY - timedelta(days=52 * 7)).isocalendar().week
    days = ago(*(n for n in range(52 * 7 + 30) if n not in missed))
    assert len(days_in_a_row(days, TODAY)) == 52 * 7 + 28
