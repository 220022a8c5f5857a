"""Renders faces and backs from drawings or bitmaps."""

from __future__ import annotations

import io
import math
from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from itertools import pairwise
from typing import Final, NamedTuple

import pygame

from game.art import onebit
from game.art.composed import face_of
from game.art.decks import DeckStyle, back_of, rank_name
from game.art.drawings import (
    FINE_FROM,
    HEIGHT,
    WIDTH,
    PipLayout,
    View,
    card_size,
    complete,
    document,
    drawings_of,
    fan_side,
    index_strip,
    paper,
    pip_layout,
)
from game.art.onebit import (
    LARGE,
    NARROW_TEN,
    SMALL,
    THIN_TEN,
    TINY,
    Bitmap,
    best_size,
    figure,
    letter,
    pattern,
    sign,
)
from game.core.cards import Card, Suit
from scenes.style.felt import tiled

_SIGN_BOX: Final = 106
"""The side of the square around a suit sign, in units of the sign's drawing."""

_ALPHA_FORMAT: Final = pygame.Surface((1, 1), pygame.SRCALPHA)


class FaceRenderer:
    """Renders the cards and suit signs of one style and width."""

    def __init__(self, style: DeckStyle, width: int) -> None:
        self._style = style
        self._width = width
        self._drawings = drawings_of(style.deck)

    def face(self, card: Card) -> pygame.Surface:
        surface = self._paper.copy()
        drawing = face_of(self._style, card, self._drawings.__getitem__)
        surface.blit(self._render(drawing, self._style.palette[card.suit]), (0, 0))
        return surface

    def back(self) -> pygame.Surface:
        return evened(self._render(*back_of(self._style, self._width)))

    def suit_sign(self, suit: Suit, height: int) -> pygame.Surface:
        """Return a picture of a suit sign alone, ``height`` pixels wide and high."""
        half = _SIGN_BOX / 2
        view = View(-half, -half, _SIGN_BOX, _SIGN_BOX)
        drawing = self._drawings[f"sign {suit.letter}"]
        svg = document(drawing, self._style.palette[suit], FINE_FROM, view)
        return _raster(svg, (height, height))

    @cached_property
    def _paper(self) -> pygame.Surface:
        return evened(mirrored(self._render(paper(self._width), self._style.palette[None])))

    def _render(self, drawing: str, roles: Mapping[str, str]) -> pygame.Surface:
        w, h = card_size(self._width)
        svg = document(complete(drawing, self._drawings), roles, self._width)
        if self._width >= FINE_FROM:
            return _raster(svg, (w, h))
        # Rendered at their final size, thin slanting lines would look dashed.
        return pygame.transform.smoothscale(_raster(svg, (2 * w, 2 * h)), (w, h))


def mirrored(surface: pygame.Surface) -> pygame.Surface:
    """Mirror the left half of ``surface`` onto the right; return ``surface``."""
    w, h = surface.get_size()
    right = pygame.Rect(w // 2 + w % 2, 0, w // 2, h)
    surface.fill((0, 0, 0, 0), right)
    surface.blit(pygame.transform.flip(surface, True, False), right, right)
    return surface


def evened(surface: pygame.Surface) -> pygame.Surface:
    """Copy the upper half of ``surface`` to the lower half, turned by 180°; return ``surface``."""
    w, h = surface.get_size()
    # Otherwise rounding would show which way up a card is.
    turned = pygame.transform.rotate(surface, 180)
    lower = pygame.Rect(0, h // 2 + h % 2, w, h // 2)
    surface.fill((0, 0, 0, 0), lower)
    surface.blit(turned, lower, lower)
    return surface


def _raster(svg: str, size: tuple[int, int]) -> pygame.Surface:
    """Return an SVG document as a surface that blits fast."""
    surface = pygame.image.load_sized_svg(io.BytesIO(svg.encode()), size).convert(_ALPHA_FORMAT)
    if surface.get_size() != size:  # The renderer sometimes rounds up by one pixel too much.
        return surface.subsurface(((0, 0), size)).copy()
    return surface


# -- the 1993 deck ---------------------------------------------------------------------------------

# Each pixel is either black or white. Therefore bitmaps are enlarged only by whole factors, and
# strokes are whole pixels wide.

BLACK: Final = (0, 0, 0, 255)
WHITE: Final = (255, 255, 255, 255)
_CLEAR: Final = (0, 0, 0, 0)
_INKS: Final = {"#": BLACK, "o": WHITE, ".": _CLEAR}

_CORNER: Final = 0.14
_LARGE_CORNER: Final = 0.2
"""The height available to a large index, as a fraction of the card's height."""

Size = tuple[int, int]


class OneBitRenderer:
    """Draws the 1993 deck at one width, in black and white."""

    def __init__(self, style: DeckStyle, width: int) -> None:
        self._style = style
        self._size = card_size(width)

    def face(self, card: Card) -> pygame.Surface:
        surface = _blank(self._size)
        w, h = self._size
        if card.rank > 10:
            _court(surface, card, _stroke(w), index_strip(large=self._style.large_index))
        elif card.rank == 1:
            _ace(surface, card.suit)
        else:
            _pips(surface, card, pip_layout(large=self._style.large_index))
        part = _LARGE_CORNER if self._style.large_index else _CORNER
        master, k = best_size(round(h * part))
        room = round(w * fan_side(large=self._style.large_index, one_bit=True))
        inset, form = _fitting(room, _stroke(w), master, k)
        mark = _index(card, self._style.letters, form)
        surface.blit(mark, (inset, inset))
        below = pygame.transform.rotate(mark, 180)
        surface.blit(below, (w - inset - mark.get_width(), h - inset - mark.get_height()))
        return surface

    def back(self) -> pygame.Surface:
        surface = _blank(self._size)
        stroke = _stroke(self._size[0])
        frame = surface.get_rect().inflate(-6 * stroke, -6 * stroke)
        if frame.w > 0 and frame.h > 0:
            surface.fill(BLACK, frame)
            weave = onebit.back(self._style.back or onebit.BACKS[0])
            tiled(surface, stamp(weave, stroke), frame.inflate(-2 * stroke, -2 * stroke))
        return evened(surface)

    def suit_sign(self, suit: Suit, height: int) -> pygame.Surface:
        """Return a picture of a suit sign alone, ``height`` pixels wide and high."""
        surface = pygame.Surface((height, height), pygame.SRCALPHA)
        master, k = best_size(max(1, height - 2))
        _centre(surface, stamp(sign(suit, master), k), height / 2, height / 2)
        return surface


def _stroke(width: int) -> int:
    return max(1, round(width / 90))


def _blank(size: Size) -> pygame.Surface:
    surface = pygame.Surface(size, pygame.SRCALPHA)
    surface.fill(BLACK)
    stroke = _stroke(size[0])
    inner = surface.get_rect().inflate(-2 * stroke, -2 * stroke)
    if inner.w > 0 and inner.h > 0:
        surface.fill(WHITE, inner)
    return surface


def stamp(bitmap: Bitmap, k: int) -> pygame.Surface:
    """Return a bitmap as a surface, enlarged by the factor ``k``."""
    size = (len(bitmap[0]), len(bitmap))
    data = b"".join(bytes(_INKS[bit]) for row in bitmap for bit in row)
    small = pygame.image.frombytes(data, size, "RGBA")
    return pygame.transform.scale(small, (size[0] * k, size[1] * k))


def _centre(
    surface: pygame.Surface, stamp: pygame.Surface, x: float, y: float, turned: bool = False
) -> None:
    """Draw a stamp centred at (x, y), to the nearest pixel."""
    w, h = surface.get_size()
    sw, sh = stamp.get_size()
    if turned:  # rounded so that it lies exactly opposite the upright one
        left = w - sw - round(w - x - sw / 2 - 0.01)
        top = h - sh - round(h - y - sh / 2 - 0.01)
    else:
        left, top = round(x - sw / 2 - 0.01), round(y - sh / 2 - 0.01)
    surface.blit(stamp, (left, top))


class _Form(NamedTuple):
    master: int
    k: int
    apart: int
    ten: str = "10"
    high: int = 0
    """The height of the suit sign's bitmap; if this is 0, the height is ``master``."""


@cache
def _fitting(room: int, stroke: int, master: int, k: int) -> tuple[int, _Form]:
    """Return the inset and form of the widest index that fits into ``room``. If none fits, use the
    narrowest."""
    # Bitmaps can't be scaled to fit exactly, so each way takes less room than the one before.
    ways = [(stroke + max(2, 2 * k), _Form(master, k, 2 * k)), (stroke + 1, _Form(master, k, k))]
    if master == SMALL:
        ways += [
            (stroke + 1, _Form(master, k, k, NARROW_TEN)),
            (stroke + 1, _Form(master, k, k, NARROW_TEN, TINY)),
            (stroke + 1, _Form(master, k, k, THIN_TEN, TINY)),
        ]
    for inset, form in ways:
        ten = max(_index(Card(10, suit), "", form).get_width() for suit in Suit)
        if inset + ten <= room:
            break
    return inset, form


def _index(card: Card, letters: str, form: _Form) -> pygame.Surface:
    master, k, apart, ten, high = form
    name = rank_name(card.rank, letters)
    rank = stamp(letter(ten if name == "10" else name, master), k)
    suit = stamp(sign(card.suit, high or master), k)
    width = rank.get_width() + apart + suit.get_width()
    mark = pygame.Surface((width, master * k), pygame.SRCALPHA)
    mark.blit(rank, (0, 0))
    mark.blit(suit, (rank.get_width() + apart, (mark.get_height() - suit.get_height()) // 2))
    return mark


def _pips(surface: pygame.Surface, card: Card, pips: PipLayout) -> None:
    w, h = surface.get_size()
    room = round(h * pips.sizes[card.rank] / HEIGHT)
    master, k = best_size(room) if room >= SMALL else (TINY, 1)
    upright = stamp(sign(card.suit, master), k)
    turned = pygame.transform.rotate(upright, 180)
    for place in pips.places(card.rank, upright.get_height() * HEIGHT / h):
        x, y = w / 2 + place.x * w / WIDTH, h / 2 + place.y * h / HEIGHT
        _centre(surface, turned if place.turned else upright, x, y, place.turned)


def _ace(surface: pygame.Surface, suit: Suit) -> None:
    w, h = surface.get_size()
    k = max(1, round(h * 0.4) // LARGE)
    _centre(surface, stamp(sign(suit, LARGE), k), w / 2, h / 2)


class _Pen:
    def __init__(self, surface: pygame.Surface, stroke: int, pattern: Bitmap) -> None:
        self.surface = surface
        self.stroke = stroke
        self.pattern = pattern
        w, h = surface.get_size()
        self.sx, self.sy, self.cx = w / 36, h / 24, (w - 1) / 2

    def draw(self, figure: str) -> None:
        """Draw a figure. ``tools.make_decks.bitmaps`` describes how its strokes are written."""
        for stroke in figure.split(";"):
            kind, *words = stroke.split()
            points = [(float(x), float(y)) for x, _, y in (one.partition(",") for one in words)]
            at = [(round(self.cx + x * self.sx), round(y * self.sy)) for x, y in points]
            if kind in ("dot", "light"):
                self._block(points[0], points[1], BLACK if kind == "dot" else WHITE)
            elif kind in ("line", "thick"):
                for start, end in pairwise(at):
                    wide = self.stroke * (2 if kind == "thick" else 1)
                    pygame.draw.line(self.surface, BLACK, start, end, wide)
            else:
                if kind in ("robe", "beard"):
                    self._fill(at, self.pattern if kind == "robe" else pattern(None))
                else:
                    pygame.draw.polygon(self.surface, WHITE if kind == "white" else BLACK, at)
                pygame.draw.polygon(self.surface, BLACK, at, self.stroke)

    def _fill(self, outline: Sequence[tuple[int, int]], pattern: Bitmap) -> None:
        cloth = pygame.Surface(self.surface.get_size(), pygame.SRCALPHA)
        tiled(cloth, stamp(pattern, self.stroke), cloth.get_rect())
        mask = pygame.Surface(self.surface.get_size(), pygame.SRCALPHA)
        pygame.draw.polygon(mask, WHITE, outline)
        cloth.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MIN)
        self.surface.blit(cloth, (0, 0))

    def _block(
        self, middle: tuple[float, float], size: tuple[float, float], ink: tuple[int, ...]
    ) -> None:
        w, h = max(1, round(size[0] * self.sx)), max(1, round(size[1] * self.sy))
        x, y = self.cx + middle[0] * self.sx, middle[1] * self.sy
        self.surface.fill(ink, (round(x - (w - 1) / 2), round(y - h / 2), w, h))


def _court(surface: pygame.Surface, card: Card, stroke: int, strip: float) -> None:
    w, h = surface.get_size()
    top = math.ceil(h * strip) + 2 * stroke  # The frame stays clear of the strip, too.
    half_w, half_h = round(w * 0.68), h // 2 - top
    if half_w < 8 or half_h < 8:
        return
    half = pygame.Surface((half_w, half_h), pygame.SRCALPHA)
    half.fill(WHITE)
    _Pen(half, stroke, pattern(card.suit)).draw(figure(card.rank))
    left = (w - half_w) // 2
    surface.blit(half, (left, top))
    surface.blit(pygame.transform.rotate(half, 180), (w - left - half_w, h - top - half_h))
    frame = pygame.Rect(left, top, w - 2 * left, h - 2 * top)
    pygame.draw.rect(surface, BLACK, frame.inflate(2 * stroke, 2 * stroke), stroke)
    gap = h - 2 * (top + half_h)
    surface.fill(BLACK, (left, h // 2 - stroke, frame.w, 2 * stroke + gap))
