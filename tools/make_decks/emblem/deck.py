"""Assembles the Emblem deck's faces."""

from __future__ import annotations

from typing import Final

from game.art.drawings import at
from game.art.measures import CX, CY
from game.core.cards import ACE, KING, SUITS, Card, Suit
from tools.make_decks.court.aces import HEART_DROP
from tools.make_decks.elements import part
from tools.make_decks.emblem.aces import ace
from tools.make_decks.emblem.jacks import jack
from tools.make_decks.emblem.kings import king
from tools.make_decks.emblem.ornaments import frame, wide_frame
from tools.make_decks.emblem.queens import queen

_DROP: Final = {Suit.HEARTS: HEART_DROP, Suit.CLUBS: -1.6}
"""How far below the card's centre an ace stands, so that a fan shows no sliver of it."""
_BESIDE_LARGE: Final = 0.8
"""Scale of the emblems beside the extra-large index, where their frames are as wide as a card."""


def pictures() -> dict[str, str]:
    """Return the pictures by name: aces and courts, also beside an extra-large index, and the parts
    of the courts. Number cards are made from the suit's sign."""
    out = {str(Card(ACE, suit)): at(ace(suit), CX, CY + _DROP.get(suit, 0)) for suit in Suit}
    for suit in Suit:
        frames = {name: f"{name} {SUITS[suit]}" for name in ("frame", "wide frame")}
        out |= {frames["frame"]: frame(suit), frames["wide frame"]: wide_frame(suit)}
        for rank, draw in ((KING - 2, jack), (KING - 1, queen), (KING, king)):
            card = Card(rank, suit)
            emblem = part(f"{card} emblem")
            out |= {
                f"{card} emblem": draw(suit),
                str(card): at(part(frames["frame"]) + emblem, CX, CY),
                f"{card} wide": at(
                    part(frames["wide frame"]) + at(emblem, sx=_BESIDE_LARGE), CX, CY
                ),
            }
    return out
