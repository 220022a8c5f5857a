"""The hint that a table shows, and its steps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from game.core.moves import Move
from game.support.texts import tr
from game.teach.hints import hint_at, hint_of_line, hint_of_thumb
from scenes.kit.commands import BY_COMMAND, Command, key_words

if TYPE_CHECKING:
    from game.solver.answer import Margin
    from game.teach.hints import Hint
    from game.teach.reasons import Leg
    from game.words.chances import Advised
    from scenes.table.table import Table

_NAMED, _DEEPER, _OFFERED = range(3)
"""How far a hint has gone: the move is shown with its shortest reason; then its further reasons and
the next moves; then it is offered, and asked once more, it is played."""


class Hints:
    """Shows one hint, and goes a step deeper each time the player asks again.

    It counts as one hint, however deep it goes. Other input ends it, and the next hint starts over.
    """

    def __init__(self, table: Table) -> None:
        self._table = table
        self._hint: Hint | None = None
        """What asking again goes deeper into; a fact of the fair adviser has no steps."""
        self.shown: Move | None = None
        """The move that is shown; None while there is no hint."""
        self._step = _NAMED
        self._line: Sequence[Move] = ()
        """The winning line, if what is shown is its first move."""
        self._margin: Margin | None = None
        """What was known about the other moves when the sentences were made."""

    @property
    def steps(self) -> bool:
        """Whether asking again goes a step deeper."""
        return self._hint is not None

    @property
    def way(self) -> Sequence[Leg]:
        """The moves of a hint that are drawn on the cards."""
        if self._hint is None:
            return ()
        return self._hint.legs if self._step == _DEEPER else self._hint.legs[:1]

    @property
    def offered(self) -> bool:
        """Whether the move is offered to be played."""
        return self._hint is not None and self._step == _OFFERED

    @property
    def waits(self) -> bool:
        """Whether the other moves are being judged, to tell more."""
        return bool(self._line) and self._table.kit.solver.is_looking_ahead

    def end(self) -> None:
        """Show nothing any more."""
        self.shown, self._hint, self._line, self._margin = None, None, (), None

    # -- where hints come from -----------------------------------------------------------------

    def by_thumb(self) -> None:
        """Show what a rule of thumb says, which needs no waiting."""
        table = self._table
        hint = hint_of_thumb(table.rules, table.state)
        if hint:
            table.session.count_hint()
            self.begin(hint)
        else:
            table.refuse(tr("No rule of thumb helps here."))

    def of_line(self, line: Sequence[Move]) -> None:
        """Show the first move of ``line``, which wins, and have the other moves judged."""
        table = self._table
        hint = self._make(line)
        if hint is None:
            table.refuse(tr("No hint was found here."))
            return
        self.begin(hint)
        self._line = line
        table.kit.solver.weigh(table.deal, [table.state])

    def _make(self, line: Sequence[Move], *, late: bool = False) -> Hint | None:
        table = self._table
        self._margin = table.kit.solver.margin(table.deal, table.state)
        return hint_of_line(table.rules, table.state, line, self._margin, late=late)

    # -- its steps -----------------------------------------------------------------------------

    def show(self, fact: Advised, *, aloud: bool = True) -> None:
        """Show a fact with its move, and announce it if it is to be said ``aloud``."""
        self.end()
        self.shown = fact.move
        self._table.tell(fact.words, None if aloud else "", stays=True)

    def begin(self, hint: Hint, step: int = _NAMED) -> None:
        """Begin ``hint`` with its first step, or a later one."""
        self.end()
        self.shown, self._hint, self._step = hint.move, hint, step
        self._tell()

    def offer(self, move: Move) -> None:
        """Offer to play ``move``; everything known about it was told."""
        self.begin(hint_at(self._table.rules, self._table.state, move), _OFFERED)

    def deeper(self) -> None:
        """Go on to the next step: say more, offer the move, or play it as if the player had."""
        hint, table = self._hint, self._table
        if hint is None:
            return
        if self._step == _OFFERED:
            self.end()
            table.line.clear()
            table.finish_motion()
            table.play(hint.move)
            return
        self._step = _DEEPER if self._step == _NAMED and hint.further else _OFFERED
        self._tell()

    def news(self) -> None:
        """Check whether the other moves are judged now: then the text may grow."""
        table = self._table
        if not self._line or table.kit.solver.margin(table.deal, table.state) is self._margin:
            return
        before = self._words
        self._hint = self._make(self._line, late=self._step > _NAMED)
        if self._words != before:
            # What is new comes before the full stop, and only that is announced.
            new = self._words.removeprefix(before[:-1]).lstrip("; ")
            table.tell(self._words, new, stays=True)

    @property
    def _words(self) -> str:
        hint = self._hint
        if hint is None:
            return ""
        if self._step == _OFFERED:
            key, enter = BY_COMMAND[Command.HINT].first_key, key_words("Enter")
            return tr(
                "{move}? {key} or {enter} plays it.", move=hint.move_words, key=key, enter=enter
            )
        return hint.first if self._step == _NAMED else hint.further

    def _tell(self) -> None:
        """Show and announce what belongs to this step, with the drawn moves in words for
        listeners."""
        ahead = self._hint.rest_of_line if self._hint and self._step == _DEEPER else ""
        self._table.tell(self._words, f"{self._words} {ahead}".strip(), stays=True)
