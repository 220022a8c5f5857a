"""Composes card faces from stored drawings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from game.art.decks import DeckStyle, rank_name
from game.art.drawings import CX, CY, HEIGHT, INDEX, LARGE_INDEX, drawings_of, num, pip_layout
from game.core.cards import Card

Use = Callable[[str], str]
"""Returns the SVG of the stored drawing with a given name."""

_SMALL_SIGN: Final = 40
_ACE_BESIDE_LARGE: Final = 0.78
"""The factor by which an ace's picture is scaled to fit beside the extra-large index."""


def face_of(style: DeckStyle, card: Card, use: Use) -> str:
    """Return the SVG of a face, to be drawn on a blank card."""
    if 2 <= card.rank <= 10:
        pips = pip_layout(large=style.large_index)
        high = pips.sizes[card.rank]
        middle = "".join(
            _sign(card, CX + place.x, CY + place.y, -high if place.turned else high, use)
            for place in pips.places(card.rank)
        )
    else:
        middle = _picture(style, card, use)
    corner = _corner(style, card, use, large=style.large_index)
    return middle + corner + _turned(corner)


def small_face_of(style: DeckStyle, card: Card, use: Use) -> str:
    """Return the SVG of a face for very small cards: a large rank and suit."""
    middle = _sign(card, CX, HEIGHT - _SMALL_SIGN * 0.68, _SMALL_SIGN, use)
    return _corner(style, card, use, large=True) + middle


def _sign(card: Card, x: float, y: float, high: float, use: Use) -> str:
    """Return a suit sign as SVG; a negative ``high`` turns it upside down."""
    return _put(use(f"sign {card.suit.letter}"), x, y, high)


def _put(drawing: str, x: float, y: float, high: float) -> str:
    return f'<g transform="translate({num(x)} {num(y)})scale({num(high / 100, 4)})">{drawing}</g>'


def _turned(body: str) -> str:
    return f'<g transform="rotate(180 {num(CX)} {num(CY)})">{body}</g>'


def _corner(style: DeckStyle, card: Card, use: Use, *, large: bool) -> str:
    index = LARGE_INDEX if large else INDEX
    rank = use(f"rank {rank_name(card.rank, style.letters)}")
    beside = index.sign_x + (index.ten_aside if card.rank == 10 else 0)
    sign = _sign(card, beside, index.top + index.cap / 2, index.sign, use)
    return _put(rank, index.rank_x, index.top, index.cap) + sign


def _picture(style: DeckStyle, card: Card, use: Use) -> str:
    large = style.large_index
    name = f"{card} wide" if large and card.rank > 1 else str(card)
    if f"{name} half" in drawings_of(style.deck):
        half = use(f"{name} half")
        return half + _turned(half) + use("sash")
    if not large or card.rank > 1:
        return use(name)
    x, y = (num(centre * (1 - _ACE_BESIDE_LARGE)) for centre in (CX, CY))
    scale = f"scale({_ACE_BESIDE_LARGE} {_ACE_BESIDE_LARGE})"
    return f'<g transform="translate({x} {y}) {scale}">{use(name)}</g>'
