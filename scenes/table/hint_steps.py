"""The hint shown on a table, and its steps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from game.core.moves import Move
from game.support.texts import tr
from game.teach.hints import hint_at, hint_of_line, hint_of_thumb
from scenes.kit.commands import Command, key_words

if TYPE_CHECKING:
    from game.solver.answer import Margin
    from game.teach.hints import Hint
    from game.teach.reasons import Leg
    from game.words.chances import Advised
    from scenes.table.table import Table

_NAMED, _DEEPER, _OFFERED = range(3)
"""The steps of a hint: the move, further reasons, the offer to play it."""


class Hints:
    """Shows hints in steps, and the fair adviser's advice."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._hint: Hint | None = None
        """The hint that is shown; None if there is none, or if the adviser's advice is shown."""
        self.shown: Move | None = None
        """The move that the hint or advice is about, if any."""
        self._step = _NAMED
        self._line: Sequence[Move] = ()
        """The winning line that begins with the hint's move, or empty."""
        self._margin: Margin | None = None
        """What was known about the other moves when the hint's text was made."""

    @property
    def has_steps(self) -> bool:
        return self._hint is not None

    @property
    def drawn_moves(self) -> Sequence[Leg]:
        """The moves of the hint that are drawn over the cards."""
        if self._hint is None:
            return ()
        return self._hint.legs if self._step == _DEEPER else self._hint.legs[:1]

    @property
    def offered(self) -> bool:
        """Whether the hint that is shown offers to play its move."""
        return self._hint is not None and self._step == _OFFERED

    def end(self) -> None:
        self.shown, self._hint, self._line, self._margin = None, None, (), None

    # -- where hints come from -----------------------------------------------------------------

    def show_rule_of_thumb(self) -> None:
        """Show a hint by rule of thumb and count it; refuse if there is none."""
        table = self._table
        hint = hint_of_thumb(table.rules, table.state)
        if hint:
            table.session.count_hint()
            self.begin(hint)
        else:
            table.refuse(tr("No rule of thumb helps here."))

    def show_line(self, line: Sequence[Move]) -> None:
        """Show the first move of a winning line as a hint. Let the solver judge the other moves."""
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

    # -- the steps of a hint -------------------------------------------------------------------

    def show(self, part: Advised, *, aloud: bool = True) -> None:
        """Show a part of the advice; announce it if ``aloud``."""
        self.end()
        self.shown = part.move
        self._table.tell(part.words, None if aloud else "", stays=True)

    def begin(self, hint: Hint, step: int = _NAMED) -> None:
        """Show ``hint``, beginning with ``step``."""
        self.end()
        self.shown, self._hint, self._step = hint.move, hint, step
        self._tell()

    def offer(self, move: Move) -> None:
        """Show a hint whose next step plays ``move``."""
        self.begin(hint_at(self._table.rules, self._table.state, move), _OFFERED)

    def next_step(self) -> None:
        """Take the hint's next step; the last one plays the move."""
        hint, table = self._hint, self._table
        if hint is None:
            return
        if self._step == _OFFERED:
            self.end()
            table.message.clear()
            table.finish_motion()
            table.play(hint.move)
            return
        self._step = _DEEPER if self._step == _NAMED and hint.further else _OFFERED
        self._tell()

    def poll(self) -> None:
        """Update the hint's text once more is known about the other moves."""
        table = self._table
        if not self._line or table.kit.solver.margin(table.deal, table.state) is self._margin:
            return
        before = self._words
        self._hint = self._make(self._line, late=self._step > _NAMED)
        if self._words != before:
            # The new words come just before the final full stop; announce only them.
            new = self._words.removeprefix(before[:-1]).lstrip("; ")
            table.tell(self._words, new, stays=True)

    @property
    def _words(self) -> str:
        hint = self._hint
        if hint is None:
            return ""
        if self._step == _OFFERED:
            key, enter = Command.HINT.first_key, key_words("Enter")
            return tr(
                "{move}? {key} or {enter} plays it.", move=hint.move_words, key=key, enter=enter
            )
        return hint.first if self._step == _NAMED else hint.further

    def _tell(self) -> None:
        """Show and announce the text of the current step."""
        # Announce the moves that are drawn as arrows but not mentioned in the text.
        ahead = self._hint.rest_of_line if self._hint and self._step == _DEEPER else ""
        self._table.tell(self._words, f"{self._words} {ahead}".strip(), stays=True)
