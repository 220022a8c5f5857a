"""``python -m tools.make_days``: makes or checks the table of the deals of the day.

    --until YEAR     extends the table to the end of that year, keeping the days that it has
    --check DAYS     solves about DAYS evenly spaced deals of each row again (all if DAYS is 0)
    --jobs N         uses N processes

For each day, deal numbers are drawn until the solver finds a winning line within a limit. The limit
is not a time but a number of times that the solver may read the clock, so that fast and slow
machines find the same line. ``--check`` replays every line by the real rules.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from datetime import date, timedelta
from itertools import count
from typing import Final

from game.core.moves import Move
from game.record.daily import BEGIN, DIGITS, FILE, daily_deal, drawn, table
from game.rules.registry import KINDS, GameKind, numbered
from game.rules.replay import replay
from game.solver.answer import Verdict, decide, solver_of

_LOOKS: Final = 100
"""The solver gives up on a deal after reading the clock this many times."""
_YEAR: Final = 365
"""The number of days on each line of the file."""


def kept_rows() -> tuple[str, ...]:
    """Return the names of the table's rows. Each is the ``days`` of a kind that the solver knows.

    Other kinds have no row. Their deal of the day is simply the first number drawn.
    """
    kinds = [kind for kind in KINDS.values() if kind.days and solver_of(kind).knows(kind)]
    return tuple(dict.fromkeys([kind.days for kind in kinds if kind.days]))


def _kind(row: str) -> GameKind:
    """Return the kind whose deals of the day are in the row called ``row``."""
    return next(kind for kind in KINDS.values() if kind.days == row)


def line_of(number: int, rules: str, looks: int = _LOOKS) -> Sequence[Move]:
    """Return a winning line for deal ``number``; empty if none is found."""
    passed, kind = count(), _kind(rules)
    deal = numbered(kind.game, number, kind.rules)
    found = decide(deal, deal.layout(), time_limit=looks, clock=lambda: next(passed))
    return found.moves if found.verdict is Verdict.WINNABLE else ()


def first_winnable(day: date, rules: str) -> int:
    """Draw numbers for ``day`` until the solver can win a deal; return how many it couldn't win."""
    for attempt in range(len(DIGITS)):
        if line_of(drawn(day, *_kind(rules).key, attempt), rules):
            return attempt
    raise AssertionError(f"{day}: no draw can be won")


def holds(day: date, rules: str) -> bool:
    """Return whether the solver's line for ``day`` wins when replayed."""
    deal = daily_deal(day, *_kind(rules).key)
    assert deal.number is not None
    line = replay(deal, line_of(deal.number, rules, looks=100 * _LOOKS))
    return line.refusal is None and deal.engine.won(line.last)


def sample(length: int, most: int) -> Iterator[date]:
    """Pick about ``most`` evenly spaced days from the first ``length``, or all if ``most`` is 0."""
    step = max(1, length // most) if most else 1
    return (BEGIN + timedelta(days=n) for n in range(0, length, step))


def _make(last: date, jobs: int) -> None:
    """Extend every row of the table up to the day ``last``."""
    rows = {row: table().get(row, "") for row in kept_rows()}
    with ProcessPoolExecutor(jobs) as pool:
        for rules in rows:
            while (missing := (last - BEGIN).days + 1 - len(rows[rules])) > 0:
                first = BEGIN + timedelta(days=len(rows[rules]))
                days = [first + timedelta(days=n) for n in range(min(missing, _YEAR))]
                found = pool.map(first_winnable, days, [rules] * len(days), chunksize=20)
                rows[rules] += "".join(DIGITS[attempt] for attempt in found)
                _write(rows)
                print(f"{rules}: up to {days[-1]}", flush=True)


def _write(rows: Mapping[str, str]) -> None:
    days = {
        rules: [row[at : at + _YEAR] for at in range(0, len(row), _YEAR)]
        for rules, row in rows.items()
    }
    data = {"from": BEGIN.isoformat(), "days": days}
    FILE.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


def _check(most: int, jobs: int) -> int:
    """Check about ``most`` deals of each row, or all if ``most`` is 0. Return how many failed."""
    broken = 0
    with ProcessPoolExecutor(jobs) as pool:
        for rules, row in table().items():
            days = list(sample(len(row), most))
            held = list(pool.map(holds, days, [rules] * len(days), chunksize=20))
            for day in (day for day, fine in zip(days, held, strict=True) if not fine):
                print(f"{rules}: {day} is not won")
            broken += held.count(False)
            print(f"{rules}: {held.count(True)} of {len(days)} deals won by replay", flush=True)
    return broken


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return 1 if a checked deal failed."""
    parser = argparse.ArgumentParser(prog="python -m tools.make_days")
    todo = parser.add_mutually_exclusive_group(required=True)
    todo.add_argument("--until", type=int, metavar="YEAR")
    todo.add_argument("--check", type=int, metavar="DAYS")
    parser.add_argument("--jobs", type=int, default=1, metavar="N")
    given = parser.parse_args(arguments)
    if given.until is not None:
        _make(date(given.until, 12, 31), given.jobs)
        return 0
    return 1 if _check(given.check, given.jobs) else 0


if __name__ == "__main__":
    sys.exit(main())
