"""Draws playing cards as SVG, for web pages."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from typing import Final

from game.art.composed import face_of, small_face_of
from game.art.decks import BACKS, DeckStyle, back_of
from game.art.drawings import HEIGHT, WIDTH, coloured, complete, drawings_of, num, paper
from game.core.cards import PACK, Card, Suit

BACK: Final = None
Pictures = Mapping[Card | None, bytes]
"""PNGs of cards; the key None stands for the back."""
_PIXELS: Final = 126
"""The card width for which faces are drawn, in pixels."""
_SIGNS_OF: Final = next(iter(BACKS))
_FROM_CARD: Final = {"suit": "currentColor"}
"""Makes suit signs and letters take the colour of their card."""


def drawn(style: DeckStyle, *, back: bool) -> str:
    """Return the SVG of the faces and, with ``back``, the back."""
    found = {"paper": coloured(paper(_PIXELS), style.palette[None], _PIXELS)}
    for card in PACK:
        found[str(card)] = _face(style, card, found)
    if back:
        found["back"] = coloured(*back_of(style, _PIXELS), _PIXELS)
    return "".join(_defined(name, body) for name, body in found.items())


def pictured(pictures: Pictures) -> str:
    """Return the SVG of ``pictures`` and of the suit signs."""
    # The sign on an empty foundation has the same colour in every deck, so use another deck's
    # drawing.
    signs = drawings_of(_SIGNS_OF)
    found = [
        _defined(f"sign-{suit.letter}", coloured(signs[f"sign {suit.letter}"], _FROM_CARD, _PIXELS))
        for suit in Suit
    ]
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


def _face(style: DeckStyle, card: Card, found: dict[str, str]) -> str:
    """Return the SVG of a face; add its drawings to ``found``."""
    drawings, roles = drawings_of(style.deck), style.palette[card.suit]

    def use(name: str) -> str:
        # Pictures may have other colours in another suit; signs and letters have none of their own.
        shared = name.startswith(("sign", "rank"))
        key = (name if shared else f"{name} {card.suit.letter}").replace(" ", "-")
        found[key] = coloured(complete(drawings[name], drawings), {**roles, **_FROM_CARD}, _PIXELS)
        return f'<use href="#{key}"/>'

    # The style sheet chooses the small look, with only a large rank and suit, for phones.
    return (
        f'<use href="#paper"/><g color="{roles["suit"]}"><g class="large">'
        f'{face_of(style, card, use)}</g><g class="small">{small_face_of(style, card, use)}</g></g>'
    )
