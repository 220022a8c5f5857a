"""The four kings: crowns, beards, ermine and patterned robes."""

from __future__ import annotations

import math
from typing import Final

from game.core.cards import Suit
from tools.make_decks import attributes
from tools.make_decks.elements import BLUE, CREAM, GOLD, INK, RED, disc, fill, fine, line
from tools.make_decks.figures import Dress, Figure, Pose, Robe
from tools.make_decks.heads import (
    STERN,
    Visage,
    curly_beard,
    eyes,
    face,
    forked_beard,
    lips,
    locks,
    long_beard,
    moustache,
    profile,
)
from tools.make_decks.paths import moved
from tools.make_decks.signs import SIGN, sign

DRESS: Final = {
    Suit.SPADES: Dress(INK, BLUE, GOLD, BLUE, CREAM, INK),
    Suit.HEARTS: Dress(RED, BLUE, CREAM, GOLD, CREAM, RED),
    Suit.DIAMONDS: Dress(RED, RED, GOLD, INK, CREAM, RED),
    Suit.CLUBS: Dress(BLUE, INK, GOLD, INK, CREAM, BLUE),
}

VISAGES: Final = {
    Suit.SPADES: Visage(breadth=5.7, eye="lidded", brow=1.0, arch=0.5, frown=0.5, nose=5.4),
    Suit.HEARTS: Visage(
        breadth=6.2, turn=-0.9, eye="open", brow=0.8, arch=1.6, frown=-0.2, light_left=False
    ),
    Suit.CLUBS: Visage(turn=0.6, breadth=6.2, brow=1.15, arch=0.9, frown=0.2, nostril=1.9),
}


def _crown(suit: Suit, gem: str) -> str:
    tips: tuple[tuple[float, float, float], ...] = ()
    match suit:
        case Suit.SPADES:
            out = fill("M-7,-5.4L-8.4,-12L-4.4,-9.2L0,-13.4L4.4,-9.2L8.4,-12L7,-5.4Z", GOLD)
            tips = ((-8.3, -11.9, 1.2), (8.3, -11.9, 1.2), (0, -12.8, 1.2))
        case Suit.HEARTS:
            # A cloth cap under open arches.
            out = fill("M-6.6,-6C-7.4,-12.4 7.4,-12.4 6.6,-6Z", BLUE)
            out += line("M-6.9,-6C-8.6,-11.6 -3,-12.6 0,-11.4C3,-12.6 8.6,-11.6 6.9,-6", GOLD, 1.5)
            out += line("M0,-6L0,-11.6", GOLD, 1.5) + sign(Suit.HEARTS, 0, -13, 4.4, GOLD)
        case Suit.DIAMONDS:
            out = fill(
                "M-7,-5.4L-8.4,-10.4L-6,-13L-4,-10L0,-13.8L4,-10L6,-13L8.4,-10.4L7,-5.4Z", GOLD
            )
        case Suit.CLUBS:
            out = fill(
                "M-7,-5.4L-7.8,-9.8L-3.8,-8.2L-1.2,-11.2L1.2,-11.2L3.8,-8.2L7.8,-9.8L7,-5.4Z", GOLD
            )
            tips = (
                (-8, -10.6, 1.5), (8, -10.6, 1.5),
                (0, -12.4, 1.5), (-1.7, -10.6, 1.5), (1.7, -10.6, 1.5),
            )  # fmt: skip
    out += "".join(disc(x, y, r, GOLD) for x, y, r in tips)
    band = fill("M-7.3,-7.6L7.3,-7.6L6.9,-4.6L-6.9,-4.6Z", gem)
    return out + band + "".join(disc(x, -6.1, 0.8, GOLD) for x in (-4.4, 0, 4.4))


def _head(suit: Suit, dress: Dress) -> str:
    hair = dress.hair
    if suit == Suit.DIAMONDS:
        beard = (
            "M-7.6,-6L-2,-6L-2,3C-1,6 1,7.4 3.6,7.6L5.4,9.4C6,13 4,16.6 1,19C-1,15.6 -7,14 -7.6,8Z"
        )
        strands = "M-5.4,0C-5.2,6 -3.6,9.8 -.4,13M-3.4,2C-3,6.4 -1.2,9.4 1.8,12.4"
        return profile(STERN) + fill(beard, hair) + fine(line(strands, CREAM, 0.3))
    v = VISAGES[suit]
    if suit == Suit.SPADES:
        beard_parts = long_beard(hair) + lips(v, 7.5, 1.5) + moustache(hair)
        return locks(hair, 7.4, 2.25, v.breadth) + face(v) + beard_parts + eyes(v)
    if suit == Suit.HEARTS:
        beard_parts = curly_beard(hair) + lips(v, 7, 1.6)
        waves = "".join(disc(s * 7.6, y, 1.9, hair) for s in (-1, 1) for y in (-1.4, 2, 5.2))
        curls = "M-4.6,9.4Q-3.6,11 -2.4,9.8M-1.2,11.2Q0,12.8 1.2,11.2M2.4,9.8Q3.6,11 4.6,9.4"
        beard_parts += fine(line(curls, INK, 0.3))
        return waves + locks(hair, 6.4, 2.1, v.breadth - 0.4) + face(v) + beard_parts + eyes(v)
    combed = fine(
        line("M-3.8,10C-3.6,12.4 -3,14 -2.5,15.6M3.8,10C3.6,12.4 3,14 2.5,15.6", CREAM, 0.3)
    )
    beard_parts = forked_beard(hair) + combed + lips(v, 7.4, 1.5) + moustache(hair, v.turn)
    return locks(hair, 5.4, 2.5, v.breadth) + face(v) + beard_parts + eyes(v)


def _strewn(suit: Suit, robe: Robe, colour: str) -> str:
    match suit:
        case Suit.DIAMONDS:
            lozenge = "M0,-.5L.4,0L0,.5L-.4,0Z"
            return robe.strewn(lozenge, colour, 7.4, 7.4, 4.63)
        case Suit.SPADES:
            return robe.strewn(SIGN[suit], colour, 0.049, 7.4, 5.6)
        case Suit.HEARTS:
            return robe.strewn(SIGN[suit], colour, 0.047, 7.4, 5.4, bare=8)
        case Suit.CLUBS:
            return robe.strewn(_TREFOIL, colour, 0.047, 7.4, 5.4, bare=8)


CUT: Final = {
    Suit.SPADES: "robe", Suit.HEARTS: "mantle", Suit.DIAMONDS: "robe", Suit.CLUBS: "mantle",
}  # fmt: skip
_TREFOIL: Final = (
    "M-7,-9C-42,-26 -20,-52 0,-52C20,-52 42,-26 7,-9C36,-32 54,-6 46,14C38,34 12,34 5,17"
    "L12,48L-12,48L-5,17C-12,34 -38,34 -46,14C-54,-6 -36,-32 -7,-9Z"
)
"""A club with fewer curves than the suit sign, for patterns."""
_TAIL: Final = "M0,-.2C.5,.7 .6,1.4 .9,2.2L0,1.7L-.9,2.2C-.6,1.4 -.5,.7 0,-.2Z"
"""An ermine's tail."""


def _robe(suit: Suit, dress: Dress, pose: Pose) -> str:
    """Return a robe with an all-over pattern and an ermine collar."""
    robe = Robe("robe", pose)
    ermine = ""
    for degrees in (-62, -37, 37, 62):
        a = math.radians(degrees)
        x, y = pose.head_x + 10.8 * math.sin(a), 23 + 10.8 * math.cos(a)
        ermine += moved(_TAIL, x, y, 1.1, -degrees)
    return (
        robe.plain(dress.robe)
        + _strewn(suit, robe, dress.motif)
        + robe.yoke(13.4, dress.yoke, GOLD)
        + robe.on(ermine, INK)
        + robe.edge(dress.robe)
    )


def _mantle(suit: Suit, dress: Dress, pose: Pose) -> str:
    """Return an open mantle, edged with ermine, over a tunic."""
    robe, x = Robe("mantle", pose), pose.head_x
    tails = ""
    for y in (34.4, 38.4, 42.4, 46.4):
        for s in (-1, 1):
            tails += moved(_TAIL, x + s * (7.2 + (y - 26) * 0.2), y, 1.1, -s * 11)
    return (
        robe.plain(dress.robe)
        + _strewn(suit, robe, dress.motif)
        + robe.panel(dress.yoke, GOLD, 7.4, 14.2, 1.2)
        + robe.panel(GOLD if suit == Suit.CLUBS else dress.sleeve, dress.robe, 4.2, 10.4, 0.9)
        + robe.on(tails, INK)
        + robe.edge(dress.robe)
    )


def body(suit: Suit, pose: Pose) -> str:
    """Return the garment, cut off at the sash."""
    return (_robe if CUT[suit] == "robe" else _mantle)(suit, DRESS[suit], pose)


def king(suit: Suit) -> Figure:
    dress = DRESS[suit]
    return Figure(_head(suit, dress) + _crown(suit, dress.gem), attributes.KINGS[suit]())
