"""The keyboard in a review: walking, turning points, and the commands that mean something here."""

from __future__ import annotations

from typing import Final, Protocol

import pygame

from game.support.texts import tr
from scenes.kit.commands import ENTER, Command
from scenes.review.answers import ANSWERED, Answers
from scenes.review.context import Reviewed
from scenes.review.frame import ReviewFrame
from scenes.review.leaps import Leaps
from scenes.review.walks import LineWalk
from scenes.table.orders import ASKED

_STEPS: Final = {
    pygame.K_LEFT: -1,
    pygame.K_RIGHT: 1,
    pygame.K_PAGEUP: -10,
    pygame.K_PAGEDOWN: 10,
}
_TURNS: Final = {pygame.K_UP: False, pygame.K_DOWN: True}
"""The keys for turning points, and whether they go forward."""
_TEXTS: Final = {pygame.K_n: Command.NAME, pygame.K_r: Command.REMARK}
"""The keys for what can be written at a position."""
_COMMANDS: Final = {
    Command.UNDO: -1,
    Command.UNDO_ACTION: -1,
    Command.REDO: 1,
    Command.REDO_ACTION: 1,
}
"""By how many positions each command moves."""
_BRANCHES: Final = {Command.NEXT_BRANCH: 1, Command.FORMER_BRANCH: -1}
_BOOKMARKS: Final = {Command.NEXT_BOOKMARK: 1, Command.FORMER_BOOKMARK: -1}
_ON_A_TABLE: Final = (Command.SAFE, Command.TO_CELLS, Command.TO_HOME, *ASKED)
"""The commands that only the table can carry out."""


class Walker(Protocol):
    """What the keyboard asks of the review besides showing a position."""

    def calm(self) -> None:
        """End what goes on by itself."""

    def step(self, by: int) -> None:
        """Move by ``by`` positions."""

    def turn(self, forward: bool) -> None:
        """Show the next turning point of the story, or the one before."""

    def walk_or_stop(self) -> None:
        """Walk by itself, or stop."""

    def close(self) -> None:
        """Return to where the review was opened."""

    def confirm(self) -> None:
        """Play on from the position that is shown."""


class Keyboard:
    """Handles keys and commands."""

    def __init__(
        self, shown: Reviewed, frame: ReviewFrame, walker: Walker, answers: Answers, leaps: Leaps
    ) -> None:
        self._shown = shown
        self._frame = frame
        self._walker = walker
        self._answers = answers
        self._leaps = leaps

    def command(self, command: Command) -> bool:
        """Carry out a command; return False for what only the table can do."""
        shown, walker = self._shown, self._walker
        if command is Command.DEAL:
            # The space bar presses what is in focus, as everywhere.
            if not self._frame.controls.activate():
                walker.walk_or_stop()
        elif command is Command.SOLUTION and isinstance(shown.walk, LineWalk):
            walker.walk_or_stop()
        elif command in _COMMANDS:
            walker.step(_COMMANDS[command])
        elif command is Command.START:
            if not (self._frame.drop_focus() or shown.line.dismiss()):
                walker.close()
        elif command is Command.RESTART and shown.table is None:
            shown.host.play_again(shown.deal)
        else:
            walker.calm()
            return self._ask_for(command)
        return True

    def _ask_for(self, command: Command) -> bool:
        if command in _BRANCHES:
            self._leaps.to_branch(_BRANCHES[command])
        elif command in _BOOKMARKS:
            self._leaps.to_bookmark(_BOOKMARKS[command])
        elif command is Command.BOOKMARK:
            self._leaps.bookmark()
        elif command in ANSWERED:
            self._answers.want(ANSWERED[command])
        elif command in _ON_A_TABLE:
            self._shown.refuse(ways_out())
        else:
            return False
        return True

    def take(self, event: pygame.Event) -> None:
        """Handle a KEYDOWN event that is no command."""
        shown, walker = self._shown, self._walker
        if event.key in ENTER:
            if not self._frame.controls.activate():
                walker.confirm()
            return
        walker.calm()
        if event.key in _STEPS:
            walker.step(_STEPS[event.key])
        elif event.key in _TURNS:
            walker.turn(_TURNS[event.key])
        elif event.key == pygame.K_HOME:
            shown.go(0)
        elif event.key == pygame.K_END:
            shown.go(shown.length)
        elif event.key in _TEXTS:
            shown.host.run(_TEXTS[event.key])
        elif event.key == pygame.K_t:
            shown.host.run(Command.AGAIN)
        elif event.key == pygame.K_TAB:
            self._frame.step_focus(not event.mod & pygame.KMOD_SHIFT)
        shown.invalidate()


def ways_out() -> str:
    """Return the words on how the review is left."""
    return tr("Enter plays on from here, Esc goes back.")
