"""The solver's own board against the rules: the same moves are legal, and do the same."""

from __future__ import annotations

from random import Random

import pytest

from game.core.moves import Move, Refusal
from game.rules.registry import VIERFREI, numbered
from game.rules.vierfrei import Vierfrei
from game.solver.vierfrei_board import board_of
from game.solver.vierfrei_line import AT_HOME, CannotPlay, Player, Step, moves_of, plain_steps
from tests.seed import chance

RULES = Vierfrei()
STEPS: list[Step] = [
    (source, target, count)
    for source in range(12)
    for target in range(AT_HOME, 12)
    for count in (None, 0, 1, 2, 3, 5)
]


@pytest.mark.parametrize(("name", "longest_at_least"), [("fixed", 3), ("this run's", 1)])
def test_agrees_with_the_rules_on_every_move_of_random_games(
    name: str, longest_at_least: int
) -> None:
    """The fixed games are known to have long runs; those of this run are others each time."""
    random = Random(3) if name == "fixed" else chance("referee")
    longest = permitted = 0
    for number in range(1, 9):
        state = numbered(VIERFREI, number).layout()
        for _ in range(120):
            board = board_of(state)
            legal: list[Move] = []
            for step in random.sample(STEPS, 150):
                player = Player(board)
                (move,) = moves_of([step])
                resolved = RULES.resolve(state, move)
                carried = player.carry(*step)
                found = tuple(map(tuple, player.piles)), tuple(player.heights)
                if isinstance(resolved, Refusal):
                    assert (carried, found) == (0, board)
                else:
                    after = RULES.expand(state, resolved)[-1].after
                    assert carried == (resolved.count or 1)
                    assert found == board_of(after)
                    legal.append(resolved)
                    permitted += 1
                    longest = max(longest, resolved.count or 1)
            if legal:
                # Long runs come up only if they are sought.
                longer = random.random() < 0.7
                move = max(legal, key=lambda move: move.count or 1) if longer else legal[0]
                state = RULES.expand(state, move)[-1].after
    assert longest >= longest_at_least
    assert permitted > 500


def test_a_line_wins_only_if_all_cards_are_home() -> None:
    board = board_of(numbered(VIERFREI, 1).layout())
    with pytest.raises(CannotPlay):
        plain_steps(board, [(0, board.heights)])
