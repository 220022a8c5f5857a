"""Inside the Canfield solver: relaxed game, moves and search."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest

from game.core.cards import deck_order
from game.rules.canfield import RULE_SETS, Canfield
from game.solver.canfield_board import FOLLOWERS, CanfieldBoard, Node
from game.solver.canfield_bound import runs_ending
from game.solver.canfield_moves import Moves
from game.solver.canfield_search import Seeker
from game.solver.canfield_solver import Line, packed_moves
from tests.seed import chance
from tests.truth.cases import SOLVED, random_end

AISLERIOT = RULE_SETS["aisleriot"]


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
def test_the_fewest_runs_are_those_of_trying_every_choice(ranks: int) -> None:
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


def places(nodes: list[Node]) -> list[tuple[object, ...]]:
    """Nodes without the ones they came from, in an order of their own."""
    return sorted((*node[:5], *node[6]) for node in nodes)


@pytest.mark.parametrize("rules", SOLVED)
def test_the_order_of_columns_changes_nothing(rules: str) -> None:
    random, sent, filled, moved = chance("no order", rules), 0, 0, set()
    rule_set = RULE_SETS[rules]
    for _ in range(150):
        board = CanfieldBoard(random_end(random, rule_set, random.randint(8, 40)))
        moves = Moves(board, rule_set, returns=rule_set.foundations_give_back)
        node = moves.start()
        rest = board.home, len(board.reserve), board.start_pack, board.start_reach, None, ()
        settled = {moves.settle(list(one), *rest) for one in permutations(board.start_columns)}
        assert settled == {node}
        sent += len(node[6])
        filled += len(board.reserve) > node[2]
        children = moves.children(node)
        # A card that comes back may go home again at once; no move by itself changes nothing.
        assert all(child[:2] != node[:2] for child in children if len(child[6]) == 1)
        expected = places(children)
        moved.add(len(expected))
        for a, b, c, d in permutations(node[0]):
            columns = (a, b, c, d)
            # An empty one is looked for in front.
            if sorted(columns, key=bool) == list(columns):
                assert places(moves.children((columns, *node[1:]))) == expected
    assert sent and filled and len(moved) > 5


def test_a_seeker_wins_most_deals_that_can_be_won() -> None:
    won, rules = 0, Canfield(AISLERIOT)
    for deal in (1, 2, 4, 7, 11, 12):
        state = rules.deal(deck_order(deal))
        seeker, rng = Seeker(CanfieldBoard(state), AISLERIOT, returns=True), Random(deal)
        if any(seeker.dive(lambda: False, 250, rng) for _ in range(12)):
            line = Line(rules, state)
            line.follow(seeker.board, packed_moves(seeker.best))
            assert rules.won(line.state)
            won += 1
    assert won >= 3


def test_a_seeker_gives_up_in_time() -> None:
    board = CanfieldBoard(Canfield(AISLERIOT).deal(deck_order(75)))
    seeker = Seeker(board, AISLERIOT, returns=True)
    asked: list[int] = []

    def over() -> bool:
        asked.append(seeker.expanded)
        return True

    assert not seeker.dive(over, 10**6, Random(0))
    assert asked == [32]
    assert not seeker.dive(lambda: False, 100, Random(0))
    assert seeker.expanded == 132
