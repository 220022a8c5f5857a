"""What a solver answers about a position; the same for every game."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from game.core.moves import Move


class Verdict(Enum):
    """The three verdicts. ``LOST`` is returned only when proven, never after giving up."""

    WINNABLE = "winnable"
    LOST = "lost"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Answer:
    """A verdict, and for ``WINNABLE`` a winning line.

    ``moves`` replays through ``game.rules.replay`` from the position asked about, and includes
    every move home. ``positions`` counts the positions expanded, ``seconds`` is the time taken by
    the solver's clock.

    A solver that was asked for the best result of a game not known to be won also tells
    ``best_cards``, the most cards that can come to lie on the foundations, with ``best_moves``, a
    line that brings them there, and ``best_exact``, whether it is proven that no more can.
    """

    verdict: Verdict
    moves: tuple[Move, ...]
    positions: int
    seconds: float
    best_cards: int | None = None
    best_exact: bool = False
    best_moves: tuple[Move, ...] = ()
