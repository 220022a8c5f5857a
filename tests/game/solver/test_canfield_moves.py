"""The moves of a packed position: columns count alike, and what came back is used at once."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest

from game.rules.canfield import RULE_SETS
from game.solver.canfield_board import EMPTY, OPEN_TARGET, CanfieldBoard, Node
from game.solver.canfield_moves import Moves
from tests.game.solver.canfield_ends import random_end
from tests.seed import chance
from tests.truth.cases import SOLVED

ENDS = 150
AISLERIOT = "aisleriot"


def moves_at_an_end(random: Random, rules: str) -> Moves:
    """The moves at an end dealt at random, at which anything may have to be done at once."""
    rule_set = RULE_SETS[rules]
    board = CanfieldBoard(random_end(random, rule_set, random.randint(8, 40)))
    return Moves(board, rule_set, returns=rule_set.foundations_give_back)


def places(nodes: list[Node]) -> list[tuple[object, ...]]:
    """Nodes without the ones they came from, in an order of their own."""
    return sorted((*node[:5], *node[6]) for node in nodes)


@pytest.mark.parametrize("rules", SOLVED)
def test_columns_have_no_order(rules: str) -> None:
    """Wherever they stand, the same is done at once, and the same can be done then."""
    random = chance("no order", rules)
    sent, filled, moved = 0, 0, set()
    for _ in range(ENDS):
        moves = moves_at_an_end(random, rules)
        board, node = moves.board, moves.start()
        settled = {
            moves.settle(
                list(columns),
                board.home,
                len(board.reserve),
                board.start_pack,
                board.start_reach,
                None,
                (),
            )
            for columns in permutations(board.start_columns)
        }
        assert settled == {node}
        sent += len(node[6])
        filled += len(board.reserve) > node[2]
        children = moves.children(node)
        # A card that comes back may go home again at once; no move by itself changes nothing.
        assert all(child[:2] != node[:2] for child in children if len(child[6]) == 1)
        expected = places(children)
        moved.add(len(expected))
        for columns in permutations(node[0]):
            # An empty one is looked for in front.
            if sorted(columns, key=bool) == list(columns):
                assert places(moves.children((columns, *node[1:]))) == expected
    assert sent and filled and len(moved) > 5


def test_two_empty_columns_are_one() -> None:
    """What comes into one of them is not tried in the other."""
    random, both = chance("two empty"), 0
    while both < 10:
        moves = moves_at_an_end(random, AISLERIOT)
        node = moves.start()
        if node[0].count(EMPTY) > 1:
            opened = [child[6] for child in moves.children(node) if child[6][0] & 63 == OPEN_TARGET]
            assert len(opened) == len(set(opened))
            both += bool(opened)


def test_what_came_back_is_used_at_once() -> None:
    """By a card that is laid on it, or another one that comes back."""
    random, used, more, opened = chance("used at once"), 0, 0, 0
    while not used or not more or opened < 3:
        moves = moves_at_an_end(random, AISLERIOT)
        moves.late = True
        nodes = [moves.start()]
        for _ in range(60):
            if not nodes:
                break
            node = nodes.pop(random.randrange(len(nodes)))
            children = moves.children(node)
            nodes += children
            pending = moves.pending(node)
            # Where a card of the pack could come into an empty column as well.
            opened += bool(pending and node[0][0] == EMPTY and node[4])
            for child in children if pending else ():
                move = child[6][-1] if moves.pending(child) & ~pending else child[6][0]
                came_back = node[1] >> (move >> 6) & 1
                used += not came_back
                more += came_back
                assert came_back or pending >> (move & 63) & 1
