"""The four aces: a large sign within contours, engraved like a banknote."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Final

from game.art.drawings import PAPER, at, num
from game.core.cards import Suit
from tools.make_decks.elements import (
    GOLD,
    SUIT,
    around,
    both_sides,
    disc,
    fill,
    fine,
    half_turned,
    line,
    ring,
)
from tools.make_decks.emblem.ornaments import gem
from tools.make_decks.paths import brush, flattened, from_half, taper
from tools.make_decks.signs import ACE_DIAMOND, SIGN, sign

_OUTLINE: Final = {**SIGN, Suit.DIAMONDS: ACE_DIAMOND}
_SCALE: Final = {Suit.CLUBS: 0.378, Suit.DIAMONDS: 0.44, Suit.HEARTS: 0.385, Suit.SPADES: 0.38}
"""The scale of a sign 100 high at which all four have the same area."""
_DRAWN_AT: Final = {Suit.CLUBS: 0.39, Suit.DIAMONDS: 0.44, Suit.HEARTS: 0.40, Suit.SPADES: 0.375}
"""The scale for which the engravings are drawn."""
_CONTOURS: Final = ((5.2, GOLD), (4.6, PAPER), (3.2, SUIT), (1.0, PAPER))
"""Outlines about the sign, mm wide, the outermost first."""


def rosette(r: float, ry: float, count: int, colour: str, width: float) -> str:
    """Return a guilloche: ``count`` long ellipses rotated about (0, 0)."""
    ellipse = (
        f'<ellipse cx="0" cy="0" rx="{num(r)}" ry="{num(ry)}" fill="none" '
        f'stroke="{colour}" stroke-width="{num(width)}"/>'
    )
    return "".join(at(ellipse, rot=180 * i / count) for i in range(count))


def _rays(d: str, inner: float, count: int, gap: float) -> str:
    """Return lines about (0, 0) from radius ``inner`` to ``gap`` inside the outline."""
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
    """Return the picture of an ace, about the card's centre."""
    k, d = _SCALE[suit], _OUTLINE[suit]
    outlines = "".join(line(d, colour, w / k, join="miter") for w, colour in _CONTOURS)
    return at(outlines + fill(d, SUIT), sx=k) + at(_ENGRAVING[suit](), sx=k / _DRAWN_AT[suit])
