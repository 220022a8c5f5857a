"""The Court deck, whose figures are flat and put together from parts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from game.art.drawings import CX, CY, WIDTH
from game.core.cards import ACE, KING, Card, Suit
from tools.make_decks import jacks, kings, queens
from tools.make_decks.attributes import hand, palm
from tools.make_decks.elements import CREAM, GOLD, RAY, SUIT, at, disc, fill, part, ring
from tools.make_decks.figures import POSES, Dress, Figure, Pose, Robe, forearm, sash, upper_arm
from tools.make_decks.paths import Polygon, inset, inside, moved, wedges
from tools.make_decks.signs import ACE_DIAMOND, OPTICAL, SIGN, SPADE_LEAF, sign

# -- the aces: a sunburst inside the sign ----------------------------------------------------------

_OUTLINE: Final = {**SIGN, Suit.DIAMONDS: ACE_DIAMOND}
_SIZE: Final = {Suit.SPADES: 46.4, Suit.HEARTS: 46.9, Suit.DIAMONDS: 50.2, Suit.CLUBS: 47.2}
"""The height of each suit's sign in mm, chosen so that all four signs have the same area."""
HEART_DROP: Final = 1.0
"""How far down an ace's heart is moved, in mm. Otherwise its top would show in a fan of cards."""
_DISC: Final = {Suit.SPADES: 8.0, Suit.HEARTS: 8.1, Suit.DIAMONDS: 7.8, Suit.CLUBS: 9.0}
"""The radius of the disc in the middle of an ace's sunburst, in mm."""
_SUN: Final = {Suit.SPADES: 1.6, Suit.HEARTS: -0.3, Suit.DIAMONDS: 0.0, Suit.CLUBS: 0.4}
"""How far the sunburst's centre is below the middle of the suit's sign, in mm."""


def _burst(outline: str, x: float, y: float, count: int, colour: str, part: float) -> str:
    """Return ``count`` rays from (x, y), cut off at ``outline``."""
    return fill(
        "".join(inside(outline, ray) for ray in wedges(x, y, count, part, -90, 270)), colour
    )


def _within(shape: str, by: float) -> str:
    """Return ``shape`` without its foot, and with its outline moved inwards by ``by`` mm."""
    above_foot: Polygon = [(0, 0), (WIDTH, 0), (WIDTH, CY + 16), (0, CY + 16)]
    return inside(inset(shape, by), above_foot)


def ace(suit: Suit) -> str:
    """Return the picture of an ace."""
    size, r = _SIZE[suit], _DISC[suit]
    middle = CY + (HEART_DROP if suit == Suit.HEARTS else 0)
    x, y = CX, middle + _SUN[suit]
    leaf = SPADE_LEAF if suit == Suit.SPADES else _OUTLINE[suit]
    whole, shape = (
        moved(d, CX, middle, size * OPTICAL[suit] / 100) for d in (_OUTLINE[suit], leaf)
    )
    if suit in (Suit.SPADES, Suit.CLUBS):
        rule, ground, sun = (_within(shape, by) for by in (2.6, 3.35, 4.6))
    else:
        rule, ground, sun = (inset(shape, by) for by in (2.6, 3.35, 4.6))
    return (
        fill(whole, SUIT)
        + fill(rule, CREAM)
        + fill(ground, SUIT)
        + _burst(sun, x, y, 24, RAY, 0.5)
        + _burst(sun, x, y, 24, GOLD, 0.14)
        + disc(x, y, r, SUIT)
        + ring(x, y, r - 0.9, GOLD, 0.7)
        + sign(suit, x, y, r * 1.16, CREAM)
    )


# -- the figures -----------------------------------------------------------------------------------


class _Rank(NamedTuple):
    """How the figures of one rank are drawn and coloured."""

    figure: Callable[[Suit], Figure]
    body: Callable[[Suit, Pose], str]
    dress: dict[Suit, Dress]
    cut: dict[Suit, str]


_RANKS: Final = {
    KING - 2: _Rank(jacks.jack, jacks.body, jacks.DRESS, jacks.CUT),
    KING - 1: _Rank(queens.queen, queens.body, queens.DRESS, queens.CUT),
    KING: _Rank(kings.king, kings.body, kings.DRESS, kings.CUT),
}


def _upper(card: Card, pose: Pose) -> str:
    """Return the upper half of a court card.

    It references drawings that both poses share.
    """
    rank = _RANKS[card.rank]
    sleeve, cut = rank.dress[card.suit].sleeve, rank.cut[card.suit]
    garment = Robe(cut, pose).shape
    # In the wide pose, figures look at what they hold.
    turned = -1 if pose.wide and str(card) != "JH" else 1
    held, tilt, place = pose.held, pose.tilt, (pose.grip_x, pose.grip_y)
    fist = at(part("hand"), *place, rot=pose.wrist)
    if str(card) == "KC":  # An orb is upright, and lower beside an extra-large index.
        held, tilt = (0.8 if pose.wide else 1.0), 0.0
        place = pose.grip_x, pose.grip_y + (1.8 if pose.wide else 0)
        fist = at(part("palm"), *place, sx=held)
    return (
        rank.body(card.suit, pose)
        + at(part(f"{card} head"), pose.head_x, pose.head_y, sx=turned * pose.head, sy=pose.head)
        + upper_arm(garment, pose, sleeve, puffed=cut == "bodice")
        + at(part(f"{card} held"), *place, rot=tilt, sx=held)
        + forearm(garment, pose, sleeve)
        + fist
    )


def pictures() -> dict[str, str]:
    """Return all pictures by name: aces, upper halves of court cards, and smaller parts.

    Number cards have no pictures, because they are made from the suit's sign.
    """
    out = {str(Card(ACE, suit)): ace(suit) for suit in Suit}
    out |= {"hand": hand(), "palm": palm(), "sash": sash()}
    for number, rank in _RANKS.items():
        for suit in Suit:
            card, figure = Card(number, suit), rank.figure(suit)
            out |= {f"{card} head": figure.head, f"{card} held": figure.held}
            out |= {f"{card} {name}": _upper(card, pose) for name, pose in POSES.items()}
    return out
