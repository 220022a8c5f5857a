"""What a solver answers about a position; shared by the solvers of both games."""

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
    """

    verdict: Verdict
    moves: tuple[Move, ...]
    positions: int
    seconds: float
