"""What a solver says about a position; shared by the solvers of both games."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from game.core.moves import Move


class Verdict(Enum):
    """The three answers. ``LOST`` is said only when it is proven, never after giving up."""

    WINNABLE = "winnable"
    LOST = "lost"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Answer:
    """A verdict, and for ``WINNABLE`` a line that wins.

    ``moves`` replays through ``game.rules.replay`` from the position asked about, and every move
    home is written. ``positions`` counts the positions the search went on from, ``seconds`` is
    the time it took by its clock.
    """

    verdict: Verdict
    moves: tuple[Move, ...]
    positions: int
    seconds: float
