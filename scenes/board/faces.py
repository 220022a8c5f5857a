"""Card faces as surfaces: rendered from the stored drawings at one width, each on first need.

Knows decks and pixels, but no piles and no layout. A table that changes its size shows scaled
stand-ins at once (``Faces.scaled_from``) and has the crisp faces made a few at a time
(``sharpen``).
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Final, Protocol

import pygame

from game.art.decks import DeckStyle
from game.art.measures import card_size
from game.core.cards import Card, Suit
from scenes.board.press import OneBitPress, Press

_OPAQUE: Final = (0, 0, 0, 4)
"""How much scaling may take from the opacity of a card."""
BACK: Final = None
"""Stands for the back in place of a card."""

Face = Card | None
"""A card, or ``BACK``."""


class _Printer(Protocol):
    """Renders the pixels of one style at one width."""

    def face(self, card: Card) -> pygame.Surface: ...
    def back(self) -> pygame.Surface: ...
    def suit_sign(self, suit: Suit, height: int) -> pygame.Surface: ...


def _press(style: DeckStyle, width: int) -> _Printer:
    if style.one_bit:
        return OneBitPress(style, card_size(width))
    return Press(style, width)


class Faces:
    """The faces of one style at one width, each rendered on first need and cached.

    Surfaces have straight (not premultiplied) alpha and are shared: blit them, do not draw on them.
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

    @cached_property
    def _press(self) -> _Printer:
        return _press(self.style, self.width)

    @classmethod
    def scaled_from(cls, old: Faces, width: int) -> Faces:
        """Return faces of ``old``'s style at another width that begin as scaled copies.

        Every face that ``old`` holds is available at once, slightly soft, until ``sharpen`` or
        ``put`` brings the crisp one. A copy is made when first asked for, in some 0.1 ms at 120
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
        """Return the face of a card: crisp, or its stand-in while there is no crisp one."""
        return self._get(card)

    def back(self) -> pygame.Surface:
        """Return the back: crisp, or its stand-in while there is no crisp one."""
        return self._get(BACK)

    def suit_sign(self, suit: Suit, height: int) -> pygame.Surface:
        """Return a suit sign alone, ``height`` pixels square, in its colour on the card's
        ground."""
        key = (suit, height)
        if key not in self._signs:
            self._signs[key] = self._press.suit_sign(suit, height)
        return self._signs[key]

    def pending(self) -> list[Face]:
        """Return the faces that show a stand-in, or would; those shown since the change of width
        come first."""
        return [*self._stand_ins, *(key for key in self._originals if key not in self._stand_ins)]

    def sharpen(self, seconds: float, clock: Callable[[], float] = time.perf_counter) -> list[Face]:
        """Render stand-ins crisply, at least one, until ``seconds`` have passed; return which."""
        end = clock() + seconds
        done: list[Face] = []
        for key in self.pending():
            self.put(key, self.render(key))
            done.append(key)
            if clock() >= end:
                break
        return done

    def render(self, face: Face) -> pygame.Surface:
        """Return a crisp face without caching it. Safe in any thread."""
        return self._press.back() if face is None else self._press.face(face)

    def render_together(self, cards: Sequence[Card]) -> None:
        """Render those of ``cards`` that are not crisp yet on two cores: the renderer lets other
        threads run."""
        left = deque(card for card in cards if card not in self._crisp)
        if not left:
            return

        def work() -> None:
            while True:
                try:
                    card = left.popleft()
                except IndexError:
                    return
                self.put(card, self.render(card))

        helper = threading.Thread(target=work, name="faces")
        helper.start()
        work()
        helper.join()

    def put(self, face: Face, surface: pygame.Surface) -> None:
        """Store a surface made by ``render``, perhaps in another thread."""
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
        if self.style.one_bit:  # has no greys, not even for a moment
            scaled = pygame.transform.scale(original, self.size)
        else:
            scaled = pygame.transform.smoothscale(original, self.size)
            # Scaling rounds down: what lies below would show through.
            scaled.fill(_OPAQUE, special_flags=pygame.BLEND_RGBA_ADD)
        self._stand_ins[face] = scaled
        return scaled


class FaceStore:
    """The faces of the last few styles and widths, ``most`` of them: the next table may have the
    same, and so may cards that shrink for a long column and grow back."""

    def __init__(self, most: int = 2) -> None:
        self._most = most
        self._latest: list[Faces] = []

    def get(self, style: DeckStyle, width: int, now: Faces | None) -> Faces:
        """Return faces of this style and width; those that are not known begin as scaled copies of
        the faces that are in use ``now``, if there are any."""
        same = (one for one in self._latest if (one.style, one.width) == (style, width))
        found = next(same, None) or (Faces.scaled_from(now, width) if now else Faces(style, width))
        self._latest = [found, *(one for one in self._latest if one is not found)][: self._most]
        return found

    def latest(self, style: DeckStyle) -> Faces | None:
        """Return the faces of this style that were in use last."""
        return next((one for one in self._latest if one.style == style), None)
