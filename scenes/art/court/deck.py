"""Puts the Court deck's figures together."""

from __future__ import annotations

from game.cards import KING, Card, Suit
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
from scenes.art.pips import pips
from scenes.art.svg import at, two_way


def _courts(rank: int, suit: Suit) -> str:
    figure: Figure
    dress: Dress
    if rank == KING:
        letter, figure, dress = "K", king(suit), KING_DRESS[suit]
    elif rank == KING - 1:
        letter, figure, dress = "Q", queen(suit), QUEEN_DRESS[suit]
    else:
        letter, figure, dress = "J", jack(suit), JACK_DRESS[suit]
    half = (
        figure.body
        + Robe(letter).edge(dress.robe)
        + at(figure.head, HEAD_X, HEAD_Y, sx=HEAD_SCALE)
        + at(figure.held, GRIP_X, GRIP_Y)
        + sleeve(dress.sleeve, CREAM, GOLD)
        + at(hand(), GRIP_X, GRIP_Y)
    )
    return two_way(half) + sash()


def picture(card: Card) -> str:
    """The picture of a face alone: no paper, no index."""
    if card.rank == 1:
        return ace(card.suit)
    if card.rank <= 10:
        return pips(card.rank, card.suit)
    return _courts(card.rank, card.suit)
