"""The help's table of measured odds."""

from __future__ import annotations

from game.record.odds import FairOdds, Odds, measured
from game.rules.registry import GameKind
from game.support.texts import texts, tr
from game.words.dates import long_date
from game.words.names import account_text
from scenes.style.theme import SMALL
from scenes.widgets.figures import Table
from scenes.widgets.items import Item, Words


def odds_table(kind: GameKind, fixed_rule: str) -> list[Item]:
    """Return the odds of one game under one rule set; empty if none were measured."""
    found = measured()
    odds = found.of(*kind.key) if found else None
    if found is None or odds is None:
        return []
    told = tr(
        "Measured on {date} with deals 1 to {n}; the solver had {seconds} s for each. {rule}",
        date=long_date(found.date),
        n=odds.deals,
        seconds=f"{odds.seconds:g}",
        rule=fixed_rule,
    )
    fair = [Words(_fair_words(one, kind), point=True) for one in found.fair_of(*kind.key)]
    return [Table(("", ""), _rows(odds, kind)), Words(told, SMALL, faint=True), *fair]


def _rows(odds: Odds, kind: GameKind) -> list[tuple[str, str]]:
    def share(count: int) -> str:
        return f"{texts.decimal(100 * count / odds.deals, 1)} %"

    rows = [
        (tr("can be won, with sight of all cards"), share(odds.winnable)),
        (tr("cannot be won"), share(odds.lost)),
        (tr("not known"), share(odds.undecided)),
        (tr("won by a fixed rule of play"), share(odds.careful)),
        (tr("cards home on average"), texts.decimal(odds.home, 1)),
    ]
    if kind.payment is not None and odds.account is not None:
        account = account_text(round(odds.account), kind.payment.in_dollars)
        rows.append((tr("account on average"), account))
    return rows


def _fair_words(fair: FairOdds, kind: GameKind) -> str:
    """Return how the adviser fares, who sees no more than a player, on deals of their own."""
    assert kind.payment is not None, "only games that are paid for hide cards"
    in_dollars, errors = kind.payment.in_dollars, (-1, 0, 1)
    least, won, most = (
        texts.decimal(100 * (fair.won + sign * fair.won_error), 1) for sign in errors
    )
    low, account, high = (
        account_text(round(fair.account + sign * fair.account_error), in_dollars) for sign in errors
    )
    return tr(
        "By chance and search, without peeking: {won} % won ({least} to {most}), {account} on "
        "average ({low} to {high}); {deals} other deals, {n} samples for each decision.",
        won=won,
        least=least,
        most=most,
        account=account,
        low=low,
        high=high,
        deals=fair.deals,
        n=fair.samples,
    )
