"""What a hint shows on a table: one fact after the other, each with its move."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from game.core.moves import Action, Move
from game.core.state import State
from game.support.texts import tr
from scenes.table.context import Table

if TYPE_CHECKING:
    from game.words.hints import Fact


class Hints:
    """Tells what is known of the position, the next best with each hint that is asked for.

    ``shown`` is the move that a hint shows, while it does.
    """

    def __init__(self, table: Table) -> None:
        self._table = table
        self.shown: Move | None = None
        self._fact: Fact | None = None
        """What the last hint in this position has told."""

    def end(self) -> None:
        """Show nothing any more; the next hint in the same position goes on."""
        self.shown = None

    def forget(self) -> None:
        """Begin anew, in another position."""
        self.shown = self._fact = None

    def by_thumb(self) -> None:
        """Tell what a rule of thumb says, which needs no waiting."""
        from game.words.hints import facts_of_thumb  # the first picture does without

        table = self._table
        facts = facts_of_thumb(table.rules, table.state)
        if facts:
            table.desk.hint_given()
            self.tell(facts)
        else:
            table.refuse(tr("No rule of thumb helps here."))

    def of_line(self, moves: Sequence[Move]) -> None:
        """Tell what follows from ``moves``, which win."""
        # The first picture does without these.
        from game.play.lookahead import others_that_win
        from game.words.hints import facts_of_line

        table = self._table
        judge = partial(table.kit.solver.verdict, table.deal)
        others = others_that_win(table.desk.session, table.kit.settings.automatic, judge)
        self.tell(facts_of_line(table.rules, table.state, moves, others))

    def lost_by(self, action: Action, before: State) -> None:
        """Tell which action lost a game that could still be won ``before`` it."""
        from game.words.hints import lost_by  # the first picture does without

        self._table.tell(lost_by(action, before))

    def tell(self, facts: Sequence[Fact]) -> None:
        """Tell the one of ``facts`` that is next in this position, and show its move."""
        table = self._table
        if not facts:
            table.refuse(tr("No hint is known here."))
            return
        last = facts.index(self._fact) if self._fact in facts else -1
        self._fact = facts[(last + 1) % len(facts)]
        self.show(self._fact)

    def show(self, fact: Fact, *, aloud: bool = True) -> None:
        """Show a fact with its move, and announce it if it is to be said ``aloud``."""
        table = self._table
        self.shown = fact.move
        table.guided = True
        table.line.show(fact.words, stays=True)
        if aloud:
            table.announcer.say(table.line.text)
        table.invalidate()
