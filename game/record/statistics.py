"""Statistics of the record: rates, streaks, times and accounts of one game under one rule set."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter, deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import date
from itertools import accumulate
from statistics import median
from typing import TypeVar, cast

from game.play.session import Session
from game.record.daily import days_played
from game.record.entries import Entry, Record
from game.record.odds import wilson
from game.record.transcripts import Played
from game.rules.registry import KINDS, KindKey

_SURE = 1.96
"""Standard deviations that contain 95 % of a normal distribution."""


@dataclass(frozen=True, slots=True)
class Rate:
    """A share of games won, with the bounds of its 95 % confidence interval."""

    share: float
    low: float
    high: float


def rate(won: int, played: int) -> Rate | None:
    """Return the share of ``won`` games with Wilson's bounds; None if none was played."""
    if not played:
        return None
    return Rate(won / played, *wilson(won, played, _SURE))


@dataclass(frozen=True, slots=True)
class Streak:
    """Games won in a row: the current streak and the longest."""

    now: int
    best: int


def streak(entries: Iterable[Entry]) -> Streak:
    """Return the streaks of games given in the order of play."""
    now = best = 0
    for entry in entries:
        now = now + 1 if entry.won else 0
        best = max(best, now)
    return Streak(now, best)


@dataclass(frozen=True, slots=True)
class Summary:
    """The statistics of one game under one rule set.

    Times are in seconds, moves as the player is shown them, both of games won, None if none is
    known. ``balance``
    is the account after each game, in dollars or points, ``take`` the average account of a game.
    ``stopped`` counts the casino's games by the stage in which they ended, ``home`` counts games by
    the cards on the foundations, if known. Games whose solution was ``shown`` count as played but
    not as won. Replays of known deals are not included: they are ``replays``, of which
    ``replays_won`` were won. ``turns`` sums up how often the waste was turned over, in the
    ``turns_known`` games in which that was counted. ``over_par`` has for each game won whose par is
    known by how many moves it went beyond, below zero where it beat it.
    """

    played: int
    won: int
    rate: Rate | None
    streak: Streak
    best_seconds: float | None
    median_seconds: float | None
    fewest_moves: int | None
    median_moves: float | None
    balance: tuple[int, ...]
    take: float | None
    stopped: Counter[int]
    home: Counter[int]
    shown: int = 0
    replays: int = 0
    replays_won: int = 0
    turns: int = 0
    turns_known: int = 0
    over_par: tuple[int, ...] = ()


def summary(
    entries: Sequence[Entry],
    played: Callable[[], Sequence[Played]],
    game: str,
    rules: str | None,
) -> Summary:
    """Return the summary of one game under one rule set, from all ``entries`` of the record;
    ``played`` reads the moves of its games, and is asked only if they are needed."""
    every = [entry for entry in entries if (entry.game, entry.rules) == (game, rules)]
    own = [entry for entry in every if not entry.replay]
    wins = [entry for entry in own if entry.won]
    seconds = [entry.seconds for entry in wins]
    moves = [
        count
        for entry, count in zip(every, moves_each(every, played), strict=True)
        if count is not None and entry.won and not entry.replay
    ]
    accounts = [entry.account for entry in own if entry.account is not None]
    turns = [entry.turns for entry in own if entry.turns is not None]
    payment, in_stages = KINDS[game, rules].payment, KINDS[game, rules].in_stages
    # The cards home are told of games that are paid for. Where no redeal and no stage costs
    # anything, the account gives their number, and the moves are not read.
    needed = payment is not None and (payment.per_turn or payment.stages)
    found = _ends(every, played()) if needed else [None] * len(every)
    ends = [end for entry, end in zip(every, found, strict=True) if not entry.replay]
    known = (_home(entry, end) for entry, end in zip(own, ends, strict=True))
    return Summary(
        played=len(own),
        won=len(wins),
        rate=rate(len(wins), len(own)),
        streak=streak(own),
        best_seconds=min(seconds, default=None),
        median_seconds=median(seconds) if seconds else None,
        fewest_moves=min(moves, default=None),
        median_moves=median(moves) if moves else None,
        balance=tuple(accumulate(accounts)),
        take=sum(accounts) / len(accounts) if accounts else None,
        stopped=Counter(end.stage for end in ends if end is not None and in_stages),
        home=Counter(home for home in known if home is not None),
        shown=sum(bool(entry.shown) for entry in own),
        replays=len(every) - len(own),
        replays_won=sum(entry.won for entry in every if entry.replay),
        turns=sum(turns),
        turns_known=len(turns),
        over_par=tuple(over for entry in wins if (over := _over_par(entry)) is not None),
    )


def _ends(entries: Sequence[Entry], played: Sequence[Played]) -> list[Played | None]:
    """Return what is kept of the moves of each of these games, all of one kind."""
    kept: dict[tuple[str, str | None, str], deque[Played]] = {}
    for one in played:
        kept.setdefault((one.game, one.rules, one.ended), deque()).append(one)
    # Of games that ended in the same second, the first line belongs to the first game.
    lines = (kept.get((entry.game, entry.rules, entry.ended)) for entry in entries)
    return [found.popleft() if found else None for found in lines]


def moves_each(
    entries: Sequence[Entry], played: Callable[[], Sequence[Played]]
) -> list[int | None]:
    """Return how many moves the player is told that each of these games took, all of one kind; None
    where that is not known. ``played`` reads their moves, and is asked only if it has to be."""
    if all(KINDS[entry.game, entry.rules].engine.counts_home for entry in entries):
        return [entry.actions for entry in entries]
    known = [entry.player_moves for entry in entries]
    if None in known:
        ends = _ends(entries, played())
        known = [
            end.moves_of(entry.actions) if count is None and end is not None else count
            for entry, count, end in zip(entries, known, ends, strict=True)
        ]
    return known


def _over_par(entry: Entry) -> int | None:
    """Return how many moves beyond par a game has taken, if both are known."""
    if entry.player_moves is None or entry.par is None:
        return None
    return entry.player_moves - entry.par


def _home(entry: Entry, end: Played | None) -> int | None:
    """Return how many cards were on the foundations when a game ended, if known."""
    if entry.won:
        return 52
    if entry.shown:
        return None
    if end is not None:
        return end.home
    payment = KINDS[entry.game, entry.rules].payment
    if payment is None or entry.account is None or payment.per_turn or payment.stages:
        return None
    return (entry.account + payment.deck) // payment.per_card


FIELDS = (
    "ended",
    *(one.name for one in fields(Entry) if one.name not in ("ended", "more")),
)
"""The columns of an export."""


def as_csv(entries: Sequence[Entry]) -> str:
    """Return the record as CSV with a heading, one game a row."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(FIELDS)
    for entry in entries:
        values = (getattr(entry, name) for name in FIELDS)
        rows.writerow(["" if value is None else value for value in values])
    return text.getvalue()


def as_json(entries: Sequence[Entry]) -> str:
    """Return the record as a JSON list of objects."""
    games = [{name: getattr(entry, name) for name in FIELDS} for entry in entries]
    return json.dumps(games, ensure_ascii=False, indent=1) + "\n"


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
