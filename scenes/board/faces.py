"""Card faces as surfaces, each rendered from the stored drawings when first needed.

This module knows decks and pixels, but neither piles nor layout. When a table changes size, it
shows scaled copies at once, and has sharp faces rendered a few at a time (``sharpen``).
"""

from __future__ import annotations

import time
from functools import cached_property
from typing import Final

import pygame

from game.art.decks import DeckStyle
from game.art.drawings import card_size
from game.core.cards import Card, Suit
from scenes.board.renderer import FaceRenderer, OneBitRenderer
from scenes.style.theme import Colour

_OPAQUE: Final = (0, 0, 0, 4)
"""Added to a scaled copy of a card to restore its opacity, which scaling may reduce by up to this
much."""
BACK: Final = None
"""The key of the back; all other keys are cards."""

Face = Card | None
"""A card, or ``BACK``."""


class Faces:
    """The faces of one style at one width, each rendered when first needed and cached.

    ``former`` are faces of the same style at another width. Each of them is available at once as a
    slightly soft scaled copy, until ``sharpen`` renders it. A copy is made when first asked for,
    which takes about 0.1 ms at 120 pixels and 1.5 ms at 400. Surfaces have straight (not
    premultiplied) alpha and are shared: blit them, but don't draw on them.
    """

    def __init__(self, style: DeckStyle, width: int, former: Faces | None = None) -> None:
        self.style = style
        self.width = width
        self.size = card_size(width)
        self._pictures: dict[Face, pygame.Surface] = {}
        """The faces as they are now: rendered, or scaled copies of those in ``_former``."""
        self._former: dict[Face, pygame.Surface] = {}
        """Sharp faces of the previous width, used until those of the current width are ready."""
        if former is not None:
            self._former = former._pictures | former._former
        self._signs: dict[tuple[Suit, int], pygame.Surface] = {}

    @cached_property
    def _renderer(self) -> FaceRenderer | OneBitRenderer:
        return (OneBitRenderer if self.style.one_bit else FaceRenderer)(self.style, self.width)

    def face(self, face: Face) -> pygame.Surface:
        """Return the face of a card, or the back; it is a scaled copy until it has been
        rendered."""
        if face not in self._pictures:
            soft = self._former.get(face)
            self._pictures[face] = self._scaled(soft) if soft else self.render(face)
        return self._pictures[face]

    def back(self) -> pygame.Surface:
        """Return the back of the cards; it is a scaled copy until it has been rendered."""
        return self.face(BACK)

    def suit_sign(self, suit: Suit, height: int) -> pygame.Surface:
        """Return a suit sign by itself, ``height`` pixels square, in its colour on the card's
        background."""
        key = (suit, height)
        if key not in self._signs:
            self._signs[key] = self._renderer.suit_sign(suit, height)
        return self._signs[key]

    def tinted_sign(self, suit: Suit, height: int, colour: Colour) -> pygame.Surface:
        """Return a suit sign by itself as a flat shape of one colour."""
        sign = self.suit_sign(suit, height).copy()
        sign.fill((0, 0, 0), special_flags=pygame.BLEND_RGB_MULT)
        sign.fill(colour, special_flags=pygame.BLEND_RGB_ADD)
        return sign

    def pending(self) -> list[Face]:
        """Return the faces that have not been rendered yet; those already shown as scaled copies
        come first."""
        return sorted(self._former, key=lambda face: face not in self._pictures)

    def sharpen(self, seconds: float) -> list[Face]:
        """Render pending faces until ``seconds`` have passed, but at least one; return the faces
        rendered."""
        end = time.perf_counter() + seconds
        done: list[Face] = []
        for face in self.pending():
            self._pictures[face] = self.render(face)
            del self._former[face]
            done.append(face)
            if time.perf_counter() >= end:
                break
        return done

    def render(self, face: Face) -> pygame.Surface:
        """Return a sharp face without caching it."""
        return self._renderer.back() if face is BACK else self._renderer.face(face)

    def _scaled(self, former: pygame.Surface) -> pygame.Surface:
        if self.style.one_bit:  # this deck has no greys, so its scaled copies must have none either
            return pygame.transform.scale(former, self.size)
        scaled = pygame.transform.smoothscale(former, self.size)
        # Scaling rounds the opacity down, so what is below would show through.
        scaled.fill(_OPAQUE, special_flags=pygame.BLEND_RGBA_ADD)
        return scaled


class FaceStore:
    """Keeps the faces of the most recently used styles and widths, at most ``most`` sets of them.

    The next table may need the same faces, and so may cards that shrink for a long column and grow
    back.
    """

    def __init__(self, most: int = 2) -> None:
        self._most = most
        self._latest: list[Faces] = []

    def get(self, style: DeckStyle, width: int, now: Faces | None) -> Faces:
        """Return the faces of this style and width.

        New faces begin as scaled copies of the faces in use ``now``, if there are any.
        """
        known = [*self._latest, now] if now else self._latest
        same = (one for one in known if (one.style, one.width) == (style, width))
        found = next(same, None) or Faces(style, width, now)
        self._latest = [found, *(one for one in self._latest if one is not found)][: self._most]
        return found

    def latest(self, style: DeckStyle) -> Faces | None:
        """Return the most recently used faces of this style."""
        return next((one for one in self._latest if one.style == style), None)
