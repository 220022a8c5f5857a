"""The four jacks, two of them in profile."""

from __future__ import annotations

from typing import Final

from game.core.cards import Suit
from tools.make_decks import attributes
from tools.make_decks.elements import BLUE, CREAM, GOLD, INK, RED, SHADE, at, disc, fill, fine, line
from tools.make_decks.figures import Dress, Figure, Pose, Robe
from tools.make_decks.heads import STERN, YOUNG, Visage, closed_mouth, eyes, face, profile
from tools.make_decks.paths import polygon

DRESS: Final = {
    Suit.SPADES: Dress(INK, BLUE, BLUE, GOLD, CREAM, BLUE),
    Suit.HEARTS: Dress(RED, INK, GOLD, INK, CREAM, RED),
    Suit.DIAMONDS: Dress(GOLD, RED, RED, INK, CREAM, RED),
    Suit.CLUBS: Dress(BLUE, INK, CREAM, GOLD, CREAM, INK),
}

VISAGES: Final = {
    Suit.CLUBS: Visage(
        breadth=5.9, chin=9.6, jaw=0.72, turn=-0.7, eye="open", brow=0.8, arch=1.1, nose=4.8,
        light_left=False,
    ),
    Suit.DIAMONDS: Visage(
        breadth=5.4, chin=9.7, jaw=0.5, turn=0.5, eye="lidded", brow=0.75, arch=0.7, frown=0.3
    ),
}  # fmt: skip

_PAGE_HAIR: Final = "M-8,-6L8,-6L8.6,4.4C8.6,7 6.6,8 4.6,7.4L-4.6,7.4C-6.6,8 -8.6,7 -8.6,4.4Z"


def _strands(d: str, colour: str) -> str:
    """Draw hair or feathers as thin lines along the path ``d``."""
    return fine(line(d, colour, 0.28, cap="round"))


def _head(suit: Suit, dress: Dress) -> str:
    hair = dress.hair
    if suit == Suit.SPADES:  # straight hair, a moustache
        straight = "M-8.4,-6L2.4,-6L2,-3C-.6,-2 -1,2 -1.6,7C-3,10.4 -8.8,10.4 -9.2,6Z"
        whisker = "M5.4,5C4,4.6 2.2,5.6 .8,4.6C1,6.4 3.4,6.8 4.9,5.9Z"
        strands = "M-6.8,-3C-7.2,2 -7,5 -6.2,8.4M-4.6,-3C-5,2 -5,5 -4.4,8"
        return profile(STERN) + fill(straight, hair) + _strands(strands, INK) + fill(whisker, hair)
    if suit == Suit.HEARTS:  # curls
        curls = (
            (-1.4, -4.2, 2.6), (-4.6, -4.6, 3.0), (-6.4, -1.2, 3.0), (-3.2, 0.2, 2.8),
            (-6.2, 3.2, 3.0), (-3.4, 4.6, 2.8), (-5.8, 7.4, 2.9), (-3.2, 8.8, 2.2),
            (1.2, -5.4, 2.4),
        )  # fmt: skip
        shine = "M-7.6,-2.2Q-6.4,-3.6 -5,-2.8M-7.4,2.4Q-6.2,1 -4.8,1.8M-4.6,-.6Q-3.4,-2 -2,-1.2"
        return (
            profile(YOUNG)
            + "".join(disc(x, y, r, hair) for x, y, r in curls)
            + fine(line(shine, CREAM, 0.3))
        )
    v = VISAGES[suit]
    neck = fill("M-3,7L3,7L3,11L0,15.4L-3,11Z", SHADE)
    if suit == Suit.CLUBS:
        fringe = "M-6.2,-6L6.2,-6L6.2,-1.4Q4,-3.6 0,-3.6Q-4,-3.6 -6.2,-1.4Z"
        mouth = closed_mouth(v, smile=0.35)
    else:
        fringe = "M-6.2,-6L6.2,-6L6.2,.4Q5.2,-3 0,-4.6Q-5.2,-3 -6.2,.4Z"
        mouth = closed_mouth(v, w=1.3) + fill("M-.1,8.4L1.1,8.4L.7,10.4L.3,10.4Z", hair)
    lines = "M-7.2,-2L-7.4,5.4M7.2,-2L7.4,5.4"
    page = fill(_PAGE_HAIR, hair) + _strands(lines, CREAM if hair == INK else INK)
    return page + neck + face(v) + eyes(v) + mouth + fill(fringe, hair)


def _hat(suit: Suit, gem: str) -> str:
    match suit:
        case Suit.SPADES:  # a pointed brim
            hat = "M-9,-4.4C-8,-10 -3,-13 1,-12.6C4,-12 5,-9.6 5.6,-7.4L10.4,-4.4Z"
            feather = "M3,-5.4C-4,-7 -8,-10 -9.4,-13.6C-3,-13.4 2,-10.4 3,-5.4Z"
            quill = _strands("M2.4,-5.8C-3,-7.6 -6.4,-10 -8.6,-12.8", INK)
            return fill(hat, gem) + fill(feather, GOLD) + quill
        case Suit.HEARTS:  # a flat cap, an ostrich feather that falls behind
            feather = (
                "M2,-10.6C-3,-14.4 -10.2,-13.4 -11.6,-7C-12.2,-3.6 -11.4,-.8 -10.4,.8"
                "C-10.6,-3 -9,-5.4 -6.6,-6.8Z"
            )
            cap = "M-8.6,-5.4C-9.4,-10 -5,-12.4 .4,-12.2C5.4,-12 8.4,-9.6 7.4,-5.4Z"
            return (
                fill(cap, gem)
                + fill(feather, GOLD)
                + _strands("M1,-10.8C-4,-12.6 -9,-10.8 -10,-5.6", INK)
                + fill("M-8.8,-6.9L8,-6.9L7.6,-4.3L-8.4,-4.3Z", INK)
                + disc(3.6, -9.2, 1.1, GOLD)
            )
        case Suit.CLUBS:  # a beret
            feather = "M3.4,-7C2.6,-11 5,-14.2 9.4,-14.4C10.4,-11.4 8,-7.4 3.4,-7Z"
            beret = (
                "M-9.6,-8.4C-8,-11 5,-12 9.4,-9.6C10.6,-8.6 9.4,-6.4 7.4,-4.6L-7.4,-4.6"
                "C-9.4,-5 -10.6,-6.8 -9.6,-8.4Z"
            )
            band = "M-7.6,-6.8L7.6,-6.8L7.4,-4.2L-7.4,-4.2Z"
            quill = _strands("M4.6,-8.6C5.2,-11 6.8,-12.8 8.8,-13.8", INK)
            return fill(feather, GOLD) + quill + fill(beret, gem) + fill(band, BLUE)
        case Suit.DIAMONDS:  # a slanting cap
            feather = "M3.6,-5.6C8.4,-6.4 10.6,-9.6 9.6,-14C5.4,-12.6 3.2,-9.4 3.6,-5.6Z"
            return (
                fill("M-8.4,-5L-7.2,-9.6L4.6,-13.2L8.4,-5Z", gem)
                + fill("M-8.8,-7.4L8.8,-7.4L8.4,-4.2L-8.4,-4.2Z", GOLD)
                + fill(feather, INK)
                + _strands("M4.4,-6.4C7,-8 8.6,-10.4 9.1,-12.8", CREAM)
            )


CUT: Final = {
    Suit.SPADES: "coat", Suit.HEARTS: "doublet", Suit.DIAMONDS: "coat", Suit.CLUBS: "doublet",
}  # fmt: skip


def _collar(robe: Robe, colour: str) -> str:
    corners = ((10.5, 27.0), (2.6, 26.0), (0.2, 35.4), (4.2, 34.6), (7.4, 36.4))
    right = polygon([(robe.middle + x, y) for x, y in corners])
    left = polygon([(robe.middle - x, y) for x, y in corners[::-1]])
    return robe.on(right + left, colour)


def _coat(dress: Dress, pose: Pose) -> str:
    """Return the drawing of an open-fronted coat, striped on one side."""
    robe = Robe("coat", pose)
    return (
        robe.plain(dress.robe)
        + robe.bars(dress.motif, robe.middle - 30.4, robe.middle, 3.75, 3.75)
        + _collar(robe, dress.yoke)
        + robe.edge(dress.robe)
    )


def _doublet(dress: Dress, pose: Pose) -> str:
    """Return a doublet trimmed with chevrons and buttoned down the middle."""
    robe, x = Robe("doublet", pose), pose.head_x
    chevrons = ""
    for k in range(9):
        y = 27 + 5.6 * k
        chevrons += robe.within([(x, y), (x + 40, y - 19), (x + 40, y - 16.6), (x, y + 2.4)])
        chevrons += robe.within([(x - 40, y - 19), (x, y), (x, y + 2.4), (x - 40, y - 16.6)])
    buttons = "".join(disc(x, y, 0.95, GOLD) for y in (38.6, 42.2))
    placket = robe.within([(x - 1.8, 26), (x + 1.8, 26), (x + 1.8, 56), (x - 1.8, 56)])
    return (
        robe.plain(dress.robe)
        + fill(chevrons, dress.motif)
        + fill(placket, dress.robe)
        + buttons
        + _collar(robe, dress.yoke)
        + robe.edge(dress.robe)
    )


def body(suit: Suit, pose: Pose) -> str:
    """Return the garment, cut off at the sash."""
    return (_coat if CUT[suit] == "coat" else _doublet)(DRESS[suit], pose)


def jack(suit: Suit) -> Figure:
    dress = DRESS[suit]
    head = _head(suit, dress) + _hat(suit, dress.gem)
    if suit == Suit.HEARTS:
        head = at(head, sx=-1, sy=1)
    return Figure(head, attributes.JACKS[suit]())
