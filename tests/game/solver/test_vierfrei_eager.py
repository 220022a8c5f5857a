"""The eager search for short lines: what it knows of a position is what a look at that finds."""

from __future__ import annotations

from itertools import count, groupby, pairwise

from game.solver.vierfrei_board import TAKERS, Board, board_of
from game.solver.vierfrei_eager import Eager, Place
from game.solver.vierfrei_line import plain_steps
from game.solver.vierfrei_referee import player_moves, wins
from game.solver.vierfrei_worth import disorder
from tests.game.solver.test_vierfrei import random_play
from tests.seed import chance

NARROW = 1e-4
"""So many seconds, of which none ever passes, make the beams about fifty positions wide."""


def _search(board: Board) -> Eager:
    asked = count()
    return Eager(board, lambda: 0.0, lambda: next(asked) > 200, NARROW)


def _lines() -> list[tuple[Board, list[Place]]]:
    random = chance("eager")
    found = []
    while len(found) < 6:
        board = board_of(random_play(random.randrange(32000), random, random.randrange(25)))
        line = next(_search(board).lines(60), None)
        if line is not None and len(line) > 9:
            found.append((board, line))
    return found


def test_what_a_move_changes_is_what_a_look_at_the_position_finds() -> None:
    for _, line in _lines():
        for place in line:
            columns, cells, home = place[:3]
            piles = [tower[0] for tower in columns] + [()] * (8 - len(columns))
            board = Board((*piles, *((card,) for card in cells)), home[0])
            afresh = _search(board)._start
            assert [tower[0] for tower in afresh[0]] == piles[: len(columns)], "none can go home"
            assert place[1:6] == afresh[1:6], "the sums agree"


def test_each_step_is_one_player_move() -> None:
    for board, line in _lines():
        steps = plain_steps(board, [(place[7], place[2][0]) for place in line])
        assert wins(board, steps)
        assert player_moves(steps) == len(line) - 1


def test_laying_a_run_where_it_belongs_and_taking_it_off_again_costs_nothing() -> None:
    for _, line in _lines():
        for tower in (tower for place in line for tower in place[0]):
            cards, cost = tower[0], tower[11]
            for way in tower[9]:
                left = cards[: -way[1]]
                assert way[3] == cost - disorder(left)[0]
            for run, more in tower[10].items():
                assert more == disorder(cards + run)[0] - cost


def test_a_run_is_as_long_as_it_lies() -> None:
    for _, line in _lines():
        for tower in line[0][0]:
            cards = tower[0]
            fits = [bool(TAKERS[upper] >> lower & 1) for lower, upper in pairwise(cards)]
            length = next((len(list(same)) for fit, same in groupby(reversed(fits)) if fit), 0)
            assert disorder(cards)[1] == 1 + (length if fits and fits[-1] else 0)
            assert tower[12] == len(cards) - disorder(cards)[1]
