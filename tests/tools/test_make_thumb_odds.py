"""What is measured by a rule of thumb is the same each time, and added to the file."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import pytest

from game.play.thumb import by_thumb, careful
from game.record.odds import Odds
from game.rules.registry import VIERFREI, numbered
from tools import make_thumb_odds as tool
from tools.make_thumb_odds import KINDS, careful_vierfrei, measure


@pytest.mark.parametrize(("name", "rules"), KINDS)
def test_careful_play_ends_and_is_the_same_each_time(name: str, rules: str | None) -> None:
    wishes = careful_vierfrei if name == VIERFREI else by_thumb
    first, second = (careful(numbered(name, 7, rules), wishes) for _ in range(2))
    assert first.actions and first.state == second.state


class TestMeasuring:
    """``python -m tools.make_thumb_odds`` adds to the file what is asked for."""

    @pytest.fixture
    def file(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        """A file that has only Hoyle's, measured by somebody."""
        path = tmp_path / "odds.json"
        row = asdict(Odds("canfield", "hoyle", 1, 0, 0, 0, 9.0, 1.0, 2.0, "2026-11-22"))
        path.write_text(json.dumps({"date": "2026-11-21", "odds": [row], "fair": [5]}))
        monkeypatch.setattr(tool, "FILE", path)

        def measured(game: str, rules: str | None, deals: int, seconds: float) -> Odds:
            return Odds(game, rules, deals, 0, 0, 0, 9.0, 1.0, seconds, "2026-11-23")

        monkeypatch.setattr(tool, "measure", measured)
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
        assert tool.main(words) == 0
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
            tool.main(["1", "3", "hoyle", "whist"])
        assert file.read_text() == before


def test_a_measuring_counts_every_deal() -> None:
    odds = measure("vierfrei", None, 3, 1.0)
    assert (odds.deals, odds.winnable, odds.account) == (3, 3, None)
