"""The four queens, each with a flower."""

from __future__ import annotations

from typing import Final

from game.art.drawings import box, num
from game.core.cards import Suit
from tools.make_decks import attributes
from tools.make_decks.elements import (
    BLUE,
    CREAM,
    GOLD,
    INK,
    RED,
    SHADE,
    SKIN,
    disc,
    fill,
    fine,
    line,
)
from tools.make_decks.figures import Dress, Figure, Pose, Robe, puff
from tools.make_decks.heads import Visage, eyes, face, lips
from tools.make_decks.paths import moved, polygon
from tools.make_decks.signs import sign

DRESS: Final = {
    Suit.SPADES: Dress(INK, BLUE, GOLD, INK, INK, BLUE),
    Suit.HEARTS: Dress(RED, RED, CREAM, GOLD, RED, RED),
    Suit.DIAMONDS: Dress(RED, RED, GOLD, INK, CREAM, RED),
    Suit.CLUBS: Dress(BLUE, INK, CREAM, INK, GOLD, BLUE),
}

VISAGES: Final = {
    Suit.SPADES: Visage(
        breadth=5.3, chin=9.7, jaw=0.42, turn=0.9, eye="lidded", brow=0.45, arch=1.0, nose=5.3
    ),
    Suit.HEARTS: Visage(
        breadth=5.8, chin=9.3, jaw=0.62, eye="open", brow=0.5, arch=1.3, nose=4.7, nostril=1.3
    ),
    Suit.DIAMONDS: Visage(
        breadth=5.4, chin=9.2, jaw=0.5, eye="almond", brow=0.45, arch=1.9, frown=-0.2, nose=4.9
    ),
    Suit.CLUBS: Visage(
        breadth=5.6, chin=9.5, jaw=0.48, turn=-0.9, eye="almond", brow=0.7, arch=0.9,
        light_left=False,
    ),
}  # fmt: skip


def _fan(radius: float, half: float) -> str:
    """Return the pleats of a ruff around the chin."""
    pleat = f"M0,0L{-half},{-radius}Q0,{num(-radius - 2)} {half},{-radius}Z"
    return "".join(moved(pleat, 0, 9, rot=a) for a in range(-96, 97, 16))


def _behind(suit: Suit, hair: str) -> str:
    """Return the hair or headgear behind the face."""
    match suit:
        case Suit.SPADES:
            veil = "M0,-10C-8,-10 -9,-3 -9.2,4L-11.4,14.6L11.4,14.6L9.2,4C9,-3 8,-10 0,-10Z"
            folds = "M-7.4,-1C-7.8,5 -8.4,10 -9.4,14M7.4,-1C7.8,5 8.4,10 9.4,14"
            return fill(veil, BLUE) + fine(line(folds, CREAM, 0.3))
        case Suit.HEARTS:
            loose = (
                "M0,-9.4C-9,-9.4 -9.6,-2 -9.2,3C-9,7 -11.4,8.4 -11.2,13.6L11.2,13.6"
                "C11.4,8.4 9,7 9.2,3C9.6,-2 9,-9.4 0,-9.4Z"
            )
            strands = (
                "M-7.6,-3C-8,2 -7.6,6 -9.2,12.4M-6.4,2C-6.6,6 -6.4,8 -7.2,12.4"
                "M7.6,-3C8,2 7.6,6 9.2,12.4M6.4,2C6.6,6 6.4,8 7.2,12.4"
            )
            return fill(loose, hair) + fine(line(strands, INK, 0.28))
        case Suit.DIAMONDS:
            puffs = disc(-5, -7, 3.2, hair) + disc(5, -7, 3.2, hair)
            ruff = fill(_fan(12.2, 1.85), GOLD) + fill(_fan(10.3, 1.05), CREAM)
            return ruff + puffs + box(-6.6, -7, 13.2, 8, hair)
        case Suit.CLUBS:
            return fill("M0,-9.4C-8,-9.4 -8.4,-4 -8.2,3L-6,8L6,8L8.2,3C8.4,-4 8,-9.4 0,-9.4Z", hair)


def _neck(suit: Suit) -> str:
    """Return the drawing of a neck with a necklace. The pendant is the suit's sign."""
    skin = (
        "M-2.8,7L2.8,7L3.2,11C5,12 6.5,12.6 7.4,13.2C5.4,18.4 -5.4,18.4 -7.4,13.2"
        "C-6.5,12.6 -5,12 -3.2,11Z"
    )
    shade = "M-2.8,8.6L2.8,7L2.8,10C1,11 -1,11.4 -2.8,11Z"
    chain = line("M-5,11.9Q0,16.6 5,11.9", GOLD, 0.7)
    return fill(skin, SKIN) + fill(shade, SHADE) + chain + sign(suit, 0, 15, 3.9)


_TIARAS: Final = {
    Suit.SPADES: "M-6,-6.6L-7,-10.4L-3.4,-9L0,-13L3.4,-9L7,-10.4L6,-6.6Z",
    Suit.HEARTS: "M-8.6,-5.6C-6,-13.4 6,-13.4 8.6,-5.6L6.4,-4.4C4.4,-9 -4.4,-9 -6.4,-4.4Z",
    Suit.DIAMONDS: "M-5,-7.4L-5.6,-11.4L-2.4,-9.6L0,-12.8L2.4,-9.6L5.6,-11.4L5,-7.4Z",
    Suit.CLUBS: "M-6.6,-6.2L-6.6,-9.4L-3.3,-7.6L-3.3,-11L0,-8.6L3.3,-11L3.3,-7.6L6.6,-9.4"
    "L6.6,-6.2Z",
}


def _tiara(suit: Suit, gem: str) -> str:
    if suit == Suit.HEARTS:
        return fill(_TIARAS[suit], RED) + sign(suit, 0, -11.4, 5.4, RED)
    return fill(_TIARAS[suit], GOLD) + disc(0, -7.2 if suit == Suit.CLUBS else -8.4, 1, gem)


def _fringe(suit: Suit, hair: str) -> str:
    """Return the hair over the forehead, with its parting."""
    if suit == Suit.CLUBS:  # swept across from the right
        return fill(
            "M-6.2,-7.6L6.2,-7.6L6.2,-.6C5.2,-3.4 2,-5 -1.8,-5.4C-3.8,-4.6 -5.2,-3 -6.2,-.6Z", hair
        )
    if suit == Suit.DIAMONDS:  # high forehead, two rolls
        return fill(
            "M-6.2,-7.6L6.2,-7.6L6.2,-2C5.2,-4.6 2.6,-4.2 0,-6C-2.6,-4.2 -5.2,-4.6 -6.2,-2Z", hair
        )
    return fill("M-6.2,-7.6L6.2,-7.6L6.2,-1C4,-3 1.6,-4 0,-5.6C-1.6,-4 -4,-3 -6.2,-1Z", hair)


def _braids(hair: str) -> str:
    return "".join(
        disc(s * (7.4 + 0.35 * k), 5.4 + 3 * k, 1.9 - 0.12 * k, hair)
        for s in (-1, 1)
        for k in range(4)
    )


CUT: Final = {
    Suit.SPADES: "gown", Suit.HEARTS: "bodice", Suit.DIAMONDS: "bodice", Suit.CLUBS: "gown",
}  # fmt: skip


def _gown(dress: Dress, pose: Pose, part: float) -> str:
    """Return a gown with sloping shoulders and spreading folds."""
    robe = Robe("gown", pose)
    return (
        robe.plain(dress.robe)
        + robe.gores(dress.motif, 11, part)
        + robe.yoke(11.4, dress.yoke, GOLD)
        + robe.edge(dress.robe)
    )


def _bodice(dress: Dress, pose: Pose) -> str:
    """Return a narrow bodice with a stomacher and a puffed sleeve."""
    robe, x = Robe("bodice", pose), pose.head_x
    point = polygon([(x - 9.4, 24), (x + 9.4, 24), (x + 1.2, 52), (x - 1.2, 52)])
    inner = polygon([(x - 8, 24), (x + 8, 24), (x + 0.4, 50), (x - 0.4, 50)])
    laces = "".join(
        f"M{num(x - s * w)},{y}L{num(x + s * w)},{num(y + 2.2)}"
        for y, w in ((34, 3.6), (38, 2.7), (42, 1.7))
        for s in (1, -1)
    )
    return (
        robe.plain(dress.robe)
        + robe.gores(dress.motif, 17, 0.3)
        + robe.on(point, GOLD)
        + robe.on(inner, dress.yoke)
        + line(laces, GOLD, 0.6)
        + robe.yoke(9.6, dress.yoke, GOLD)
        + robe.edge(dress.robe)
        + puff(pose, dress.sleeve)
    )


def body(suit: Suit, pose: Pose) -> str:
    """Return the garment, cut off at the sash."""
    if CUT[suit] == "bodice":
        return _bodice(DRESS[suit], pose)
    return _gown(DRESS[suit], pose, 0.28 if suit == Suit.SPADES else 0.5)


def queen(suit: Suit) -> Figure:
    dress, v = DRESS[suit], VISAGES[suit]
    head = (
        _behind(suit, dress.hair)
        + _neck(suit)
        + (_braids(dress.hair) if suit == Suit.CLUBS else "")
        + face(v)
        + eyes(v)
        + lips(v, smile=0.4 if suit == Suit.HEARTS else 0, w=1.4 if suit == Suit.DIAMONDS else 1.6)
        + _fringe(suit, dress.hair)
        + _tiara(suit, dress.gem)
    )
    return Figure(head, attributes.flower(suit))
