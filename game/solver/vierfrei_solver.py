"""Whether a position of Vierfrei can still be won, and how; exact, as all cards are face up.

First some positions best first, which settles most deals in a few milliseconds; then the best after
each number of steps in turn; then everything that is left, until there is a winning line or a proof
that there is none.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Sequence
from typing import Final

from game.core.moves import Move
from game.core.state import State
from game.rules.counting import player_moves as count_moves
from game.solver.answer import Answer, Verdict
from game.solver.vierfrei_board import Board, board_of
from game.solver.vierfrei_column import WEIGHTS
from game.solver.vierfrei_line import CannotPlay, chain, plain_steps, real_steps
from game.solver.vierfrei_pack import Packer, Position
from game.solver.vierfrei_referee import Step, moves_of, player_moves, wins
from game.solver.vierfrei_search import Search
from game.solver.vierfrei_short import Line, Short

_QUICK: Final = 500
"""Positions to expand best first."""

_BROAD: Final = 150_000
"""Positions to expand by steps in turn."""

_MOST: Final = 3_000_000
"""The most positions remembered, to limit memory (some 120 bytes each)."""


def solve(
    state: State,
    *,
    time_limit: float,
    shortest: bool = False,
    known: Sequence[Move] = (),
    clock: Callable[[], float] = time.perf_counter,
    cancelled: Callable[[], bool] | None = None,
) -> Answer:
    """Return whether ``state`` can be won, or that this is undecided after ``time_limit`` seconds.

    ``shortest`` goes on, for the whole time limit, to find a line with fewer player moves, that is,
    not counting moves home, until it is proven that none is shorter; it begins with ``known``, a
    line that wins, if one is given. ``cancelled`` is called every millisecond or so; once it
    returns True, the answer known by then is returned. LOST is proven; a line has been judged move
    by move by ``vierfrei_referee``, which the tests compare with the game's rules.
    """
    collecting = gc.isenabled()
    # A search makes no cycles, but so many lasting objects that the collector would scan them again
    # and again.
    gc.disable()
    try:
        return _solve(state, time_limit, shortest, known, clock, cancelled)
    finally:
        if collecting:
            gc.enable()


def _solve(
    state: State,
    time_limit: float,
    shortest: bool,
    known: Sequence[Move],
    clock: Callable[[], float],
    cancelled: Callable[[], bool] | None,
) -> Answer:
    begun = clock()

    def stop() -> bool:
        return clock() - begun >= time_limit or (cancelled is not None and cancelled())

    board = board_of(state)
    line = _Line(board, known)
    positions = least = 0
    if known:
        won, verdict = True, Verdict.WINNABLE
    else:
        search = Search(Packer(WEIGHTS), board, stop)
        won = search.best_first(_QUICK, line.take) or (
            not search.exhausted and not stop() and search.complete(_BROAD, _MOST, line.take)
        )
        if won:
            verdict = Verdict.WINNABLE
        elif search.exhausted and not line.refused:
            verdict = Verdict.LOST
        else:
            verdict = Verdict.UNDECIDED
        positions = search.positions
    if won and shortest:
        short = Short(board, stop)
        for codes in short.lines(line.length):
            line.take_plain(codes)
        positions += short.positions
        least = short.least()
    return Answer(verdict, line.moves, positions, clock() - begun, least_moves=least)


class _Line:
    """The best line so far in moves of the real game; only lines that the referee accepts."""

    def __init__(self, board: Board, known: Sequence[Move]) -> None:
        self.board = board
        self._known = known
        self.steps: list[Step] = []
        self.length = count_moves(known) if known else 1 << 20
        """The number of player moves in it."""
        self.refused = False
        """Whether a line of the search was illegal on the real board: a fault that must not lead to
        a wrong verdict."""

    def take(self, position: Position) -> bool:
        """Keep the line that leads to ``position`` if it really wins."""
        try:
            steps = real_steps(self.board, chain(position))
        except CannotPlay:
            self.refused = True
            return False
        return self._keep(steps)

    def take_plain(self, codes: Line) -> bool:
        """Do the same for a line that distinguishes cells from columns."""
        try:
            steps = plain_steps(self.board, codes)
        except CannotPlay:
            return False
        return self._keep(steps)

    def _keep(self, steps: list[Step]) -> bool:
        if not wins(self.board, steps):
            self.refused = True
            return False
        length = player_moves(steps)
        if length < self.length:
            self.steps, self.length = steps, length
        return True

    @property
    def moves(self) -> tuple[Move, ...]:
        return moves_of(self.steps) if self.steps else tuple(self._known)
