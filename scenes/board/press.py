"""Renders vector faces from stamps of suit signs and letters, and from the pictures.

A stamp is rendered once and placed on whole pixels, so all pips of a card are alike, letters stand
sharp on their line, and the lower half is exactly the upper one rotated.
"""

from __future__ import annotations

import io
import math
from collections.abc import Mapping
from typing import Final, NamedTuple

import pygame

from game.art.decks import BACKS, PALETTES, DeckStyle, rank_name
from game.art.drawings import (
    FINE_FROM,
    WHOLE_CARD,
    View,
    at,
    complete,
    document,
    drawings_of,
    paper,
)
from game.art.measures import (
    ACE_BESIDE_LARGE,
    CX,
    CY,
    HEIGHT,
    INDEX,
    LARGE_INDEX,
    UPPER_PART,
    WIDTH,
    card_size,
    pip_layout,
)
from game.core.cards import Card, Suit

SUPERSAMPLED_BELOW: Final = FINE_FROM
"""Below this width of a card in pixels, drawings are rendered at twice their size and scaled down:
otherwise thin slanting lines come out dashed."""

_SIGN_BOX: Final = 106
"""Room for a suit sign that is 100 high."""
_RANK_BOX: Final = 130
"""Room for a letter that is 100 high."""
_RANK_PAD: Final = 6
"""How far a letter may reach above and below its line."""

_ALPHA_FORMAT: Final = pygame.Surface((1, 1), pygame.SRCALPHA)


class Stamp(NamedTuple):
    """A small picture, upright and rotated by 180°."""

    upright: pygame.Surface
    turned: pygame.Surface


class Press:
    """Renders faces of one style at one width.

    Caches its stamps; may be used from several threads at once.
    """

    def __init__(self, style: DeckStyle, width: int) -> None:
        self._style = style
        self._width = width
        self._size = card_size(width)
        self._sx, self._sy = width / WIDTH, self._size[1] / HEIGHT
        self._drawings = drawings_of(style.deck)
        self._palette = PALETTES[style.deck, style.four_colours]
        self._papers: dict[str, pygame.Surface] = {}
        self._stamps: dict[tuple[str, str, int, int, int], Stamp] = {}
        self._sashes: dict[Suit, pygame.Surface] = {}

    def face(self, card: Card) -> pygame.Surface:
        """Return a whole face."""
        roles = self._palette.roles(card.suit)
        surface = self._paper(roles).copy()
        if 2 <= card.rank <= 10:
            self._put_pips(surface, card, roles)
        else:
            self._put_picture(surface, card, roles)
        self._put_index(surface, card, roles)
        return surface

    def back(self) -> pygame.Surface:
        """Return a whole back."""
        backs = BACKS[self._style.deck]
        design = backs[self._style.back or next(iter(backs))]
        drawing = paper(self._width) + drawings_of("backs")[design.drawing]
        return evened(self._render(drawing, design.roles, WHOLE_CARD, self._size))

    def suit_sign(self, suit: Suit, height: int) -> pygame.Surface:
        """Return a suit sign alone that fills a square of ``height`` pixels."""
        half = _SIGN_BOX / 2
        view = View(-half, -half, _SIGN_BOX, _SIGN_BOX)
        roles = self._palette.roles(suit)
        drawing = self._drawings[f"sign {suit.letter}"]
        return _raster(document(drawing, roles, FINE_FROM, view), (height, height), smooth=False)

    def _paper(self, roles: Mapping[str, str]) -> pygame.Surface:
        colour = roles["paper"]
        if colour not in self._papers:
            blank = self._render(paper(self._width), roles, WHOLE_CARD, self._size)
            self._papers[colour] = evened(mirrored(blank))
        return self._papers[colour]

    def _put_pips(self, surface: pygame.Surface, card: Card, roles: Mapping[str, str]) -> None:
        pips = pip_layout(large=self._style.large_index)
        w, h = self._size
        stamp = self._sign(card.suit, pips.sizes[card.rank] * self._sx, roles, w % 2, h % 2)
        n, m = stamp.upright.get_size()
        for place in pips.places(card.rank):
            # distances are rounded, not positions, so that left mirrors right and top mirrors
            # bottom
            dx = round(abs(place.x) * self._sx)
            dy = round(abs(place.y) * self._sy)
            left = (w - n) // 2 + (dx if place.x > 0 else -dx)
            top = (h - m) // 2 + (dy if place.y > 0 else -dy)
            surface.blit(stamp.turned if place.turned else stamp.upright, (left, top))

    def _put_index(self, surface: pygame.Surface, card: Card, roles: Mapping[str, str]) -> None:
        layout = LARGE_INDEX if self._style.large_index else INDEX
        cap = max(1, round(layout.cap * self._sy))
        top = round(layout.top * self._sy)
        rank = self._rank(rank_name(card.rank, self._style.letters), cap, roles)
        n, m = rank.upright.get_size()
        self._two_way(surface, rank, round(layout.rank_x * self._sx) - n // 2, top + (cap - m) // 2)
        sign = self._sign(card.suit, layout.sign * self._sx, roles, 0, cap % 2)
        n, m = sign.upright.get_size()
        middle = layout.sign_x + (layout.ten_aside if card.rank == 10 else 0)
        self._two_way(surface, sign, round(middle * self._sx) - n // 2, top + (cap - m) // 2)

    def _two_way(self, surface: pygame.Surface, stamp: Stamp, left: int, top: int) -> None:
        w, h = self._size
        n, m = stamp.upright.get_size()
        surface.blit(stamp.upright, (left, top))
        surface.blit(stamp.turned, (w - left - n, h - top - m))

    def _put_picture(self, surface: pygame.Surface, card: Card, roles: Mapping[str, str]) -> None:
        large = self._style.large_index
        name = f"{card} wide" if large and card.rank > 1 else str(card)
        half = self._drawings.get(f"{name} half")
        if half is None:
            whole = self._drawings[name]
            if large and card.rank == 1:
                k = ACE_BESIDE_LARGE
                whole = at(whole, CX * (1 - k), CY * (1 - k), sx=k)
            surface.blit(self._render(whole, roles, WHOLE_CARD, self._size), (0, 0))
            return
        w, h = self._size
        rows = math.ceil(UPPER_PART * self._sy)
        view = View(0, 0, WIDTH, rows / self._sy)
        upper = self._render(half, roles, view, (w, rows))
        surface.blit(upper, (0, 0))
        surface.blit(pygame.transform.rotate(upper, 180), (0, h - rows))
        if card.suit not in self._sashes:
            sash = self._drawings["sash"]
            self._sashes[card.suit] = self._render(sash, roles, WHOLE_CARD, self._size)
        surface.blit(self._sashes[card.suit], (0, 0))

    def _sign(
        self, suit: Suit, height: float, roles: Mapping[str, str], odd_w: int, odd_h: int
    ) -> Stamp:
        """Return a suit sign ``height`` pixels high, centred in a box whose sides are odd or even
        as asked."""
        unit = height / 100
        room = math.ceil(_SIGN_BOX * unit)
        n, m = (room + (room + odd) % 2 for odd in (odd_w, odd_h))
        view = View(-n / 2 / unit, -m / 2 / unit, n / unit, m / unit)
        return self._stamp(f"sign {suit.letter}", roles, view, (n, m))

    def _rank(self, name: str, cap: int, roles: Mapping[str, str]) -> Stamp:
        """Return a letter ``cap`` pixels high in a box of even width."""
        unit = cap / 100
        n = 2 * math.ceil(_RANK_BOX / 2 * unit)
        pad = math.ceil(_RANK_PAD * unit)
        m = cap + 2 * pad
        view = View(-n / 2 / unit, -pad / unit, n / unit, m / unit)
        return self._stamp(f"rank {name}", roles, view, (n, m))

    def _stamp(
        self, name: str, roles: Mapping[str, str], view: View, size: tuple[int, int]
    ) -> Stamp:
        key = (name, roles["suit"], *size, round(view.width * 8))
        if key not in self._stamps:
            upright = self._render(self._drawings[name], roles, view, size)
            self._stamps[key] = Stamp(upright, pygame.transform.rotate(upright, 180))
        return self._stamps[key]

    def _render(
        self, drawing: str, roles: Mapping[str, str], view: View, size: tuple[int, int]
    ) -> pygame.Surface:
        svg = document(complete(drawing, self._drawings), roles, self._width, view)
        return _raster(svg, size, smooth=self._width < SUPERSAMPLED_BELOW)


def mirrored(surface: pygame.Surface) -> pygame.Surface:
    """Return ``surface`` with its left half mirrored into the right one, so that both edges are
    alike."""
    w, h = surface.get_size()
    right = pygame.Rect(w // 2 + w % 2, 0, w // 2, h)
    surface.fill((0, 0, 0, 0), right)
    surface.blit(pygame.transform.flip(surface, True, False), right, right)
    return surface


def evened(surface: pygame.Surface) -> pygame.Surface:
    """Return ``surface`` with its upper half rotated into the lower one.

    A renderer rounds left and right, above and below, differently: otherwise a back would show
    which way up it is.
    """
    w, h = surface.get_size()
    turned = pygame.transform.rotate(surface, 180)
    lower = pygame.Rect(0, h // 2 + h % 2, w, h // 2)
    surface.fill((0, 0, 0, 0), lower)
    surface.blit(turned, lower, lower)
    return surface


def _raster(svg: str, size: tuple[int, int], smooth: bool) -> pygame.Surface:
    """Return an SVG document as pixels, in the format that blits fastest with or without a
    display."""
    if not smooth:
        return _exactly(svg, size)
    return pygame.transform.smoothscale(_exactly(svg, (2 * size[0], 2 * size[1])), size)


def _exactly(svg: str, size: tuple[int, int]) -> pygame.Surface:
    surface = pygame.image.load_sized_svg(io.BytesIO(svg.encode()), size).convert(_ALPHA_FORMAT)
    if surface.get_size() != size:  # the renderer sometimes rounds up by a pixel too much
        return surface.subsurface(((0, 0), size)).copy()
    return surface
