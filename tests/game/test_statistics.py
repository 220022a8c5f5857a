"""Tests of statistics, the deal of the day, and streaks."""

from __future__ import annotations

import csv
import io
import json
import statistics
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from game.record.daily import (
    BEGIN,
    DIGITS,
    FILE,
    daily_deal,
    day_of,
    days_in_a_row,
    days_played,
    drawing_day,
    drawn,
    passed_over,
    table,
)
from game.record.entries import OF_RECORD, Entry
from game.record.statistics import Streak, as_csv, as_json, rate, streak, summary
from game.rules.registry import KINDS, VIERFREI
from game.store.log import as_line, entry_data, read_line
from tests.game.reading import line as moves_of
from tests.plain_rules import plain_rules
from tests.seed import chance
from tests.shipped import forget
from tools import make_days
from tools.make_days import first_winnable, holds, kept_rows, sample


def generated(count: int) -> list[Entry]:
    dice, entries = chance("statistics", count), list[Entry]()
    moment = datetime.fromisoformat("2024-01-01T08:00:00+01:00")
    for _ in range(count):
        game, rules = dice.choice(list(KINDS))
        won, home = dice.random() < 0.3, dice.randrange(1, 52)
        home = 52 if won else home
        turns = dice.randrange(4)
        account = None if rules is None else plain_rules(rules).account(home, turns)
        moment += timedelta(minutes=dice.randrange(1, 400))
        ended = moment.isoformat(timespec="seconds")
        seconds = round(dice.uniform(20, 900), 1)
        deal = dice.randrange(1_000_000)
        # Older programs did not count the turns.
        counted = rules is not None and len(entries) > count // 3
        stage = 3 if won or rules != "casino" else dice.randrange(1, 4)
        actions = dice.randrange(1, 200)
        known = Entry(game, rules, deal, won, actions, account, seconds, ended, home=home)
        known = known._replace(turns=turns if counted else None, stage=stage)
        moves = actions * 3 // 4 if rules is None else None
        entries.append(known._replace(player_moves=moves, id=f"{len(entries):016x}"))
    return entries


def kept(entry: Entry) -> dict[str, Any]:
    """Return the data in the log's line for ``entry``."""
    line = as_line({"id": entry.id, "rev": 1, "time": entry.ended, **entry_data(entry)})
    assert read_line(line).game == entry
    return dict(json.loads(line))


def test_statistics_of_five_thousand_games_are_those_recomputed() -> None:
    entries = generated(5000)
    games = [*map(kept, entries)]
    for game, rules in KINDS:
        own = [one for one in games if one["game"] == game and one["rules"] == rules]
        found = summary(entries, game, rules)
        won = [one for one in own if one["result"] == "won"]
        assert (found.played, found.won) == (len(own), len(won))
        assert found.rate is not None and found.rate.share == len(won) / len(own)
        assert found.best_seconds == min(one["seconds"] for one in won)
        assert found.median_seconds == statistics.median(one["seconds"] for one in won)
        turns = [one["turns"] for one in own if "turns" in one]
        assert (found.turns, found.turns_known) == (sum(turns), len(turns))
        moves = [one["player_moves" if rules is None else "actions"] for one in won]
        assert found.fewest_moves == min(moves)
        assert found.median_moves == statistics.median(moves)
        runs = "".join("w" if one["result"] == "won" else " " for one in own)
        assert found.streak.best == max(map(len, runs.split()))
        assert found.streak.now == len(runs) - len(runs.rstrip("w"))
        if rules is None:
            assert found.balance == () and found.take is None
        else:
            accounts = [one["account"] for one in own]
            assert found.balance == tuple(sum(accounts[: n + 1]) for n in range(len(accounts)))
            assert found.take == pytest.approx(sum(accounts) / len(accounts))
            assert sum(found.home.values()) == len(own)
            assert all(found.home[n] == sum(one["home"] == n for one in own) for n in range(53))
        stages = sorted(one["stage"] for one in own) if rules == "casino" else []
        assert sorted(found.stopped.elements()) == stages


def test_cards_home_follow_from_the_account_in_old_entries() -> None:
    entries = generated(400)
    older = [entry._replace(home=None, stage=None) for entry in entries]
    for rules in ("hoyle", "aisleriot"):
        known = summary(entries, "canfield", rules).home
        assert summary(older, "canfield", rules).home == known
    unknown = [entry._replace(account=None, home=None) for entry in entries if not entry.won]
    assert summary(unknown, "canfield", "hoyle").take is None
    shown = [entry._replace(won=False, shown=1) for entry in entries]
    assert not summary(shown, "canfield", "hoyle").home
    others = summary(older, "canfield", "xpat2")
    assert set(others.home) == {52} and others.home[52] == others.won


def test_a_rate_has_its_uncertainty_and_without_games_there_is_neither_rate_nor_streak() -> None:
    # Wilson's interval for 8 of 10, as found in any table.
    found, none, all_of_them = rate(8, 10), rate(0, 20), rate(20, 20)
    assert (round(found.low, 3), round(found.high, 3)) == (0.490, 0.943)
    assert none.low == 0 and 0.1 < none.high < 0.2
    assert round(all_of_them.high, 9) == 1 and 0.8 < all_of_them.low < 0.9
    assert rate(0, 0) is None
    assert streak([]) == streak([one for one in generated(9) if not one.won]) == Streak(0, 0)


def test_exports_hold_every_game_in_columns_that_stay_where_they_are() -> None:
    entries = generated(50)
    rows = list(csv.DictReader(io.StringIO(as_csv(entries))))
    assert [row["ended"] for row in rows] == [entry.ended for entry in entries]
    accounts = ["" if entry.account is None else str(entry.account) for entry in entries]
    assert [row["account"] for row in rows] == accounts
    for found, entry in zip(json.loads(as_json(entries)), entries, strict=True):
        assert Entry(**found, id=entry.id, home=entry.home, stage=entry.stage) == entry
    # Players' own spreadsheets may rely on the order of columns, so new ones come last.
    columns = "ended game rules deal won actions account seconds hints shown undos replay turns"
    assert as_csv([]).startswith(",".join(f"{columns} player_moves par".split()))


def test_each_known_number_of_an_entry_is_kept() -> None:
    bare = generated(1)[0]
    defaults = Entry._field_defaults.items()
    names = [name for name, one in defaults if one is None and name not in OF_RECORD]
    assert "par" in names
    known = bare._replace(**{name: number for number, name in enumerate(names)})
    kept(known)
    (found,) = json.loads(as_json([known]))
    assert [found[name] for name in names] == [*range(len(names))]
    assert not {*names} & {*kept(bare._replace(**dict.fromkeys(names)))}


# -- the deal of the day ---------------------------------------------------------------------------

MONDAY = date(2026, 11, 16)


def entry(
    day: date, kind: tuple[str, str | None] = (VIERFREI, None), *, won: bool = True, **more: Any
) -> Entry:
    """Return a finished game of the day's deal; ``more`` replaces some of its fields."""
    number, moment = daily_deal(day, *kind).number, f"{day}T20:15:00+01:00"
    return Entry(*kind, number, won, 80, None, 300.0, moment)._replace(**more)


def test_the_deal_of_a_day_never_changes_unless_it_is_known_to_be_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Friends with other versions of the program must get the same deals, so these never change.
    day = date(2026, 11, 22)
    kinds = [(VIERFREI, None), *(("canfield", rules) for rules in ("hoyle", "casino"))]
    deals = [daily_deal(day, *kind) for kind in kinds]
    assert [deal.number for deal in deals] == [554904, 560395, 655841]
    assert [deal.rules for deal in deals] == [None, "hoyle", "casino"]
    kind = deals[0].kind
    monkeypatch.setitem(KINDS, kind.key, replace(kind, lost=frozenset({deals[0].number})))
    assert daily_deal(day, VIERFREI) != deals[0]


def test_a_day_counts_as_played_or_won_by_its_own_deal() -> None:
    tuesday, wednesday = MONDAY + timedelta(days=1), MONDAY + timedelta(days=2)
    played = [
        entry(MONDAY, won=False),
        entry(MONDAY),
        entry(tuesday, won=False, ended=f"{wednesday}T20:15:00+01:00"),
        entry(wednesday, deal=3),
        entry(tuesday, replay=True),
        entry(wednesday, replay=True),
    ]
    assert days_played(played, VIERFREI) == {MONDAY: True, tuesday: False}
    assert days_played(played, "canfield", "hoyle") == {}


def ago(*days: int) -> set[date]:
    return {TODAY - timedelta(days=n) for n in days}


TODAY = date(2026, 11, 22)
"""A Sunday. Its week began 6 days before."""


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
        # Two weeks with the same week number, a year apart.
        (ago(*({*range(52 * 7 + 30)} - {3, 52 * 7 + 3})), 52 * 7 + 28),
    ],
)
def test_a_streak_forgives_one_day_a_week(days: set[date], streak: int) -> None:
    assert len(days_in_a_row(days, TODAY)) == streak


HOYLE = ("canfield", "hoyle")
_DAY = timedelta(days=1)
SAMPLE = 6
"""How many days of each rule set are replayed. ``tools.make_days --check 0`` replays all."""


def write(shipped: Path, row: str, begin: str = BEGIN.isoformat()) -> None:
    data = {"from": begin, "days": {"hoyle": [row[:2], row[2:]]}}
    (shipped / FILE.name).write_text(json.dumps(data))


MAKE = "run python -m tools.make_days --until 2046: it adds what is missing (an hour for a row)"


def test_the_table_covers_twenty_years_and_is_small() -> None:
    assert set(table()) == set(kept_rows()), MAKE
    lengths = {len(row) for row in table().values()}
    assert len(lengths) == 1 and min(lengths) > 20 * 365
    assert FILE.stat().st_size < 100_000


@pytest.mark.parametrize("rules", kept_rows())
def test_the_deals_of_the_table_are_won_by_replay(rules: str) -> None:
    assert rules in table(), MAKE
    days = list(sample(len(table()[rules]), SAMPLE))
    assert len(days) >= SAMPLE and days[0] == BEGIN
    assert [day for day in days if not holds(day, rules)] == []


def test_a_day_skips_as_many_deals_as_the_table_says_again_and_again(shipped: Path) -> None:
    write(shipped, "02z")
    days = [BEGIN + n * _DAY for n in range(5)]
    assert [passed_over(day, "hoyle") for day in days] == [0, 2, 35, 0, 2]
    assert daily_deal(days[1], *HOYLE).number == drawn(days[1], *HOYLE, 2)
    assert daily_deal(days[4], *HOYLE) == daily_deal(days[1], *HOYLE)
    assert drawing_day(date.max, "hoyle") in days[:3]


@pytest.mark.parametrize("row", ["", "[]", '{"from": "2026-11-23"}', "1!2", "123"])
def test_without_a_sound_table_every_day_has_its_first_draw(shipped: Path, row: str) -> None:
    if row[:1].isdigit():
        write(shipped, row, "2026-01-01" if row == "123" else BEGIN.isoformat())
    elif row:
        (shipped / FILE.name).write_text(row)
    assert daily_deal(BEGIN, *HOYLE).number == drawn(BEGIN, *HOYLE, 0)


def test_the_calendar_knows_days_before_and_after_the_table_begins() -> None:
    days = {BEGIN + n * _DAY: n % 2 == 0 for n in range(-3, 4)}
    entries = [entry(day, HOYLE, won=won) for day, won in days.items()]
    assert days_played(entries, *HOYLE) == days
    for day in days:
        assert day_of(daily_deal(day, *HOYLE), day + _DAY) == day.isoformat()


# -- the tool that makes the table -----------------------------------------------------------------


@pytest.mark.parametrize("line", ["", "d d", "d w1 d"])
def test_the_check_finds_a_deal_that_is_not_won(monkeypatch: pytest.MonkeyPatch, line: str) -> None:
    moves = moves_of(line, "canfield")
    monkeypatch.setattr(make_days, "line_of", lambda *_, **__: moves)
    assert not holds(BEGIN, "hoyle")


def test_the_table_is_made_the_same_again() -> None:
    shipped = "".join(json.loads(FILE.read_text("utf-8"))["days"]["hoyle"])
    for at in range(3):
        assert DIGITS[first_winnable(BEGIN + at * _DAY, "hoyle")] == shipped[at]


def test_the_table_is_extended_and_checked(
    shipped: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(make_days, "ProcessPoolExecutor", ThreadPoolExecutor)
    monkeypatch.setattr(make_days, "first_winnable", lambda day, rules: day.day % 36)
    monkeypatch.setattr(make_days, "holds", lambda day, rules: day.day != 24)
    assert make_days.main(["--until", "2026"]) == 0
    forget()
    row = "".join(DIGITS[(BEGIN + n * _DAY).day] for n in range(39))
    assert table() == dict.fromkeys(kept_rows(), row)
    monkeypatch.setattr(make_days, "first_winnable", lambda day, rules: 0)
    assert make_days.main(["--until", "2027"]) == 0
    forget()
    assert table() == dict.fromkeys(kept_rows(), row + "0" * 365), "what there was stays"
    capsys.readouterr()
    assert make_days.main(["--check", "0"]) == 1
    assert "hoyle: 2026-11-24 is not won" in capsys.readouterr().out
