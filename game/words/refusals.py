"""The sentence for each reason for which a rule refuses a move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from game.core.cards import Card
from game.core.moves import Refusal
from game.support.texts import texts, tr, tr_later, trn
from game.words.names import card_name

_BLACK: Final = (
    tr_later("a black ace"),
    tr_later("a black 2"),
    tr_later("a black 3"),
    tr_later("a black 4"),
    tr_later("a black 5"),
    tr_later("a black 6"),
    tr_later("a black 7"),
    tr_later("a black 8"),
    tr_later("a black 9"),
    tr_later("a black 10"),
    tr_later("a black jack"),
    tr_later("a black queen"),
    tr_later("a black king"),
)
_RED: Final = (
    tr_later("a red ace"),
    tr_later("a red 2"),
    tr_later("a red 3"),
    tr_later("a red 4"),
    tr_later("a red 5"),
    tr_later("a red 6"),
    tr_later("a red 7"),
    tr_later("a red 8"),
    tr_later("a red 9"),
    tr_later("a red 10"),
    tr_later("a red jack"),
    tr_later("a red queen"),
    tr_later("a red king"),
)
"""Any card of a colour, the ranks from the ace on; each is a whole phrase, as some languages
inflect the adjective by the gender of the rank."""


def message(refusal: Refusal) -> str:
    """Return ``refusal`` as one short sentence in the player's language."""
    values = refusal.values
    if refusal.key == "too-many":
        may = values["may"]
        return trn("Only {n} card can move there now.", "Only {n} cards can move there now.", may)
    if refusal.key == "too-few-cells":
        free = values["free"]
        if free == 0:
            return tr("There's no free cell.")
        return trn("Only {n} cell is free.", "Only {n} cells are free.", free)
    if refusal.onto is not None:
        return _no_fit(refusal.onto, refusal.fitting)
    return {
        "empty-source": tr("That pile is empty."),
        "same-pile": tr("The card is already there."),
        "not-a-run": tr("Those cards aren't in sequence."),
        "bad-count": tr("That's the wrong number of cards."),
        "cell-taken": tr("That cell is taken."),
        "one-card-home": tr("Send cards home one at a time."),
        "not-next": tr("Another card has to go home first."),
        "no-target": tr("You can't put a card there."),
        "no-place": tr("It can't go anywhere right now."),
        "no-source": tr("You can't take a card from there."),
        "whole-column": tr("Only the whole column can move."),
        "from-reserve": tr("Only the reserve can fill an empty column."),
        "from-waste": tr("Only the waste can fill an empty column."),
        "no-return": tr("Cards never come back from a foundation."),
        "base-stays": tr("The base cards stay on the foundations."),
        "stock-empty": tr("The stock is empty."),
        "pack-empty": tr("The stock and the waste are empty."),
        "stock-left": tr("There are still cards in the stock."),
        "waste-empty": tr("The waste is empty."),
        "no-stages": tr("Only the casino game is paid in parts."),
        "inspect-first": tr("First pay for the inspection (i)."),
        "pay-first": tr("Pay to play (p) before you deal from the stock."),
        "already-paid": tr("You've already paid that."),
        "stopped": tr("The game was stopped."),
        "at-start": tr("The game is already at its start."),
        "nothing-safe": tr("No card can safely go home now."),
        "no-stock": tr("This game has no stock."),
        "not-asked": tr("That's legal, but try the move shown."),
    }[refusal.key]


def _no_fit(onto: Card, fitting: Sequence[Card]) -> str:
    """Return what would fit instead."""
    if not fitting:
        return tr("Nothing can go on the {card}.", card=card_name(onto))
    first = fitting[0]
    if len(fitting) == 2 and all(
        (card.rank, card.is_red) == (first.rank, first.is_red) for card in fitting
    ):
        wanted = texts.one((_RED if first.is_red else _BLACK)[first.rank - 1])
        return tr("Only {wanted} can go on the {card}.", card=card_name(onto), wanted=wanted)
    names = ", ".join(map(card_name, fitting))
    return tr("Only the {other} can go on the {card}.", card=card_name(onto), other=names)
