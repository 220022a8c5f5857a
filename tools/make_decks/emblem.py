"""The Emblem deck: heraldic emblems, in frames that differ by suit.

Emblems are drawn around the card's centre, (0, 0).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from game.art.drawings import CX, CY, PAPER, box, num
from game.core.cards import ACE, KING, SUITS, Card, Suit
from tools.make_decks.court import HEART_DROP
from tools.make_decks.elements import (
    GOLD,
    SUIT,
    TINT,
    around,
    at,
    both_sides,
    coarse,
    disc,
    fill,
    fine,
    half_turned,
    line,
    part,
    ring,
)
from tools.make_decks.paths import Width, brush, flattened, from_half, from_quarter, polygon, taper
from tools.make_decks.signs import ACE_DIAMOND, SIGN, sign

# -- frames, finials and gems ----------------------------------------------------------------------

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
"""The frames' outlines, which leave the corners free for indices."""


def gem(suit: Suit, x: float, y: float, s: float, colour: str) -> str:
    """Return a small ornament of radius ``s`` that looks the same when rotated by 180°."""
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
    """Return the ornament that tops crowns and poles, with its foot at (0, 0)."""
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
    """Return the frame around a court card's emblem."""
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
"""The outlines of the frames on cards with extra-large indices."""


def wide_frame(suit: Suit) -> str:
    """Return the frame around a court card's emblem beside an extra-large index."""
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


# -- the aces: a large sign within contours, engraved like a banknote ------------------------------

_OUTLINE: Final = {**SIGN, Suit.DIAMONDS: ACE_DIAMOND}
_ACE_SCALE: Final = {Suit.CLUBS: 0.378, Suit.DIAMONDS: 0.44, Suit.HEARTS: 0.385, Suit.SPADES: 0.38}
"""The scales at which the four signs have the same area."""
_DRAWN_AT: Final = {Suit.CLUBS: 0.39, Suit.DIAMONDS: 0.44, Suit.HEARTS: 0.40, Suit.SPADES: 0.375}
"""For each suit, the scale of the sign that its engraving was drawn to fit."""
_CONTOURS: Final = ((5.2, GOLD), (4.6, PAPER), (3.2, SUIT), (1.0, PAPER))
"""The sign's outlines from the outside in: widths (mm) and colours."""


def rosette(r: float, ry: float, count: int, colour: str, width: float) -> str:
    """Return a guilloche: ``count`` elongated ellipses rotated around (0, 0)."""
    ellipse = (
        f'<ellipse cx="0" cy="0" rx="{num(r)}" ry="{num(ry)}" fill="none" '
        f'stroke="{colour}" stroke-width="{num(width)}"/>'
    )
    return "".join(at(ellipse, rot=180 * i / count) for i in range(count))


def _rays(d: str, inner: float, count: int, gap: float) -> str:
    """Return ``count`` rays around (0, 0), from radius ``inner`` almost to the outline ``d``."""
    edge = flattened(d, 24)[0]
    edge.append(edge[0])
    out = ""
    for i in range(count):
        a = math.tau * (i + 0.5) / count
        dx, dy = math.sin(a), -math.cos(a)
        reach = 0.0
        for (x0, y0), (x1, y1) in pairwise(edge):
            ex, ey = x1 - x0, y1 - y0
            across = dx * ey - dy * ex
            if abs(across) > 1e-9 and 0 <= (x0 * dy - y0 * dx) / across <= 1:
                reach = max(reach, (x0 * ey - y0 * ex) / across)
        if reach - gap > inner:
            end = reach - gap
            out += f"M{num(inner * dx)},{num(inner * dy)}L{num(end * dx)},{num(end * dy)}"
    return out


def _club() -> str:
    lobe = (
        ring(0, 0, 5.7, GOLD, 0.45)
        + around(ring(0, -2.25, 2.25, PAPER, 0.4), 3)
        + disc(0, 0, 0.9, GOLD)
    )
    return at(lobe, 0, -11.1) + both_sides(at(lobe, 9.4, 5.6)) + gem(Suit.CLUBS, 0, 0.9, 2.2, GOLD)


def _diamond() -> str:
    a, b, u, v = 18.2, 21.7, 9.4, 11.2
    cuts = (
        f"M0,{-b + 0.8}L0,{-v}M{a - 0.8},0L{u},0M0,{-v}L7.9,-10.2L{u},0M7.9,-10.2L{u / 2},{-v / 2}"
    )
    table = f"M0,{-v}L{u},0"
    return (
        half_turned(both_sides(line(cuts, PAPER, 0.4, join="miter")))
        + half_turned(both_sides(line(table, GOLD, 0.6)))
        + gem(Suit.DIAMONDS, 0, 0, 6, GOLD)
        + gem(Suit.DIAMONDS, 0, 0, 3, SUIT)
    )


def _heart() -> str:
    outer = brush(
        "M0,12.4C6,6.6 12.4,1.4 12.4,-6C12.4,-10.6 9.4,-12.6 7,-12.6C4,-12.6 2.2,-10.2 2.6,-7.8"
        "C3,-5.8 5.6,-5 6.8,-6.6C7.6,-8 6.6,-9.2 5.6,-8.8",
        taper(0.4, 1.1, 0.4),
    )
    inner = brush("M0,9C2.6,5 8.6,2.6 9.4,-2C9.8,-4.6 7.4,-5.4 6.2,-3.8", taper(0.4, 0.9, 0.4))
    return at(
        both_sides(fill(outer, PAPER) + fill(inner, GOLD)) + sign(Suit.HEARTS, 0, -1.6, 3.8, GOLD),
        sx=1.08,
    )


def _spade() -> str:
    y, r = 2.4, 7.8
    leaf = "M0,{0}C2.9,{1} 14.8,{2} 14.8,{3}C14.8,{4} 11.7,{5} 8.5,{5}C5,{5} 2.5,{6} 0,{7}"
    rows = (-15.3, -9.4, -4.0, 4.9, 9.0, 12.1, 11.0, 7.7)
    engraved = from_half(leaf.format(*rows))
    about_sun = from_half(leaf.format(*(num(row - y) for row in rows)))
    sun = fine(at(line(_rays(about_sun, r + 1, 72, 0.7), GOLD, 0.18), 0, y))
    coarse = at(line(_rays(about_sun, r + 1, 24, 1.2), GOLD, 0.45), 0, y)
    rose = (
        disc(0, 0, r + 0.8, SUIT)
        + fine(rosette(r, r * 0.36, 12, PAPER, 0.2))
        + ring(0, 0, r + 0.3, GOLD, 0.5)
    )
    return (
        line(engraved, GOLD, 0.4, join="miter")
        + sun
        + coarse
        + at(rose, 0, y)
        + disc(0, y, 4.2, SUIT)
        + ring(0, y, 4.2, GOLD, 0.45)
        + sign(Suit.SPADES, 0, y, 5.4, PAPER)
    )


_ENGRAVING: Final = {
    Suit.CLUBS: _club,
    Suit.DIAMONDS: _diamond,
    Suit.HEARTS: _heart,
    Suit.SPADES: _spade,
}


def ace(suit: Suit) -> str:
    """Return the picture of an ace, around the card's centre."""
    k, d = _ACE_SCALE[suit], _OUTLINE[suit]
    outlines = "".join(line(d, colour, w / k, join="miter") for w, colour in _CONTOURS)
    return at(outlines + fill(d, SUIT), sx=k) + at(_ENGRAVING[suit](), sx=k / _DRAWN_AT[suit])


# -- the jacks: a plumed helmet in profile beside a polearm ----------------------------------------

_JACK_SCALE: Final = {Suit.CLUBS: 0.93, Suit.DIAMONDS: 0.9, Suit.HEARTS: 0.95, Suit.SPADES: 0.94}
"""The largest scale at which each jack fits into the frame."""

_HELM: Final = (
    "M-3.6,-21C-1.4,-23.2 2.2,-23.8 4.8,-22.2C8.8,-20 9.8,-15.2 9.2,-11C8.8,-8.4 8.2,-6.6 10.2,-4.6"
    "L11.4,-2.6C6,-.8 -1,-.6 -7,-2.2L-5.8,-6.2"
)
"""The helmet's outline from the brow, round the back, to the throat. The visor's closes it."""
_VISORS: Final = {
    Suit.CLUBS: "C-9.4,-5.8 -11.6,-8.2 -10.6,-10.8C-13.2,-11.8 -12.8,-15.6 -10.2,-16.2"
    "C-9.8,-18.8 -6.8,-20.8 -3.6,-21Z",
    Suit.DIAMONDS: "L-8,-8.2L-12.8,-13L-8,-17.6Z",
    Suit.HEARTS: "C-8.6,-6.4 -9.8,-8.6 -9.6,-10.6C-11.6,-10.8 -13,-12.4 -12.8,-14.4"
    "C-10.6,-14 -9.4,-18.4 -3.6,-21Z",
    Suit.SPADES: "C-7.6,-8 -9.2,-10.4 -12.8,-12.6C-10.2,-13.6 -8.8,-17 -3.6,-21Z",
}


def _round_tip(t: float, _: float) -> float:
    return 5 * math.sqrt(t + 0.02) * math.sqrt(max(0, 1 - t**7))


def _lozenge(t: float, _: float) -> float:
    return 5.4 * min(t / 0.6, (1 - t) / 0.4) + 0.3


def _swelling(t: float, _: float) -> float:
    bow: float = math.sin(math.pi * min(1, t * 0.94 + 0.06)) ** 0.7
    return 5 * bow


def _leaf(t: float, _: float) -> float:
    return 5.4 * math.sin(math.pi * t**0.8) * (1 - 0.3 * t)


_FEATHER: Final[dict[Suit, Width]] = {
    Suit.CLUBS: _round_tip,
    Suit.DIAMONDS: _lozenge,
    Suit.HEARTS: _swelling,
    Suit.SPADES: _leaf,
}
_QUILLS: Final = (
    ("M4.6,-20.8C8.8,-20.4 11.4,-15.6 11.6,-7.4", ""),
    ("M3,-22.4C6.6,-25 12.8,-23.2 15.2,-16.4", "C16,-14.4 18,-14.6 18.4,-16"),
    ("M4,-21.8C9,-22.8 13.2,-18.8 14.2,-11.4", "C14.6,-9.2 16.6,-9 17.2,-10.4"),
)
"""The curve of each feather, and the curl that is added to its end on the jack of hearts."""


def _panache(suit: Suit) -> str:
    out = ""
    for quill, curl in _QUILLS:
        way = quill + (curl if suit == Suit.HEARTS else "")
        feather = brush(way, _FEATHER[suit])
        out += line(feather, TINT, 0.9) + fill(feather, GOLD) + line(way, TINT, 0.4)
    return out


def _helmet(suit: Suit) -> str:
    slit = polygon([(-9.4, -15.3), (-1, -16.1), (-1, -14.7), (-9.4, -14.1)])
    breaths = "M-7.4,-11.6L-7.2,-9M-5.4,-11.8L-5.2,-8.6M-3.4,-11.8L-3.2,-8.8"
    seam = "M-3.8,-21C1.6,-18.4 3.4,-13.4 1.4,-8.8C.2,-6.6 -2.6,-5.8 -5.8,-6.2"
    return (
        fill(_HELM + _VISORS[suit], SUIT)
        + line(seam, TINT, 0.55)
        + fill(slit, TINT)
        + line(breaths, TINT, 0.6)
        + line("M-6.4,-3.7C-1,-2.2 5,-2.4 10.4,-4", GOLD, 0.95)
        + disc(2.6, -14.4, 1.5, TINT)
        + disc(2.6, -14.4, 1.1, GOLD)
    )


_POLE_X: Final = -16.2
_POLE_END: Final = 7.0
_POLE_TOP: Final = {
    Suit.CLUBS: -13.2, Suit.DIAMONDS: -11.4, Suit.HEARTS: -13.2, Suit.SPADES: -12.6
}  # fmt: skip


def _polearm(suit: Suit) -> str:
    """Return a polearm: a shaft, with the suit's ``finial`` as its head."""
    # The shaft passes between the frame and the plume of the card's other half.
    top = _POLE_TOP[suit]
    shaft = line(f"M0,{top}L0,{_POLE_END}", GOLD, 1.25)
    head = at(finial(suit), 0, top, sx=1.35)
    if suit == Suit.SPADES:  # blade and hook on either side of the axis
        blade = (
            "M-.6,1.4C-2,1.4 -3,.6 -3.8,-.6C-4.6,2.2 -4.6,4.6 -3.8,7.4C-3,6.2 -2,5.4 -.6,5.4Z"
            "M.6,1.8L3.4,3.4L.6,5Z"
        )
        head += at(fill(blade, SUIT), 0, top)
    socket = at(line("M-1.5,0L1.5,0", GOLD, 1.1), 0, top + 0.9)
    return at(shaft + disc(0, _POLE_END, 1.1, GOLD) + head + socket, _POLE_X)


def jack(suit: Suit) -> str:
    bust = at(_panache(suit) + _helmet(suit), 1.6, -0.8, sx=_JACK_SCALE[suit])
    return half_turned(_polearm(suit)) + half_turned(bust)


# -- the queens: a coroneted flower on an S-shaped stem --------------------------------------------


@dataclass(frozen=True)
class Flower:
    """A flower seen from above. ``petal`` outlines the petal that points up from (0, 0)."""

    count: int
    petal: str
    inner: float = 0.54
    """The scale of the inner circle of petals."""


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
    """Return the flower of spades, a lily seen from the side."""
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
    if suit == Suit.SPADES:  # the lily needs the space around its foot
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


# -- the kings: a crown over crossed sceptres ------------------------------------------------------

_KING_SCALE: Final = {Suit.CLUBS: 1.04, Suit.DIAMONDS: 1.03, Suit.HEARTS: 1.06, Suit.SPADES: 1.05}
"""The largest scale at which each king fits into the frame."""

_WALL: Final = {
    Suit.CLUBS: "M0,-18.4C.8,-15 2.4,-13.4 4,-13.4C5.4,-13.4 6.4,-14.6 7,-16.4"
    "C7.5,-14.4 8.6,-13.2 10.2,-13.6C11.8,-14 12.8,-15.4 13.8,-17.4L11.6,-9.6",
    Suit.DIAMONDS: "M0,-21.6L3.7,-13.4L7,-18.6L9.9,-12.6L13.4,-15.8L11.6,-9.6",
    Suit.SPADES: "M0,-19C.5,-15 1.6,-13.1 3.4,-12.7C5,-12.4 6,-13.4 6.7,-15.4"
    "C7.3,-13.2 8.4,-12.4 9.8,-12.8C11.4,-13.2 12.4,-14.4 13.2,-16.4L11.6,-9.6",
}
"""The right half of an open crown's outline, from the middle tip to the foot."""
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
    """Return the crown of hearts, with arches over a low cap."""
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
    return at(rods + heads + half_turned(_crown(suit)) + boss, sx=_KING_SCALE[suit])


# -- the faces -------------------------------------------------------------------------------------

_DROP: Final = {Suit.HEARTS: HEART_DROP, Suit.CLUBS: -1.6}
"""How far an ace's sign is moved down (up if negative)."""
_BESIDE_LARGE: Final = 0.8
"""The scale of emblems beside an extra-large index."""


def pictures() -> dict[str, str]:
    """Return the pictures of aces, court cards and parts of court cards, by name."""
    out = {str(Card(ACE, suit)): at(ace(suit), CX, CY + _DROP.get(suit, 0)) for suit in Suit}
    for suit in Suit:
        frames = {name: f"{name} {SUITS[suit]}" for name in ("frame", "wide frame")}
        out |= {frames["frame"]: frame(suit), frames["wide frame"]: wide_frame(suit)}
        for rank, draw in ((KING - 2, jack), (KING - 1, queen), (KING, king)):
            card = Card(rank, suit)
            emblem = part(f"{card} emblem")
            out |= {
                f"{card} emblem": draw(suit),
                str(card): at(part(frames["frame"]) + emblem, CX, CY),
                f"{card} wide": at(
                    part(frames["wide frame"]) + at(emblem, sx=_BESIDE_LARGE), CX, CY
                ),
            }
    return out
