"""The referee of games: he follows what is legal, counts for himself, and misses nothing."""

from __future__ import annotations

from itertools import count

import pytest

from game.core.moves import Move, Verb
from game.core.state import RESERVE, STOCK, WASTE, State, Transfer
from game.rules.canfield import RULE_SETS
from game.rules.counting import account
from game.rules.registry import numbered
from tests.game.fair.hidden import play, walked
from tests.seed import chance
from tests.truth.referee import judge


def line(rules: str, again: int = 0) -> list[State]:
    """A game by chance in which nothing is taken back."""
    random = chance("referee", rules, again)
    deal = numbered("canfield", random.randrange(10**6), rules)
    states = [deal.layout()]
    for _ in range(80):
        after = walked(deal, random, 1, begin=states[-1])[-1]
        if after != states[-1]:
            states.append(after)
    return states


@pytest.mark.parametrize("rules", RULE_SETS)
def test_the_referee_counts_what_the_rules_count(rules: str) -> None:
    states = line(rules)
    last, rule_set = states[-1], RULE_SETS[rules]
    result = last.cards_home, last.turns, account(rule_set, last)
    assert judge(rule_set, states) == result


@pytest.mark.parametrize("rules", RULE_SETS)
def test_the_referee_notices_an_illegal_step(rules: str) -> None:
    lines = (line(rules, again) for again in count())
    # One move more may follow the layout, three cannot.
    first, last = next((x[0], x[-1]) for x in lines if x[-1].cards_home > x[0].cards_home + 2)
    moved = Transfer(last[STOCK][0] if last[STOCK] else last[WASTE][0], STOCK, RESERVE)
    source = STOCK if last[STOCK] else WASTE
    for wrong in ([first, last], [last, last.apply([moved._replace(source=source)])]):
        with pytest.raises(ValueError, match="is not legal"):
            judge(RULE_SETS[rules], wrong)


def test_the_referee_accepts_a_stop() -> None:
    deal = numbered("canfield", 1, "casino")
    states = [deal.layout(), play(deal, deal.layout(), (Move(Verb.STOP),))]
    assert judge(RULE_SETS["casino"], states).account == -13
