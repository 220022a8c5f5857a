"""The hands of figures, and the objects they hold, drawn upright with the grip at the origin."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from game.art.drawings import box
from game.core.cards import Suit
from tools.make_decks.elements import (
    BLUE,
    CREAM,
    GOLD,
    INK,
    RED,
    SHADE,
    SKIN,
    around,
    at,
    disc,
    fill,
    fine,
    line,
    ring,
)
from tools.make_decks.paths import circle, moved
from tools.make_decks.signs import sign

_SHAFT_END: Final = 11.0


def hand() -> str:
    """Return a hand that grips a shaft, seen from the back."""
    back = "M-.6,-3.2L2,-3.3C3.6,-3 4.3,-1.8 4.4,-.2L4.6,3.4L2.6,4.7L-.6,4Z"
    fingers = ((-3.3, -3.3), (-3.8, -1.5), (-3.7, 0.3), (-3.1, 2.1))
    partings = "M-3.2,-1.45L.9,-1.45M-3.4,.35L1.1,.35M-3,2.15L.9,2.15"
    thumb = (
        "M4,-.2C4.2,-2.8 3,-4.9 .9,-5.5C-.8,-5.9 -2.2,-5 -1.7,-4C-1.3,-3.2 -.3,-3.4 .3,-2.9"
        "C.9,-2.4 .9,-1.5 1.5,-.5Z"
    )
    crease = "M-1.7,-4C-1.3,-3.2 -.3,-3.4 .3,-2.9C.9,-2.4 .9,-1.5 1.5,-.5"
    return (
        fill(back, SKIN)
        + "".join(box(x, y, 1.6 - x, 2.0, SKIN, 0.98) for x, y in fingers)
        + fill("M1.5,.2C2.6,.6 3.6,.4 4.4,-.2L4.6,3.4L2.6,4.7L.6,4.2C1.7,3 2,1.6 1.5,.2Z", SHADE)
        + fine(line(partings, INK, 0.34, cap="round"))
        + fill(thumb, SKIN)
        + fine(line(crease, INK, 0.34, cap="round"))
    )


def palm() -> str:
    """Return an open hand that holds an orb."""
    cup = (
        "M-5.6,-2.8C-5.4,-4.3 -3.9,-4.4 -3.4,-3.1C-2.7,-1.2 -1.2,-.3 .6,-.3C2.4,-.3 4.4,.2 5,1.6"
        "C5.6,3.8 3.6,5.4 .8,5.4C-3,5.4 -6,1.6 -5.6,-2.8Z"
    )
    thumb = "M2.6,1.2C4.4,-.4 4.5,-2.2 4.2,-4C4.1,-5.6 5.8,-6 6.4,-4.4C7.2,-2 6.8,1.8 4.8,3.8Z"
    partings = "M-4.4,-.6C-3.6,1.2 -2.2,2.2 -.6,2.5M-3.6,2.1C-2.7,3.1 -1.6,3.8 -.2,4.1"
    return (
        fill(cup, SKIN)
        + fine(line(partings, INK, 0.34, cap="round"))
        + fill("M.8,5.4C3.6,5.4 5.6,3.8 5,1.6C3.9,3.2 2.4,4.4 -1.4,5C-.7,5.3 0,5.4 .8,5.4Z", SHADE)
        + fill(thumb, SKIN)
        + fine(line("M2.6,1.2C4.4,-.4 4.5,-2.2 4.2,-4", INK, 0.34, cap="round"))
    )


def _staff(colour: str, top: float, width: float = 1.4) -> str:
    return box(-width / 2, top, width, _SHAFT_END - top, colour)


def sword() -> str:
    return (
        fill("M-1.6,0L-1.6,-27L0,-30.2L0,0Z", BLUE)
        + fill("M-.05,0L-.05,-30.2L1.6,-27L1.6,0Z", INK)
        + box(-4.6, -8, 9.2, 1.9, GOLD, 0.9)
        + box(-0.9, -7, 1.8, 12, GOLD)
        + disc(0, 6, 1.6, GOLD)
    )


def sceptre() -> str:
    return (
        _staff(GOLD, -20)
        + fill("M-2.4,-18.4L2.4,-18.4L1.5,-16.4L-1.5,-16.4Z", GOLD)
        + sign(Suit.HEARTS, 0, -23.4, 9.2)
    )


def axe() -> str:
    return (
        _staff(INK, -29)
        + fill("M-.6,-26L2.6,-28.6C5.9,-24.4 5.9,-18.6 2.6,-14.4L-.6,-17Z", BLUE)
        + fill(
            "M2.6,-28.6C5.9,-24.4 5.9,-18.6 2.6,-14.4L1.5,-15.3C4,-19.4 4,-23.8 1.5,-27.7Z", GOLD
        )
        + fill("M-.6,-24L-4.6,-21.5L-.6,-19Z", BLUE)
        + disc(0, -29.4, 1.3, GOLD)
    )


def orb() -> str:
    return (
        disc(0.3, -6.4, 5.2, GOLD)
        + fill("M-4.8,-7.5L5.4,-7.5L5.4,-5.3L-4.8,-5.3Z", BLUE)
        + box(-0.8, -11.4, 2.2, 4.4, BLUE)
        + box(-0.5, -19, 1.6, 7.8, GOLD)
        + box(-2.7, -17, 6, 1.6, GOLD)
    )


def halberd() -> str:
    blade = (
        "M.4,-20.8L1.6,-20.8C2.2,-22.8 3.2,-24 5.2,-24.8C4.5,-20.6 4.5,-16.6 5.2,-12.4"
        "C3.2,-13.2 2.2,-14.4 1.6,-16.4L.4,-16.4Z"
    )
    return (
        _staff(GOLD, -23)
        + fill("M0,-30.8L2,-23.6L0,-20L-2,-23.6Z", INK)
        + fill(blade, BLUE)
        + fill("M-.4,-20.8L-4.2,-18.6L-.4,-16.4Z", BLUE)
    )


def mace() -> str:
    spikes = "".join(moved("M-1.5,-3L0,-6.6L1.5,-3Z", 0, -20.6, 0.88, a) for a in range(0, 360, 45))
    head = disc(0, -20.6, 3.7, GOLD) + ring(0, -20.6, 2.1, INK, 0.6) + disc(0, -20.6, 0.9, INK)
    return _staff(INK, -17) + fill(spikes, INK) + head


def lance() -> str:
    return (
        _staff(INK, -24)
        + fill("M0,-30.8L3,-24.6L0,-18.8L-3,-24.6Z", RED)
        + fill("M0,-30.8L3,-24.6L0,-18.8Z", INK)
        + fill("M-2,-18.4L2,-18.4L2.9,-14.2L1,-15.6L0,-13.8L-1,-15.6L-2.9,-14.2Z", GOLD)
    )


def leaf() -> str:
    veins = (
        "M0,-11L2.9,-14.2M0,-11L-2.9,-14.2M0,-15.4L2.7,-18.4M0,-15.4L-2.7,-18.4"
        "M0,-19.4L1.8,-21.4M0,-19.4L-1.8,-21.4"
    )
    return (
        line("M0,6L0,-20", INK, 1.1)
        + fill("M0,-25.6C6.2,-20 6,-12.6 0,-7C-6,-12.6 -6.2,-20 0,-25.6Z", BLUE)
        + line("M0,-7L0,-22.4", CREAM, 0.6)
        + line(veins, CREAM, 0.6)
    )


def _tulip() -> str:
    return fill(
        "M0,-11C-4.4,-11 -5.6,-14.6 -5,-20.4L-2.2,-17L0,-22L2.2,-17L5,-20.4"
        "C5.6,-14.6 4.4,-11 0,-11Z",
        GOLD,
    ) + fill("M0,-11C-2.2,-13.4 -2.2,-17.4 0,-22C2.2,-17.4 2.2,-13.4 0,-11Z", BLUE)


def _rose() -> str:
    return (
        disc(0, -16, 5.4, RED)
        + line("M-2.6,-15.4C-2.6,-18.6 2.2,-19 2.5,-16C2.6,-13.7 -.6,-13.3 -.6,-15.5", CREAM, 0.85)
        + line("M-4.7,-14C-2.9,-11.4 2.9,-11.2 4.7,-14.4", CREAM, 0.75)
    )


def _dianthus() -> str:
    petal = "M0,0C-3,-2 -2.8,-4.8 0,-7C2.8,-4.8 3,-2 0,0Z"
    petals = "".join(moved(petal, 0, -17, 0.96, a) for a in (45, 135, 225, 315))
    return fill(petals, RED) + disc(0, -17, 1.7, GOLD)


def _forget_me_not() -> str:
    petals = around(fill(circle(0, -3.4, 2.6), BLUE), 5)
    return at(petals + disc(0, 0, 2.2, GOLD), 0, -16.2)


FLOWERS: Final[dict[Suit, Callable[[], str]]] = {
    Suit.SPADES: _tulip,
    Suit.HEARTS: _rose,
    Suit.DIAMONDS: _dianthus,
    Suit.CLUBS: _forget_me_not,
}


def flower(suit: Suit) -> str:
    """Return a queen's flower on its stem."""
    stem = line("M0,4C.8,-2 .4,-8 0,-15", INK, 1.1)
    leaf_side = fill("M.4,-4.5C3,-5 4.8,-7 5.2,-10C2.2,-9.6 .6,-7.6 .4,-4.5Z", INK)
    return stem + leaf_side + FLOWERS[suit]()


KINGS: Final[dict[Suit, Callable[[], str]]] = {
    Suit.SPADES: sword,
    Suit.HEARTS: sceptre,
    Suit.DIAMONDS: axe,
    Suit.CLUBS: orb,
}
JACKS: Final[dict[Suit, Callable[[], str]]] = {
    Suit.SPADES: halberd,
    Suit.HEARTS: leaf,
    Suit.DIAMONDS: lance,
    Suit.CLUBS: mace,
}
