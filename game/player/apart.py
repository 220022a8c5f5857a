"""A desk apart: its game is none of the player's record."""

from __future__ import annotations

from typing import TypeVar

from game.core.moves import Action, Refusal
from game.play.session import Session
from game.player.current import Desk
from game.player.settings import Settings
from game.player.storage import Storage
from game.record.entries import Record

_Result = TypeVar("_Result", bound=Action | Refusal)


class DeskApart(Desk):
    """A desk whose game nobody keeps, counts or records; what is in hand elsewhere stays there."""

    def __init__(
        self, storage: Storage, settings: Settings, record: Record, session: Session
    ) -> None:
        super().__init__(storage, settings, record, session)
        session.recorded = True

    def save(self) -> None:
        """Keep nothing."""

    def take(self, session: Session) -> None:
        """Stay with the game on this desk."""

    def lay(self, session: Session) -> None:
        """Stay with the game on this desk."""

    def _count_by_hand(self, action: Action) -> None:
        """Count nothing."""

    def newly_stuck(self) -> bool:
        """Return False: the strip at the foot says all that is to be said."""
        return False

    def _moved(self, result: _Result) -> _Result:
        return result

    def _undone(self, action: Action) -> Action:
        return action
