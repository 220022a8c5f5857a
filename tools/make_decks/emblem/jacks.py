"""The emblem of the jacks: a plumed helmet in profile beside a long polearm."""

from __future__ import annotations

import math
from typing import Final

from game.art.drawings import at
from game.core.cards import Suit
from tools.make_decks.elements import GOLD, SUIT, TINT, disc, fill, half_turned, line
from tools.make_decks.emblem.ornaments import finial
from tools.make_decks.paths import Width, brush, polygon

_SCALE: Final = {Suit.CLUBS: 0.93, Suit.DIAMONDS: 0.9, Suit.HEARTS: 0.95, Suit.SPADES: 0.94}
"""As large as the frame allows."""

_HELM: Final = (
    "M-3.6,-21C-1.4,-23.2 2.2,-23.8 4.8,-22.2C8.8,-20 9.8,-15.2 9.2,-11C8.8,-8.4 8.2,-6.6 10.2,-4.6"
    "L11.4,-2.6C6,-.8 -1,-.6 -7,-2.2L-5.8,-6.2"
)
"""The helmet from its brow over the nape to the throat; the visor closes it."""
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
"""The curves of the feathers, and the curl at their ends that only hearts have."""


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
    """Return a shaft from the frame to the other helmet's plume, its head straight above it."""
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
    bust = at(_panache(suit) + _helmet(suit), 1.6, -0.8, sx=_SCALE[suit])
    return half_turned(_polearm(suit)) + half_turned(bust)
