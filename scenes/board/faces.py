"""The faces and back of the cards, rendered when first needed."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import pygame

from game.art.decks import DeckStyle
from game.art.drawings import card_size
from game.core.cards import Card, Suit
from scenes.board.renderer import FaceRenderer, OneBitRenderer
from scenes.style.theme import Colour

BACK: Final = None

Face = Card | None
"""A card stands for its own face, and ``BACK`` for the back of any card."""


class Faces:
    """The faces, back and suit signs of one style and width.

    The surfaces are shared and must not be changed.
    """

    def __init__(self, style: DeckStyle, width: int) -> None:
        self.style = style
        self.width = width
        self.size = card_size(width)
        self._renderer = (OneBitRenderer if style.one_bit else FaceRenderer)(style, width)
        self._pictures: dict[Face, pygame.Surface] = {}
        self._signs: dict[tuple[Suit, int], pygame.Surface] = {}

    def face(self, face: Face) -> pygame.Surface:
        """Return the picture of a card's face, or of the back."""
        if face not in self._pictures:
            renderer = self._renderer
            self._pictures[face] = renderer.back() if face is BACK else renderer.face(face)
        return self._pictures[face]

    def back(self) -> pygame.Surface:
        return self.face(BACK)

    def suit_sign(self, suit: Suit, height: int) -> pygame.Surface:
        """Return the sign of ``suit`` in its colour. It is ``height`` pixels wide and high."""
        key = (suit, height)
        if key not in self._signs:
            self._signs[key] = self._renderer.suit_sign(suit, height)
        return self._signs[key]

    def tinted_sign(self, suit: Suit, height: int, colour: Colour) -> pygame.Surface:
        """Return a suit sign as a flat shape in ``colour``, on a new surface."""
        sign = self.suit_sign(suit, height).copy()
        sign.fill((0, 0, 0), special_flags=pygame.BLEND_RGB_MULT)
        sign.fill(colour, special_flags=pygame.BLEND_RGB_ADD)
        return sign


# Two sets are kept, because cards often go back to their previous size.
@lru_cache(maxsize=2)
def faces_of(style: DeckStyle, width: int) -> Faces:
    """Return the ``Faces`` of the given style and width, from the cache if possible."""
    return Faces(style, width)
