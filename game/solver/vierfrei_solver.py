"""Finds out whether and how a Vierfrei position can be won."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

from game.core.moves import Move
from game.core.state import State
from game.rules.counting import player_moves
from game.solver.answer import Answer, Verdict, never_cancelled
from game.solver.vierfrei_board import Board, board_of
from game.solver.vierfrei_line import CannotPlay, plain_moves, real_moves
from game.solver.vierfrei_pack import Packer, Position
from game.solver.vierfrei_search import Search
from game.solver.vierfrei_short import Short
from game.support.collector import collector_at_rest

_QUICK: Final = 500  # positions
_BROAD: Final = 150_000  # positions
_MOST: Final = 3_000_000
"""The maximum number of positions remembered, at some 120 bytes each."""


def solve(
    state: State,
    *,
    time_limit: float,
    shortest: bool = False,
    known: Sequence[Move] = (),
    clock: Callable[[], float] = time.perf_counter,
    cancelled: Callable[[], bool] = never_cancelled,
) -> Answer:
    """Search for a win from ``state``, within about ``time_limit`` seconds.

    If ``shortest`` is True, go on to search for shorter winning lines. If ``known`` is a winning
    line, skip the first search.
    """
    begun = clock()

    def stop() -> bool:
        return clock() - begun >= time_limit or cancelled()

    with collector_at_rest():
        verdict, moves, positions, least = _solve(board_of(state), shortest, known, stop)
    return Answer(verdict, moves, positions, clock() - begun, least_moves=least)


def _solve(
    board: Board, shortest: bool, known: Sequence[Move], stop: Callable[[], bool]
) -> tuple[Verdict, tuple[Move, ...], int, int]:
    """Return an answer's verdict, moves, number of positions and minimum number of moves."""
    lines = [tuple(known)] if known else []
    refused = False

    def take(position: Position) -> bool:
        nonlocal refused
        try:
            lines.append(real_moves(board, position))
        except CannotPlay:
            # This would be a bug in the search, and must not lead to a wrong verdict.
            refused = True
            return False
        return True

    positions = least = 0
    if known:
        won, verdict = True, Verdict.WINNABLE
    else:
        search = Search(Packer(), board, stop, take)
        # This settles most deals, in a few milliseconds.
        search.best_first(_QUICK)
        if not search.won and not search.exhausted and not stop():
            search.complete(_BROAD, _MOST)
        won, positions = search.won, search.positions
        lost = search.exhausted and not refused
        verdict = Verdict.WINNABLE if won else Verdict.LOST if lost else Verdict.UNDECIDED
    if won and shortest:
        short = Short(board, stop)
        for codes in short.lines(player_moves(lines[-1])):
            # Each line is shorter than the one before.
            with suppress(CannotPlay):
                lines.append(plain_moves(board, codes))
        positions += short.positions
        least = short.least()
    return verdict, lines[-1] if lines else (), positions, least
