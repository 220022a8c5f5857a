"""What stands in the small panels: the statistics, and the entry of a number."""

from __future__ import annotations

from collections.abc import Callable

from game.canfield import RULE_SETS
from game.deals import MAX_DEAL
from game.desk import Desk
from game.games import CANFIELD, VIERFREI, Deal
from game.names import account_text, duration
from game.record import Record
from game.texts import tr, trn
from scenes.controls import Control
from scenes.help import payment_sentence
from scenes.host import Kit
from scenes.page import DigitField, Item, Picture, Row, Words
from scenes.pictures import preview
from scenes.theme import NORMAL, SMALL


def number_page(
    kit: Kit,
    game: str,
    field: DigitField,
    deal: Callable[[], None],
    close: Callable[[], None],
) -> list[Item]:
    """The entry of a deal's number, with the deal in miniature while it is typed."""
    rules = kit.settings.next_rules if game == CANFIELD else None
    typed = Deal(game, int(field.text), rules) if field.text else None
    asked = tr("The number of a game, from 0 to {most}.", most=MAX_DEAL)
    if rules is not None:
        asked += " " + tr("Played under the rules of {rules}.", rules=RULE_SETS[rules].name)
    return [
        Words(asked),
        field,
        Picture(190, preview(kit.style, kit.theme, typed)),
        Row("", [Control(tr("Deal"), deal, strong=True), Control(tr("Cancel"), close)]),
    ]


def statistics_page(desk: Desk | None, record: Record) -> list[Item]:
    """The account of the game in hand, and the plain counts of all games."""
    items: list[Item] = []
    if desk is not None:
        items += _in_hand(desk)
    items.append(Words(tr("Games played to an end"), NORMAL, bold=True))
    kinds: list[tuple[str, str, str | None]] = [("Vierfrei", VIERFREI, None)]
    kinds += [
        (tr("Canfield ({rules})", rules=rules.name), "canfield", key)
        for key, rules in RULE_SETS.items()
    ]
    for label, game, rules_key in kinds:
        count = record.count(game, rules_key)
        played = trn("{n} played", "{n} played", count.played)
        items.append(Words(f"{label}: {played}, " + trn("{n} won", "{n} won", count.won)))
    return items


def _in_hand(desk: Desk) -> list[Item]:
    session, rules = desk.session, desk.session.deal.rule_set
    state = session.state
    items: list[Item] = [Words(tr("The game in hand"), NORMAL, bold=True)]
    up = trn("{n} card home", "{n} cards home", state.cards_home)
    moves = trn("{n} move", "{n} moves", len(session.since_restart))
    items.append(Words(f"{up}, {moves}, {duration(session.seconds)}"))
    if rules is not None and session.account is not None:
        account = account_text(session.account, rules.payment.in_dollars)
        items.append(Words(tr("Account: {account}", account=account)))
        items.append(Words(payment_sentence(rules), SMALL, faint=True))
    return items
