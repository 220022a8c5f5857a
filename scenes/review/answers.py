"""Answers commands about the position under review: a hint, the best line, the best fair move.

The position itself stays as it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum, auto
from typing import Final

from game.core.moves import Move
from game.solver.answer import Known, Verdict
from game.support.texts import tr
from game.teach.hints import hint_of_line
from game.teach.reasons import Leg, legs
from game.words.chances import facts_of_advice, nothing_further
from scenes.kit.commands import Command
from scenes.review.autoplay import Watch
from scenes.review.context import Reviewed
from scenes.review.walks import LineWalk
from scenes.table.status import lost_words


class Wish(Enum):
    """What was asked for."""

    HINT = auto()
    SOLUTION = auto()
    FAIR = auto()
    """The move that was best by all that could be seen."""


ANSWERED: Final[Mapping[Command, Wish]] = {
    Command.HINT: Wish.HINT,
    Command.SOLUTION: Wish.SOLUTION,
    Command.PLAY_FAIRLY: Wish.FAIR,
}
"""The commands that are answered for the position that is shown."""


class Answers:
    """Asks the solver, and shows its answers. ``way`` are the moves that are shown."""

    def __init__(self, shown: Reviewed, watch: Watch) -> None:
        self._shown = shown
        self._watch = watch
        self._asked = False
        self.wish: Wish | None = None
        self.way: Sequence[Leg] = ()
        self._last: tuple[int, Move] | None = None
        """The position and the move of a hint that has further steps."""

    def want(self, wish: Wish) -> None:
        """Answer for the position that is shown, as soon as the answer is known."""
        shown = self._shown
        if shown.over:
            shown.refuse(tr("The game is over here. Go back first."))
            return
        if wish is Wish.FAIR and (refused := self._without_chance()):
            shown.refuse(refused)
            return
        self.wish, self._asked = wish, False
        shown.line.show(tr("Thinking …"), stays=True)
        shown.invalidate()
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
        if self.wish is Wish.FAIR:
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
        shown.tell(facts[0].words if facts else nothing_further(weighed.advice))

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
        elif wish is Wish.HINT:
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
        shown.tell(hint.further if deeper else hint.first)
        if deeper:
            shown.announcer.say(hint.ahead)

    def _play(self, moves: tuple[Move, ...]) -> None:
        """Leave the game for the winning line of ``moves``, and play it; the solution then counts
        as shown."""
        shown = self._shown
        if shown.table:
            shown.table.desk.solution_told()
        shown.take(LineWalk(shown.game, shown.at, moves, shown.review), 0)
        self._watch.go_on()
