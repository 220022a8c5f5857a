"""Decks that games of the tests begin from."""

from __future__ import annotations

from game.canfield import COLUMNS
from game.cards import Card
from game.piles import FOUNDATIONS, RESERVE, STOCK, WASTE
from game.state import State


def easy_deck() -> str:
    """A deck of Canfield that wins itself: all that lies open goes home, and so does every triple
    of the stock, its last card first."""
    order = [f"{rank}{suit}" for rank in "A23456789TJQK" for suit in "CDHS"]
    base, aces, two, reserve, stock = order[0], order[1:4], order[4], order[5:18], order[18:]
    triples = [stock[start : start + 3][::-1] for start in range(0, len(stock), 3)]
    return " ".join(
        [*reserve[::-1], base, *aces, two, *(card for three in triples for card in three)]
    )


def deck_of(state: State) -> tuple[Card, ...]:
    """The deck in deal order that an untouched Canfield layout was dealt from."""
    base = next(state[pile][0] for pile in FOUNDATIONS if state[pile])
    dealt = (state[column][0] for column in COLUMNS)
    return (*state[RESERVE], base, *dealt, *state[WASTE], *reversed(state[STOCK]))
