"""The four suit signs, shared by the vector decks."""

from __future__ import annotations

from typing import Final

from game.core.cards import Suit
from tools.make_decks.elements import SUIT, fill
from tools.make_decks.paths import arc_path, from_half, from_quarter, moved

_LOBE: Final = 22.0
"""The radius of the lobes of a club 100 units high."""


def _club() -> str:
    """Return a club as one outline that can be stroked and inset."""
    lobes = arc_path([(0, -28.4, _LOBE, -90, 63), (24.2, 14.4, _LOBE, -122.7, 160)])
    return from_half(lobes + "C4.6,36 9.5,45 19,50L0,50")


SIGN: Final[dict[Suit, str]] = {
    Suit.HEARTS: from_half("M0,-27C4,-38 12,-46 23,-46C36,-46 46,-36 46,-20C46,8 11,26 0,48"),
    Suit.DIAMONDS: from_quarter("M0,-51C9,-33 22,-14 38,0"),
    Suit.SPADES: from_half(
        "M0,-51C10,-33 45,-12 45,14C45,28 35,37 24,37C14,37 7,32.5 3.6,24C4.6,36 9.5,45 19,50L0,50"
    ),
    Suit.CLUBS: _club(),
}
"""The outlines of the suit signs, centred on (0, 0) and about 100 units high."""

OPTICAL: Final = {Suit.HEARTS: 0.97, Suit.DIAMONDS: 1.04, Suit.SPADES: 1.0, Suit.CLUBS: 0.99}
"""Each suit's scale, to make all four signs look equally large."""

ACE_DIAMOND: Final = from_quarter("M0,-51C11,-35 25.5,-15.5 43,0")
"""A fuller diamond for the ace, to look as large as the signs of the other aces."""

SPADE_LEAF: Final = from_half("M0,-51C10,-33 45,-12 45,14C45,28 35,37 24,37C14,37 5,31 0,22")
"""A spade without its foot."""


def outline(suit: Suit, x: float, y: float, size: float, rot: float = 0) -> str:
    """Return the path of a suit sign ``size`` mm high."""
    return moved(SIGN[suit], x, y, size * OPTICAL[suit] / 100, rot)


def sign(suit: Suit, x: float, y: float, size: float, colour: str = SUIT, rot: float = 0) -> str:
    return fill(outline(suit, x, y, size, rot), colour)
