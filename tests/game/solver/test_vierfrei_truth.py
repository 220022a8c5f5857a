"""The Vierfrei solver against its plain twin on hundreds of end positions, room by room."""

from __future__ import annotations

from random import Random

import pytest

from game.rules.notation import board_text
from game.rules.registry import VIERFREI
from game.solver.answer import Verdict
from game.solver.vierfrei_solver import solve
from tests.game.solver.test_vierfrei import assert_wins
from tests.game.solver.vierfrei_ends import end_position
from tests.seed import a_few
from tests.truth.check import twin

TOO_MANY = 1_000
"""Positions that the twin may try out."""

ENDS = [
    (14, 4, 0, 600, 12),
    (16, 4, 0, 200, 10),
    (22, 4, 0, 30, 1),
    (14, 4, 1, 300, 1),
    (14, 3, 0, 200, 1),
    (14, 3, 2, 150, 0),
    (14, 4, 3, 150, 0),
    (16, 2, 0, 30, 0),
    (16, 0, 0, 20, 0),
]
"""Cards in play, cells, open columns, positions, and how many of these are lost at least."""


@pytest.mark.parametrize(
    ("most", "cells", "open_columns", "rounds", "least_lost"),
    a_few(ENDS, 3, "ends", always=ENDS[:3]),
)
def test_agrees_with_a_plain_search(
    most: int, cells: int, open_columns: int, rounds: int, least_lost: int
) -> None:
    random = Random(f"{most} {cells} {open_columns}")
    won = lost = unknown = 0
    for _ in range(rounds):
        in_play = random.randint(max(8, cells + 8 - open_columns), most)
        state = end_position(random, in_play, cells, open_columns)
        truth = twin(VIERFREI, state, TOO_MANY)
        if truth is None:
            unknown += 1
            continue
        answer = solve(state, time_limit=60)
        if truth.cards == 52:
            won += 1
            assert_wins(state, answer)
        else:
            lost += 1
            assert (answer.verdict, answer.moves) == (Verdict.LOST, ()), board_text(state)
    assert won > rounds // 20 and lost >= least_lost and unknown * 2 <= rounds
