"""Tests of the odds, of resumed runs, and of the shipped file."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date
from pathlib import Path
from types import ModuleType

import pytest

from game.core.cards import deck_order
from game.play.session import Session
from game.play.thumb import by_thumb, play_carefully
from game.record.odds import Odds, WinnableShare, measured, proven_lost
from game.rules.canfield import RULE_SETS, Canfield
from game.rules.registry import CANFIELD, VIERFREI, GameKind, numbered
from game.solver.answer import Verdict
from game.solver.canfield_board import CanfieldBoard
from tests.seed import chance
from tests.shipped import forget
from tools import make_grades, make_odds
from tools import make_thumb_odds as tool
from tools.make_days import kept_rows
from tools.make_odds import Asked, Tried, groups, line_of, read, rows, wins_alike
from tools.make_thumb_odds import KINDS, careful_vierfrei

KEPT = Path(__file__).resolve().parents[1] / "data" / "odds.jsonl"


def share(winnable: int, lost: int, undecided: int) -> WinnableShare:
    counts = winnable, lost, undecided
    return WinnableShare(CANFIELD, ("hoyle",), *counts, 60.0, 1.0, "a machine", "2026-11-22")


def test_rule_sets_that_win_the_same_deals_count_once() -> None:
    first, *others = make_odds.groups()
    assert first[:3] == ("hoyle", "xpat2", "casino") and others[0][0] == "aisleriot"
    hoyle = RULE_SETS["hoyle"]
    assert not wins_alike(hoyle, replace(hoyle, initial_waste=2))
    assert not wins_alike(hoyle, replace(hoyle, parts_may_move=True))
    xpat2 = RULE_SETS["xpat2"]
    assert not wins_alike(hoyle, replace(xpat2, open_with_reserve=xpat2.open_without_reserve))


@pytest.mark.parametrize("number", [1, 8, 26, 63])
def test_the_rule_sets_of_a_group_start_from_the_same_position(number: int) -> None:
    def packed(key: str) -> tuple[object, ...]:
        """Return the cards of each pile, and the cards that dealing from the stock can reach."""
        board = CanfieldBoard(Canfield(RULE_SETS[key]).deal(deck_order(number)))
        pack = board.packs.order[board.start_pack]
        return board.reserve, *board.start_columns, board.home, board.start_reach, pack

    for group in make_odds.groups():
        assert len({packed(key) for key in group}) == 1


@pytest.mark.parametrize("counts", [(712, 260, 28), (0, 2, 1), (10, 0, 0), (3, 3, 4)])
def test_the_share_lies_between_bounds_that_count_undecided_deals_both_ways(
    counts: tuple[int, int, int],
) -> None:
    # Each bound is 1.96 of its standard deviations away from the observed share.
    winnable, _, undecided = counts
    low, high = share(*counts).bounds()
    n = sum(counts)
    for end, seen in (low, winnable / n), (high, (winnable + undecided) / n):
        assert (end - seen) ** 2 == pytest.approx(1.959964**2 * end * (1 - end) / n, abs=1e-12)
    assert low >= 0 and high <= 1
    assert low - 1e-9 <= winnable / n <= (winnable + undecided) / n <= high + 1e-9


def test_a_run_continues_where_it_was_interrupted(
    shipped: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    verdicts = {1: Verdict.WINNABLE, 2: Verdict.LOST, 3: Verdict.UNDECIDED, 4: Verdict.WINNABLE}
    done: list[Asked] = []

    def attempt(asked: Asked) -> Tried:
        done.append(asked)
        verdict = verdicts[asked.number] if asked.limit < 5 else Verdict.LOST
        return Tried(verdict, 0.5 * asked.limit, asked.limit)

    monkeypatch.setattr(make_odds, "attempt", attempt)
    file, odds = shipped / "odds.jsonl", shipped / "odds.json"
    odds.write_text('{"date": "2026-11-22", "odds": [], "fair": []}')
    run = [str(file), "--rules", "hoyle", "--deals"]
    assert make_odds.main([*run, "1-2", "--seconds", "2"]) == 0
    with file.open("a") as lines:
        lines.write('{"rules": "hoyle", "deal": 3, "verd')
    assert make_odds.main([*run, "1-4", "--seconds", "2"]) == 0
    assert [asked.number for asked in done] == [1, 2, 3, 4]
    make_odds.main([*run, "1-4", "--seconds", "2"])
    assert len(done) == 4, "nothing is tried for no longer than before"
    assert "deals 1-4: 2 winnable, 1 lost, 1 undecided" in capsys.readouterr().out
    make_odds.main([*run, "1-4", "--seconds", "6", "--write"])
    assert done[4:] == [Asked("hoyle", 3, 6.0)]
    assert len(file.read_text().splitlines()) == 6, "nothing is packed that nobody asked for"
    forget()
    found = measured()
    assert found is not None
    row = found.share_of(CANFIELD, "casino")
    assert row is not None and row == found.share_of(CANFIELD, "hoyle")
    assert (row.deals, row.winnable, row.lost, row.undecided) == (4, 2, 2, 0)
    assert [row.loses(number) for number in range(1, 7)] == [False, True, True, *[False] * 3]
    # Three deals took 1 second each; the undecided one took 1 second and then 3.
    assert row.mean_seconds == pytest.approx(7 / 4)
    assert found.share_of(CANFIELD, "aisleriot") is None
    assert json.loads(odds.read_text())["fair"] == []


def test_writing_one_group_keeps_the_shares_of_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    first = make_odds.written({}, [share(1, 2, 3)])
    both = make_odds.written(first, [share(4, 0, 0)._replace(rules=("aisleriot",))])
    kept = both["shares"]
    assert isinstance(kept, list)
    assert [(row["rules"][0], row["winnable"]) for row in kept] == [("hoyle", 1), ("aisleriot", 4)]
    monkeypatch.setattr(make_odds, "groups", lambda: [("hoyle", "like it")])
    assert make_odds.written(both, [])["shares"] == [{**kept[0], "rules": ("hoyle", "like it")}]


def test_a_rule_set_that_no_solver_knows_is_not_measured(unsolved: GameKind) -> None:
    assert all(unsolved.rules not in group for group in make_odds.groups())
    assert unsolved.rules not in kept_rows() and "hoyle" in kept_rows()


@pytest.mark.parametrize("tool", [make_odds, make_grades])
def test_a_file_that_cannot_be_written_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], tool: ModuleType
) -> None:
    for name, why in ((tmp_path, "Is a directory"), (tmp_path / "no" / "file", "No such file")):
        with pytest.raises(SystemExit):
            tool.main([str(name), "--write"])
        assert f"{name}: {why}" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        tool.main([str(tmp_path / "file"), "--deals", "5-1"])
    assert "runs backwards" in capsys.readouterr().err and not list(tmp_path.iterdir())


def test_a_decided_deal_stays_decided_in_any_order_of_tries(tmp_path: Path) -> None:
    file = tmp_path / "odds.jsonl"
    tries = Tried(Verdict.LOST, 0.25, 2.0), Tried(Verdict.UNDECIDED, 0.5, 4.0)
    for order in tries, tries[::-1]:
        lines = [line_of(("hoyle", 1), one) for one in order]
        file.write_text("\n".join(lines))
        assert read(file) == {("hoyle", 1): Tried(Verdict.LOST, 0.75, 4.0)}


def test_a_packed_file_holds_the_same_verdicts(tmp_path: Path) -> None:
    file, kept = tmp_path / "odds.jsonl", list(read(KEPT).items())
    # A gap ends a row, and the deals after it don't count.
    tries = dict(kept[:1205] + kept[1300:1400])
    file.write_text("\n".join(line_of(*one) for one in tries.items()))
    assert make_odds.main([str(file), "--pack"]) == 0
    found, lines = read(file), file.read_text().splitlines()
    assert len(lines) == 3 and list(rows(found)) == lines
    # The times of single deals aren't kept.
    verdicts, others = (
        {key: (one.verdict, one.limit) for key, one in each.items()} for each in (found, tries)
    )
    assert verdicts == others
    row = make_odds.share(found, (kept[0][0][0],), "a machine")
    assert row is not None and row.deals == 1205


@pytest.mark.parametrize("rules", [group[0] for group in make_odds.groups()])
def test_the_kept_verdicts_agree_with_a_short_search(rules: str) -> None:
    kept, random = read(KEPT), chance("kept odds", rules)
    numbers = [number for key, number in kept if key == rules]
    assert sorted(numbers) == list(range(1, len(numbers) + 1)) and len(numbers) >= 10_000
    for number in random.sample(numbers, 8):
        verdicts = {make_odds.attempt(Asked(rules, number, 0.2)).verdict}
        verdicts.add(kept[rules, number].verdict)
        assert len(verdicts - {Verdict.UNDECIDED}) <= 1, number


@pytest.mark.parametrize("group", make_odds.groups())
def test_the_deals_shipped_as_lost_are_those_proven_lost(group: tuple[str, ...]) -> None:
    kept = read(KEPT)
    for rules in group:
        for (key, number), tried in kept.items():
            if key == group[0]:
                lost = proven_lost(numbered(CANFIELD, number, rules))
                assert lost == (tried.verdict is Verdict.LOST), (rules, number)
        assert not any(proven_lost(numbered(CANFIELD, one, rules)) for one in (0, 999_999))
    assert proven_lost(numbered("vierfrei", 11982)) and not proven_lost(numbered("vierfrei", 1))


@pytest.mark.parametrize(("name", "rules"), KINDS)
def test_careful_play_ends_and_is_the_same_each_time(name: str, rules: str | None) -> None:
    wishes = careful_vierfrei if name == VIERFREI else by_thumb
    first, second = (play_carefully(Session(numbered(name, 7, rules)), wishes) for _ in range(2))
    assert first.actions and first.state == second.state


@pytest.mark.parametrize(
    ("words", "new"),
    [
        ("", [kind for kind in KINDS if kind[1] != "hoyle"]),
        ("1 3 casino", [("canfield", "casino")]),
        ("1 3 all", KINDS),
    ],
)
def test_measuring_keeps_the_other_rows(
    shipped: Path, monkeypatch: pytest.MonkeyPatch, words: str, new: list[tuple[str, str | None]]
) -> None:
    def measured(game: str, rules: str | None, deals: int, seconds: float) -> Odds:
        return Odds(game, rules, deals, 0, 0, 0, 9.0, 1.0, seconds, "2026-11-23")

    monkeypatch.setattr(tool, "measure", measured)
    row = Odds("canfield", "hoyle", 1, 0, 0, 0, 9.0, 1.0, 2.0, "2026-11-22")._asdict()
    path = shipped / "odds.json"
    path.write_text(json.dumps({"date": "2026-11-21", "odds": [row], "fair": [5]}))
    assert tool.main(words.split()) == 0
    data = json.loads(path.read_text())
    assert (data["date"], data["fair"]) == ("2026-11-21", [5])
    dates = {(row["game"], row["rules"]): row["measured_on"] for row in data["odds"]}
    assert dates == {("canfield", "hoyle"): "2026-11-22", **dict.fromkeys(new, "2026-11-23")}
    assert list(dates) == [kind for kind in KINDS if kind in dates]
    with pytest.raises(SystemExit, match="no such rule set: whist"):
        tool.main(["1", "3", "hoyle", "whist"])


# -- the file that is shipped ----------------------------------------------------------------------


MAKE_SHARES = "run python -m tools.make_odds FILE --write, where FILE has the missing deals"
MAKE_ODDS = "run python -m tools.make_thumb_odds: the help tells of a thousand deals of each kind"


def test_the_file_covers_every_game_and_rule_set() -> None:
    found = measured()
    assert found is not None
    assert found.date >= date(2026, 11, 22)
    kinds = [(row.game, row.rules) for row in found.rows]
    assert kinds == list(KINDS), MAKE_ODDS
    for row in found.rows:
        assert row.deals == 1000, MAKE_ODDS
        # Careful play can't win a lost deal.
        assert row.careful <= row.winnable + row.undecided
        assert 1 <= row.home <= 52
        assert (row.account is None) == (row.rules is None)
    for fair in found.fair:
        assert fair.rules in RULE_SETS and fair.deals >= 50
        assert 0 < fair.won - fair.won_error < fair.won + fair.won_error < 1
        assert 1 <= fair.cards <= 52 and fair.turns >= 0
    assert [row.rules for row in found.shares] == groups(), MAKE_SHARES
    for share in found.shares:
        least, most = share.bounds()
        assert share.deals >= 500 and 0.5 < least < most < 1
        lost = [number for number in range(-9, share.deals + 99) if share.loses(number)]
        assert len(lost) == share.lost and lost[0] > 0 and lost[-1] <= share.deals
    assert found.rows[0].lost == 0, "the deals of Vierfrei up to 1000 can all be won"


@pytest.mark.parametrize("text", ["", "{}", '{"odds": [3]}', '{"odds": [{"game": "chess"}]}'])
def test_an_unreadable_file_has_no_odds(text: str, shipped: Path) -> None:
    (shipped / "odds.json").write_text(text)
    assert measured() is None
