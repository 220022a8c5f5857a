"""What the search for short lines stores of a position equals what is computed anew.

Only in Python, as the inside of the compiled form cannot be seen; ``test_forms`` compares the two.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from game.solver import is_compiled

if is_compiled():
    pytest.skip("a compiled class shows nothing inside", allow_module_level=True)

from game.solver.vierfrei_board import SETTLE, Board, board_of
from game.solver.vierfrei_short import _MADE, Entry, Short, Spot, _value
from tests.game.solver.test_vierfrei import random_play
from tests.seed import chance


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


def test_a_moves_changes_agree_with_a_fresh_look_at_the_position() -> None:
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
