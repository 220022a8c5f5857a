"""Card faces as surfaces: rendered from the stored drawings at one width, each on first need.

Knows decks and pixels, no piles and no layout. A table that changes its size shows stand-ins at
once (``Faces.scaled_from``) and has the crisp faces made a few at a time (``sharpen``) or in a
thread (``render`` and ``put``).
"""

from __future__ import annotations

import io
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import pygame

from game.cards import Card, Suit
from scenes.art import compose, store
from scenes.art.measures import HEIGHT, WIDTH
from scenes.art.palette import BACKS, PALETTES

BACK: Final = None
"""Stands for the back where a card could stand."""

Face = Card | None
"""A card, or ``BACK``."""


@dataclass(frozen=True, slots=True)
class DeckStyle:
    """Which cards are on the table.

    Raises ``ValueError`` for a deck, back or letters that there are not.
    """

    deck: str = "court"
    """One of ``DECKS``."""
    four_colours: bool = False
    large_index: bool = False
    back: str = ""
    """One of ``backs_of(deck)``; empty for the deck's own."""
    letters: str = "AJQK"
    """The index letters of ace, jack, queen and king; ``ABDK`` are the German ones."""

    def __post_init__(self) -> None:
        if self.deck not in DECKS:
            raise ValueError(f"no such deck: {self.deck!r}")
        if self.back and self.back not in backs_of(self.deck):
            raise ValueError(f"no such back for {self.deck}: {self.back!r}")
        if len(self.letters) != 4:
            raise ValueError(f"not four index letters: {self.letters!r}")


ONE_BIT: Final = "1993"
"""The deck that is drawn as bitmaps; it knows no colours."""

DECKS: Final = (*BACKS, ONE_BIT)


def backs_of(deck: str) -> tuple[str, ...]:
    """The names of a deck's backs, its own first."""
    if deck == ONE_BIT:
        from scenes.art import onebit

        return tuple(onebit.BACKS)
    return tuple(BACKS[deck])


def card_size(width: int) -> tuple[int, int]:
    """Width and height, in pixels, of a card ``width`` pixels wide."""
    return width, round(width * HEIGHT / WIDTH)


class Faces:
    """The faces of one style at one width, each rendered on first need and kept.

    Surfaces have straight (not premultiplied) alpha and are shared: blit them, do not draw on
    them.
    """

    def __init__(self, style: DeckStyle, width: int) -> None:
        if width < 1:
            raise ValueError(f"a card needs a width of at least 1 pixel, not {width}")
        self.style = style
        self.width = width
        self.size = card_size(width)
        self._crisp: dict[Face, pygame.Surface] = {}
        self._originals: dict[Face, pygame.Surface] = {}
        """Crisp faces of another width, from which stand-ins are made."""
        self._stand_ins: dict[Face, pygame.Surface] = {}
        self._signs: dict[tuple[Suit, int], pygame.Surface] = {}

    @classmethod
    def scaled_from(cls, old: Faces, width: int) -> Faces:
        """Faces of ``old``'s style at another width that begin as scaled copies.

        Every face that ``old`` holds is there at once, a little soft, until ``sharpen`` or ``put``
        brings the crisp one. A copy is made when it is first asked for, in some 0.1 ms at 120
        pixels and 1.5 ms at 400.
        """
        new = cls(old.style, width)
        if new.size == old.size:
            new._crisp = dict(old._crisp)
        new._originals = {
            key: surface
            for key, surface in {**old._originals, **old._crisp}.items()
            if key not in new._crisp
        }
        return new

    def face(self, card: Card) -> pygame.Surface:
        """The face of a card: crisp, or its stand-in while there is no crisp one."""
        return self._get(card)

    def back(self) -> pygame.Surface:
        """The back: crisp, or its stand-in while there is no crisp one."""
        return self._get(BACK)

    def suit_sign(self, suit: Suit, height: int) -> pygame.Surface:
        """A suit sign alone, ``height`` pixels square, in its colour on card."""
        key = (suit, height)
        if key not in self._signs:
            style = self.style
            if style.deck == ONE_BIT:
                from scenes import faces_1993

                self._signs[key] = faces_1993.suit_sign(suit, height)
                return self._signs[key]
            roles = PALETTES[style.deck, style.four_colours].roles(suit)
            svg = compose.suit_sign(store.load(style.deck), roles, suit)
            self._signs[key] = _raster(svg, (height, height))
        return self._signs[key]

    def pending(self) -> list[Face]:
        """What shows a stand-in, or would; faces shown since the change of width come first."""
        return [*self._stand_ins, *(key for key in self._originals if key not in self._stand_ins)]

    def sharpen(self, seconds: float, clock: Callable[[], float] = time.perf_counter) -> list[Face]:
        """Render stand-ins crisply, at least one, until ``seconds`` have passed; says which."""
        end = clock() + seconds
        done: list[Face] = []
        for key in self.pending():
            self.put(key, self.render(key))
            done.append(key)
            if clock() >= end:
                break
        return done

    def render(self, face: Face) -> pygame.Surface:
        """A crisp face, not kept. Touches nothing of this object: safe in any thread."""
        style = self.style
        if style.deck == ONE_BIT:
            from scenes import faces_1993  # only who wants that deck pays for it

            if face is None:
                return faces_1993.back(style.back or backs_of(ONE_BIT)[0], self.size)
            return faces_1993.face(face, self.size, style.letters, style.large_index)
        if face is None:
            design = BACKS[style.deck][style.back or backs_of(style.deck)[0]]
            drawing = store.load("backs")[design.drawing]
            return _raster(compose.back(drawing, design.roles, self.width), self.size)
        roles = PALETTES[style.deck, style.four_colours].roles(face.suit)
        drawings = store.load(style.deck)
        svg = compose.face(
            drawings, roles, face, self.width, style.letters, large=style.large_index
        )
        return _raster(svg, self.size)

    def put(self, face: Face, surface: pygame.Surface) -> None:
        """Keep a surface that ``render`` gave, perhaps in another thread."""
        if surface.get_size() != self.size:
            raise ValueError(f"a face of {surface.get_size()} among faces of {self.size}")
        self._crisp[face] = surface
        self._stand_ins.pop(face, None)
        self._originals.pop(face, None)

    def _get(self, face: Face) -> pygame.Surface:
        known = self._crisp.get(face) or self._stand_ins.get(face)
        if known is not None:
            return known
        original = self._originals.get(face)
        if original is None:
            crisp = self.render(face)
            self._crisp[face] = crisp
            return crisp
        one_bit = self.style.deck == ONE_BIT  # has no greys, not even for a moment
        scaled = pygame.transform.scale if one_bit else pygame.transform.smoothscale
        self._stand_ins[face] = scaled(original, self.size)
        return self._stand_ins[face]


SUPERSAMPLED_BELOW: Final = 80
"""Pixels of width under which a drawing is rendered at twice its size and scaled down: thin
slanting lines come out of the renderer dashed."""

_ALPHA_FORMAT: Final = pygame.Surface((1, 1), pygame.SRCALPHA)


def _raster(svg: str, size: tuple[int, int]) -> pygame.Surface:
    """An SVG document as pixels, in the format that blits fastest with or without a display."""
    w, h = size
    data = io.BytesIO(svg.encode())
    if w < SUPERSAMPLED_BELOW:
        surface = pygame.image.load_sized_svg(data, (2 * w, 2 * h)).convert(_ALPHA_FORMAT)
        return pygame.transform.smoothscale(surface, size)
    return pygame.image.load_sized_svg(data, size).convert(_ALPHA_FORMAT)
