"""Puts the Emblem deck's faces together."""

from __future__ import annotations

from game.cards import ACE, KING, Card, Suit
from scenes.art.emblem.aces import ace
from scenes.art.emblem.jacks import jack
from scenes.art.emblem.kings import king
from scenes.art.emblem.ornaments import frame
from scenes.art.emblem.queens import queen
from scenes.art.measures import CX, CY
from scenes.art.svg import at


def pictures() -> dict[str, str]:
    """The pictures by name: aces and courts. Number cards are printed from the suit's sign."""
    out = {str(Card(ACE, suit)): at(ace(suit), CX, CY) for suit in Suit}
    for rank, draw in ((KING - 2, jack), (KING - 1, queen), (KING, king)):
        for suit in Suit:
            out[str(Card(rank, suit))] = at(frame(suit) + draw(suit), CX, CY)
    return out
