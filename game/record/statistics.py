"""Statistics of the record: rates, streaks, times and accounts of one game under one rule set."""

from __future__ import annotations

import csv
import io
import json
import math
from collections import Counter, deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields
from itertools import accumulate
from statistics import median

from game.record.entries import Entry
from game.record.transcripts import Played
from game.rules.registry import KINDS

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
    share, square = won / played, _SURE**2
    middle = (share + square / (2 * played)) / (1 + square / played)
    spread = _SURE / (1 + square / played)
    spread *= math.sqrt(share * (1 - share) / played + square / (4 * played**2))
    return Rate(share, max(0.0, middle - spread), min(1.0, middle + spread))


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
