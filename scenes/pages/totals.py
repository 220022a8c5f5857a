"""The totals of the games of one kind: figures, the balance over time, how the games ended."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median_low

from game.play.session import Session
from game.record.odds import measured
from game.record.statistics import Summary
from game.rules.counting import Payment, parts
from game.rules.registry import KINDS, GameKind, KindKey
from game.support.texts import texts, tr, trn
from game.teach.difficulty import Graded, in_full
from game.words.names import account_text, deal_title, duration, money, sum_text
from game.words.rule_sets import payment_sentence
from scenes.widgets.figures import Bars, Figures, FigureTable, Plot
from scenes.widgets.items import Item, Words, heading, note

_NONE = "–"
_TELLING = 20
"""From this many games on, the share won means something."""


def in_hand(session: Session, graded: Graded | None) -> list[Item]:
    """Return how the current game stands, with grade and par of its deal where known."""
    kind, state = session.deal.kind, session.state
    name, payment = deal_title(session.deal), kind.payment
    moves = session.moves
    cells = [
        (f"{state.cards_home}", tr("of 52 cards home")),
        (str(moves), trn("move", "moves", moves)),
        (duration(session.book.seconds), tr("time played")),
    ]
    steps = session.steps_done
    if steps != moves:
        cells.insert(2, (str(steps), trn("step", "steps", steps)))
    items: list[Item] = [heading(tr("This game: {name}", name=name))]
    apart = tr("You've played this deal before, so this is a replay.")
    replay = [note(apart)] if session.book.replay else []
    if payment is None or session.account is None:
        told = [note(in_full(graded))] if graded else []
        return [*items, Figures(cells), *told, *replay]
    turned = Words(_turned(state.turns, payment))
    account = account_text(session.account, payment.in_dollars)
    if payment.in_dollars:
        cells.insert(0, (account, tr("balance")))
    items += [Figures(cells), *_added(session), turned]
    return [*items, note(payment_sentence(kind)), *replay]


def _added(session: Session) -> list[Item]:
    """Return the balance of a finished game as a sum, if it adds up to what counts."""
    rule_set = session.deal.rule_set
    if rule_set is None or not rule_set.payment.in_dollars or not session.ended:
        return []
    added = parts(rule_set, session.state)
    return [Words(sum_text(added))] if sum(added) == session.counted else []


def _turned(turns: int, payment: Payment) -> str:
    """Return the number of redeals and their cost."""
    if not turns:
        return tr("No redeals.")
    if not payment.per_turn:
        return trn("{n} redeal, free of charge.", "{n} redeals, free of charge.", turns)
    cost = money(payment.per_turn)
    return trn("{n} redeal, at {cost}.", "{n} redeals, at {cost} each.", turns, cost=cost)


def summary_items(found: Summary, kind: KindKey) -> list[Item]:
    """Return all statistics in ``found``, which has at least one game."""
    items: list[Item] = [heading(tr("All games"))]
    if found.played:
        items += [*_counts(found), _bests(found)]
    if found.over_par:
        items.append(note(_met_par(found.over_par), lead=4))
    if found.replays:
        items.append(note(_replays(found)))
    row = KINDS[kind]
    if row.payment is not None and found.balance:
        items += _account(found, row, row.payment)
    if row.in_stages and found.stopped:
        items += _stages(found)
    if row.payment is not None and found.home:
        items += _cards_up(found)
    return items


def _percent(share: float) -> int:
    return round(100 * share)


def _counts(found: Summary) -> list[Item]:
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
    return [Figures(cells), note(told)]


def _replays(found: Summary) -> str:
    """Return a sentence on replays of known deals."""
    told = trn(
        "{n} replay of a known deal isn't counted here.",
        "{n} replays of known deals aren't counted here.",
        found.replays,
    )
    won = found.replays_won
    return f"{told} {trn('{n} of them was won.', '{n} of them were won.', won)}" if won else told


def _bests(found: Summary) -> FigureTable:
    """Return streaks, times and moves."""

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
        # Below zero where par was beaten.
        rows.append((tr("Moves over par"), "", _signed(min(over)), _signed(median_low(over))))
    return FigureTable(("", tr("now"), tr("best"), tr("median")), rows, lead=6)


def _signed(number: int) -> str:
    return f"+{number}" if number > 0 else f"−{-number}" if number else "0"


def _met_par(over: Sequence[int]) -> str:
    """Return a sentence on how often par was met or beaten."""
    return trn(
        "{met} of {n} won game with a known par took no more than par.",
        "{met} of {n} won games with a known par took no more than par.",
        len(over),
        met=sum(one <= 0 for one in over),
    )


def _account(found: Summary, kind: GameKind, payment: Payment) -> list[Item]:
    """Return the balance over the games, as a chart and in words."""

    def sum_of(amount: int) -> str:
        return account_text(amount, payment.in_dollars)

    balance = found.balance
    low, high, last = min(0, *balance), max(0, *balance), balance[-1]
    take = found.take or 0.0
    average = _average(take, payment)
    told = tr(
        "Now {now}; lowest {low}, highest {high}. A game earns {take} on average.",
        now=sum_of(last),
        low=sum_of(low),
        high=sum_of(high),
        take=average,
    )
    title = tr("The balance over the games") if payment.in_dollars else tr("The points")
    items: list[Item] = [
        heading(title),
        Plot(
            balance,
            brief_account(low, payment),
            brief_account(0, payment),
            brief_account(high, payment),
        ),
        Words(told),
    ]
    if found.turns:
        items.append(Words(_all_turns(found, payment)))
    odds = measured()
    row = odds.of(*kind.key) if odds else None
    if row is not None and row.account is not None:
        fixed = tr(
            "A simple fixed rule that sees no hidden cards earns {take} on average.",
            take=_average(row.account, payment),
        )
        items.append(note(fixed))
    return items


def _all_turns(found: Summary, payment: Payment) -> str:
    """Return how many redeals there were in all games, and what they cost."""
    games = trn("in {n} game", "in {n} games", found.turns_known)
    if not payment.per_turn:
        return trn(
            "{n} redeal {games}.",
            "{n} redeals {games}.",
            found.turns,
            games=games,
        )
    return trn(
        "{n} redeal {games}, costing {cost}.",
        "{n} redeals {games}, costing {cost} in all.",
        found.turns,
        games=games,
        cost=money(found.turns * payment.per_turn),
    )


def brief_account(amount: int, payment: Payment) -> str:
    """Return a balance where there is little room: points without the word."""
    return account_text(amount, True) if payment.in_dollars else str(amount)


def _average(take: float, payment: Payment) -> str:
    """Return what a game earns on average, with cents or a tenth of a point."""
    if not payment.in_dollars:
        return tr("{n} points", n=texts.decimal(take, 1))
    amount = texts.decimal(abs(take), 2)
    return tr("−${amount}", amount=amount) if take < 0 else tr("${amount}", amount=amount)


def _stages(found: Summary) -> list[Item]:
    """Return how many of the casino's games ended in which stage."""
    known = found.stopped.total()
    names = (
        tr("Stage 1: only looked"),
        tr("Stage 2: inspected"),
        tr("Stage 3: played"),
    )

    def row(stage: int, name: str) -> tuple[str, str, str]:
        count = found.stopped[stage]
        return name, str(count), tr("{n}%", n=_percent(count / known))

    rows = [row(stage, name) for stage, name in enumerate(names, 1)]
    return [
        heading(tr("Where the games ended")),
        FigureTable(("", trn("game", "games", known), tr("share")), rows),
    ]


def _cards_up(found: Summary) -> list[Item]:
    """Return how many cards were on the foundations at the end, as bars and in words."""
    ends = sorted(found.home.elements())
    half = median_low(ends)
    told = trn(
        "Half of the games end with {n} card home or more.",
        "Half of the games end with {n} cards home or more.",
        half,
    )
    counts = [found.home[n] for n in range(1, 53)]
    names = [(n - 1, str(n)) for n in (1, 13, 26, 39, 52)]
    return [
        heading(tr("Cards home")),
        Bars(counts, names, marked=51),
        Words(told),
    ]
