"""Finished games, with one entry for each."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from game.play.session import Session

_FIRST_YEAR: Final = 1900
_LAST_YEAR: Final = 9000
"""The last year in which a game can have ended.

Calculations with times near the ends of the calendar overflow.
"""


class Entry(NamedTuple):
    """One finished game.

    ``deal`` is None for a board or deck of the player's own. ``account`` is in dollars or points,
    None for Vierfrei. ``seconds`` is the time played. ``ended`` is an ISO 8601 time with its offset
    from UTC.

    ``hints``, ``shown`` and ``undos`` count the help that was used (``game.play.history``). If the
    solution was ``shown``, the game is not ``won``, and ``account`` is the balance before it was
    shown. A ``replay`` is a game whose deal the player had already played.

    ``turns`` is the number of redeals; None if the game has none. ``player_moves`` is the number of
    moves as par counts them, without moves home; None if the game has no par. ``par`` is the par
    known when the deal was won.

    In the record a game also has an ``id``. ``home`` and ``stage`` say how it ended: the number of
    cards on the foundations, and the casino's stage of payment.

    Older versions didn't count the help, the redeals or the player's moves, and didn't keep the
    moves needed to work out ``home`` and ``stage``; in their entries, these fields are None.
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
        """Return the entry for ``session`` as it is now."""
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
"""The fields that an entry has only in the record."""


def time_text(when: datetime) -> str:
    """Return a time as ISO 8601 text with its offset from UTC."""
    return when.astimezone().isoformat(timespec="seconds")


def moment(ended: str) -> datetime | None:
    """Return ``ended``, the time given in an entry, in the time zone it was written with; None if
    it isn't a valid time."""
    try:
        # Python accepts any separator between date and time, even one that cannot be encoded.
        found = datetime.fromisoformat(ended) if ended.isascii() else None
    except ValueError:
        return None
    return found if found and _FIRST_YEAR <= found.year <= _LAST_YEAR else None
