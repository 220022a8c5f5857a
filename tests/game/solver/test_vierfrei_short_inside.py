"""What the search for short lines stores of a position equals what is computed anew.

Only in Python, as the inside of the compiled form cannot be seen; ``test_forms`` compares the two.
"""

from __future__ import annotations

import pytest

from game.solver import is_compiled

if is_compiled():
    pytest.skip("a compiled class shows nothing inside", allow_module_level=True)

from game.solver.vierfrei_board import SETTLE, board_of
from game.solver.vierfrei_short import _MADE, Short, _value
from tests.game.solver.test_vierfrei import random_play
from tests.seed import chance


def test_a_moves_changes_agree_with_a_fresh_look_at_the_position() -> None:
    random = chance("short")
    looked = 0
    while looked < 100:
        state = random_play(random.randrange(32000), random, random.randrange(40))
        search = Short(board_of(state), lambda: False)
        next(search.lines(60), None)
        for value, key, spot, code in [entry for heap in search._heaps for entry in heap]:
            if code == _MADE or code & SETTLE:
                continue
            looked += 1
            made = search._carried(spot, code)
            search._settle(made, False)
            assert (made.key, _value(made)) == (key, value), state
