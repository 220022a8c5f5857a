"""Statistics of the record, and its export as CSV and JSON."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import accumulate
from operator import attrgetter
from statistics import median
from typing import Any, NamedTuple

from game.record.entries import OF_RECORD, Entry
from game.record.odds import wilson
from game.rules.counting import Payment
from game.rules.registry import KINDS, KindKey


class Rate(NamedTuple):
    """The share of games won, with its 95% confidence interval."""

    share: float
    low: float
    high: float


def rate(won: int, played: int) -> Rate | None:
    """Return the win rate with Wilson's bounds; None if no games were played."""
    return Rate(won / played, *wilson(won, played)) if played else None


class Streak(NamedTuple):
    """Games won in a row: the current streak and the longest."""

    now: int
    best: int


def streak(entries: Iterable[Entry]) -> Streak:
    """Return the current and longest streaks in chronological ``entries``."""
    now = best = 0
    for entry in entries:
        now = now + 1 if entry.won else 0
        best = max(best, now)
    return Streak(now, best)


class Summary(NamedTuple):
    """The statistics of one game under one rule set."""

    played: int
    won: int
    rate: Rate | None
    streak: Streak
    best_seconds: float | None  # this and the next three are of won games; None: unknown
    median_seconds: float | None
    fewest_moves: int | None
    median_moves: float | None  # of moves as shown to the player
    balance: tuple[int, ...]  # the total in dollars or points after each game
    take: float | None  # the average result of a game; None if no result is known
    stopped: Counter[int]  # the casino's games by their last stage of payment
    home: Counter[int]  # games by the number of cards home, where it is known
    shown: int = 0  # games whose solution was shown; they count as played, but not as won
    replays: int = 0  # counted only in this and the next field
    replays_won: int = 0
    turns: int = 0  # redeals in ``turns_known`` games
    turns_known: int = 0
    over_par: tuple[int, ...] = ()  # moves minus par, for each won game with a known par


def summary(entries: Sequence[Entry], game: str, rules: str | None) -> Summary:
    """Return the statistics of one game under one rule set."""
    kind = KINDS[game, rules]
    every = [entry for entry in entries if entry.game == game and entry.rules == rules]
    own = [entry for entry in every if not entry.replay]
    wins = [entry for entry in own if entry.won]
    seconds = _known(wins, "seconds")
    moves = _known(wins, "actions" if kind.engine.counts_home else "player_moves")
    accounts, turns, stages = (_known(own, name) for name in ("account", "turns", "stage"))
    homes = map(partial(_home, payment=kind.payment), own) if kind.payment else ()
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
        stopped=Counter(stages if kind.in_stages else ()),
        home=Counter(home for home in homes if home is not None),
        shown=sum(map(bool, _known(own, "shown"))),
        replays=len(every) - len(own),
        replays_won=sum(entry.won for entry in every if entry.replay),
        turns=sum(turns),
        turns_known=len(turns),
        over_par=tuple(
            entry.player_moves - entry.par
            for entry in wins
            if entry.par is not None and entry.player_moves is not None
        ),
    )


def _known(entries: Iterable[Entry], field: str) -> list[Any]:
    """Return the values of ``field``, leaving out entries without one."""
    return [value for value in map(attrgetter(field), entries) if value is not None]


def moves_of(entry: Entry) -> int | None:
    """Return a game's number of moves as shown to the player; None if unknown."""
    counts_home = KINDS[entry.game, entry.rules].engine.counts_home
    return entry.actions if counts_home else entry.player_moves


def _home(entry: Entry, payment: Payment) -> int | None:
    """Return the number of cards home. None if unknown or if the solution was shown."""
    if entry.won:
        return 52
    if entry.shown:
        return None
    if entry.home is not None or entry.account is None or payment.per_turn or payment.stages:
        return entry.home
    return (entry.account + payment.deck) // payment.per_card


FIELDS = ("ended", *(name for name in Entry._fields if name not in ("ended", *OF_RECORD)))
"""The fields of an entry that are exported, in order."""


def as_csv(entries: Sequence[Entry]) -> str:
    """Return ``entries`` as CSV with a header row."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(FIELDS)
    for entry in entries:
        values = (getattr(entry, name) for name in FIELDS)
        rows.writerow(["" if value is None else value for value in values])
    return text.getvalue()


def as_json(entries: Sequence[Entry]) -> str:
    """Return ``entries`` as a JSON list of objects."""
    games = [{name: getattr(entry, name) for name in FIELDS} for entry in entries]
    return json.dumps(games, ensure_ascii=False, indent=1) + "\n"


def by_kind(games: Iterable[Entry]) -> Mapping[KindKey, Sequence[Entry]]:
    """Return ``games`` grouped by game and rule set; each group keeps the order of ``games``."""
    found: dict[KindKey, list[Entry]] = {}
    for entry in games:
        found.setdefault((entry.game, entry.rules), []).append(entry)
    return found
