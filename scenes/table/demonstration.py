"""A game that plays on by itself, by nothing but what its player can see."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

from game.core.moves import Move
from game.fair.advice import Advice
from game.support.texts import tr
from game.words.chances import light_text, nothing_further
from scenes.kit.commands import BY_COMMAND, Command
from scenes.table.context import Table
from scenes.table.fair import ENOUGH, Fair
from scenes.table.intents import SolutionMove

_PAUSE: Final = 0.5
"""Seconds between two moves, beside their flight."""
_GRACE: Final = 1.5
"""Seconds before the first move in a game that counts."""


class Demonstration:
    """The adviser's moves, one after the other, while this is ticked. The game counts as shown."""

    def __init__(self, table: Table, fair: Fair, *, costs: bool) -> None:
        """``costs`` tells that a win that is still possible would not count any more."""
        self._table = table
        self._fair = fair
        self._wait = _GRACE if costs else 0.0
        self._met: set[Hashable] = set()
        """What was known where something was decided, however often the waste was turned over."""
        fair.watched = True
        fair.position_changed()
        self._words = self._said(costs=costs)
        self._show()
        table.announcer.say(self._words)

    @staticmethod
    def _said(*, costs: bool) -> str:
        key = BY_COMMAND[Command.PLAY_FAIRLY].key_names
        if costs:
            return tr(
                "Playing on from the cards you've seen; this won't count as a win. Any key "
                "or click pauses, {key} continues.",
                key=key,
            )
        return tr(
            "Playing on from the cards you've seen. Any key or click pauses, {key} continues.",
            key=key,
        )

    def _show(self) -> None:
        self._table.line.show(self._words, stays=True)
        self._table.invalidate()

    def end(self) -> None:
        """Pause, or come to the end: positions are asked about no more for its sake."""
        self._fair.watched = False

    def tick(self, seconds: float) -> bool:
        """Let time pass: make the next move once it is due and known. Return whether it goes on."""
        if self._table.animator.busy:
            return True
        self._wait -= seconds
        advice = self._fair.advice
        if self._wait > 0 or not self._enough(advice):
            return True
        if advice is None:
            self._table.refuse(tr("No more answers: the solver has failed."))
            return False
        return self._follow(advice)

    def _enough(self, advice: Advice | None) -> bool:
        """Whether no better answer is worth waiting for."""
        if not (self._fair.waiting or self._table.kit.solver.busy()):
            return True
        if advice is None:
            return False
        return advice.exact or advice.samples >= ENOUGH

    def _follow(self, advice: Advice) -> bool:
        table = self._table
        state = table.state
        known = tuple(state.piles.items()), state.stage, table.desk.session.looked
        if not advice.moves or known in self._met:
            self._tell(nothing_further(advice))
            return False
        self._met.add(known)
        return self._play(advice, advice.moves[0])

    def _play(self, advice: Advice, move: Move) -> bool:
        table = self._table
        chance = light_text(table.deal.kind, advice)[0]
        key = BY_COMMAND[Command.PLAY_FAIRLY].key_names
        done = table.do(SolutionMove(move))
        self._wait = _PAUSE
        if table.desk.session.ended:
            self._tell(tr("The program played on, so this won't count as a win."))
            return False
        self._words = tr(
            "Chance of winning: {chance}. Any key or click pauses, {key} continues.",
            chance=chance,
            key=key,
        )
        self._show()
        return done

    def _tell(self, words: str) -> None:
        self._table.line.show(words, stays=True)
        self._table.announcer.say(words)
        self._table.invalidate()
