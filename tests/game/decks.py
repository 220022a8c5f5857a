"""Decks that games of the tests begin from."""

from __future__ import annotations


def easy_deck() -> str:
    """A deck of Canfield that wins itself: all that lies open goes home, and so does every triple
    of the stock, its last card first."""
    order = [f"{rank}{suit}" for rank in "A23456789TJQK" for suit in "CDHS"]
    base, aces, two, reserve, stock = order[0], order[1:4], order[4], order[5:18], order[18:]
    triples = [stock[start : start + 3][::-1] for start in range(0, len(stock), 3)]
    return " ".join(
        [*reserve[::-1], base, *aces, two, *(card for three in triples for card in three)]
    )
