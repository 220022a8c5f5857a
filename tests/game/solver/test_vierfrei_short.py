"""The search for the shortest line and its bound, held to a plain count of moves."""

from __future__ import annotations

from random import Random

from game.core.cards import Card
from game.solver.answer import Verdict
from game.solver.vierfrei_board import Board, board_of
from game.solver.vierfrei_solver import solve
from tests.bench.solve import published
from tests.game.solver.plain_count import (
    check_end_positions,
    end_position,
    fewest,
    least_moves,
    shortest,
)
from tests.game.solver.test_vierfrei import assert_wins, layout, random_play
from tests.game.solver.test_vierfrei import player_moves as moves_of
from tests.seed import chance

LENGTHS = {46: 16, 240: 16, 251: 16, 300: 15, 346: 15, 414: 16, 852: 13, 941: 15, 1839: 14}
"""The player moves of published lines, by deal."""


def test_what_is_proven_is_what_a_plain_count_finds() -> None:
    dice = chance("end positions")
    assert any(check_end_positions(dice, 8, 150) for _ in range(9)), "one of two moves or more"


def test_cards_over_a_lower_one_of_their_suit_move_and_so_does_one_of_a_ring() -> None:
    bounds = {
        "2C 3C": 1, "2C 3C 4C": 2, "AC 9H 8C": 1, "3D AD 5S 4D 9D": 2, "9D 8C 7D": 0,
        "AC AD 9D 8C": 1,
        "AS KH | AH KS": 1, "AS KH | AH KD": 0, "AS KH | AC KS | AH KC": 1,
        "AS KH | AH KS | AD KC | AC KD": 2, "AC 5D | AD 5C | AH 6C": 1,
    }  # fmt: skip
    for columns, least in bounds.items():
        piles = [tuple(map(_index, column.split())) for column in columns.split(" | ")]
        there = {card for pile in piles for card in pile}
        rest = [(card,) for card in range(52) if card not in there]
        board = Board((*piles, *((),) * (8 - len(piles)), *rest), (0, 0, 0, 0))
        assert least_moves(board) == least, columns


def _index(text: str) -> int:
    rank, suit = Card.parse(text)
    return (rank - 1) * 4 + suit


def test_the_shortest_line_is_proven_where_little_is_left() -> None:
    random = chance("late")
    state = random_play(7, random, 45)
    answer = solve(state, time_limit=0.2, shortest=True)
    if answer.verdict is Verdict.WINNABLE:
        assert_wins(state, answer)
        assert least_moves(board_of(state)) <= answer.least_moves <= moves_of(answer)


def test_a_line_longer_than_the_first_bound_is_proven() -> None:
    """Lengths by another program's search, with a bound of its own."""
    for deal, bound, length in ((321, 15, 17), (217, 16, 18)):
        board = board_of(layout(deal))
        assert least_moves(board) == bound
        assert shortest(board, length=length) == (None, length)
        assert shortest(board, length=length + 1) == shortest(board) == (length, length)
    for seed, length in ((38, 4), (450, 3)):
        board = end_position(Random(seed))
        assert fewest(board, 4000) == length == least_moves(board) + 1
        assert shortest(board) == (length, length)


def test_no_bound_is_above_the_length_of_a_published_solution() -> None:
    for deal, length in published().items():
        found, least = shortest(board_of(layout(deal)), 1500, length + 1)
        assert least <= (found or length), deal


def test_no_published_line_is_shorter_than_one_that_is_proven() -> None:
    proven = 0
    for deal, length in LENGTHS.items():
        found, least = shortest(board_of(layout(deal)), 4000)
        assert least <= length, deal
        if least == found:
            proven += 1
            assert found <= length, deal
    assert proven > 2


def test_a_search_that_is_stopped_tells_what_is_proven_by_then() -> None:
    board = board_of(layout(2))
    bounds = [shortest(board, positions)[1] for positions in (1, 1500, 4000)]
    assert bounds == sorted(bounds)
    assert least_moves(board) <= bounds[0] and bounds[-1] <= 21
