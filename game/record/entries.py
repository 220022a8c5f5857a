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
    """What the record says about a finished game."""

    game: str
    rules: str | None
    deal: int | None  # None for a player's own board or deck
    won: bool  # False if the solution was shown
    actions: int  # since the last restart
    account: int | None  # in dollars or points, before any solution was shown; None for Vierfrei
    seconds: float  # the time played
    ended: str  # an ISO 8601 time with its offset from UTC
    hints: int | None = None
    shown: int | None = None  # how often the solution, or a move of it, was shown
    undos: int | None = None
    replay: bool = False  # the player already knew the deal
    turns: int | None = None  # the number of redeals; None for Vierfrei
    player_moves: int | None = None  # without moves home; None for Canfield, where all count
    par: int | None = None
    id: str = ""
    home: int | None = None  # the number of cards on the foundations at the end
    stage: int | None = None  # the casino's stage of payment; 3 in other games

    @classmethod
    def of(cls, session: Session, ended: datetime) -> Entry:
        """Return the entry for ``session``, without ``par`` and ``id``."""
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
    """Return ``when`` as ISO 8601 text with a UTC offset."""
    with suppress(ValueError, OverflowError, OSError):
        when = when.astimezone()
    return (when if when.tzinfo else when.replace(tzinfo=UTC)).isoformat(timespec="seconds")


def moment(ended: str) -> datetime | None:
    """Return the time in an ISO 8601 text; None if it is invalid or far from the present."""
    try:
        # Python accepts any separator between date and time, even one that cannot be encoded.
        found = datetime.fromisoformat(ended) if ended.isascii() else None
    except ValueError:
        return None
    return found if found and _FIRST_YEAR <= found.year <= _LAST_YEAR else None
