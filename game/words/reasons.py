"""The words for what a move does and what it costs, as ``game.teach.reasons`` has proven it."""

from __future__ import annotations

from game.support.texts import tr, trn
from game.teach.reasons import Cost, Price, Reason, Why
from game.words.names import card_name, pile_name


def reason_text(reason: Reason) -> str:
    """Return a reason as what the move does, for example ``frees the ace of clubs in 3 moves``."""
    if reason.card is not None:
        return _of_card(reason, card_name(reason.card))
    if reason.kind is Why.EMPTIES and reason.pile is not None:
        return trn(
            "empties {pile}",
            "empties {pile} within {n} moves",
            reason.count,
            pile=pile_name(reason.pile),
        )
    if reason.kind in _COUNTED:
        return _counted(reason.kind, reason.count)
    return {
        Why.WINS: tr("wins the game"),
        Why.FINISHES: tr("lets every other card go home"),
        Why.RESERVE: tr("turns up a card of the reserve"),
        Why.RESERVE_ENDS: tr("plays the last card of the reserve"),
        Why.KEEPS_CELL: tr("keeps the last free cell"),
        Why.FREES_CELL: tr("frees a cell"),
    }[reason.kind]


def _of_card(reason: Reason, card: str) -> str:
    n = reason.count
    return {
        Why.SAFE_HOME: tr("no card needs it any more"),
        Why.FREES: trn("frees the {card}", "frees the {card} within {n} moves", n, card=card),
        Why.REACHES: trn(
            "sends the {card} home within {n} move",
            "sends the {card} home within {n} moves",
            n,
            card=card,
        ),
    }[reason.kind]


_COUNTED = (Why.ONLY, Why.HOMEWARD, Why.RUN, Why.LEADS)


def _counted(kind: Why, n: int) -> str:
    return {
        Why.ONLY: trn("the other move loses", "the other {n} moves lose", n),
        Why.HOMEWARD: trn("lets {n} card go home", "lets {n} cards go home", n),
        Why.RUN: trn("builds a run of {n} card", "builds a run of {n} cards", n),
        Why.LEADS: trn(
            "wins in {n} move",
            "wins in {n} moves",
            n,
        ),
    }[kind]


def price_text(price: Price) -> str:
    """Return what a move costs, as a sentence."""
    if price.card is not None:
        card = card_name(price.card)
        return {
            Cost.COVERS: tr("It buried the {card}.", card=card),
            Cost.SENDS_NEEDED: tr("The {card} might still have been needed.", card=card),
        }[price.kind]
    return {
        Cost.LAST_CELL: tr("It took the last free cell."),
        Cost.LAST_COLUMN: tr("It took the last empty column."),
    }[price.kind]
