"""The table of a puzzle: a position that can still be won, tried as often as the player likes."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final

from game.player.apart import PuzzleDesk
from game.support.texts import tr, trn
from game.words.names import deal_name
from scenes.kit.commands import BY_COMMAND, Command
from scenes.kit.services import Host
from scenes.table.apart import SceneApart
from scenes.table.light import Light
from scenes.table.orders import ASKED
from scenes.table.strip import Decision
from scenes.widgets.controls import Control

_HERE: Final = frozenset(
    {
        Command.UNDO,
        Command.UNDO_ACTION,
        Command.REDO,
        Command.REDO_ACTION,
        Command.RESTART,
        Command.AGAIN,
        Command.NEXT_BRANCH,
        Command.FORMER_BRANCH,
        Command.BOOKMARK,
        Command.NEXT_BOOKMARK,
        Command.FORMER_BOOKMARK,
        Command.SAFE,
        Command.TO_CELLS,
        Command.TO_HOME,
        Command.BACK,
        *ASKED,
        Command.DEAL,
        Command.HINT,
        Command.SOLUTION,
    }
)


class PuzzleScene(SceneApart):
    """One puzzle. ``following`` leads to the next one; None where there is none."""

    def __init__(
        self,
        host: Host,
        desk: PuzzleDesk,
        back: Callable[[], None],
        following: Callable[[], None] | None = None,
    ) -> None:
        self._puzzle_desk = desk
        self.puzzle = desk.puzzle
        self.following = following
        self._told: Light | None = None
        """What the light has told when the strip was last brought up to date."""
        super().__init__(host, desk, back)

    # -- what it shows -------------------------------------------------------------------------

    @property
    def always_lit(self) -> bool:
        return True

    @property
    def short_title(self) -> str:
        return tr("Second chance {deal}", deal=deal_name(self.puzzle.deal))

    def stage_strip(self) -> Decision:
        """How this try stands, and the ways on."""
        self._told = self.guide.light
        leave, begun = [self.leave_button()], bool(self.desk.session.since_restart)
        again = [self._again_button()] if begun else []
        following = [self.next_button(tr("Next"))] if self.following else []
        if self._solved:
            for control in following:
                control.strong = True
        elif begun and not self.desk.session.won:
            following = []
        return Decision(self._words(), "", [*leave, *again, *following], firm=True)

    def _again_button(self) -> Control:
        key = BY_COMMAND[Command.RESTART].key_names
        label = tr("{label} ({key})", label=tr("Try again"), key=key)
        return Control(label, lambda: self.host.run(Command.RESTART))

    def _words(self) -> str:
        session = self.desk.session
        if self._solved and session.won:
            return tr("Solved: the game is won.")
        if self._solved:
            return tr(
                "Solved: you've played as many moves as the shortest solution takes "
                "and can still win."
            )
        if session.won:
            return tr("That was the solution. Now try it yourself.")
        if self._told is Light.LOST:
            return tr("This position is lost. Undo, or try again.")
        if not session.since_restart:
            return self._task()
        return tr("It can still be won.") if self._told is Light.CAN_WIN else tr("Your move.")

    def _task(self) -> str:
        puzzle = self.puzzle
        kept = trn(
            "Your move: it can still be won. {n} of {of} moves wins.",
            "Your move: it can still be won. {n} of {of} moves win.",
            puzzle.kept,
            of=puzzle.of,
        )
        if puzzle.undecided:
            kept = tr(
                "Your move: it can still be won. At least {n} of {of} moves win.",
                n=puzzle.kept,
                of=puzzle.of,
            )
        way = trn(
            "The shortest solution known takes {n} move.",
            "The shortest solution known takes {n} moves.",
            puzzle.depth,
        )
        return f"{kept} {way}"

    # -- doing ---------------------------------------------------------------------------------

    @property
    def known(self) -> Collection[Command]:
        return _HERE

    def go_next(self) -> None:
        """Go on to the next puzzle."""
        if self.following is None:
            self.refuse()
        else:
            self.following()

    # -- whether it is solved ------------------------------------------------------------------

    @property
    def _solved(self) -> bool:
        return self._puzzle_desk.solves(winnable=self.guide.light is Light.CAN_WIN)

    def tick(self, seconds: float, *, playing: bool) -> None:
        super().tick(seconds, playing=playing)
        if self.guide.light is not self._told:
            self.verdict.update()
        self._note()

    def leave(self) -> None:
        super().leave()
        self._note()

    def _note(self) -> None:
        """Tick the puzzle off once it is solved."""
        if self._solved:
            self._puzzle_desk.tick_off()
