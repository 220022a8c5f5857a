"""The four aces: a large sign with a sunburst inside and its own small sign at the heart."""

from __future__ import annotations

from typing import Final

from game.cards import Suit
from scenes.art.measures import CX, CY
from scenes.art.palette import CREAM, GOLD, RAY, SUIT
from scenes.art.paths import inset, inside, moved, wedges
from scenes.art.signs import OPTICAL, SIGN, SPADE_LEAF, sign
from scenes.art.svg import disc, fill, ring

_SIZE: Final = {Suit.SPADES: 47.4, Suit.HEARTS: 46.0, Suit.DIAMONDS: 45.4, Suit.CLUBS: 48.6}
_SUN: Final = {Suit.SPADES: 1.6, Suit.HEARTS: -1.6, Suit.DIAMONDS: 0.0, Suit.CLUBS: 0.4}
"""How far below the card's centre the sun stands."""


def _burst(outline: str, x: float, y: float, count: int, colour: str, part: float) -> str:
    """Rays from (x, y), cut out of the outline."""
    return fill(
        "".join(inside(outline, ray) for ray in wedges(x, y, count, part, -90, 270)), colour
    )


def ace(suit: Suit) -> str:
    """The picture of an ace."""
    size = _SIZE[suit]
    x, y = CX, CY + _SUN[suit]
    leaf = SPADE_LEAF if suit == Suit.SPADES else SIGN[suit]
    shape = moved(leaf, CX, CY, size * OPTICAL[suit] / 100)
    sun = inset(shape, 5.2)
    out = sign(suit, CX, CY, size) + fill(inset(shape, 2.9), CREAM) + fill(inset(shape, 3.7), SUIT)
    out += _burst(sun, x, y, 24, RAY, 0.5) + _burst(sun, x, y, 24, GOLD, 0.14)
    out += disc(x, y, 9.6, SUIT) + ring(x, y, 8.7, GOLD, 0.7)
    return out + sign(suit, x, y, 11.2, CREAM)
