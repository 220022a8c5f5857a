"""The emblem of the kings: a crown over crossed sceptres."""

from __future__ import annotations

from typing import Final

from game.art.drawings import at, box
from game.core.cards import Suit
from tools.make_decks.elements import (
    GOLD,
    SUIT,
    TINT,
    both_sides,
    disc,
    fill,
    half_turned,
    line,
    ring,
)
from tools.make_decks.emblem.ornaments import finial, gem
from tools.make_decks.paths import from_half
from tools.make_decks.signs import sign

_SCALE: Final = {Suit.CLUBS: 1.04, Suit.DIAMONDS: 1.03, Suit.HEARTS: 1.06, Suit.SPADES: 1.05}
"""As large as the frame allows."""

_WALL: Final = {
    Suit.CLUBS: "M0,-18.4C.8,-15 2.4,-13.4 4,-13.4C5.4,-13.4 6.4,-14.6 7,-16.4"
    "C7.5,-14.4 8.6,-13.2 10.2,-13.6C11.8,-14 12.8,-15.4 13.8,-17.4L11.6,-9.6",
    Suit.DIAMONDS: "M0,-21.6L3.7,-13.4L7,-18.6L9.9,-12.6L13.4,-15.8L11.6,-9.6",
    Suit.SPADES: "M0,-19C.5,-15 1.6,-13.1 3.4,-12.7C5,-12.4 6,-13.4 6.7,-15.4"
    "C7.3,-13.2 8.4,-12.4 9.8,-12.8C11.4,-13.2 12.4,-14.4 13.2,-16.4L11.6,-9.6",
}
"""The right half of an open crown's wall, from its middle tip to its foot."""
_FOOT: Final = "C7,-8.4 3,-8 0,-8"
_BAND: Final = from_half("M0,-8.6C3.4,-8.6 7.6,-9 11.9,-10.4L11.2,-6.4C7,-5.2 3,-4.8 0,-4.8")


def _tips(suit: Suit) -> str:
    tip = finial(suit)
    match suit:
        case Suit.DIAMONDS:
            outer = at(tip, 7.1, -18.4, rot=8, sx=0.85) + at(tip, 13.6, -15.6, rot=22, sx=0.75)
            seams = "M6.8,-16.2L6.1,-11M12.4,-13.8L10.6,-11"
            return (
                at(tip, 0, -21.4)
                + both_sides(outer + line(seams, TINT, 0.45))
                + line("M0,-18.4L0,-11", TINT, 0.45)
            )
        case Suit.CLUBS:
            outer = at(tip, 13.8, -17, rot=20, sx=0.95) + disc(7.1, -17.2, 1.1, GOLD)
            return at(tip, 0, -18, sx=1.1) + both_sides(outer)
        case _:
            small = at(finial(suit, GOLD), 6.8, -15.2, rot=6, sx=0.6)
            outer = at(tip, 13.1, -16, rot=18, sx=0.95) + small
            return at(tip, 0, -18.2, sx=1.3) + both_sides(outer)


def _closed_crown() -> str:
    """Return the crown of hearts: arches over a low cap, an orb with its cross on top."""
    cap = from_half("M0,-15.4C5.4,-18 10.8,-15.6 10.2,-9.4C6,-8.4 3,-8 0,-8")
    arch = "M11.2,-9.8C15.6,-14.6 13.4,-19 8.6,-19C4.6,-19 1.4,-17.2 0,-15.4"
    pearls = ((12.9, -12.6), (13, -16.2), (9.4, -18.9), (5, -18.4))
    return (
        fill(cap, SUIT)
        + line("M0,-9L0,-15.4", TINT, 2.6)
        + line("M0,-9L0,-15.4", SUIT, 1.5)
        + both_sides(line(arch, TINT, 3) + line(arch, SUIT, 2))
        + both_sides("".join(disc(x, y, 0.62, GOLD) for x, y in pearls))
        + disc(0, -17.4, 3, TINT)
        + disc(0, -17.6, 2.5, GOLD)
        + box(-2.5, -18, 5, 0.8, SUIT)
        + box(-0.55, -24, 1.1, 4.4, GOLD)
        + box(-1.8, -22.8, 3.6, 1.1, GOLD)
        + both_sides(at(sign(Suit.HEARTS, 0, 0, 3.4), 6.2, -12.2, rot=8))
    )


def _crown(suit: Suit) -> str:
    if suit == Suit.HEARTS:
        top = _closed_crown()
    else:
        top = fill(from_half(_WALL[suit] + _FOOT), SUIT) + _tips(suit)
    band = line(_BAND, TINT, 1.0, join="miter") + fill(_BAND, GOLD)
    if suit == Suit.HEARTS:
        side = sign(suit, 4.2, -7, 2.2, rot=-6) + sign(suit, 8, -7.6, 2.2, rot=-12)
        return top + band + sign(suit, 0, -6.7, 2.7) + both_sides(side)
    side = gem(suit, 4.2, -7, 1.1, SUIT) + gem(suit, 8, -7.6, 1.1, SUIT)
    return top + band + gem(suit, 0, -6.7, 1.5, SUIT) + both_sides(side)


def king(suit: Suit) -> str:
    rods = both_sides(line("M-13,-4.4L13,4.4", GOLD, 1.2))
    heads = half_turned(both_sides(at(finial(suit), 12.8, -4.3, rot=71.3, sx=0.95)))
    boss = disc(0, 0, 3, TINT) + ring(0, 0, 2.3, SUIT, 0.6) + gem(suit, 0, 0, 1.6, GOLD)
    return at(rods + heads + half_turned(_crown(suit)) + boss, sx=_SCALE[suit])
