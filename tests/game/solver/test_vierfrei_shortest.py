"""The search for the shortest line and its bound, held to a plain count of moves."""

from __future__ import annotations

from itertools import count
from random import Random

from pytest import MonkeyPatch

from game.core.cards import Card
from game.solver import vierfrei_solver
from game.solver.answer import Verdict
from game.solver.vierfrei_board import BIT, Board, board_of
from game.solver.vierfrei_bound import Stop, _ring, least_moves
from game.solver.vierfrei_shortest import Shortest
from game.solver.vierfrei_solver import solve
from game.solver.vierfrei_spots import ROUGH, Entry
from tests.bench.solve_vierfrei import published
from tests.game.solver.plain_count import check_end_positions, end_position, fewest, shortest
from tests.game.solver.test_vierfrei import assert_wins, layout, random_play
from tests.game.solver.test_vierfrei import player_moves as moves_of
from tests.seed import chance


def test_what_is_proven_is_what_a_plain_count_finds() -> None:
    dice = chance("end positions")
    assert any(check_end_positions(dice, 8, 150) for _ in range(9)), "one of two moves or more"


def test_no_move_lowers_the_bound_by_more_than_one() -> None:
    random = chance("a step of the bound")
    bounds: list[tuple[int, int]] = []
    for _ in range(3):
        board = board_of(random_play(random.randrange(32000), random, random.randrange(60)))
        search = Shortest(board, lambda: 0.0, lambda: False, 1e9)
        found: tuple[list[Entry], ...] = ([], [], [])
        search._expand(search._start, {search._start[3]: 0}, found, 1, 60)
        for change, entry in [(i - 1, entry) for i in range(3) for entry in found[i]]:
            assert entry[6] == search.least + change
            if entry[3] & ROUGH:
                assert entry[6] <= search._spots.exact(entry, 60)[6]
                entry = search._spots.exact(entry, 60)
            made = search._spots.enter(entry)
            piles = tuple([column[0] for column in made[0]])
            cells = tuple([(card,) for card in made[1]])
            empty: tuple[tuple[int, ...], ...] = ((),) * (8 - len(piles))
            plain = least_moves(Board((*piles, *empty, *cells), made[2][0]))
            bounds.append((made[7], plain))
            assert abs(plain - search.least) <= 1
    assert bounds and all(known == plain for known, plain in bounds)


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
    stops: dict[int, Stop] = {
        top: (top, None, None, 0, BIT[_index(under)], 1)
        for top, under in ((_index(top), under) for top, under in covered.items())
    }
    ring, rings = _ring(stops, [_index(under) for under in covered.values()])
    assert rings == 1, "more than one unit need not be moved aside"
    assert {stop[0] for stop in ring} == {_index("5D"), _index("5C")}


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


def test_totals_above_the_first_bound_come_in_their_turn() -> None:
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


def test_where_playing_home_all_it_can_finds_no_line_the_other_search_does(
    monkeypatch: MonkeyPatch,
) -> None:
    class Nothing:
        positions = 0

        def __init__(self, *_: object) -> None:
            self.lines = lambda _: iter(())

    monkeypatch.setattr(vierfrei_solver, "Eager", Nothing)
    state, ticks = layout(281), count()
    answer = solve(state, time_limit=1.2, shortest=True, clock=lambda: next(ticks) * 1e-3)
    assert_wins(state, answer)
    assert moves_of(answer) < moves_of(solve(state, time_limit=60))


def test_what_waits_is_told_apart_by_its_total() -> None:
    search = Shortest(board_of(layout(6)), lambda: 0.0, lambda: False, 1e9)
    waiting: list[list[Entry]] = [[] for _ in range(60)]
    search._go_on(search._start, {search._start[3]: 0}, waiting, search.least, 58)
    assert waiting[search.least] and waiting[search.least + 1]
    for total, entries in enumerate(waiting):
        assert all(1 + entry[6] == total for entry in entries)


def test_a_search_that_is_stopped_proves_what_it_has_finished() -> None:
    board = board_of(layout(2))
    proven = [shortest(board, positions) for positions in (1, 1500, 4000)]
    assert all(length is None for length, _ in proven)
    bounds = [least for _, least in proven]
    assert bounds == sorted(bounds) and bounds[0] == least_moves(board) < bounds[-1]


def test_a_search_that_will_not_end_in_time_gives_up_early() -> None:
    times = iter(range(1_000_000))
    search = Shortest(
        board_of(layout(2)), lambda: next(times), lambda: search.positions > 3000, 100
    )
    assert search.line(40) is None
    assert search.positions < 1000


def test_a_position_met_again_with_fewer_moves_goes_on_with_these() -> None:
    board = board_of(layout(617))
    search = Shortest(board, lambda: 0.0, lambda: False, 1e9)
    start = search._start
    later: tuple[list[Entry], ...] = ([], [], [])
    search._expand(start, seen := {start[3]: 0}, later, 5, 60)
    again: tuple[list[Entry], ...] = ([], [], [])
    search._expand(start, seen, again, 5, 60)
    assert any(later) and not any(again)
    search._expand(start, seen, again, 4, 60)
    assert [sorted(some) for some in again] == [sorted(some) for some in later]
