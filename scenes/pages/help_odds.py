"""The help's table of measured odds."""

from __future__ import annotations

from game.record.odds import Odds, measured
from game.rules.canfield import RULE_SETS
from game.rules.registry import VIERFREI
from game.support.dates import long_date
from game.support.texts import texts, tr
from game.words.names import account_text
from scenes.style.theme import SMALL
from scenes.widgets.figures import Table
from scenes.widgets.items import Item, Words


def odds_table(game: str, rules: str | None) -> list[Item]:
    """Return the odds of one game under one rule set; empty if none were measured."""
    found = measured()
    odds = found.of(game, rules) if found else None
    if found is None or odds is None:
        return []
    told = tr(
        "Measured on {date} with deals 1 to {n}; the solver had {seconds} s for each. {rule}",
        date=long_date(found.date),
        n=odds.deals,
        seconds=f"{odds.seconds:g}",
        rule=_vierfrei_rule() if game == VIERFREI else _canfield_rule(),
    )
    return [Table(("", ""), _rows(odds)), Words(told, SMALL, faint=True)]


def _rows(odds: Odds) -> list[tuple[str, str]]:
    def share(count: int) -> str:
        return f"{texts.decimal(100 * count / odds.deals, 1)} %"

    rows = [
        (tr("can be won, with sight of all cards"), share(odds.winnable)),
        (tr("cannot be won"), share(odds.lost)),
        (tr("not known"), share(odds.undecided)),
        (tr("won by a fixed rule of play"), share(odds.careful)),
        (tr("cards home on average"), texts.decimal(odds.home, 1)),
    ]
    if odds.rules is not None and odds.account is not None:
        in_dollars = RULE_SETS[odds.rules].payment.in_dollars
        account = account_text(round(odds.account), in_dollars)
        rows.append((tr("account on average"), account))
    return rows


def _canfield_rule() -> str:
    return tr(
        "The fixed rule is not a person, and sees no hidden card: it plays cards home before all "
        "else, first from the reserve, then cards onto columns, and at last it deals."
    )


def _vierfrei_rule() -> str:
    return tr(
        "The fixed rule is not a person, and does not look ahead: it plays cards home before all "
        "else, then runs onto columns, then cards into empty columns and cells, from the shortest "
        "column first."
    )
