"""The solver against a plain search of every single-card move, on thousands of end positions.

The model here knows a board as it lies, cells and columns apart, and shares no code with the
solver; it forces nothing and leaves nothing out.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from game.core.state import CELLS, FOUNDATIONS, PileId, State
from game.rules.notation import board_text
from game.rules.registry import VIERFREI, Deal
from game.rules.replay import replay
from game.rules.vierfrei import COLUMNS
from game.solver.answer import Verdict
from game.solver.vierfrei_solver import solve
from tests.game.solver.vierfrei_ends import end_position
from tests.seed import a_few

Board = tuple[tuple[tuple[int, ...], ...], tuple[int, ...], tuple[int, ...]]
"""Columns and cells in order of their cards, heights; a card is rank * 4 + suit."""

TOO_MANY = 1_000


def reached(board: Board) -> Iterator[Board]:
    """Every position one single card away; of equal cells and columns one is enough."""
    columns, cells, heights = board

    def made(now: list[tuple[int, ...]], loose: list[int], up: tuple[int, ...] = heights) -> Board:
        return tuple(sorted(now)), tuple(sorted(loose)), up

    for source in [*range(len(columns)), *(-1 - cell for cell in range(len(cells)))]:
        left, loose = list(columns), list(cells)
        if source < 0:
            card = loose.pop(-1 - source)
        elif columns[source]:
            card = columns[source][-1]
            left[source] = columns[source][:-1]
        else:
            continue
        if heights[card % 4] == card // 4:
            up = list(heights)
            up[card % 4] += 1
            yield made(left, loose, tuple(up))
        if source >= 0 and len(cells) < 4:
            yield made(left, [*loose, card])
        red = card % 4 in (1, 2)
        for target, onto in enumerate(columns):
            if target == source or (target and columns[target - 1] == onto):
                continue
            if not onto or (onto[-1] // 4 == card // 4 + 1 and (onto[-1] % 4 in (1, 2)) != red):
                now = list(left)
                now[target] = (*onto, card)
                yield made(now, loose)


def can_be_won(board: Board) -> bool | None:
    """The truth, or None after too many positions."""
    stack, seen = [board], {board}
    while stack:
        position = stack.pop()
        if sum(position[2]) == 52:
            return True
        if len(seen) > TOO_MANY:
            return None
        following = [after for after in reached(position) if after not in seen]
        seen.update(following)
        following.sort(key=lambda after: sum(after[2]))
        stack += following
    return False


def board_of(state: State) -> Board:
    def indices(pile: PileId) -> tuple[int, ...]:
        return tuple((card.rank - 1) * 4 + card.suit for card in state[pile])

    return (
        tuple(sorted(indices(column) for column in COLUMNS)),
        tuple(sorted(card for cell in CELLS for card in indices(cell))),
        tuple(len(state[foundation]) for foundation in FOUNDATIONS),
    )


def assert_agrees(state: State) -> bool | None:
    truth = can_be_won(board_of(state))
    if truth is None:
        return None
    answer = solve(state, time_limit=60)
    assert answer.verdict is (Verdict.WINNABLE if truth else Verdict.LOST), board_text(state)
    if truth:
        line = replay(Deal(VIERFREI, board=state), answer.moves)
        assert line.refusal is None, board_text(state)
        assert line.last.cards_home == 52, board_text(state)
    else:
        assert answer.moves == ()
    return truth


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
    truths = []
    for _ in range(rounds):
        in_play = random.randint(max(8, cells + 8 - open_columns), most)
        truths.append(assert_agrees(end_position(random, in_play, cells, open_columns)))
    assert truths.count(True) > rounds // 20
    assert truths.count(False) >= least_lost
    assert truths.count(None) * 2 <= rounds
