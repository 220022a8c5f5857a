"""The statistics agree with a plain recomputation from what the record's file holds."""

from __future__ import annotations

import csv
import io
import json
import statistics
from dataclasses import fields, replace
from datetime import datetime, timedelta

import pytest
from game.player.salvage import read_record
from game.record.transcripts import Played

from game.play.session import Session
from game.record.entries import Entry, Record, record_text
from game.record.statistics import Tally, as_csv, as_json, moves_each, rate, streak, summary
from game.rules.notation import board_text
from game.rules.registry import numbered
from tests.game.reading import parse_move
from tests.seed import chance

KINDS = (
    ("vierfrei", None), ("canfield", "hoyle"), ("canfield", "xpat2"),
    ("canfield", "casino"), ("canfield", "aisleriot"),
)  # fmt: skip


ACTIONS = {"53": 1, "5a": 1, "5h": 0, "5a 6b": 2, "7d 78 d8": 1, "3h 4h": 0, "54v2": 1, "a3": 1}
"""Actions of Vierfrei as they are kept, and how many moves each of them is."""


def generated(count: int) -> tuple[list[Entry], list[Played]]:
    dice, entries, played = chance("statistics", count), [], []
    moment = datetime.fromisoformat("2024-01-01T08:00:00+01:00")
    for _ in range(count):
        game, rules = dice.choice(KINDS)
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
        entry = Entry(game, rules, deal, won, dice.randrange(1, 200), account, seconds, ended)
        # Older programs did not count the turns.
        counted = rules is not None and len(entries) > count // 3
        entries.append(replace(entry, turns=turns) if counted else entry)
        stage = 3 if won or rules != "casino" else dice.randrange(1, 4)
        moves = ""
        if rules is None:
            done = dice.choices([*ACTIONS], k=entry.actions)
            moves = "\n".join(["# Vierfeld 1 vierfrei 617", *done, ""])
            if len(entries) > count // 3:
                entries[-1] = replace(entry, player_moves=sum(map(ACTIONS.__getitem__, done)))
        played.append(Played(game, rules, ended, home, stage, moves))
    return entries, played


def test_five_thousand_games_recomputed() -> None:
    entries, played = generated(5000)
    text = record_text(entries)
    assert read_record(text.encode()).entries == entries
    assert text.count("\n") < 5010, "a line a game"
    games = json.loads(text)["games"]
    for game, rules in KINDS:
        own = [one for one in games if one["game"] == game and one["rules"] == rules]
        found = summary(entries, lambda: played, game, rules)
        won = [one for one in own if one["won"]]
        assert (found.played, found.won) == (len(own), len(won))
        assert found.rate is not None and found.rate.share == len(won) / len(own)
        assert found.best_seconds == min(one["seconds"] for one in won)
        assert found.median_seconds == statistics.median(one["seconds"] for one in won)
        turns = [one["turns"] for one in own if "turns" in one]
        assert (found.turns, found.turns_known) == (sum(turns), len(turns))
        moves = [one["actions"] for one in won]
        if rules is None:
            kept = {one.ended: one.moves.splitlines()[1:] for one in played if not one.rules}
            moves = [sum(map(ACTIONS.__getitem__, kept[one["ended"]])) for one in won]
        assert found.fewest_moves == min(moves)
        assert found.median_moves == statistics.median(moves)
        runs = "".join("w" if one["won"] else " " for one in own)
        assert found.streak.best == max(map(len, runs.split()))
        assert found.streak.now == len(runs) - len(runs.rstrip("w"))
        if rules is None:
            assert found.balance == () and found.take is None
        else:
            accounts = [one["account"] for one in own]
            assert found.balance == tuple(sum(accounts[: n + 1]) for n in range(len(accounts)))
            assert found.take == pytest.approx(sum(accounts) / len(accounts))
        kept = [one for one in played if (one.game, one.rules) == (game, rules)]
        if rules is not None:
            assert sum(found.home.values()) == len(own)
            assert all(found.home[n] == sum(one.home == n for one in kept) for n in range(53))
        stages = sorted(one.stage for one in kept) if rules == "casino" else []
        assert sorted(found.stopped.elements()) == stages


def test_moves_of_older_games_are_counted_from_what_is_kept_or_left_out() -> None:
    header = "# Vierfeld 1 vierfrei 617\n"
    board = board_text(numbered("vierfrei", 617).layout())
    ended = "2025-01-01T08:00:00+01:00"
    for text, actions, told in (
        (f"{header}53\n5h\n5a 6b\n", 3, 3),
        (f"{board}\n53\n5h\n5a 6b\n", 3, 3),
        (header, 0, 0),
        (f"{header}53\n5h\n", 3, None),
        (f"{header}53\n5h\n5a\n", 2, None),
        (f"{header}53\nzz\n5a\n", 3, None),
        ("", 1, None),
    ):
        entry = Entry("vierfrei", None, 617, True, actions, None, 9.0, ended)
        kept = Played("vierfrei", None, ended, 52, 3, text)
        assert moves_each([entry], [kept].copy) == [told], text
        assert moves_each([entry], list) == [None], "nothing is kept"
        known = replace(entry, player_moves=7)
        assert moves_each([known], lambda: pytest.fail("nothing is read")) == [7]


def test_cards_up_follow_from_the_account_where_nothing_else_is_kept() -> None:
    entries, played = generated(400)
    for rules in ("hoyle", "aisleriot"):
        known = summary(entries, lambda: played, "canfield", rules).home
        assert summary(entries, list, "canfield", rules).home == known
    blind = summary(entries, list, "canfield", "xpat2")
    assert set(blind.home) == {52} and blind.home[52] == blind.won


def test_a_rate_has_its_uncertainty() -> None:
    # Wilson's interval for 8 of 10, as any table of it has it.
    found = rate(8, 10)
    assert found is not None
    assert (round(found.low, 3), round(found.high, 3)) == (0.490, 0.943)
    assert rate(0, 0) is None
    none, all_of_them = rate(0, 20), rate(20, 20)
    assert none is not None and all_of_them is not None
    assert none.low == 0 and 0.1 < none.high < 0.2
    assert round(all_of_them.high, 9) == 1 and 0.8 < all_of_them.low < 0.9


def test_a_streak_ends_with_a_game_that_is_not_won() -> None:
    entries = [entry for entry in generated(2000)[0] if entry.won]
    lost = next(entry for entry in generated(100)[0] if not entry.won)
    found = streak([*entries[:4], lost, *entries[4:6]])
    assert (found.now, found.best) == (2, 4)
    assert (streak([lost]).now, streak([]).best) == (0, 0)


def test_exports_hold_every_game() -> None:
    entries, _ = generated(50)
    rows = list(csv.DictReader(io.StringIO(as_csv(entries))))
    assert [row["ended"] for row in rows] == [entry.ended for entry in entries]
    assert [row["account"] for row in rows] == [
        "" if entry.account is None else str(entry.account) for entry in entries
    ]
    found = json.loads(as_json(entries))
    assert [Entry(**one) for one in found] == entries


def test_the_columns_of_an_export_stay_where_they_are() -> None:
    """Somebody's own tables read them; a new one comes last."""
    heading, *_ = as_csv([]).splitlines()
    assert heading.startswith(
        "ended,game,rules,deal,won,actions,account,seconds,hints,shown,undos,replay,turns,"
        "player_moves,par"
    )


def test_every_number_of_an_entry_is_kept_where_it_is_known() -> None:
    bare = generated(1)[0][0]
    names = [one.name for one in fields(Entry) if one.default is None]
    assert "par" in names
    known = replace(bare, **{name: number for number, name in enumerate(names)})
    assert read_record(record_text([known]).encode()).entries == [known]
    (found,) = json.loads(as_json([known]))
    assert [found[name] for name in names] == [*range(len(names))]
    unknown = replace(bare, **dict.fromkeys(names))
    (line,) = json.loads(record_text([unknown]))["games"]
    assert not {*names} & {*line}
    assert read_record(record_text([unknown]).encode()).entries == [unknown]


def test_what_was_played_comes_back() -> None:
    session = Session(numbered("canfield", 42, "casino"))
    for token in ("i", "x"):
        session.do(parse_move(token, "canfield"))
    entry = Entry.of(session, datetime(2026, 11, 22, 20, 15))
    kept = Played.of(session, entry)
    assert (kept.stage, kept.home) == (2, 1)
    assert Played.from_text(kept.text) == kept
    again = kept.session()
    assert again.state == session.state and again.ended
    for damaged in ("", "{}", "[]", "7", kept.text[:-9], kept.text.replace(": 1,", ': "1",')):
        assert Played.from_text(damaged) is None, damaged


def test_a_take_is_of_the_games_whose_account_is_known() -> None:
    entries, _ = generated(200)
    own = [entry for entry in entries if entry.rules == "hoyle"]
    blind = [replace(entry, account=None) for entry in own[:10]] + own[10:]
    known = [entry.account for entry in own[10:] if entry.account is not None]
    assert summary(blind, list, "canfield", "hoyle").take == sum(known) / len(known)


WON = Entry("vierfrei", None, 617, True, 60, None, 100.0, "2026-11-20T20:15:00+01:00")
LOST = replace(WON, deal=618, won=False, ended="2026-11-21T20:15:00+01:00")


def test_another_last_entry_makes_other_statistics() -> None:
    """As after F1 was undone and the game that came back has ended in another way."""
    record = Record([WON, LOST])
    tally = Tally(record, tuple)
    assert tally.summary(("vierfrei", None)).won == 1
    record.entries[-1] = replace(LOST, won=True)
    assert tally.summary(("vierfrei", None)).won == 2
    record.entries.pop()
    assert tally.summary(("vierfrei", None)).played == 1
