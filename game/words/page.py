"""What stands on the page of a game besides its cards: names of buttons, moves, and the story."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from game.core.cards import PACK
from game.core.moves import Action
from game.core.state import State
from game.rules.registry import Deal
from game.support.texts import texts, tr, tr_later
from game.words.names import account_text, card_name, pile_name
from game.words.summary import summary


def language() -> str:
    """Return the code of the language of all these words."""
    return texts.language


def buttons() -> Mapping[str, str]:
    """Return the names of what can be pressed, and of the parts of the page."""
    return {
        "first": tr("To the start"),
        "back": tr("One move back"),
        "play": tr("Play the moves"),
        "pause": tr("Pause"),
        "on": tr("One move forward"),
        "last": tr("To the end"),
        "turn": tr("Next turning point"),
        "at": tr("Position shown"),
        "board": tr("The cards"),
        "story": tr("The story"),
        "moves": tr("The moves"),
        "curve": tr("How many moves were winning, move by move"),
        "piles": tr("The position in words"),
        "text": tr("The game as text"),
        "open": tr("To open it in Vierfeld, copy it and press Ctrl+V there."),
        "keys": tr("Keys: ← → one move; Home, End; Space plays; T next turning point."),
        "still": tr("Scripts are turned off in your browser, so the cards can't be shown."),
    }


def sentences_to_fill() -> Mapping[str, str]:
    """Return what is told of a position, with places for what the page fills in."""
    return {
        "begin": tr("Before the first move"),
        "move": texts.one(tr_later("Move {number} of {of}: {move}")),
        "pile": texts.one(tr_later("{pile}: {cards}")),
        "empty": tr("empty"),
        "hidden": texts.one(tr_later("{number} face down")),
    }


def names_of_cards() -> list[str]:
    """Return the names of all cards, in the order of the pack."""
    return [card_name(card) for card in PACK]


def names_of_piles(state: State) -> list[str]:
    """Return the names of all piles."""
    return [pile_name(pile) for pile in state.piles]


def names_of_moves(positions: Sequence[State], actions: Sequence[Action]) -> list[str]:
    """Return each action in words."""
    return [summary(action, before) for action, before in zip(actions, positions, strict=False)]


def accounts(deal: Deal, positions: Sequence[State]) -> list[str]:
    """Return the money or the points of each position; nothing in a game without."""
    payment = deal.kind.payment
    found = [deal.account(state) for state in positions] if payment is not None else []
    return [
        account_text(amount, payment.in_dollars)
        for amount in found
        if amount is not None and payment is not None
    ]
