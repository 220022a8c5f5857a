"""Puts the Court deck's figures together."""

from __future__ import annotations

from game.cards import ACE, KING, Card, Suit
from scenes.art.court.aces import ace
from scenes.art.court.attributes import hand
from scenes.art.court.frame import (
    GRIP_X,
    GRIP_Y,
    HEAD_SCALE,
    HEAD_X,
    HEAD_Y,
    Dress,
    Figure,
    sash,
)
from scenes.art.court.jacks import DRESS as JACK_DRESS
from scenes.art.court.jacks import jack
from scenes.art.court.kings import DRESS as KING_DRESS
from scenes.art.court.kings import king
from scenes.art.court.queens import DRESS as QUEEN_DRESS
from scenes.art.court.queens import queen
from scenes.art.court.robes import Robe, sleeve
from scenes.art.palette import CREAM, GOLD
from scenes.art.svg import at


def _half(rank: int, suit: Suit) -> str:
    """The upper half of a court card."""
    figure: Figure
    dress: Dress
    if rank == KING:
        letter, figure, dress = "K", king(suit), KING_DRESS[suit]
    elif rank == KING - 1:
        letter, figure, dress = "Q", queen(suit), QUEEN_DRESS[suit]
    else:
        letter, figure, dress = "J", jack(suit), JACK_DRESS[suit]
    return (
        figure.body
        + Robe(letter).edge(dress.robe)
        + at(figure.head, HEAD_X, HEAD_Y, sx=HEAD_SCALE)
        + at(figure.held, GRIP_X, GRIP_Y)
        + sleeve(dress.sleeve, CREAM, GOLD)
        + at(hand(), GRIP_X, GRIP_Y)
    )


def pictures() -> dict[str, str]:
    """The pictures by name: whole aces, courts as halves, and the sash that joins these.

    Number cards have none: they are printed from the suit's sign.
    """
    out = {str(Card(ACE, suit)): ace(suit) for suit in Suit}
    for rank in (KING - 2, KING - 1, KING):
        out |= {f"{Card(rank, suit)} half": _half(rank, suit) for suit in Suit}
    return out | {"sash": sash()}
