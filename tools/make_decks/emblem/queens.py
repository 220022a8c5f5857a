"""The emblem of the queens: a coroneted flower on an S-shaped stem, another flower for each
suit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from game.art.drawings import at
from game.core.cards import Suit
from tools.make_decks.elements import (
    GOLD,
    SUIT,
    TINT,
    around,
    both_sides,
    disc,
    fill,
    fine,
    half_turned,
    line,
)
from tools.make_decks.emblem.ornaments import finial
from tools.make_decks.paths import brush, from_half, taper


@dataclass(frozen=True)
class Flower:
    """A flower seen from above: ``count`` petals, one of them pointing up from (0, 0)."""

    count: int
    petal: str
    inner: float = 0.54
    """Scale of the inner circle of petals."""


FLOWERS: Final = {
    Suit.CLUBS: Flower(  # round: a wild rose
        5,
        "M0,0C-2.4,-2.2 -4.3,-3.8 -4.3,-6C-4.3,-8.4 -2.4,-10 0,-10"
        "C2.4,-10 4.3,-8.4 4.3,-6C4.3,-3.8 2.4,-2.2 0,0Z",
    ),
    Suit.DIAMONDS: Flower(8, "M0,0L-2.7,-5.8L0,-10.4L2.7,-5.8Z"),  # pointed: a star
    Suit.HEARTS: Flower(  # heart-shaped petals
        5,
        "M0,0C-2.6,-2.4 -4.9,-4.6 -4.9,-7C-4.9,-8.8 -3.8,-9.8 -2.4,-9.8C-1.2,-9.8 -.4,-9.1 0,-8"
        "C.4,-9.1 1.2,-9.8 2.4,-9.8C3.8,-9.8 4.9,-8.8 4.9,-7C4.9,-4.6 2.6,-2.4 0,0Z",
    ),
}

_CORONETS: Final = {
    Suit.CLUBS: "M0,-4.4C.7,-2.4 1.6,-1.7 2.6,-1.7C3.6,-1.7 4.2,-2.4 4.6,-3.6"
    "C5.2,-2.2 6.6,-2.4 8.2,-4.2L7,0",
    Suit.DIAMONDS: "M0,-5.6L3,-1.4L5,-4L6.2,-1.2L8.6,-4L7,0",
    Suit.HEARTS: "M0,-3C2.6,-3 2.8,-1.7 4.4,-1.7C6,-1.7 6,-4 8.4,-4C7.6,-3 7.3,-1.6 7,0",
    Suit.SPADES: "M0,-5.2C.6,-3 1.8,-1.7 3.6,-1.5C5.6,-1.3 7.2,-2.4 8.5,-4.6L7,0",
}

_LEAF: Final = "M0,0C-1.6,-3 .2,-6.8 4.2,-9C5.6,-5 4.2,-1 0,0Z"


def _lily() -> str:
    """Return the spades' flower: a lily from the side, three petals and a band."""
    middle = from_half("M0,-9.6C1.8,-6.2 4.3,-3.6 4.3,-.6C4.3,2 2.4,3.8 1.3,5L0,5")
    side = (
        "M1.6,4.6C2.4,.6 4.6,-3.6 8.2,-4.2C11.2,-4.6 12.8,-1.6 11.4,.4C10.4,1.9 8,1.4 8.2,-.4"
        "C6.4,.2 5,2.6 4.4,5Z"
    )

    return (
        both_sides(line(side, TINT, 1) + fill(side, SUIT))
        + line(middle, TINT, 1, join="miter")
        + fill(middle, SUIT)
        + fine(line("M0,-5.4L0,3", TINT, 0.34))
        + line("M-4.6,5.6L4.6,5.6", TINT, 3, cap="round")
        + line("M-4.4,5.6L4.4,5.6", GOLD, 1.9, cap="round")
    )


def _bloom(suit: Suit) -> str:
    flower = FLOWERS[suit]
    half = 180 / flower.count
    outer = fill(flower.petal, SUIT) + line(flower.petal, TINT, 0.55, join="miter")
    inner = fill(flower.petal, SUIT) + line(flower.petal, TINT, 0.95, join="miter")
    return (
        around(outer, flower.count)
        + around(at(inner, sx=flower.inner), flower.count, half)
        + disc(0, 0, 2.4, TINT)
        + disc(0, 0, 1.9, GOLD)
    )


def _coronet(suit: Suit) -> str:
    d = from_half(_CORONETS[suit] + "C4.4,1 2.2,1.3 0,1.3")
    hearts = suit == Suit.HEARTS
    tip = disc(0, 0, 1.1, GOLD) if hearts else at(finial(suit, GOLD), sx=0.7)
    rim = line("M-6.4,.2C-4.2,1 -2.2,1.3 0,1.3C2.2,1.3 4.2,1 6.4,.2", SUIT, 0.55, cap="round")
    return (
        line(d, TINT, 1.1, join="miter")
        + fill(d, GOLD)
        + at(tip, 0, -3.7 if hearts else -4.4)
        + both_sides(disc(8.3, -4.5, 1.1, GOLD))
        + rim
    )


def queen(suit: Suit) -> str:
    stem = brush(
        "M2.5,-7C6,-.4 12.8,-2.6 15.6,4.4C17.6,9.4 16.6,15.4 13.6,16.8"
        "C11.8,17.6 10.6,16.2 11.4,14.9",
        taper(1.9, 1.6, 0.5),
    )
    vein = fine(line("M.6,-.9C1.4,-3.2 2.4,-5.4 3.6,-7.2", TINT, 0.35))
    leaf = fill(_LEAF, SUIT) + vein
    if suit == Suit.SPADES:  # the lily needs the room about its foot
        leaves = at(leaf, 12.6, 0.8, rot=14, sx=0.9) + at(leaf, 16.4, 8.6, rot=168, sx=0.74)
        flower = at(_lily(), 0, -10.4) + at(_coronet(suit), 0, -20.8, sx=0.8)
        return half_turned(fill(stem, SUIT) + leaves) + half_turned(flower)
    leaves = (
        at(leaf, 11.6, 0.6, rot=4, sx=0.95)
        + at(leaf, 16.4, 8.6, rot=168, sx=0.74)
        + at(leaf, 7, -11.2, rot=46, sx=1.1)
    )
    flower = at(_bloom(suit), 0, -11, sx=0.98) + at(_coronet(suit), 0, -18.6)
    return half_turned(fill(stem, SUIT) + leaves) + half_turned(flower)
