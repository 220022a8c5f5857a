"""The quiet light: whether the game on the table can be won, as far as that is known."""

from __future__ import annotations

from enum import Enum, auto
from typing import Final

from game.player.settings import HiddenLight
from game.solver.answer import Verdict
from game.support.texts import tr
from scenes.table.context import Table


class Light(Enum):
    """What is known of the position on the table."""

    CAN_WIN = auto()
    LOST = auto()
    THINKING = auto()
    NOT_KNOWN = auto()
    CHANCE = auto()
    """Nobody can know it, but how likely it is."""


LIGHTS: Final = {
    Verdict.WINNABLE: Light.CAN_WIN,
    Verdict.LOST: Light.LOST,
    Verdict.UNDECIDED: Light.NOT_KNOWN,
}
"""What each verdict shows."""


def light_words(light: Light, *, begun: bool = True) -> str:
    """Return what the light says; a game that was not ``begun`` has not been lost yet."""
    if light is Light.LOST and not begun:
        return tr("can't be won")
    return {
        Light.CAN_WIN: tr("can be won"),
        Light.LOST: tr("lost"),
        Light.THINKING: tr("thinking …"),
        Light.NOT_KNOWN: tr("unknown"),
    }[light]


class Lamp:
    """Has the solver judge the position on the table, and then those that may come next."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._stale = True
        self._light: Light | None = None
        self.due = False
        """Whether the positions that may come next are still to be judged."""
        self._asks = False
        """Whether the position itself is still to be judged."""

    @property
    def lit(self) -> bool:
        """Whether the player wants the light for this game, from all cards."""
        settings = self._table.kit.settings
        if not self._table.judged:
            return False
        if self._table.deal.kind.hides_cards:
            return settings.hidden_light is HiddenLight.ALL
        return settings.light or self._table.always_lit

    @property
    def light(self) -> Light | None:
        """What the light shows; None while it is off or the game has ended."""
        if self._stale:
            self._stale, self._light = False, self._look_up()
        return self._light

    def _look_up(self) -> Light | None:
        table = self._table
        if not self.lit or table.desk.session.ended:
            return None
        if self._asks or not table.kit.solver_made:
            return Light.THINKING
        verdict = table.kit.solver.verdict(table.deal, table.state)
        if verdict is None:
            return Light.THINKING if table.kit.solver.busy() else Light.NOT_KNOWN
        return LIGHTS[verdict]

    def refresh(self) -> None:
        """See anew what is known, as the solver has news."""
        self._stale = True

    def ask(self, *, free: bool) -> None:
        """Have the position judged, if the light is to tell of it and the solver is ``free``."""
        table, session = self._table, self._table.desk.session
        self._stale = True
        self.due = self.lit and free and not session.ended
        self._asks = self.due
        if table.kit.solver_made:
            # Else the first picture would wait for it.
            self._put()

    def _put(self) -> None:
        """Ask the solver about the position, if that is still to be done."""
        if self._asks:
            self._asks, self._stale = False, True
            table, session = self._table, self._table.desk.session
            before = session.before_last if session.since_restart else None
            table.kit.solver.ask(table.deal, table.state, after=before)

    def again(self) -> None:
        """Have the next positions judged once more: something else took their place."""
        self.due = self.lit

    def tick(self) -> None:
        """Have the next positions judged while the player thinks, so that the light answers at
        once."""
        self._put()
        table, solver = self._table, self._table.kit.solver
        if not self.due or table.animator.busy or solver.busy():
            return
        self.due = False
        if solver.verdict(table.deal, table.state) is Verdict.WINNABLE:
            automatic = table.kit.settings.automatic
            solver.look_ahead(table.deal, table.desk.session.ahead(automatic))
