"""Judges the lines of a search by the rules, on its own board.

It refuses what ``game.rules.vierfrei.Vierfrei.resolve`` refuses, in a tenth of the time, and knows
nothing of how a line was found.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from game.core.moves import Move
from game.core.state import CELLS, HOME
from game.rules.vierfrei import COLUMNS
from game.solver.vierfrei_board import BIT, TAKERS, Board

Step = tuple[int, int, int | None]
"""A move: the numbers of its piles as in ``Board``, and its count as in ``Move``."""

AT_HOME: Final = -1
"""As the target: the foundation."""

_PILES: Final = (*COLUMNS, *CELLS)
_FIRST_CELL: Final = 8


class _Moves(dict[Step, Move]):
    """The game's moves by their ``Step``; made when asked for, as there are only few."""

    __slots__ = ()

    def __missing__(self, step: Step) -> Move:
        source, target, count = step
        onto = HOME if target == AT_HOME else _PILES[target]
        found = self[step] = Move.carry(_PILES[source], onto, count)
        return found


_MOVES: Final = _Moves()


def moves_of(steps: Sequence[Step]) -> tuple[Move, ...]:
    """Return the game's moves for ``steps``."""
    return tuple([_MOVES[step] for step in steps])


def player_moves(steps: Sequence[Step]) -> int:
    """Return how many of ``steps`` are player moves, that is, not moves home."""
    return sum([step[1] != AT_HOME for step in steps])


def run_of(cards: list[int]) -> int:
    """Return how many cards at the end of ``cards``, which is not empty, form a run."""
    run = 1
    while run < len(cards) and TAKERS[cards[-run]] >> cards[-run - 1] & 1:
        run += 1
    return run


def capacity(piles: list[list[int]], target: int) -> int:
    """Return how many cards a supermove to the column ``target`` may take."""
    cells = empty = 0
    for number, pile in enumerate(piles):
        if not pile and number != target:
            if number < _FIRST_CELL:
                empty += 1
            else:
                cells += 1
    return (cells + 1) << empty


def wins(board: Board, steps: list[Step]) -> bool:
    """Return whether ``steps`` are legal from ``board``, one after the other, and bring all cards
    home."""
    piles = [list(cards) for cards in board.piles]
    heights = list(board.heights)
    for step in steps:
        if not carry(piles, heights, step):
            return False
    return heights == [13, 13, 13, 13]


def carry(piles: list[list[int]], heights: list[int], step: Step) -> bool:
    """Carry out ``step`` on ``piles`` and foundations of these ``heights`` and return True, if it
    is legal."""
    source, target, count = step
    cards = piles[source]
    if not cards:
        return False
    if target >= 0 and target < _FIRST_CELL:
        moved = _to_column(piles, source, target, count)
        if moved:
            piles[target] += cards[-moved:]
            del cards[-moved:]
        return moved > 0
    if count is not None and count != 1:
        return False
    card = cards[-1]
    if target == AT_HOME:
        if heights[card & 3] != card >> 2:
            return False
        heights[card & 3] += 1
    elif piles[target]:
        return False
    else:
        piles[target].append(card)
    cards.pop()
    return True


def _to_column(piles: list[list[int]], source: int, target: int, count: int | None) -> int:
    """Return how many cards the move to a column takes; 0 if it is illegal."""
    cards, onto = piles[source], piles[target]
    if source == target:
        return 0
    if onto:
        moved = (onto[-1] >> 2) - (cards[-1] >> 2)
        if not 1 <= moved <= len(cards):
            return 0
        takers = TAKERS[cards[-moved]]
        if not takers & BIT[onto[-1]]:
            return 0
        if count is not None and count != moved:
            return 0
    elif count is None:
        moved = min(run_of(cards), capacity(piles, target))
    else:
        moved = count
    if moved == 1:
        return 1
    if not 1 <= moved <= run_of(cards) or moved > capacity(piles, target):
        return 0
    return moved
