"""Days and months written in the chosen language."""

from __future__ import annotations

from datetime import date

from game.support.texts import tr


def month_names() -> tuple[str, ...]:
    """Return the names of the months, January first."""
    return (
        tr("January"),
        tr("February"),
        tr("March"),
        tr("April"),
        tr("May"),
        tr("June"),
        tr("July"),
        tr("August"),
        tr("September"),
        tr("October"),
        tr("November"),
        tr("December"),
    )


def weekday_names() -> tuple[str, ...]:
    """Return the names of the days of the week as a calendar's headings, Monday first."""
    return tr("Mon"), tr("Tue"), tr("Wed"), tr("Thu"), tr("Fri"), tr("Sat"), tr("Sun")


def long_date(day: date) -> str:
    """Return the date in full, for example ``22 November 2026``."""
    month = month_names()[day.month - 1]
    return tr("{day} {month} {year}", day=day.day, month=month, year=day.year)


def near_date(day: date, today: date) -> str:
    """Return the date in as few words as are clear on ``today``."""
    if day == today:
        return tr("today")
    if (today - day).days == 1:
        return tr("yesterday")
    if day.year == today.year:
        return tr("{day} {month}", day=day.day, month=month_names()[day.month - 1])
    return long_date(day)


def month_title(year: int, month: int) -> str:
    """Return the month and year, for example ``November 2026``."""
    return tr("{month} {year}", month=month_names()[month - 1], year=year)
