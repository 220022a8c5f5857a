"""Says whether a position of Vierfrei can still be won, and how; exact, all cards being open.

First some positions best first, which settles most deals in a few milliseconds; then the best of
each depth in turn; then all that is left, to a line that wins or to the proof that there is none.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from game.moves import Move
from game.solver.answer import Answer, Verdict
from game.solver.vierfrei_board import Packer, Position, Weights
from game.solver.vierfrei_line import CannotPlay, chain, is_won, real_moves
from game.solver.vierfrei_search import Search
from game.state import State

_QUICK: Final = 100
"""Positions best first."""

_BROAD: Final = 20_000
"""Positions by depths in turn."""

_MOST: Final = 3_000_000
"""Positions known at most, for the sake of memory (some 120 bytes each)."""


def solve(
    state: State,
    *,
    time_limit: float,
    shorter: bool = False,
    clock: Callable[[], float] = time.perf_counter,
    cancelled: Callable[[], bool] | None = None,
) -> Answer:
    """Whether ``state`` can be won, decided within ``time_limit`` seconds or left undecided.

    ``shorter`` spends the whole time limit on finding a line with fewer moves of the player, that
    is, not counting those home. ``cancelled`` is asked every millisecond or so; once it says yes,
    what is known by then is returned. LOST is proven; a line has been replayed by the real rules.
    """
    begun = clock()

    def stop() -> bool:
        return clock() - begun >= time_limit or (cancelled is not None and cancelled())

    moves: tuple[Move, ...] | None = None
    unplayable = False

    def found(position: Position) -> bool:
        nonlocal moves, unplayable
        try:
            line = real_moves(state, chain(position))
        except CannotPlay:
            line = ()
        if is_won(state, line):
            moves = line
            return True
        unplayable = True
        return False

    packer = Packer(Weights())
    search = Search(packer, stop)
    start = packer.start(state)
    won = search.best_first(start, _QUICK, found) or (
        not search.exhausted and search.complete(start, _BROAD, _MOST, found)
    )
    if won and moves is not None:
        verdict = Verdict.WINNABLE
    elif search.exhausted and not unplayable:
        verdict = Verdict.LOST
    else:
        verdict = Verdict.UNDECIDED
    return Answer(verdict, moves or (), search.positions, clock() - begun)
