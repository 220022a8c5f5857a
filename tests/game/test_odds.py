"""The measured odds: what the file holds adds up."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from game.record.odds import measured
from game.rules.canfield import RULE_SETS
from tools.make_odds import groups
from tools.make_thumb_odds import KINDS

MAKE_SHARES = (
    "run python -m tools.make_odds FILE --write, where FILE has the deals of what is missing"
)


def test_the_file_covers_every_game_and_rule_set() -> None:
    found = measured()
    assert found is not None
    assert found.date >= date(2026, 11, 22)
    kinds = [(row.game, row.rules) for row in found.rows]
    assert kinds == list(KINDS), (
        "run python -m tools.make_thumb_odds: it measures what is missing (minutes for a rule set)"
    )
    for row in found.rows:
        assert row.deals == 1000, (
            "the help tells of a thousand deals: python -m tools.make_thumb_odds"
        )
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
def test_a_file_that_cannot_be_read_says_nothing(text: str, shipped: Path) -> None:
    (shipped / "odds.json").write_text(text)
    assert measured() is None
