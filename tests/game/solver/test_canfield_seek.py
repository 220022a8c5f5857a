"""Seeking a win where runs part and cards come back: it finds wins, and proves nothing."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from random import Random

import pytest

from game.core.cards import deck_order
from game.rules.canfield import RULE_SETS, Canfield
from game.solver import canfield_search
from game.solver.canfield_board import FULL, CanfieldBoard, Node
from game.solver.canfield_search import Seeker, Seeking, reluctant_doubling
from game.solver.canfield_solver import Line, packed_moves
from tests.game.solver.canfield_ends import random_end
from tests.game.solver.plain_canfield import plain_search
from tests.seed import chance

RULE_SET = RULE_SETS["aisleriot"]
LOST_AT_ONCE = 3
"""A deal that the relaxed game alone proves lost."""


def wins(deal: int, board: CanfieldBoard, node: Node | None) -> bool:
    """Return whether the line to ``node``, by the real rules, wins the deal."""
    assert node is not None
    rules = Canfield(RULE_SET)
    line = Line(rules, rules.deal(deck_order(deal)))
    line.begin()
    line.follow(board, packed_moves(node))
    return node[1] == FULL and rules.won(line.state)


@pytest.mark.parametrize("way", ["dive", "seek", "seek by chance"])
def test_a_seeker_wins_most_deals_that_can_be_won(way: str) -> None:
    won = 0
    deals = (1, 2, 4, 7, 11, 12)
    for deal in deals:
        board = CanfieldBoard(Canfield(RULE_SET).deal(deck_order(deal)))
        seeker, rng = Seeker(board, RULE_SET, returns=True), Random(deal)
        if way == "dive":
            found = any(seeker.dive(lambda: False, 250, rng) for _ in range(12))
        else:
            found = seeker.seek(lambda: False, 2000, rng if way.endswith("chance") else None)
        assert not found or wins(deal, board, seeker.best)
        won += found
    assert won >= len(deals) / 2


@pytest.mark.parametrize("way", ["dive", "seek"])
def test_a_seeker_gives_up_in_time(way: str) -> None:
    board = CanfieldBoard(Canfield(RULE_SET).deal(deck_order(75)))
    seeker = Seeker(board, RULE_SET, returns=True)
    asked: list[int] = []

    def over() -> bool:
        asked.append(seeker.expanded)
        return True

    if way == "dive":
        assert not seeker.dive(over, 10**6, Random(0))
    else:
        assert not seeker.seek(over, 10**6)
    assert asked == [32]
    assert not seeker.seek(lambda: False, 100)
    assert seeker.expanded == 132


def test_a_seeker_can_begin_where_the_start_is_proven_lost() -> None:
    board = CanfieldBoard(Canfield(RULE_SET).deal(deck_order(LOST_AT_ONCE)))
    seeker = Seeker(board, RULE_SET, returns=True)
    for _ in range(2):
        assert not seeker.dive(lambda: False, 250, Random(0))
    assert seeker.dead
    assert not seeker.seek(lambda: False, 100)


def test_a_seeker_that_finds_nothing_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """It may have left out the very moves that win."""

    class Blind(Seeker):
        def children(self, node: Node) -> list[Node]:
            return []

    monkeypatch.setattr(canfield_search, "FIRST_BUDGET", 1)
    board = CanfieldBoard(Canfield(RULE_SET).deal(deck_order(1)))
    blind = Blind(board, RULE_SET, returns=True)
    search = Seeking(board, RULE_SET, returns=True)
    search._seeker = blind
    assert search.run(lambda: False)
    assert blind.seen
    assert wins(1, board, search.best)


def test_seeking_agrees_with_a_plain_search_where_the_first_probe_tells_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(canfield_search, "FIRST_BUDGET", 1)
    rng, told = chance("seeking"), set[bool]()
    for _ in range(200):
        state = random_end(rng, RULE_SET, rng.randint(7, 13))
        truth = plain_search("aisleriot", state, 1500)
        if truth is None or state.cards_home == 52:
            continue
        search = Seeking(CanfieldBoard(state), RULE_SET, returns=True)
        won = search.run(lambda: False)
        assert won is (truth[0] == 52), state
        assert search.best is not None
        assert (search.best[1] == FULL) is won
        told.add(won)
    assert told == {True, False}


def test_every_length_of_a_dive_gets_about_as_many_positions() -> None:
    lengths = list(islice(reluctant_doubling(), 2**7 - 1))
    assert lengths[:15] == [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]
    spent = {length: length * lengths.count(length) for length in set(lengths)}
    assert spent == dict.fromkeys((1, 2, 4, 8, 16, 32, 64), 64)


def test_the_longer_the_search_the_longer_its_dives_and_seeks() -> None:
    class Listening(Seeker):
        def dive(self, over: Callable[[], bool], budget: int, rng: Random) -> bool:
            dives.append(budget)
            return False

        def seek(self, over: Callable[[], bool], budget: int, rng: Random | None = None) -> bool:
            seeks.append(budget)
            return False

    board = CanfieldBoard(Canfield(RULE_SET).deal(deck_order(75)))
    search = Seeking(board, RULE_SET, returns=True)
    search._seeker = Listening(board, RULE_SET, returns=True)
    lengths: list[list[int]] = []
    for budget in (8000, 80000):
        dives, seeks = list[int](), list[int]()
        assert search._look(lambda: False, Random(0), budget) is None
        assert budget // 2 <= sum(dives) < budget // 2 + max(dives)
        assert seeks == [max(canfield_search.SEEK, budget // 3)]
        lengths.append(sorted(set(dives)))
    first, later = lengths
    assert first == [250, 500, 1000]
    assert later == [250 << doubled for doubled in range(6)]
