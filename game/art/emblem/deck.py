"""Assembles the Emblem deck's faces."""

from __future__ import annotations

from typing import Final

from game.art.compose import part
from game.art.court.aces import HEART_DROP
from game.art.emblem.aces import ace
from game.art.emblem.jacks import jack
from game.art.emblem.kings import king
from game.art.emblem.ornaments import frame, wide_frame
from game.art.emblem.queens import queen
from game.art.measures import CX, CY
from game.art.svg import at
from game.core.cards import ACE, KING, SUITS, Card, Suit

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
