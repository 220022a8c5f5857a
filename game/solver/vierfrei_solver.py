"""Whether a position of Vierfrei can still be won, and how; exact, as all cards are face up.

First some positions best first, which settles most deals in a few milliseconds; then the best after
each number of steps in turn; then everything that is left, until there is a winning line or a proof
that there is none.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from typing import Final

from game.core.moves import Move
from game.core.state import State
from game.solver.answer import Answer, Verdict
from game.solver.vierfrei_board import Board, board_of
from game.solver.vierfrei_column import WEIGHTS
from game.solver.vierfrei_eager import Eager
from game.solver.vierfrei_line import CannotPlay, chain, plain_steps, real_steps
from game.solver.vierfrei_pack import Packer, Position
from game.solver.vierfrei_referee import Step, moves_of, player_moves, wins
from game.solver.vierfrei_search import Search
from game.solver.vierfrei_shorten import Beam
from game.solver.vierfrei_shortest import Shortest

_QUICK: Final = 500
"""Positions to expand best first."""

_BROAD: Final = 150_000
"""Positions to expand by steps in turn."""

_BEAM: Final = 0.95
"""The fraction of the time for beams that know no bound, before the search for the shortest line:
they are the faster way to a short one. The bound alone can prove. Where it gives up they go on."""

_BEAM_SECONDS: Final = 2.0
"""At most so many seconds of it."""

_LOOK: Final = 0.08
"""The fraction of these seconds for a first look, which tells whether ``Eager`` finds a line at
all; on one deal in two hundred it does not, and would take all the time to do so."""

_LOOK_SECONDS: Final = 1.0
"""With less than so many seconds for beams there is no first look, which would find too little."""

_MOST: Final = 3_000_000
"""The most positions remembered, to limit memory (some 120 bytes each)."""


def solve(
    state: State,
    *,
    time_limit: float,
    shorter: bool = False,
    shortest: bool = False,
    clock: Callable[[], float] = time.perf_counter,
    cancelled: Callable[[], bool] | None = None,
) -> Answer:
    """Return whether ``state`` can be won, or that this is undecided after ``time_limit`` seconds.

    ``shorter`` spends the whole time limit on finding a line with fewer player moves, that is, not
    counting moves home; ``shortest`` does so until it is proven that none is shorter. The table of
    pars is measured with the first and would not be the same with the other. ``cancelled`` is
    called every millisecond or so; once it returns True, the answer known by then is returned. LOST
    is proven; a line has been judged move by move by ``vierfrei_referee``, which the tests compare
    with the game's rules.
    """
    collecting = gc.isenabled()
    # A search makes no cycles, but so many lasting objects that the collector would scan them again
    # and again.
    gc.disable()
    try:
        return _solve(state, time_limit, shorter, shortest, clock, cancelled)
    finally:
        if collecting:
            gc.enable()


def _solve(
    state: State,
    time_limit: float,
    shorter: bool,
    shortest: bool,
    clock: Callable[[], float],
    cancelled: Callable[[], bool] | None,
) -> Answer:
    begun = clock()

    def stop() -> bool:
        return clock() - begun >= time_limit or (cancelled is not None and cancelled())

    board = board_of(state)
    search = Search(Packer(WEIGHTS), board, stop)
    line = _Line(board)
    won = search.best_first(_QUICK, line.take) or (
        not search.exhausted and not stop() and search.complete(_BROAD, _MOST, line.take)
    )
    if won:
        verdict = Verdict.WINNABLE
    elif search.exhausted and not line.refused:
        verdict = Verdict.LOST
    else:
        verdict = Verdict.UNDECIDED
    positions, least = search.positions, 0
    if won and (shorter or shortest):
        end = begun + time_limit
        if shortest:
            end = begun + min(_BEAM * time_limit, _BEAM_SECONDS)
            positions += _looked(line, clock, stop, end)
        positions += _shortened(line, clock, stop, end, shortest)
    if won and shortest:
        best = Shortest(board, clock, stop, begun + time_limit)
        spots = best.line(line.length)
        if spots is not None:
            line.take_plain([(spot[9], spot[2][0]) for spot in spots])
        positions += best.positions
        least = best.least
        if least < line.length:
            positions += _shortened(line, clock, stop, begun + time_limit, shortest)
    return Answer(verdict, line.moves, positions, clock() - begun, least_moves=least)


def _looked(line: _Line, clock: Callable[[], float], stop: Callable[[], bool], end: float) -> int:
    """Take a first look for a line shorter than ``line``; where a narrow beam that plays home all
    it can finds none, the one that may keep cards back gets half the time until ``end``. Return
    the number of positions."""
    now, length = clock(), line.length
    if end - now < _LOOK_SECONDS:
        return 0
    positions = _shortened(line, clock, stop, now + _LOOK * (end - now), True)
    if line.length == length:
        now = clock()
        middle = now + (end - now) / 2
        positions += _shortened(line, clock, lambda: stop() or clock() >= middle, middle, False)
    return positions


def _shortened(
    line: _Line,
    clock: Callable[[], float],
    stop: Callable[[], bool],
    end: float,
    early: bool,
) -> int:
    """Look for lines shorter than ``line`` until ``end``, which may be ``early``, before the search
    has to stop; return the number of positions."""
    if early:
        eager = Eager(line.board, clock, lambda: stop() or clock() >= end, end)
        for places in eager.lines(line.length):
            line.take_plain([(place[7], place[2][0]) for place in places])
        return eager.positions
    beam = Beam(line.board, clock, stop, end)
    for steps in beam.lines(line.length):
        line.take_plain([(place[6], place[2][0]) for place in steps])
    return beam.positions


class _Line:
    """The best line so far in moves of the real game; only lines that the referee accepts."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.steps: list[Step] = []
        self.length = 1 << 20
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

    def take_plain(self, codes: list[tuple[int, tuple[int, int, int, int]]]) -> bool:
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
        return moves_of(self.steps)
