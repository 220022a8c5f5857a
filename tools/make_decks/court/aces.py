"""The four aces: a large sign with a sunburst inside and its own small sign at the heart."""

from __future__ import annotations

from typing import Final

from game.art.measures import CX, CY, WIDTH
from game.core.cards import Suit
from tools.make_decks.elements import CREAM, GOLD, RAY, SUIT, disc, fill, ring
from tools.make_decks.paths import Polygon, inset, inside, moved, wedges
from tools.make_decks.signs import ACE_DIAMOND, OPTICAL, SIGN, SPADE_LEAF, sign

_OUTLINE: Final = {**SIGN, Suit.DIAMONDS: ACE_DIAMOND}
_SIZE: Final = {Suit.SPADES: 46.4, Suit.HEARTS: 46.9, Suit.DIAMONDS: 50.2, Suit.CLUBS: 47.2}
"""Heights that give all four the same area."""
HEART_DROP: Final = 1.0
"""A heart is heavy at the top: it stands this much lower, also so that a fan shows no sliver of
it."""
_DISC: Final = {Suit.SPADES: 8.0, Suit.HEARTS: 8.1, Suit.DIAMONDS: 7.8, Suit.CLUBS: 9.0}
"""Radius of the disc in the sun's middle."""
_SUN: Final = {Suit.SPADES: 1.6, Suit.HEARTS: -0.3, Suit.DIAMONDS: 0.0, Suit.CLUBS: 0.4}
"""How far below the card's centre the sun stands."""


def _burst(outline: str, x: float, y: float, count: int, colour: str, part: float) -> str:
    """Return rays from (x, y), cut out of the outline."""
    return fill(
        "".join(inside(outline, ray) for ray in wedges(x, y, count, part, -90, 270)), colour
    )


def _within(shape: str, by: float) -> str:
    """Return the outline moved inward, without the remains of its foot."""
    above_foot: Polygon = [(0, 0), (WIDTH, 0), (WIDTH, CY + 16), (0, CY + 16)]
    return inside(inset(shape, by), above_foot)


def ace(suit: Suit) -> str:
    """Return the picture of an ace."""
    size, r = _SIZE[suit], _DISC[suit]
    middle = CY + (HEART_DROP if suit == Suit.HEARTS else 0)
    x, y = CX, middle + _SUN[suit]
    leaf = SPADE_LEAF if suit == Suit.SPADES else _OUTLINE[suit]
    whole, shape = (
        moved(d, CX, middle, size * OPTICAL[suit] / 100) for d in (_OUTLINE[suit], leaf)
    )
    if suit in (Suit.SPADES, Suit.CLUBS):
        rule, ground, sun = (_within(shape, by) for by in (2.6, 3.35, 4.6))
    else:
        rule, ground, sun = (inset(shape, by) for by in (2.6, 3.35, 4.6))
    return (
        fill(whole, SUIT)
        + fill(rule, CREAM)
        + fill(ground, SUIT)
        + _burst(sun, x, y, 24, RAY, 0.5)
        + _burst(sun, x, y, 24, GOLD, 0.14)
        + disc(x, y, r, SUIT)
        + ring(x, y, r - 0.9, GOLD, 0.7)
        + sign(suit, x, y, r * 1.16, CREAM)
    )
