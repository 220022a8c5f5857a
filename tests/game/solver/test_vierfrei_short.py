"""The search for the shortest line and its bound, held to a plain count of moves."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

from game.core.cards import Card
from game.solver.answer import Verdict
from game.solver.vierfrei_board import BIT, SETTLE, Board, board_of
from game.solver.vierfrei_bound import Stop, _ring, least_moves
from game.solver.vierfrei_short import _HOLD, _MADE, Entry, Short, Spot, _value
from game.solver.vierfrei_solver import solve
from tests.bench.solve_vierfrei import published
from tests.game.solver.plain_count import check_end_positions, end_position, fewest, shortest
from tests.game.solver.test_vierfrei import assert_wins, layout, random_play
from tests.game.solver.test_vierfrei import player_moves as moves_of
from tests.seed import chance

LENGTHS = {46: 16, 240: 16, 251: 16, 300: 15, 346: 15, 414: 16, 852: 13, 941: 15, 1839: 14}
"""The player moves of published lines, by deal."""


def test_what_is_proven_is_what_a_plain_count_finds() -> None:
    dice = chance("end positions")
    assert any(check_end_positions(dice, 8, 150) for _ in range(9)), "one of two moves or more"


def _waiting(search: Short) -> Iterator[tuple[int, Entry]]:
    """Yield what waits in ``search`` for its turn, with the number of moves made."""
    for moves, heap in enumerate(search._heaps):
        for entry in heap:
            yield moves, entry


def _searched(board: Board, positions: int) -> Short:
    search = Short(board, lambda: search.positions >= positions)
    list(search.lines(60))
    return search


def _board(spot: Spot) -> Board:
    columns, cells = ([pile.cards for pile in piles] for piles in (spot.columns, spot.cells))
    empty: list[tuple[int, ...]] = [()] * 8
    return Board((*(columns + empty)[:8], *(cells + empty)[:4]), spot.home[0])


def test_what_a_move_changes_is_what_a_look_at_the_position_finds() -> None:
    random = chance("short")
    looked = 0
    while looked < 100:
        board = board_of(random_play(random.randrange(32000), random, random.randrange(40)))
        search = _searched(board, 500)
        for _, (value, key, spot, code) in _waiting(search):
            if code == _MADE or code & SETTLE:
                continue
            looked += 1
            made = search._carried(spot, code)
            search._settle(made, False)
            assert (made.key, _value(made)) == (key, value), _board(spot)


def test_no_move_lowers_the_bound_by_more_than_one() -> None:
    random = chance("a step of the bound")
    for _ in range(3):
        board = board_of(random_play(random.randrange(32000), random, random.randrange(60)))
        search = _searched(board, 300)
        for _, (_, _, spot, code) in islice(_waiting(search), 200):
            bound = least_moves(_board(spot))
            assert spot.least <= bound <= spot.least + spot.slack
            if code != _MADE:
                made = search._carried(spot, code)
                assert abs(least_moves(_board(made)) - bound) <= 1


def test_cards_over_a_lower_one_of_their_suit_move_and_so_does_one_of_a_ring() -> None:
    bounds = {
        "2C 3C": 1, "2C 3C 4C": 2, "AC 9H 8C": 1, "3D AD 5S 4D 9D": 2, "9D 8C 7D": 0,
        "AC AD 9D 8C": 1,
        "AS KH | AH KS": 1, "AS KH | AH KD": 0, "AS KH | AC KS | AH KC": 1,
        "AS KH | AH KS | AD KC | AC KD": 2,
    }  # fmt: skip
    for columns, least in bounds.items():
        piles = [tuple(map(_index, column.split())) for column in columns.split(" | ")]
        there = {card for pile in piles for card in pile}
        rest = [(card,) for card in range(52) if card not in there]
        board = Board((*piles, *((),) * (8 - len(piles)), *rest), (0, 0, 0, 0))
        assert least_moves(board) == least, columns


def test_a_chain_that_leads_into_a_ring_is_none_itself() -> None:
    covered = {"5D": "AC", "5C": "AD", "6C": "AH"}
    stops: list[Stop | None] = [
        (_index(top), None, None, BIT[_index(top)] | BIT[_index(under)], BIT[_index(under)], 1)
        for top, under in covered.items()
    ]
    blocked = sum(BIT[_index(card)] for pair in covered.items() for card in pair)
    ring, rings = _ring(stops, blocked)
    assert rings == 1, "more than one unit need not be moved aside"
    assert sorted(ring) == [0, 1]


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


def test_cards_are_held_back_where_that_makes_a_line_shorter() -> None:
    held = 0
    for seed in range(2000):
        board = end_position(Random(seed))
        search = Short(board, lambda: False)
        lines = list(search.lines(60))
        held += any(code & _HOLD for line in lines[-1:] for code, _ in line)
    assert held


def test_a_search_that_is_stopped_tells_what_is_proven_by_then() -> None:
    board = board_of(layout(2))
    bounds = [shortest(board, positions)[1] for positions in (1, 1500, 4000)]
    assert bounds == sorted(bounds)
    assert least_moves(board) <= bounds[0] and bounds[-1] <= 21


def test_what_it_finds_depends_on_the_positions_alone() -> None:
    board = board_of(layout(5))
    assert list(_searched(board, 2000).lines(40)) == list(_searched(board, 2000).lines(40))
