"""The measured odds: what the file holds adds up, and the way of playing ends."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

import game.record.odds
from game.cli.make_odds import groups
from game.play.thumb import by_thumb, careful
from game.record.odds import Odds, measured
from game.rules.canfield import RULE_SETS
from game.rules.registry import VIERFREI, numbered
from tests.bench import odds as bench
from tests.bench.odds import KINDS, as_data, careful_vierfrei, measure


@pytest.fixture(autouse=True)
def afresh() -> Iterator[None]:
    measured.cache_clear()
    yield
    measured.cache_clear()


MAKE_SHARES = (
    "run python -m game.cli.make_odds FILE --write, where FILE has the deals of what is missing"
)


def test_the_file_covers_every_game_and_rule_set() -> None:
    found = measured()
    assert found is not None
    assert found.date >= date(2026, 11, 22)
    kinds = [(row.game, row.rules) for row in found.rows]
    assert kinds == list(KINDS), (
        "run python -m tests.bench.odds: it measures what is missing (minutes for a rule set)"
    )
    for row in found.rows:
        assert row.deals == 1000, "the help tells of a thousand deals: python -m tests.bench.odds"
        # Who sees nothing wins nothing that cannot be won.
        assert row.careful <= row.winnable + row.undecided
        assert 1 <= row.home <= 52
        assert (row.account is None) == (row.rules is None)
    for row in found.fair:
        assert row.rules in RULE_SETS and row.deals >= 50
        assert 0 < row.won - row.won_error < row.won + row.won_error < 1
        assert 1 <= row.cards <= 52 and row.turns >= 0
    assert [row.rules for row in found.shares] == groups(), MAKE_SHARES
    for share in found.shares:
        least, most = share.bounds()
        assert share.deals >= 500 and 0.5 < least < most < 1
        lost = [number for number in range(-9, share.deals + 99) if share.loses(number)]
        assert len(lost) == share.lost and lost[0] > 0 and lost[-1] <= share.deals
    assert found.rows[0].lost == 0, "the deals of Vierfrei up to 1000 can all be won"


@pytest.mark.parametrize("text", ["", "{}", '{"odds": [3]}', '{"odds": [{"game": "chess"}]}'])
def test_a_file_that_cannot_be_read_says_nothing(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "odds.json"
    path.write_text(text)
    monkeypatch.setattr(game.record.odds, "FILE", path)
    assert measured() is None


@pytest.mark.parametrize(("name", "rules"), KINDS)
def test_careful_play_ends_and_is_the_same_each_time(name: str, rules: str | None) -> None:
    wishes = careful_vierfrei if name == VIERFREI else by_thumb
    first, second = (careful(numbered(name, 7, rules), wishes) for _ in range(2))
    assert first.actions and first.state == second.state


class TestMeasuring:
    """``python -m tests.bench.odds`` adds to the file what is asked for."""

    @pytest.fixture
    def file(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        """A file that has only Hoyle's, measured by somebody."""
        path = tmp_path / "odds.json"
        row = as_data(Odds("canfield", "hoyle", 1, 0, 0, 0, 9.0, 1.0, 2.0, "2026-11-22"))
        path.write_text(json.dumps({"date": "2026-11-21", "odds": [row], "fair": [5]}))
        monkeypatch.setattr(bench, "FILE", path)

        def measured(game: str, rules: str | None, deals: int, seconds: float) -> Odds:
            return Odds(game, rules, deals, 0, 0, 0, 9.0, 1.0, seconds, "2026-11-23")

        monkeypatch.setattr(bench, "measure", measured)
        return path

    @pytest.mark.parametrize(
        ("words", "new"),
        [
            ([], [kind for kind in KINDS if kind[1] != "hoyle"]),
            (["1", "3", "casino"], [("canfield", "casino")]),
            (["1", "3", "hoyle"], [("canfield", "hoyle")]),
            (["1", "3", "all"], KINDS),
        ],
    )
    def test_the_rest_stays(
        self, file: Path, words: list[str], new: list[tuple[str, str | None]]
    ) -> None:
        assert bench.main(words) == 0
        data = json.loads(file.read_text())
        assert (data["date"], data["fair"]) == ("2026-11-21", [5])
        dates = {(row["game"], row["rules"]): row["measured_on"] for row in data["odds"]}
        wanted = dict.fromkeys(new, "2026-11-23")
        assert dates == {("canfield", "hoyle"): "2026-11-22", **wanted}
        assert list(dates) == [kind for kind in KINDS if kind in dates]

    def test_a_rule_set_that_there_is_not_is_told_before_anything_is_measured(
        self, file: Path
    ) -> None:
        before = file.read_text()
        with pytest.raises(SystemExit, match="no such rule set: whist"):
            bench.main(["1", "3", "hoyle", "whist"])
        assert file.read_text() == before


def test_a_measuring_counts_every_deal() -> None:
    odds = measure("vierfrei", None, 3, 1.0)
    assert (odds.deals, odds.winnable, odds.account) == (3, 3, None)
