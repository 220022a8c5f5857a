"""What is answered about a position and its moves; the same for every game."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from game.core.moves import Move

GLANCE: Final = 0.003
"""Seconds of CPU time for each move where somebody waits for the first answer."""
FIRST_LOOK: Final = 0.03
"""The same for each move that a glance has not settled."""
SECOND_LOOK: Final = 0.2
"""The same for what the first look has left open."""
LONGER_LOOK: Final = 2.0
"""The same for what is still open then."""


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
    ``rules_known`` is False where no solver knows the game's rules, so that no time would help.
    A solver that was asked for the shortest line tells in ``least_moves`` how many player moves any
    line needs, as far as it could prove that.
    """

    verdict: Verdict
    moves: tuple[Move, ...]
    positions: int
    seconds: float
    best_cards: int | None = None
    best_exact: bool = False
    best_moves: tuple[Move, ...] = ()
    rules_known: bool = True
    least_moves: int = 0


@dataclass(frozen=True, slots=True)
class Judged:
    """A legal move and what is known of it.

    ``length`` is the number of player moves, this one included, of a line that begins with it and
    wins; 0 unless it is winnable.
    """

    move: Move
    verdict: Verdict
    length: int = 0


@dataclass(frozen=True, slots=True)
class Margin:
    """Every legal move of a position with its verdict, equivalent moves only once.

    ``verdict`` is on the position itself. ``line`` is the shortest line found that wins from it;
    empty if none is known. ``seconds`` is for how long each move may have been searched.
    """

    verdict: Verdict
    moves: tuple[Judged, ...]
    line: tuple[Move, ...]
    seconds: float

    def __len__(self) -> int:
        """The number of legal moves."""
        return len(self.moves)

    def of(self, verdict: Verdict) -> tuple[Judged, ...]:
        """Return the moves with that verdict."""
        return tuple([one for one in self.moves if one.verdict is verdict])

    @property
    def kept(self) -> int:
        """How many moves are known to keep the win."""
        return len(self.of(Verdict.WINNABLE))

    @property
    def undecided(self) -> int:
        """How many moves are undecided."""
        return len(self.of(Verdict.UNDECIDED))

    @property
    def open(self) -> bool:
        """Whether a longer look could settle more."""
        return self.undecided > 0 and self.seconds < LONGER_LOOK

    def judged(self, choice: Move) -> Judged | None:
        """Return what is known of a move as ``choices`` has it; None if it is none of these."""
        return next((one for one in self.moves if one.move == choice), None)
