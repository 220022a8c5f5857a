"""Whether a Canfield position can still be won, with sight of every card, and how.

Exact: a line is played through the real rules before it is given out, and a game is called lost
only when every way to go on has been tried or proven useless.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter

from game.canfield import COLUMNS, Canfield, RuleSet
from game.moves import Move
from game.piles import RESERVE
from game.solver.answer import Answer, Verdict
from game.solver.canfield_board import Board
from game.solver.canfield_line import Line, packed_moves
from game.solver.canfield_search import Search
from game.state import State


@dataclass(frozen=True, slots=True)
class CanfieldAnswer(Answer):
    """A verdict, and for a game that is not known to be won the best that is known.

    ``best_cards`` is the most cards that can come to lie on the foundations, the base card
    included, ``best_moves`` a line that brings them there; ``best_exact`` whether it is proven
    that no more can. Nothing is looked for (None) unless asked for.
    """

    best_cards: int | None = None
    best_exact: bool = False
    best_moves: tuple[Move, ...] = ()


def solve(
    state: State,
    rule_set: RuleSet,
    *,
    time_limit: float,
    cancelled: Callable[[], bool] | None = None,
    clock: Callable[[], float] = perf_counter,
    want_best: bool = True,
) -> CanfieldAnswer:
    """What ``state`` is worth, within about ``time_limit`` seconds of ``clock``."""
    began = clock()
    rules = Canfield(rule_set)

    def over() -> bool:
        return clock() - began >= time_limit or (cancelled is not None and cancelled())

    def answer(verdict: Verdict, moves: tuple[Move, ...], positions: int) -> CanfieldAnswer:
        return CanfieldAnswer(verdict, moves, positions, clock() - began)

    if rules.won(state):
        return answer(Verdict.WINNABLE, (), 0)
    if state.stopped:
        return answer(Verdict.LOST, (), 0)
    if rule_set.fills_itself and state[RESERVE] and not all(state[c] for c in COLUMNS):
        raise ValueError("the reserve would have filled the empty column")
    board = Board(state)
    positions = 0
    for returns in (False, True) if rule_set.foundations_give_back else (False,):
        search = Search(board, rule_set, returns=returns)
        won, node = search.run(over)
        positions += search.expanded
        if won:
            assert node is not None
            line = Line(rules, state)
            line.begin()
            line.follow(board, packed_moves(node))
            if not rules.won(line.state):
                raise AssertionError("the solver's line does not win")
            return answer(Verdict.WINNABLE, tuple(line.moves), positions)
        if won is None:
            return answer(Verdict.UNDECIDED, (), positions)
    return answer(Verdict.LOST, (), positions)
