"""Looks for the lost moments of a finished game, in the solver's process."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from game.play.sharing import from_text
from game.teach.puzzles import Puzzle, lost_moments


class Looking(NamedTuple):
    """The work of finding the puzzles of one game, which takes about a second; ``moves`` is the
    game as it is kept. Its one answer are the puzzles; there is none for a game that cannot be
    read."""

    game: str
    rules: str | None
    moves: str

    def run(self, cancelled: Callable[[], bool]) -> Iterator[tuple[Puzzle, ...]]:
        """Give the answer, unless ``cancelled`` before."""
        session = from_text(self.moves, self.game, self.rules, as_kept=True)
        found = tuple(lost_moments(session.deal, session.actions, cancelled))
        if not cancelled():
            yield found
