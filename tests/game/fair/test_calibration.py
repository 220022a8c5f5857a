"""What forecasts are corrected by: curves that rise, and leave alone what is proven."""

from __future__ import annotations

from math import exp
from pathlib import Path
from random import Random

import pytest

from game.core.state import Looked
from game.fair import adviser
from game.fair.adviser import STAGES, Calibration, advise, calibration_of, fitted, tier
from game.fair.knowledge import Knowledge
from game.rules.canfield import RULE_SETS
from game.rules.counting import amount
from game.rules.registry import GameKind, numbered
from tests.bench import fair as bench
from tests.truth.cases import SOLVED
from tools.make_calibration import fit


@pytest.mark.parametrize("curves", fitted(), ids=lambda row: f"{row.rules}-{row.samples}")
def test_what_was_better_stays_better(curves: Calibration) -> None:
    shares = [curves.chance(share / 128) for share in range(129)]
    assert shares == sorted(set(shares))
    assert (shares[0], shares[-1]) == (0.0, 1.0)
    accounts = [curves.account(forecast, -47) for forecast in range(-60, 500)]
    assert accounts == sorted(set(accounts))
    assert curves.account(-47, -47) == -47


MEASURE = (
    "play some hundred deals by python -m tests.bench.fair RULES FIRST-LAST {} FILE, then run "
    "python -m tools.make_calibration FILE --write"
)


@pytest.mark.parametrize("rules", SOLVED)
def test_each_rule_set_was_measured_with_few_samples_and_with_more(rules: str) -> None:
    for samples in STAGES[:2]:
        curves = calibration_of(rules, samples)
        assert curves.samples == tier(samples) and curves.games >= 20, MEASURE.format(samples)
    assert calibration_of(rules, 5) == calibration_of(rules, STAGES[0])


@pytest.mark.parametrize("rules", ["hoyle", "casino"])
def test_an_advice_tells_what_its_samples_come_to(rules: str) -> None:
    deal = numbered("canfield", 5, rules)
    state = deal.layout()
    advice = advise(Knowledge.of(deal.kind, state, Looked(stock=0)), 4)
    curves, now = calibration_of(rules, 4), amount(RULE_SETS[rules].payment, 1, 0)
    told, plain = advice.expected, advice.sampled
    assert told is not None and plain is not None
    assert told.chance == curves.chance(plain.chance) != plain.chance
    assert told.account == curves.account(plain.account, now) != plain.account
    assert (told.cards, told.turns) == (plain.cards, plain.turns)


def test_a_fit_finds_the_curves_of_made_up_games() -> None:
    """Odds that come to 0.5 * o ** 0.7, and gains to 4 * x ** 0.8."""
    random, games = Random(5), []
    for _ in range(4000):
        share, gain = random.uniform(0.02, 0.98), random.uniform(0, 200)
        odds = 0.5 * (share / (1 - share)) ** 0.7
        won = random.random() < odds / (1 + odds)
        came = -47 + 4 * gain**0.8 * random.uniform(0.5, 1.5)
        decision = (share, -47 + gain, 1.0, 12, -47)
        games.append({"won": won, "account": came, "decisions": [decision, (0.0, None, 1.0, 1, 0)]})
    curves = fit("casino", 8, games)
    assert curves.odds == pytest.approx(0.5, rel=0.15)
    assert curves.slope == pytest.approx(0.7, rel=0.15)
    assert curves.account(100 - 47, -47) == pytest.approx(-47 + 4 * exp(0.8 * 4.60517), rel=0.05)
    assert curves.decisions == 4000


def test_no_more_is_told_than_can_be_won(monkeypatch: pytest.MonkeyPatch) -> None:
    curves = Calibration("casino", 4, gain=1000.0)
    monkeypatch.setattr(adviser, "calibration_of", lambda rules, samples: curves)
    deal = numbered("canfield", 5, "casino")
    told = advise(Knowledge.of(deal.kind, deal.layout(), Looked(stock=0)), 4).expected
    assert told is not None and told.account == amount(RULE_SETS["casino"].payment, 52, 0)


def test_only_games_by_rules_that_the_adviser_knows_are_measured(
    unsolved: GameKind, tmp_path: Path
) -> None:
    file = tmp_path / "fair.jsonl"
    for rules, why in (
        ("whist", "no such rule set: whist"),
        (unsolved.rules, "no solver knows the rules of unsolved"),
    ):
        with pytest.raises(SystemExit, match=why):
            bench.main([str(rules), "1-2", "4", str(file)])
        assert not file.exists()
