"""The desks of lessons and puzzles, whose games nobody keeps, and which puzzles are solved."""

from __future__ import annotations

from typing import Final, TypeVar

from game.core.moves import Action, Move, Refusal
from game.core.state import PileId
from game.play.history import Book, Node
from game.play.session import Session
from game.player.current import Desk
from game.player.settings import Settings
from game.player.storage import Storage
from game.record.entries import Record
from game.rules.counting import moves_in
from game.rules.registry import Deal
from game.teach.lessons import SAFE, UNDO, Course
from game.teach.puzzles import Puzzle

_Result = TypeVar("_Result", bound=Action | Refusal)


class ExerciseDesk(Desk):
    """A desk whose game nobody keeps, counts or records; what is in hand elsewhere stays there."""

    def __init__(
        self, storage: Storage, settings: Settings, record: Record, session: Session
    ) -> None:
        super().__init__(storage, settings, record, session)
        session.book.recorded = True

    def save(self) -> None:
        """Keep nothing."""

    def take(self, session: Session) -> None:
        """Stay with the game on this desk."""

    def lay(self, session: Session) -> None:
        """Stay with the game on this desk."""

    def _count_by_hand(self, action: Action) -> None:
        """Count nothing."""

    def newly_stuck(self) -> bool:
        """Return False: the strip at the foot says all that is to be said."""
        return False

    def _moved(self, result: _Result) -> _Result:
        return result

    def _undone(self, action: Action) -> Action:
        return action


_MOST: Final = 2000
"""So many solved puzzles are remembered, the latest."""


class PuzzleDesk(ExerciseDesk):
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


NOT_ASKED = "not-asked"
"""The reason for refusing what the rules allow and the lesson does not ask for."""


class PracticeDesk(ExerciseDesk):
    """Does what a lesson asks for, and refuses all else; nothing of it reaches a file.

    What the rules forbid is refused with their own reason.
    """

    def __init__(
        self, storage: Storage, settings: Settings, record: Record, course: Course
    ) -> None:
        self.course = course
        super().__init__(storage, settings, record, course.begin())

    def next_step(self) -> None:
        """Lay out the next step."""
        self.session = self.course.go_on()
        self.session.book.recorded = True

    # -- what is asked for ---------------------------------------------------------------------

    def do(self, *moves: Move) -> Action | Refusal:
        session = self.session
        judged = session.outcome(*moves)
        if isinstance(judged, Refusal):
            return judged
        answered = self.course.answered(session.state, moves)
        if not answered:
            return Refusal(NOT_ASKED)
        self.course.tick_off(answered)
        return session.do(*moves)

    def to_cells(self, source: PileId, count: int) -> Action | Refusal:
        found = self.session.rules.to_cells(self.session.state, source, count)
        return found if isinstance(found, Refusal) else self.do(*found)

    def safe_cards(self) -> Action | Refusal:
        if not self.course.asks(SAFE):
            return Refusal(NOT_ASKED)
        self.course.tick_off()
        return self.session.safe_cards()

    def undo_action(self) -> Action:
        if not self.course.asks(UNDO):
            return ()
        self.course.tick_off()
        return self.session.undo_action()

    def undo_step(self) -> Action:
        return self.undo_action()

    # -- what a lesson does not have -----------------------------------------------------------

    def replace_last(self, move: Move) -> Action | Refusal:
        return Refusal(NOT_ASKED)

    def show_move(self, move: Move) -> Action | Refusal:
        return Refusal(NOT_ASKED)

    def restart(self) -> Action | Refusal:
        return Refusal(NOT_ASKED)

    def go(self, node: Node) -> Action:
        return ()

    def redo_step(self) -> Action:
        return ()

    def redo_action(self) -> Action:
        return ()
