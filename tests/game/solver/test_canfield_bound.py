"""The relaxed game that tells lost Canfield positions, against what it must never say."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from game.rules.canfield import RULE_SETS
from game.solver.answer import Verdict
from game.solver.canfield_board import FOLLOWERS
from game.solver.canfield_bound import runs_ending
from game.solver.canfield_solver import solve
from tests.game.solver.canfield_ends import random_end
from tests.game.solver.plain_canfield import plain_search
from tests.seed import chance


def fewest_runs(must: list[int], between: list[int], end: int) -> int:
    """As ``runs_ending``, by trying every choice of cards between and matching hosts with cards."""
    fewest = len(must)
    for choice in range(1 << len(between)):
        cards = must + [card for place, card in enumerate(between) if choice >> place & 1]
        host_of: dict[int, int] = {}
        for host in cards:
            if host != end:
                hosts_one(host, cards, host_of, set())
        fewest = min(fewest, len(cards) - len(host_of))
    return fewest


def hosts_one(host: int, cards: list[int], host_of: dict[int, int], tried: set[int]) -> bool:
    for card in cards:
        if FOLLOWERS[host] >> card & 1 and card not in tried:
            tried.add(card)
            if card not in host_of or hosts_one(host_of[card], cards, host_of, tried):
                host_of[card] = host
                return True
    return False


@pytest.mark.parametrize("ranks", [4, 6, 13])
def test_runs_are_counted_as_by_trying(ranks: int) -> None:
    rng = chance("runs", ranks)
    for _ in range(300):
        first = rng.randrange(13)
        near = [(first + rank) % 13 * 4 + suit for rank in range(ranks) for suit in range(4)]
        cards = rng.sample(near, rng.randint(2, min(len(near), 20)))
        number = rng.randint(max(1, len(cards) - 6), len(cards))
        must, between = cards[:number], cards[number:]
        end = rng.choice(must)
        found = runs_ending(sum(1 << c for c in must), sum(1 << c for c in cards), end)
        assert found == fewest_runs(must, between, end)


def test_runs_that_move_before_anything_else_are_seen() -> None:
    """AisleRiot without cards coming back, which would hide what the first search misses."""
    rule_set, rng = replace(RULE_SETS["aisleriot"], foundations_give_back=False), Random(8)
    for _ in range(250):
        state = random_end(rng, rule_set, rng.randint(6, 13))
        truth = plain_search("aisleriot", state, 1500, returns=False)
        if truth is not None:
            answer = solve(state, rule_set, time_limit=60)
            assert answer.best_cards == truth[0], state
            assert (answer.verdict is Verdict.WINNABLE) == (truth[0] == 52)
