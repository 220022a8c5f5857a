"""Leads to the last position of a lost game that could still be won, as soon as that is known: when
the review opens, and to try again."""

from __future__ import annotations

from collections.abc import Callable

from game.solver.answer import Verdict
from game.support.texts import tr
from game.teach.puzzles import Puzzle
from scenes.review.context import Reviewed
from scenes.review.keyboard import ways_out
from scenes.table.status import lost_words


class Loss:
    """Goes there. ``known`` tells whether all is known that will ever be; ``opening`` is whether
    the player has done nothing yet since the review has opened."""

    def __init__(self, shown: Reviewed, known: Callable[[], bool]) -> None:
        self._shown = shown
        self._known = known
        self.opening = True
        self._begin: Callable[[Puzzle], None] | None = None
        """Begins the position as a puzzle; None while nobody waits for that."""

    def try_again(self, begin: Callable[[Puzzle], None]) -> None:
        """Go there once it is known, and ``begin`` it as a puzzle; where cards are hidden it is
        only shown."""
        shown = self._shown
        if refused := self._refused():
            shown.refuse(refused)
            return
        self._begin = begin
        shown.line.show(tr("Lost. Looking for the last winnable position …"), stays=True)
        shown.invalidate()
        self.tick()

    def end(self) -> None:
        """Wait for nothing any more, as the player does something else."""
        if self._begin is not None:
            self._begin = None
            self._shown.line.clear()

    def tick(self) -> None:
        """Go there if it is known by now."""
        shown, begin = self._shown, self._begin
        if shown.walk is not shown.game or not (self.opening or begin):
            return
        lost = shown.walk.lost(shown.at)
        if lost is None:
            if begin and (refused := self._refused()):
                self.end()
                shown.refuse(refused)
        elif begin is None:
            self.opening = False
            if shown.at > lost:
                shown.go(lost)
        else:
            # The moves of what is shown are judged first.
            shown.go(lost)
            self._try(lost, begin)

    def _try(self, lost: int, begin: Callable[[Puzzle], None]) -> None:
        shown, puzzle = self._shown, self._shown.lost_moment
        waits = lost not in shown.telling.margins and not self._known()
        if puzzle is None and waits and shown.deal.kind.puzzles:
            return
        self.end()
        if puzzle is None:
            shown.notice(ways_out())
            shown.announcer.say(ways_out())
        else:
            begin(puzzle)

    def _refused(self) -> str:
        """Return why nothing can be tried again; empty as long as it may be."""
        shown = self._shown
        review, game = shown.review, shown.review.game_of(shown.at)
        first, last = review.verdicts[game.start], review.verdicts[game.stop - 1]
        if last is Verdict.WINNABLE:
            return tr("This game was not lost.")
        if first is Verdict.LOST:
            return lost_words(shown.deal)
        if review.lost_within(shown.at) is None and self._known():
            return tr("It's unknown which move lost this game.")
        return ""
