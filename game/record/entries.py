"""Entries of the record, one for each finished game."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from game.play.session import Session

# Calculations with times near the ends of the calendar overflow.
_FIRST_YEAR: Final = 1900
_LAST_YEAR: Final = 9000


class Entry(NamedTuple):
    """What the record says about a finished game.

    ``deal`` is None for a player's own board or deck. ``account`` is the balance in dollars or
    points, None for Vierfrei. ``actions`` is the number of actions since the last restart, and
    ``seconds`` the time played. ``ended`` is an ISO 8601 time with its offset from UTC.

    ``shown`` counts how often the solution, or a move of it, was shown. If it ever was, ``won`` is
    False, and ``account`` is the balance just before the first time. ``replay`` means that the
    player already knew the deal.

    ``turns`` is the number of redeals, None for Vierfrei. ``player_moves`` is the number of moves,
    not counting moves home. It is None for Canfield, where every action is a move. ``par`` is the
    par of the deal, if it was recorded.

    ``home`` is the number of cards on the foundations at the end. ``stage`` is the casino's stage
    of payment, and 3 in other games. What an older version didn't record has its default.
    """

    game: str
    rules: str | None
    deal: int | None
    won: bool
    actions: int
    account: int | None
    seconds: float
    ended: str
    hints: int | None = None
    shown: int | None = None
    undos: int | None = None
    replay: bool = False
    turns: int | None = None
    player_moves: int | None = None
    par: int | None = None
    id: str = ""
    home: int | None = None
    stage: int | None = None

    @classmethod
    def of(cls, session: Session, ended: datetime) -> Entry:
        """Return the entry for ``session`` as it stands, without ``par`` and ``id``."""
        info = session.info
        return cls(
            session.deal.game,
            session.deal.rules,
            session.deal.number,
            session.won_unaided,
            len(session.since_restart),
            session.credited_account,
            round(info.seconds, 1),
            time_text(ended),
            info.hints,
            info.shown,
            info.undos,
            info.replay,
            session.state.turns if session.deal.kind.payment is not None else None,
            None if session.rules.counts_home else session.moves,
            home=session.state.cards_home,
            stage=session.state.stage,
        )


OF_RECORD: Final = ("id", "home", "stage")
"""The fields that are kept in the record but not exported."""


def time_text(when: datetime) -> str:
    """Return a time as ISO 8601 text with its offset from UTC, if possible in the system's time
    zone."""
    with suppress(ValueError, OverflowError, OSError):
        when = when.astimezone()
    return (when if when.tzinfo else when.replace(tzinfo=UTC)).isoformat(timespec="seconds")


def moment(ended: str) -> datetime | None:
    """Return the time given as ISO 8601 text; None if it is invalid or far from the present."""
    try:
        # Python accepts any separator between date and time, even one that cannot be encoded.
        found = datetime.fromisoformat(ended) if ended.isascii() else None
    except ValueError:
        return None
    return found if found and _FIRST_YEAR <= found.year <= _LAST_YEAR else None
