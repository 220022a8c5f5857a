"""Assembles the Court deck's figures."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from game.art.drawings import at
from game.core.cards import ACE, KING, Card, Suit
from tools.make_decks.court import jacks, kings, queens
from tools.make_decks.court.aces import ace
from tools.make_decks.court.arms import forearm, upper_arm
from tools.make_decks.court.attributes import hand, palm
from tools.make_decks.court.frame import POSES, Dress, Figure, Pose, sash
from tools.make_decks.court.robes import Robe
from tools.make_decks.elements import part


class _Rank(NamedTuple):
    """The functions that draw the figures of a rank."""

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
    """Return the upper half of a court card; head, hand and what it holds are stored only once."""
    rank = _RANKS[card.rank]
    sleeve, cut = rank.dress[card.suit].sleeve, rank.cut[card.suit]
    garment = Robe(cut, pose).shape
    # In the wide pose figures look at what they hold.
    turned = -1 if pose.wide and str(card) != "JH" else 1
    held, tilt, place = pose.held, pose.tilt, (pose.grip_x, pose.grip_y)
    fist = at(part("hand"), *place, rot=pose.wrist)
    if str(card) == "KC":  # an orb is upright, and lower beside an extra-large index
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
    """Return the pictures by name: whole aces, the parts of the courts, the courts' upper halves in
    both poses, and the sash that joins them.

    Number cards have none: they are made from the suit's sign.
    """
    out = {str(Card(ACE, suit)): ace(suit) for suit in Suit}
    out |= {"hand": hand(), "palm": palm(), "sash": sash()}
    for number, rank in _RANKS.items():
        for suit in Suit:
            card, figure = Card(number, suit), rank.figure(suit)
            out |= {f"{card} head": figure.head, f"{card} held": figure.held}
            out |= {f"{card} {name}": _upper(card, pose) for name, pose in POSES.items()}
    return out
