"""The statistics of a whole record, computed on demand and cached."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import TypeVar, cast

from game.play.session import Session
from game.record.daily import days_played
from game.record.entries import Entry, Record
from game.record.statistics import Summary, moves_each, summary
from game.record.transcripts import Played
from game.rules.registry import KINDS, KindKey

_Found = TypeVar("_Found")


class Tally:
    """The statistics of ``record``; ``played`` returns the moves of its games."""

    def __init__(self, record: Record, played: Callable[[], Sequence[Played]]) -> None:
        self._record = record
        self._played = played
        self._kept: dict[object, object] = {}
        self._of: tuple[int, Entry | None] = 0, None

    def _keep(self, name: object, work: Callable[[], _Found]) -> _Found:
        """Return what ``work`` returns, cached until the record changes."""
        entries = self._record.entries
        now = len(entries), entries[-1] if entries else None
        if now != self._of:
            self._kept.clear()
            self._of = now
        if name not in self._kept:
            self._kept[name] = work()
        return cast(_Found, self._kept[name])

    def entries(self, kind: KindKey) -> Sequence[Entry]:
        """Return the finished games of a kind, latest last."""
        return self._by_kind().get(kind, ())

    def kinds(self) -> Sequence[KindKey]:
        """Return the kinds of which there are games, in their usual order."""
        return [kind for kind in KINDS if self.entries(kind)]

    def _by_kind(self) -> Mapping[KindKey, Sequence[Entry]]:
        def work() -> Mapping[KindKey, Sequence[Entry]]:
            found: dict[KindKey, list[Entry]] = {}
            for entry in self._record.entries:
                found.setdefault((entry.game, entry.rules), []).append(entry)
            return found

        return self._keep("entries", work)

    def summary(self, kind: KindKey) -> Summary:
        """Return the summary of the games of a kind."""
        return self._keep(
            ("summary", kind), lambda: summary(self.entries(kind), self._played, *kind)
        )

    def moves(self, kind: KindKey) -> Sequence[int | None]:
        """Return how many moves each of the games of a kind took, None where that is not known."""
        return self._keep(("moves", kind), lambda: moves_each(self.entries(kind), self._played))

    def days(self, kind: KindKey) -> Mapping[date, bool]:
        """Return the days on which the deal of the day was played, and whether it was won."""
        return self._keep(("days", kind), lambda: days_played(self.entries(kind), *kind))

    def session(self, entry: Entry) -> Session | None:
        """Return a finished game as it stood at its end, or as far as its moves can be read; None
        if they are not known."""
        found = self._found(entry)
        try:
            session = found.readable() if found else None
        except ValueError:
            return None
        if session is not None:
            book = session.book
            book.seconds, book.replay, book.account = entry.seconds, entry.replay, entry.account
            book.hints, book.shown = entry.hints or 0, entry.shown or 0
            book.undos = entry.undos or 0
        return session

    def kept_by(self, entry: Entry, session: Session) -> Played | None:
        """Return where that can be kept what is written in ``session``, which is the game of
        ``entry``; None if that cannot be read whole: a damaged line is not overwritten."""
        if session.lost or len(session.since_restart) < entry.actions:
            return None
        return self._found(entry)

    def _found(self, entry: Entry) -> Played | None:
        key = entry.game, entry.rules, entry.ended
        found = [one for one in self._played() if (one.game, one.rules, one.ended) == key]
        same = [other for other in self.entries(key[:2]) if other.ended == entry.ended]
        place = next((n for n, other in enumerate(same) if other is entry), 0)
        # Of games that ended in the same second, the first line belongs to the first game.
        return found[place] if place < len(found) else None

    def knows_moves(self, entry: Entry) -> bool:
        """Return whether the moves of a finished game are known."""
        known = self._keep("known", lambda: {one.ended for one in self._played()})
        return entry.ended in known
