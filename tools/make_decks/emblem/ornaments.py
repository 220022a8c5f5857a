"""What marks an emblem as its suit's: frames, finials and small gems in shapes of the suit.

Emblems are drawn about the card's centre, (0, 0).
"""

from __future__ import annotations

from typing import Final

from game.art.drawings import PAPER, at, num
from game.core.cards import Suit
from tools.make_decks.elements import (
    GOLD,
    SUIT,
    TINT,
    around,
    both_sides,
    coarse,
    disc,
    fill,
    fine,
    half_turned,
    line,
)
from tools.make_decks.paths import brush, from_half, from_quarter, polygon, taper
from tools.make_decks.signs import sign

FRAMES: Final = {
    Suit.CLUBS: from_quarter(
        "M0,-35C3.5,-35 6.1,-32.7 6.1,-29.4C6.1,-28.4 6,-27.6 5.8,-26.9"
        "C7.6,-27.5 9.4,-27.8 11,-27.8C18,-27.8 23.2,-22.4 23.2,-14.6C23.2,-8 22,-3 19.6,0"
    ),
    Suit.DIAMONDS: from_quarter("M0,-36L23,-15.5L20,0"),
    Suit.HEARTS: from_quarter(
        "M0,-33.2C.4,-34.8 1.5,-35.8 3,-35.8C4.9,-35.8 6,-34.2 6,-32.4"
        "C6,-30 4.4,-28.6 3.9,-26C5.8,-27.2 8.2,-27.8 10.6,-27.8"
        "C18.2,-27.8 23.2,-22.8 23.2,-15.4C23.2,-8.8 19.4,-6 19.4,0"
    ),
    Suit.SPADES: from_quarter(
        "M0,-36.5C1.6,-31 6.6,-28.4 11.6,-25.4C18.4,-21.4 23,-15.6 23,-8.8C23,-5 21.6,-2 19.6,0"
    ),
}
"""Trefoil arches, facets, scrolls and ogees; all leave the index corners free."""


def gem(suit: Suit, x: float, y: float, s: float, colour: str) -> str:
    """Return a small ornament of radius ``s`` that looks the same rotated by 180°."""
    match suit:
        case Suit.CLUBS:
            return at(around(disc(0, -s * 0.52, s * 0.48, colour), 4), x, y)
        case Suit.DIAMONDS:
            return at(fill(polygon([(0, -s), (s * 0.8, 0), (0, s), (-s * 0.8, 0)]), colour), x, y)
        case Suit.HEARTS:
            return disc(x, y, s * 0.8, colour)
        case Suit.SPADES:
            star = from_quarter(
                f"M0,{num(-s)}C{num(s * 0.15)},{num(-s * 0.4)} "
                f"{num(s * 0.4)},{num(-s * 0.15)} {num(s)},0"
            )
            return at(fill(star, colour), x, y)


def finial(suit: Suit, colour: str = SUIT) -> str:
    """Return the ornament of a tip: it stands on (0, 0) and is some 5 high."""
    match suit:
        case Suit.CLUBS:
            foot = polygon([(-0.5, -2.6), (0.5, -2.6), (0.9, 0.6), (-0.9, 0.6)])
            leaves = disc(0, -4.1, 1.45, colour) + both_sides(disc(1.75, -1.9, 1.45, colour))
            return leaves + fill(foot, colour)
        case Suit.DIAMONDS:
            return fill(polygon([(0, -4.6), (1.7, -2.1), (0, 0.4), (-1.7, -2.1)]), colour)
        case Suit.HEARTS:
            return sign(suit, 0, -2.3, 4.6, colour)
        case Suit.SPADES:
            leaf = from_half("M0,-5.6C.8,-4 2.5,-2.7 2.5,-1C2.5,.2 1.2,.8 .5,.6L0,.6")
            return fill(leaf, colour)


def _pearls() -> str:
    waist = disc(22.4, -1.5, 0.85, GOLD) + disc(22.4, 1.5, 0.85, GOLD) + disc(24.6, 0, 0.85, GOLD)
    return half_turned(both_sides(disc(5.5, -26.4, 1, GOLD) + waist))


def _facets() -> str:
    upper = polygon([(0, -36), (23, -15.5), (20.3, -14.3), (0, -32.4)])
    lower = polygon([(-23, -15.5), (-20, 0), (-17.7, 0), (-20.3, -14.3)])
    seams = "M0,-36L0,-32.4M23,-15.5L20.3,-14.3M20,0L17.7,0M0,-32.4L20.3,-14.3L17.7,0"
    return (
        half_turned(fill(upper, PAPER) + fill(lower, PAPER))
        + fine(half_turned(both_sides(line(seams, GOLD, 0.32))))
        + half_turned(gem(Suit.DIAMONDS, 23.4, 0, 1.5, GOLD))
    )


def _scrolls() -> str:
    waist = brush(
        "M22.6,-6.6C21.3,-4 21.2,-1 23.4,-.7C25,-.5 25.4,-2.7 23.9,-2.8", taper(0.3, 1, 0.6)
    )
    hearts = at(finial(Suit.HEARTS, GOLD), 0, -28.2, sx=0.66)
    return half_turned(both_sides(fill(waist, GOLD)) + hearts)


def _leaves() -> str:
    leaf = fill(from_half("M0,-3.2C.7,-.8 1.7,0 1.7,1.2C1.7,2.2 .8,3 0,4.2"), GOLD)
    return half_turned(at(leaf, 0, -31, sx=0.9) + at(leaf, 23.2, 0, rot=90, sx=0.62))


_ORNAMENT: Final = {
    Suit.CLUBS: _pearls,
    Suit.DIAMONDS: _facets,
    Suit.HEARTS: _scrolls,
    Suit.SPADES: _leaves,
}


def frame(suit: Suit) -> str:
    """Return the medallion about a court's emblem."""
    d = FRAMES[suit]
    double = line(d, SUIT, 2.8, join="miter") + line(d, PAPER, 1.7, join="miter")
    single = line(d, SUIT, 2.1, join="miter")
    rim = fine(line(d, GOLD, 0.65, join="miter"))
    return fine(double) + coarse(single) + fill(d, TINT) + _ORNAMENT[suit]() + rim


_WIDE_FRAMES: Final = {
    Suit.CLUBS: from_quarter("M0,-21.3L20.6,-21.3C20.6,-18.2 22.9,-16 26.6,-16L26.6,0"),
    Suit.DIAMONDS: from_quarter("M0,-21.3L19,-21.3L26.6,-14.4L26.6,0"),
    Suit.HEARTS: from_quarter("M0,-21.3L17.6,-21.3C23.2,-21.3 26.6,-18.6 26.6,-13L26.6,0"),
    Suit.SPADES: from_quarter(
        "M0,-21.3L17,-21.3C20,-21.3 20.7,-20.4 21.3,-18.7C21.3,-17 23.4,-15.9 26.6,-15.2L26.6,0"
    ),
}
"""Notched, bevelled, rounded and ogee corners, between the extra-large indices."""


def wide_frame(suit: Suit) -> str:
    """Return the frame about a court's emblem beside an extra-large index."""
    d = _WIDE_FRAMES[suit]
    flourish = gem(suit, 22.6, 0, 1.6, GOLD) + at(finial(suit, GOLD), 22.6, -3.4, sx=0.8)
    flourish += at(finial(suit, GOLD), 22.6, 3.4, rot=180, sx=0.8)
    double = line(d, SUIT, 2.4, join="miter") + line(d, PAPER, 1.4, join="miter")
    rim = fine(line(d, GOLD, 0.65, join="miter"))
    return (
        fine(double)
        + coarse(line(d, SUIT, 1.8, join="miter"))
        + fill(d, TINT)
        + half_turned(flourish)
        + rim
    )
