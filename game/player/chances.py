"""The desk of a puzzle, and which puzzles the player has solved."""

from __future__ import annotations

from typing import Final

from game.core.moves import Action, Refusal
from game.play.book import Book
from game.play.session import Session
from game.player.apart import DeskApart
from game.player.settings import Settings
from game.player.storage import Storage
from game.record.entries import Record
from game.rules.counting import moves_in
from game.rules.registry import Deal
from game.teach.puzzles import Puzzle

_MOST: Final = 2000
"""So many solved puzzles are remembered, the latest."""


class PuzzleDesk(DeskApart):
    """Plays the position of a puzzle as a deal of its own: undo and restart lead to its start and
    not before, and each restart is another try."""

    def __init__(
        self, storage: Storage, settings: Settings, record: Record, puzzle: Puzzle
    ) -> None:
        deal = puzzle.deal
        own = Deal(deal.game, rules=deal.rules, board=puzzle.state())
        super().__init__(storage, settings, record, Session(own))
        self.puzzle = puzzle

    def restart(self) -> Action | Refusal:
        result = super().restart()
        if not isinstance(result, Refusal):
            self.session.book = Book(recorded=True)
        return result

    def solves(self, *, winnable: bool) -> bool:
        """Return whether this try has solved the puzzle: it is won, or it is ``winnable`` after as
        many own moves as the shortest way known has. A try in which the solution was shown has
        not."""
        session = self.session
        if session.book.shown:
            return False
        return session.won or (winnable and self._gone() >= self.puzzle.depth)

    def _gone(self) -> int:
        """Return how many moves of this try have led to a position that was new in it: a card that
        goes to and fro gets nowhere."""
        met, gone = {self.session.layout}, 0
        for action in self.session.since_restart:
            if action[-1].after not in met:
                met.add(action[-1].after)
                gone += moves_in(action)
        return gone

    def tick_off(self) -> None:
        """Remember the puzzle as solved."""
        if not is_solved(self._settings, self.puzzle):
            solved = (*self._settings.solved, self.puzzle.key)
            self._settings.solved = solved[-_MOST:]
            self._storage.save_settings(self._settings)


def is_solved(settings: Settings, puzzle: Puzzle) -> bool:
    """Return whether the player has solved ``puzzle``."""
    return puzzle.key in settings.solved
