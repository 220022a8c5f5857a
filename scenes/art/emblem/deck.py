"""Puts the Emblem deck's faces together."""

from __future__ import annotations

from game.cards import KING, Card
from scenes.art.emblem.aces import ace
from scenes.art.emblem.jacks import jack
from scenes.art.emblem.kings import king
from scenes.art.emblem.ornaments import frame
from scenes.art.emblem.queens import queen
from scenes.art.measures import CX, CY
from scenes.art.pips import pips
from scenes.art.svg import at


def picture(card: Card) -> str:
    """The picture of a face alone: no paper, no index."""
    if card.rank == 1:
        return at(ace(card.suit), CX, CY)
    if card.rank <= 10:
        return pips(card.rank, card.suit)
    draw = {KING: king, KING - 1: queen, KING - 2: jack}[card.rank]
    return at(frame(card.suit) + draw(card.suit), CX, CY)
