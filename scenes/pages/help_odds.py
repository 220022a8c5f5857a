"""The help's table of measured odds."""

from __future__ import annotations

from datetime import date

from game.record.odds import FairOdds, Odds, Share, measured
from game.rules.canfield import RULE_SETS
from game.rules.registry import GameKind
from game.support.texts import texts, tr
from game.words.names import account_text, long_date
from scenes.style.theme import SMALL
from scenes.widgets.figures import Table
from scenes.widgets.items import Item, Words


def odds_table(kind: GameKind, fixed_rule: str) -> list[Item]:
    """Return the odds of one game under one rule set; empty if none were measured."""
    found = measured()
    odds = found.of(*kind.key) if found else None
    if found is None or odds is None:
        return []
    fair = [Words(_fair_words(one, kind), point=True) for one in found.fair_of(*kind.key)]
    share = found.share_of(*kind.key)
    when = long_date(date.fromisoformat(odds.measured_on) if odds.measured_on else found.date)
    # A solver that does not know the rules decides nothing, however long it may take.
    judged = odds.undecided < odds.deals
    if share is not None or not judged:
        told = tr(
            "Measured on {date} with deals 1 to {n}. {rule}",
            date=when,
            n=odds.deals,
            rule=fixed_rule,
        )
        rows = _played(odds, kind)
        shares = _share_table(share) if share is not None else []
        return [*shares, Table(("", ""), rows), Words(told, SMALL, faint=True), *fair]
    told = tr(
        "Measured on {date} with deals 1 to {n}; the solver had {seconds} s for each. {rule}",
        date=when,
        n=odds.deals,
        seconds=f"{odds.seconds:g}",
        rule=fixed_rule,
    )
    rows = [*_decided(odds), *_played(odds, kind)]
    return [Table(("", ""), rows), Words(told, SMALL, faint=True), *fair]


def _share_table(share: Share) -> list[Item]:
    """Return how many deals can be won, measured with deals of its own."""
    least, most = (texts.decimal(100 * bound, 1) for bound in share.bounds())
    told = tr(
        "Between {least} and {most}% of all deals can be won (95% confidence, whatever the "
        "unknown ones turn out to be). Measured on {date} with deals 1 to {n}, {seconds} s "
        "each, on {machine}.",
        least=least,
        most=most,
        date=long_date(date.fromisoformat(share.measured_on)),
        n=share.deals,
        seconds=f"{share.seconds:g}",
        machine=share.machine,
    )
    items: list[Item] = [Table(("", ""), _decided(share)), Words(told, SMALL, faint=True)]
    if len(share.rules) > 1:
        names = ", ".join(RULE_SETS[key].name for key in share.rules)
        alike = tr("The same deals can be won under the rules of {names}.", names=names)
        items.append(Words(alike, SMALL, faint=True))
    return items


def _percent(count: int, of: Odds | Share) -> str:
    return tr("{n}%", n=texts.decimal(100 * count / of.deals, 1))


def _decided(odds: Odds | Share) -> list[tuple[str, str]]:
    return [
        (tr("can be won, seeing every card"), _percent(odds.winnable, odds)),
        (tr("can't be won"), _percent(odds.lost, odds)),
        (tr("unknown"), _percent(odds.undecided, odds)),
    ]


def _played(odds: Odds, kind: GameKind) -> list[tuple[str, str]]:
    rows = [
        (tr("won by a simple fixed rule"), _percent(odds.careful, odds)),
        (tr("average cards home"), texts.decimal(odds.home, 1)),
    ]
    if kind.payment is not None and odds.account is not None:
        account = account_text(round(odds.account), kind.payment.in_dollars)
        rows.append((tr("average balance"), account))
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
        "Sampled search, without peeking: {won}% won ({least} to {most}), {account} on "
        "average ({low} to {high}); {deals} other deals, {n} samples per decision.",
        won=won,
        least=least,
        most=most,
        account=account,
        low=low,
        high=high,
        deals=fair.deals,
        n=fair.samples,
    )
