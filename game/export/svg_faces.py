"""The cards of a page as SVG: each face is stored once, and all faces share the same signs and
letters.

Each face has two looks, and the page's style sheet chooses one of them: the deck's own look, or one
with only a large rank and suit, for the small cards on a phone.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator, Mapping
from typing import Final

from game.art.decks import BACKS, DeckStyle, back_of, rank_name
from game.art.drawings import (
    CX,
    CY,
    HEIGHT,
    INDEX,
    LARGE_INDEX,
    WIDTH,
    IndexLayout,
    coloured,
    complete,
    drawings_of,
    num,
    paper,
    picture_of,
    pip_layout,
)
from game.core.cards import PACK, Card, Suit

BACK: Final = None
"""The key of the back in a mapping whose other keys are cards."""
Pictures = Mapping[Card | None, bytes]
"""The picture of each card, and of the back, as a PNG."""
_PIXELS: Final = 126
"""The card width, in pixels, that decides how much detail the faces have."""
_SIGNS_OF: Final = next(iter(BACKS))
_SMALL_SIGN: Final = 40
"""The height of the suit sign in the middle of a small card, in millimetres."""


def drawn(style: DeckStyle, *, back: bool) -> str:
    """Return the SVG faces of a deck that is stored as drawings, with its back if ``back`` is
    set."""
    drawings = drawings_of(style.deck)
    ranks = {rank_name(card.rank, style.letters) for card in PACK}
    found = [_defined("paper", coloured(paper(_PIXELS), style.palette[None], _PIXELS))]
    for name, drawing in drawings.items():
        kind, _, letter = name.partition(" ")
        if kind == "sign" or (kind == "rank" and letter in ranks):
            # Signs and letters get their colour from the card that uses them.
            found.append(_defined(name.replace(" ", "-"), _inked(drawing)))
    found += [_defined(str(card), "".join(_face(style, drawings, card))) for card in PACK]
    if back:
        found.append(_defined("back", coloured(*back_of(style, _PIXELS), _PIXELS)))
    return "".join(found)


def pictured(pictures: Pictures) -> str:
    """Return the SVG faces of a deck that is made of pixels."""
    # The sign on an empty foundation has one colour in every deck, so another deck's drawing is
    # used.
    signs = drawings_of(_SIGNS_OF)
    found = [_defined(f"sign-{suit.letter}", _inked(signs[f"sign {suit.letter}"])) for suit in Suit]
    found += [
        _defined("back" if card is BACK else str(card), _image(png))
        for card, png in pictures.items()
    ]
    return "".join(found)


def _defined(name: str, body: str) -> str:
    return f'<g id="{name}">{body}</g>'


def _image(png: bytes) -> str:
    data = base64.b64encode(png).decode("ascii")
    return (
        f'<image class="bits" width="{num(WIDTH)}" height="{num(HEIGHT)}" '
        f'href="data:image/png;base64,{data}"/>'
    )


def _use(name: str, place: str = "") -> str:
    return f'<use href="#{name}" transform="{place}"/>' if place else f'<use href="#{name}"/>'


def _inked(drawing: str) -> str:
    return coloured(drawing.replace("$suit", "currentColor"), {}, _PIXELS)


def _face(style: DeckStyle, drawings: Mapping[str, str], card: Card) -> Iterator[str]:
    roles = style.palette[card.suit]
    yield f'{_use("paper")}<g color="{roles["suit"]}"><g class="large">'
    if 2 <= card.rank <= 10:
        yield from _pips(style, card)
    else:
        yield from _picture(style, drawings, card)
    corner = _corner(style, card, LARGE_INDEX if style.large_index else INDEX)
    yield corner + _turned(corner)
    small = _corner(style, card, LARGE_INDEX)
    middle = _sign(card, CX, HEIGHT - _SMALL_SIGN * 0.68, _SMALL_SIGN)
    yield f'</g><g class="small">{small}{middle}</g></g>'


def _turned(body: str) -> str:
    return f'<g transform="rotate(180 {num(CX)} {num(CY)})">{body}</g>'


def _sign(card: Card, x: float, y: float, high: float, *, turned: bool = False) -> str:
    size = num((-high if turned else high) / 100, 4)
    return _use(f"sign-{card.suit.letter}", f"translate({num(x)} {num(y)})scale({size})")


def _pips(style: DeckStyle, card: Card) -> Iterator[str]:
    pips = pip_layout(large=style.large_index)
    high = pips.sizes[card.rank]
    for place in pips.places(card.rank):
        yield _sign(card, CX + place.x, CY + place.y, high, turned=place.turned)


def _corner(style: DeckStyle, card: Card, index: IndexLayout) -> str:
    """Return the rank and suit as drawn in a card's upper left corner."""
    rank = rank_name(card.rank, style.letters)
    where = f"translate({num(index.rank_x)} {num(index.top)})scale({num(index.cap / 100, 4)})"
    beside = index.sign_x + (index.ten_aside if card.rank == 10 else 0)
    return _use(f"rank-{rank}", where) + _sign(card, beside, index.top + index.cap / 2, index.sign)


def _picture(style: DeckStyle, drawings: Mapping[str, str], card: Card) -> Iterator[str]:
    """Yield the picture of an ace, jack, queen or king."""
    roles = style.palette[card.suit]

    def painted(drawing: str) -> str:
        return coloured(complete(drawing, drawings), roles, _PIXELS)

    drawing, is_half = picture_of(card, drawings, large=style.large_index)
    if is_half:
        # Both halves are the same; one is used twice to keep the page small.
        yield _defined(f"half-{card}", painted(drawing))
        yield _turned(_use(f"half-{card}")) + painted(drawings["sash"])
    else:
        yield painted(drawing)
