"""The contents of the statistics page for one kind of game."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from statistics import median_low
from typing import Any

from game.record.entries import Entry
from game.record.odds import measured
from game.record.statistics import Summary, moves_of
from game.rules.counting import Payment
from game.rules.registry import KINDS, GameKind, KindKey
from game.support.texts import texts, tr, trn
from game.words.names import account_text, duration, long_date, money, near_date, turns_text

_NONE = "–"
_TELLING = 20
"""The minimum number of games for which a rate is shown."""

Part = tuple[str, tuple[Any, ...]]
"""A part of a page: the name of its form, and its contents. The contents of each form are:

- ``heading``, ``text`` and ``note``: a string,
- ``figures``: pairs of a number, as text, and what the number counts,
- ``table``: the names of the columns, and a list of rows,
- ``plot``: the values to draw, and three labels: at the lower end, at zero, at the upper end,
- ``bars``: the counts to draw, names for some of the bars by index, and the bar to highlight.
"""


def totals(found: Summary, kind: KindKey) -> list[Part]:
    """Return the parts of the statistics page for ``found``, the summary of at least one entry."""
    parts: list[Part] = [("heading", (tr("All games"),))]
    if found.played:
        parts += [*_counts(found), _bests(found)]
    if found.over_par:
        parts.append(("note", (_met_par(found.over_par),)))
    if found.replays:
        parts.append(("note", (_replays(found),)))
    row = KINDS[kind]
    if row.payment is not None and found.balance:
        parts += _account(found, row, row.payment)
    if row.in_stages and found.stopped:
        parts += _stages(found)
    if row.payment is not None and found.home:
        parts += _cards_up(found)
    return parts


def _percent(share: float) -> int:
    return round(100 * share)


def _counts(found: Summary) -> list[Part]:
    rate = found.rate
    assert rate is not None, "no game, no rate"
    low, high = _percent(rate.low), _percent(rate.high)
    told = tr("A game counts once it's won, stopped or abandoned.")
    if found.played < _TELLING:
        cells = [(tr("{n} of {all}", n=found.won, all=found.played), tr("won"))]
    else:
        cells = [
            (str(found.played), tr("played")),
            (str(found.won), tr("won")),
            (tr("{n}%", n=_percent(rate.share)), tr("rate ({low}–{high})", low=low, high=high)),
        ]
        sure = tr(
            "Your win rate in the long run: between {low} and {high}% (95% confidence).",
            low=low,
            high=high,
        )
        told = f"{sure} {told}"
    if found.shown:
        shown = trn(
            "The program showed the way in {n} of the games; it counts as not won.",
            "The program showed the way in {n} of the games; they count as not won.",
            found.shown,
        )
        told = f"{told} {shown}"
    return [("figures", (cells,)), ("note", (told,))]


def _replays(found: Summary) -> str:
    told = trn(
        "{n} replay of a known deal isn't counted here.",
        "{n} replays of known deals aren't counted here.",
        found.replays,
    )
    won = found.replays_won
    return f"{told} {trn('{n} of them was won.', '{n} of them were won.', won)}" if won else told


def _bests(found: Summary) -> Part:
    """Return the table of streaks, times and moves."""

    def time(seconds: float | None) -> str:
        return _NONE if seconds is None else duration(seconds)

    typical = found.median_moves
    whole = typical is None or typical == int(typical)
    usual = _NONE if typical is None else texts.decimal(typical, 0 if whole else 1)
    fewest = _NONE if found.fewest_moves is None else str(found.fewest_moves)
    rows = [
        (tr("Winning streak"), str(found.streak.now), str(found.streak.best), ""),
        (tr("Time in won games"), "", time(found.best_seconds), time(found.median_seconds)),
        (tr("Moves in won games"), "", fewest, usual),
    ]
    if over := found.over_par:
        # Negative if par was beaten.
        rows.append((tr("Moves over par"), "", _signed(min(over)), _signed(median_low(over))))
    return "table", (("", tr("now"), tr("best"), tr("median")), rows)


def _signed(number: int) -> str:
    return f"+{number}" if number > 0 else f"−{-number}" if number else "0"


def _met_par(over: Sequence[int]) -> str:
    return trn(
        "Won at par or better: {met} of {n} game with a known par.",
        "Won at par or better: {met} of {n} games with a known par.",
        len(over),
        met=sum(one <= 0 for one in over),
    )


def _account(found: Summary, kind: GameKind, payment: Payment) -> list[Part]:

    def sum_of(amount: int) -> str:
        return account_text(amount, payment)

    balance = found.balance
    low, high, last = min(0, *balance), max(0, *balance), balance[-1]
    average = _average(found.take or 0.0, payment)
    told = tr(
        "Now {now}; lowest {low}, highest {high}. A game earns {take} on average.",
        now=sum_of(last),
        low=sum_of(low),
        high=sum_of(high),
        take=average,
    )
    title = tr("The balance, game by game") if payment.in_dollars else tr("The points")
    parts: list[Part] = [
        ("heading", (title,)),
        ("plot", (balance, *(_brief_account(one, payment) for one in (low, 0, high)))),
        ("text", (told,)),
    ]
    if found.turns:
        parts.append(("text", (_all_turns(found, payment),)))
    odds = measured()
    row = odds.of(*kind.key) if odds else None
    if row is not None and row.account is not None:
        fixed = tr(
            "A simple rule of thumb earns {take} a game.", take=_average(row.account, payment)
        )
        parts.append(("note", (fixed,)))
    return parts


def _all_turns(found: Summary, payment: Payment) -> str:
    games = trn("in {n} game", "in {n} games", found.turns_known)
    if not payment.per_turn:
        return trn("{n} redeal {games}.", "{n} redeals {games}.", found.turns, games=games)
    return trn(
        "{n} redeal {games}, costing {cost}.",
        "{n} redeals {games}, costing {cost} in all.",
        found.turns,
        games=games,
        cost=money(found.turns * payment.per_turn),
    )


def _brief_account(amount: int, payment: Payment) -> str:
    """Return a balance without the word "points", for narrow columns."""
    return money(amount) if payment.in_dollars else str(amount)


def _average(take: float, payment: Payment) -> str:
    if not payment.in_dollars:
        return tr("{n} points", n=texts.decimal(take, 1))
    amount = texts.decimal(abs(take), 2)
    return tr("−${amount}", amount=amount) if take < 0 else tr("${amount}", amount=amount)


def _stages(found: Summary) -> list[Part]:
    known = found.stopped.total()
    names = (tr("Stage 1: only looked"), tr("Stage 2: moved cards"), tr("Stage 3: played"))

    def row(stage: int, name: str) -> tuple[str, str, str]:
        count = found.stopped[stage]
        return name, str(count), tr("{n}%", n=_percent(count / known))

    rows = [row(stage, name) for stage, name in enumerate(names, 1)]
    return [
        ("heading", (tr("Where the games ended"),)),
        ("table", (("", trn("game", "games", known), tr("share")), rows)),
    ]


def _cards_up(found: Summary) -> list[Part]:
    half = median_low(sorted(found.home.elements()))
    told = trn(
        "Half of the games end with {n} card home or more.",
        "Half of the games end with {n} cards home or more.",
        half,
    )
    counts = [found.home[n] for n in range(1, 53)]
    names = [(n - 1, str(n)) for n in (1, 13, 26, 39, 52)]
    return [("heading", (tr("Cards home"),)), ("bars", (counts, names, 51)), ("text", (told,))]


# -- the list of games -----------------------------------------------------------------------------


def past_names(kind: GameKind) -> tuple[str, str, str, str, str]:
    """Return the names of the columns of ``past_cells``."""
    brought = tr("result")
    if kind.payment is not None:
        brought = tr("balance") if kind.payment.in_dollars else tr("points")
    return tr("date"), tr("deal"), brought, tr("moves"), tr("time")


def past_cells(entry: Entry, today: date) -> tuple[str, str, str, str, str]:
    """Return a finished game's date, deal, result, moves and time."""
    moves = moves_of(entry)
    deal = tr("own deal") if entry.deal is None else str(entry.deal)
    count = "" if moves is None else str(moves)
    return near_date(_day(entry), today), deal, _result(entry), count, duration(entry.seconds)


def past_words(entry: Entry) -> str:
    """Describe a finished game in words, including the help used."""
    moves, result = moves_of(entry), _result(entry)
    deal = tr("own deal") if entry.deal is None else str(entry.deal)
    count = [] if moves is None else [trn("{n} move", "{n} moves", moves)]
    ended = tr("won") if entry.won else tr("not won")
    told = [long_date(_day(entry)), deal, ended, *([] if result == ended else [result]), *count]
    return ", ".join([*told, duration(entry.seconds), *help_words(entry)])


def _day(entry: Entry) -> date:
    return datetime.fromisoformat(entry.ended).date()


def help_words(entry: Entry) -> list[str]:
    """Return phrases on the help and redeals used in a game."""
    words = [tr("a replay")] if entry.replay else []
    if entry.shown:
        words.append(trn("{n} move of the solution", "{n} moves of the solution", entry.shown))
    payment = KINDS[entry.game, entry.rules].payment
    if payment is not None and entry.turns:
        words.append(turns_text(entry.turns, payment.per_turn))
    if entry.hints is not None:
        words.append(trn("{n} hint", "{n} hints", entry.hints))
    if entry.undos is not None:
        words.append(trn("{n} undo", "{n} undos", entry.undos))
    return words


def _result(entry: Entry) -> str:
    """Return how a game ended, in a few words: its balance, or a phrase such as ``not won``."""
    if entry.shown:
        return tr("solution shown")
    payment = KINDS[entry.game, entry.rules].payment
    if entry.account is not None and payment is not None:
        return _brief_account(entry.account, payment)
    if entry.replay:
        return tr("replay")
    return tr("won") if entry.won else tr("not won")
