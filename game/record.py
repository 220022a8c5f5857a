"""The finished games: one entry for each, and the plain counts over them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from game.jsondata import DataError, boolean, number
from game.session import FORMAT, Session, deal_from_data


@dataclass(frozen=True, slots=True)
class Entry:
    """One finished game. ``deal`` is None for an own board or deck; ``account`` is in dollars or
    points, None for Vierfrei; ``seconds`` is the time played; ``ended`` is ISO 8601 with the
    offset from UTC."""

    game: str
    rules: str | None
    deal: int | None
    won: bool
    actions: int
    account: int | None
    seconds: float
    ended: str

    @classmethod
    def of(cls, session: Session, ended: datetime) -> Entry:
        """The entry for ``session`` as it stands."""
        return cls(
            session.deal.game,
            session.deal.rules,
            session.deal.number,
            session.won,
            len(session.since_restart),
            session.account,
            round(session.seconds, 1),
            ended.astimezone().isoformat(timespec="seconds"),
        )

    @classmethod
    def from_data(cls, data: object) -> Entry:
        """The entry that a file holds; ``DataError`` if it is none."""
        if not isinstance(data, dict):
            raise DataError("a game that is no object")
        # An own board or deck is not kept in the record; any number stands in for it here.
        deal = deal_from_data(data if data.get("deal") is not None else {**data, "deal": 0})
        account = None if data.get("account") is None else int(number(data, "account"))
        ended = data.get("ended")
        try:
            # Between date and time Python takes any sign, even one that cannot be written.
            if not isinstance(ended, str) or not ended.isascii():
                raise ValueError
            datetime.fromisoformat(ended)
        except ValueError:
            raise DataError("ended: not a date") from None
        return cls(
            deal.game,
            deal.rules,
            deal.number if data.get("deal") is not None else None,
            boolean(data, "won"),
            int(number(data, "actions")),
            account,
            number(data, "seconds"),
            ended,
        )


@dataclass(frozen=True, slots=True)
class Count:
    """How many games were played to an end, and how many of them won."""

    played: int
    won: int


class Record:
    """All finished games, the latest last."""

    def __init__(self, entries: list[Entry] | None = None) -> None:
        self.entries = entries if entries is not None else []

    def count(self, game: str, rules: str | None) -> Count:
        """The plain counts of one game under one rule set."""
        found = [entry for entry in self.entries if (entry.game, entry.rules) == (game, rules)]
        return Count(len(found), sum(entry.won for entry in found))

    @classmethod
    def from_data(cls, data: Mapping[str, object]) -> Record:
        """The record that ``record_text`` has written; ``DataError`` if it is none."""
        games = data.get("games")
        if not isinstance(games, list):
            raise DataError("games: not a list")
        return cls([Entry.from_data(entry) for entry in games])


def record_text(entries: Sequence[Entry]) -> str:
    """The file of ``entries``, a line for each of them."""
    games = ",\n".join(map(_entry_text, entries))
    return f'{{\n "format": {FORMAT},\n "games": [\n{games}\n ]\n}}\n'


@lru_cache(maxsize=1 << 15)
def _entry_text(entry: Entry) -> str:
    """An entry as a line; kept, so that a long record is written as fast as a short one."""
    data = {name: getattr(entry, name) for name in Entry.__slots__}
    return "  " + json.dumps(data, ensure_ascii=False)
