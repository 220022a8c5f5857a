"""A hint and the solution for the position that a review looks at; it stays where it is."""

from __future__ import annotations

from enum import Enum, auto
from typing import Final, Protocol

from game.core.moves import Move, Refusal
from game.core.state import State
from game.play.review import Review
from game.solver.answer import Verdict
from game.solver.known import Known
from game.support.texts import tr, trn
from game.words.hints import Fact, facts_of_line
from scenes.kit.services import Kit
from scenes.table.scene import TableScene
from scenes.table.status import lost_words
from scenes.widgets.notice import EdgeLine

_TOLD: Final = 12
"""How many moves of a solution are told at once."""


class Wish(Enum):
    """What was asked for."""

    HINT = auto()
    SOLUTION = auto()


class Shown(Protocol):
    """What is answered for."""

    review: Review
    table: TableScene | None
    line: EdgeLine
    at: int

    @property
    def kit(self) -> Kit: ...

    @property
    def state(self) -> State: ...

    def invalidate(self) -> None:
        """Another picture is wanted."""

    def refuse(self, words: str) -> None:
        """The pling, with a line at the edge."""


class Answers:
    """Asks the solver, and tells what it answers. ``hinted`` is the move that is shown."""

    def __init__(self, shown: Shown) -> None:
        self._shown = shown
        self._asked = False
        self.wish: Wish | None = None
        self.hinted: Move | None = None
        self._last: tuple[int, Fact | None] = 0, None
        """Which position the last hint was for, and what it has told."""

    def want(self, wish: Wish) -> None:
        """Answer for the position that is looked at, as soon as it is known."""
        shown = self._shown
        if shown.state.stopped or shown.review.deal.engine.won(shown.state):
            shown.refuse(tr("The game has ended here; go back first."))
            return
        self.wish, self._asked = wish, False
        shown.line.show(tr("Thinking …"), stays=True)
        shown.invalidate()
        self.tick()

    def end(self) -> None:
        """Something else is done: what was shown or waited for goes."""
        if self.wish is not None or self.hinted is not None:
            self._shown.line.clear()
        self.wish = self.hinted = None
        self._shown.invalidate()

    def tick(self) -> None:
        """See whether the answer is there."""
        if self.wish is None:
            return
        shown, solver = self._shown, self._shown.kit.solver
        known = solver.known(shown.review.deal, shown.state)
        again = known is None or known.verdict is Verdict.UNDECIDED
        if again and not self._asked:
            self._asked = True
            solver.ask(shown.review.deal, shown.state, again=True)
        elif known is not None and not (again and solver.busy()):
            self._answer(known)

    def _answer(self, known: Known) -> None:
        shown, wish, self.wish = self._shown, self.wish, None
        shown.line.clear()
        shown.invalidate()
        if known.verdict is Verdict.UNDECIDED:
            shown.refuse(tr("It is not known whether this can be won."))
        elif known.verdict is Verdict.LOST:
            begun = shown.at not in (0, *shown.review.begins)
            words = tr("This cannot be won any more.") if begun else lost_words(shown.review.deal)
            shown.refuse(words)
        elif wish is Wish.HINT:
            self._tell_hint(known.moves)
        else:
            self._tell_solution(known.moves)

    def _tell_hint(self, line: tuple[Move, ...]) -> None:
        """The move to do; asked for again in the same position, what it leads to."""
        shown = self._shown
        facts = facts_of_line(shown.review.deal.engine, shown.state, line, ())
        if not facts:
            shown.refuse(tr("No hint is known here."))
            return
        at, last = self._last
        told = facts.index(last) if at == shown.at and last in facts else -1
        fact = facts[(told + 1) % len(facts)]
        self._last = shown.at, fact
        self.hinted = fact.move
        if shown.table:
            shown.table.desk.hint_given()
        self._say(fact.words)

    def _tell_solution(self, moves: tuple[Move, ...]) -> None:
        """The first moves in notation; so told, the solution counts as shown."""
        shown = self._shown
        first = shown.review.deal.engine.resolve(shown.state, moves[0])
        self.hinted = None if isinstance(first, Refusal) else first
        if shown.table:
            shown.table.desk.solution_told()
        told = " ".join(move.text for move in moves[:_TOLD])
        more = " …" if len(moves) > _TOLD else ""
        self._say(
            trn(
                "The solution from here, {n} move: {moves}",
                "The solution from here, {n} moves: {moves}",
                len(moves),
                moves=told + more,
            )
        )

    def _say(self, words: str) -> None:
        self._shown.line.show(words, stays=True)
        self._shown.kit.announcer.say(words)
