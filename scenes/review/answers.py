"""Answers what the player asks of the position under review: a hint, the best line, the best fair
move; and leads to the last position of a lost game that could still be won.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from game.core.moves import Move
from game.solver.answer import Known, Verdict
from game.support.texts import tr
from game.teach.hints import hint_of_line
from game.teach.puzzles import Puzzle, of_moment
from game.teach.reasons import Leg, legs
from game.words.chances import facts_of_advice, nothing_further
from scenes.kit.commands import Command
from scenes.review.steering import ways_out
from scenes.review.walks import LineWalk
from scenes.table.status import lost_words

if TYPE_CHECKING:
    from scenes.review.review_scene import ReviewScene


class Answers:
    """Asks the solver, and shows its answers; the position stays as it is. ``wish`` is the command
    that waits for an answer, ``way`` are the moves that are shown."""

    def __init__(self, shown: ReviewScene) -> None:
        self._shown = shown
        self._asked = False
        self.wish: Command | None = None
        self.way: Sequence[Leg] = ()
        self._last: tuple[int, Move] | None = None
        """The position and the move of a hint that has further steps."""

    def want(self, wish: Command) -> None:
        """Answer a command for the position that is shown, as soon as the answer is known."""
        shown = self._shown
        if shown.refuses_as_over():
            return
        if wish is Command.PLAY_FAIRLY and (refused := self._without_chance()):
            shown.refuse(refused)
            return
        self.wish, self._asked = wish, False
        shown.tell(tr("Thinking …"), "", stays=True)
        self.tick()

    def end(self) -> None:
        """End what is shown or waited for, as something else is done."""
        if self.wish is not None or self.way:
            self._shown.line.clear()
        self.wish, self.way = None, ()
        self._shown.invalidate()

    def tick(self) -> None:
        """Check whether the answer has come."""
        if self.wish is None:
            return
        shown, solver = self._shown, self._shown.kit.solver
        if self.wish is Command.PLAY_FAIRLY:
            self._tell_fair()
            return
        known = self._told() or solver.known(shown.deal, shown.state)
        again = known is None or known.verdict is Verdict.UNDECIDED
        if again and not self._asked:
            self._asked = True
            solver.ask(shown.deal, shown.state, again=True)
        elif known is not None and not (again and solver.busy()):
            self._answer(known)

    def _without_chance(self) -> str:
        """Return why no fair answer can be given; empty if it can."""
        shown = self._shown
        if not shown.deal.kind.hides_cards:
            return tr("No card is hidden here: the solution is all you need.")
        if shown.walk is not shown.game:
            return tr("Esc returns to the game.")
        if not shown.kit.solver.works:
            return tr("No more answers: the solver has failed.")
        return ""

    def _tell_fair(self) -> None:
        """Tell the best move by what could be seen, as soon as it is known."""
        shown = self._shown
        weighed = shown.luck.seek(shown.kit.solver, shown.at)
        if weighed is None:
            if not shown.kit.solver.works:
                self.end()
            return
        kind, state = shown.deal.kind, shown.state
        self.wish = None
        facts = facts_of_advice(kind, state, weighed.advice)
        self.way = tuple(legs(kind.engine, state, [facts[0].move])) if facts else ()
        words = facts[0].words if facts else nothing_further(weighed.advice)
        shown.tell(words, stays=True)

    def _told(self) -> Known | None:
        """Return what the story knows of the position. Its line is the one to be shown, as it is
        the shortest found."""
        shown = self._shown
        margin = shown.telling.margins.get(shown.at) if shown.walk is shown.game else None
        return Known(Verdict.WINNABLE, margin.line) if margin and margin.line else None

    def _answer(self, known: Known) -> None:
        shown, wish, self.wish = self._shown, self.wish, None
        shown.line.clear()
        shown.invalidate()
        if known.verdict is Verdict.UNDECIDED:
            shown.refuse(tr("It's unknown whether this can be won."))
        elif known.verdict is Verdict.LOST:
            begun = shown.walk.number(shown.at) > 0
            shown.refuse(tr("This position is lost.") if begun else lost_words(shown.deal))
        elif wish is Command.HINT:
            self._tell_hint(known.moves)
        else:
            self._play(known.moves)

    def _tell_hint(self, line: tuple[Move, ...]) -> None:
        """Tell the move to make; when asked again in the same position, tell the next step of the
        hint."""
        shown = self._shown
        margin = shown.kit.solver.margin(shown.deal, shown.state)
        hint = hint_of_line(shown.deal.engine, shown.state, line, margin)
        if hint is None:
            shown.refuse(tr("No hint was found here."))
            return
        deeper = bool(hint.further) and self._last == (shown.at, hint.move)
        self._last = None if deeper else (shown.at, hint.move)
        self.way = hint.way if deeper else hint.way[:1]
        if shown.table and not deeper:
            shown.table.desk.hint_given()
        shown.tell(hint.further if deeper else hint.first, stays=True)
        if deeper:
            shown.announcer.say(hint.ahead)

    def _play(self, moves: tuple[Move, ...]) -> None:
        """Leave the game for the winning line of ``moves``, and play it; the solution then counts
        as shown."""
        shown = self._shown
        if shown.table:
            shown.table.desk.solution_told()
        shown.take(LineWalk(shown.game, shown.at, moves, shown.review), 0)
        shown.walk_on()


class Loss:
    """Leads to the last position of a lost game that could still be won, as soon as that is known:
    when the review opens, and to try again. ``opening`` is whether the player has done nothing yet
    since the review has opened."""

    def __init__(self, shown: ReviewScene) -> None:
        self._shown = shown
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
        shown.tell(tr("Lost. Looking for the last winnable position …"), "", stays=True)
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
        shown = self._shown
        margin = shown.telling.margins.get(lost)
        puzzle: Puzzle | None = None
        if shown.deal.kind.puzzles:
            if margin is not None:
                puzzle = of_moment(shown.deal, shown.game.actions, lost, margin)
            elif not shown.study.done:
                return
        self.end()
        if puzzle is None:
            shown.tell(ways_out())
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
        if review.lost_within(shown.at) is None and shown.study.done:
            return tr("It's unknown which move lost this game.")
        return ""
