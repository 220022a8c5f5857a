"""The desk of a lesson: a game that nobody keeps, counts or records."""

from __future__ import annotations

from game.core.moves import Action, Move, Refusal
from game.core.piles import PileId
from game.play.nodes import Node
from game.player.apart import DeskApart
from game.player.settings import Settings
from game.player.storage import Storage
from game.record.entries import Record
from game.teach.lessons import SAFE, UNDO, Course

NOT_ASKED = "not-asked"
"""The reason for refusing what the rules allow and the lesson does not ask for."""


class PracticeDesk(DeskApart):
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
        self.session.recorded = True

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
