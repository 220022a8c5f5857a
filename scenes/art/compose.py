"""Puts a whole face together from stored drawings: paper, picture, index, colours, detail.

Takes millimetre drawings and gives a finished SVG document for one width in pixels.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from game.cards import KING, Card, Suit
from scenes.art.measures import (
    CORNER,
    COURT_BESIDE_LARGE,
    CX,
    CY,
    HEIGHT,
    INDEX,
    LARGE_INDEX,
    PIPS_BESIDE_LARGE,
    WIDTH,
)
from scenes.art.palette import EDGE, PAPER
from scenes.art.svg import at, box, num, two_way

FINE_FROM: Final = 80
"""Cards narrower than this, in pixels, go without fine detail."""

_ROLE = re.compile(r"\$([a-z]+)")
_FINE = re.compile(r"\{[^{}]*\}")
_COARSE = re.compile(r"\[[^][]*\]")
_MARKS = str.maketrans("", "", "{}[]")


def resolved(drawing: str, roles: Mapping[str, str], width: int) -> str:
    """The drawing with real colours and the detail that a card of ``width`` pixels bears."""
    drawing = (_FINE if width < FINE_FROM else _COARSE).sub("", drawing)
    return _ROLE.sub(lambda match: roles[match[1]], drawing.translate(_MARKS))


def document(body: str, width: float = WIDTH, height: float = HEIGHT) -> str:
    size = f'width="{num(width)}" height="{num(height)}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} '
        f'viewBox="0 0 {num(width)} {num(height)}">{body}</svg>'
    )


def paper(width: int) -> str:
    """The blank card with an edge that is a hairline at every width."""
    edge = max(0.3, 0.75 * WIDTH / width)
    inner = box(edge, edge, WIDTH - 2 * edge, HEIGHT - 2 * edge, PAPER, CORNER - edge)
    return box(0, 0, WIDTH, HEIGHT, EDGE, CORNER) + inner


def rank_name(rank: int, letters: str) -> str:
    """What the index shows; ``letters`` are those for ace, jack, queen and king."""
    if rank == 1:
        return letters[0]
    return str(rank) if rank <= 10 else letters[rank - 10]


def index(drawings: Mapping[str, str], card: Card, letters: str, large: bool) -> str:
    """Rank and suit, upper left and half-turned below."""
    layout = LARGE_INDEX if large else INDEX
    rank = drawings[f"rank {rank_name(card.rank, letters)}"]
    sign = drawings[f"sign {card.suit.letter}"]
    return two_way(
        at(rank, layout.rank_x, layout.top, sx=layout.cap / 100)
        + at(sign, layout.sign_x, layout.sign_y, sx=layout.sign / 100)
    )


def picture(drawings: Mapping[str, str], card: Card, large: bool) -> str:
    """The picture; beside an extra-large index it is drawn smaller."""
    art = drawings[str(card)]
    if not large:
        return art
    k = COURT_BESIDE_LARGE if card.rank > 10 else PIPS_BESIDE_LARGE
    return at(art, CX * (1 - k), CY * (1 - k), sx=k)


def face(
    drawings: Mapping[str, str],
    roles: Mapping[str, str],
    card: Card,
    width: int,
    letters: str = "AJQK",
    large: bool = False,
) -> str:
    """A whole face as an SVG document, for a card ``width`` pixels wide."""
    assert 1 <= card.rank <= KING
    body = paper(width) + picture(drawings, card, large) + index(drawings, card, letters, large)
    return document(resolved(body, roles, width))


def back(drawing: str, roles: Mapping[str, str], width: int) -> str:
    """A whole back as an SVG document, for a card ``width`` pixels wide."""
    return document(resolved(paper(width) + drawing, roles, width))


def suit_sign(drawings: Mapping[str, str], roles: Mapping[str, str], suit: Suit) -> str:
    """A suit sign alone, filling a square document."""
    sign = at(drawings[f"sign {suit.letter}"], 52, 52)
    return document(resolved(sign, roles, FINE_FROM), 104, 104)
