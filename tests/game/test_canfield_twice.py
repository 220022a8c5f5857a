"""The engine and a second, plain writing of the rules judge every token alike."""

from __future__ import annotations

import random

import pytest

from game.cli.report import piles_object
from game.core.cards import MAX_DEAL
from game.core.moves import Move
from game.rules.canfield import RULE_SETS
from game.rules.counting import account
from game.rules.registry import numbered
from tests.game.brute import Brute
from tests.game.table import dealt
from tests.plain_rules import plain_rules
from tests.seed import chance

TOKENS = [
    *"dtip",
    *(source + target for source in "1234rwCDHS" for target in "1234"),
    *(source + "h" for source in "1234rw"),
    *(f"{a}{b}v{count:x}" for a in "1234" for b in "1234" for count in (1, 2, 3, 5, 9, 15)),
]


DIFFER = "the rules, and those of tests/game/brute by tests/plain_rules, judge differently"


@pytest.mark.parametrize("rules", RULE_SETS)
def test_played_at_random(rules: str) -> None:
    """Cards go before deals, so that columns empty and the reserve runs out."""
    dice = chance("twice", rules)
    for number in dice.sample(range(MAX_DEAL + 1), 3):
        compare(rules, number, dice, moves=50)


def compare(rules: str, number: int, dice: random.Random, moves: int) -> None:
    deal = numbered("canfield", number, rules)
    table, brute = dealt("canfield", number, rules), Brute(rules, number)
    for move in range(moves):
        legal = []
        if move % 12 == 0:
            assert table.stuck == brute.stuck(TOKENS), (rules, number, brute.piles())
        for token in TOKENS:
            found = isinstance(table.judge(token), Move)
            told = f"{DIFFER}: {rules} {number}, {token}: {brute.piles()}"
            assert found == brute.allows(token), told
            if found:
                legal.append(token)
        if not legal:
            return
        cards = [token for token in legal if token not in "dtip"]
        token = dice.choice(cards if cards and dice.random() < 0.8 else legal)
        table = table.play(token)
        assert brute.do(token)
        assert piles_object(deal, table.state) == brute.piles(), (rules, number, token)
        assert account(RULE_SETS[rules], table.state) == brute.account


@pytest.mark.parametrize("rules", RULE_SETS)
def test_stopping(rules: str) -> None:
    found = isinstance(dealt("canfield", 1, rules).judge("x"), Move)
    assert found == Brute(rules, 1).allows("x") == bool(plain_rules(rules).parts)
