"""The statistics agree with a plain recomputation from what the record's file holds."""

from __future__ import annotations

import csv
import io
import json
import statistics
from datetime import datetime, timedelta
from typing import Any

import pytest

from game.record.entries import OF_RECORD, Entry
from game.record.statistics import Streak, as_csv, as_json, rate, streak, summary
from game.rules.registry import KINDS
from game.store.log import as_line, entry_data, read_line
from tests.seed import chance


def generated(count: int) -> list[Entry]:
    dice, entries = chance("statistics", count), list[Entry]()
    moment = datetime.fromisoformat("2024-01-01T08:00:00+01:00")
    for _ in range(count):
        game, rules = dice.choice(list(KINDS))
        won, home = dice.random() < 0.3, dice.randrange(1, 52)
        home = 52 if won else home
        turns = dice.randrange(4)
        account = {
            None: None, "hoyle": 450 if won else 5 * home - 50, "aisleriot": home,
            "xpat2": 5 * home - 5 * turns - 52, "casino": 5 * home - 5 * turns - 52,
        }[rules]  # fmt: skip
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
    """What its line in the log holds."""
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


def test_without_games_there_is_no_streak() -> None:
    assert streak([]) == streak([one for one in generated(9) if not one.won]) == Streak(0, 0)


def test_a_rate_has_its_uncertainty() -> None:
    # Wilson's interval for 8 of 10, as any table of it has it.
    found, none, all_of_them = rate(8, 10), rate(0, 20), rate(20, 20)
    assert (round(found.low, 3), round(found.high, 3)) == (0.490, 0.943)
    assert none.low == 0 and 0.1 < none.high < 0.2
    assert round(all_of_them.high, 9) == 1 and 0.8 < all_of_them.low < 0.9
    assert rate(0, 0) is None


def test_exports_hold_every_game() -> None:
    entries = generated(50)
    rows = list(csv.DictReader(io.StringIO(as_csv(entries))))
    assert [row["ended"] for row in rows] == [entry.ended for entry in entries]
    accounts = ["" if entry.account is None else str(entry.account) for entry in entries]
    assert [row["account"] for row in rows] == accounts
    for found, entry in zip(json.loads(as_json(entries)), entries, strict=True):
        assert Entry(**found, id=entry.id, home=entry.home, stage=entry.stage) == entry


def test_the_columns_of_an_export_stay_where_they_are() -> None:
    # Somebody's own tables read them; a new one comes last.
    columns = "ended game rules deal won actions account seconds hints shown undos replay turns"
    heading, *_ = as_csv([]).splitlines()
    assert heading.startswith(",".join(f"{columns} player_moves par".split()))


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
