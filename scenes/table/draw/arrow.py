"""Draws the arrow of a move: slim, beside the index of its goal, and transparent enough to read
what lies below it.

In a theme with shades it is a smooth area of colour with a light rim and a dark one, so that it
stands out from any felt and any card; in one bit it is an outline filled with a few dots.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import pygame
from pygame import Rect, Vector2

from scenes.style.theme import Colour, Theme

_SHAFT: Final = 0.2
"""The width of the shaft, in card widths; its tail is narrower by a third."""
_HEAD: Final = 0.5
_POINT: Final = 0.42
"""The breadth and length of the head, in card widths."""
_PANE: Final = 105
_LIGHT: Final = 190
_DARK: Final = 110
"""The opacity of the area and of its two rims, in 255ths."""
_INK: Final[Colour] = (8, 12, 24)
_PAPER: Final[Colour] = (255, 255, 255)
_FINE: Final = 3
"""The factor by which it is drawn larger before it is scaled down."""
_MOST: Final = 6_000_000
"""The most pixels to draw: a very large arrow is smooth enough with fewer."""

_INDEX: Final = 0.62
"""The width of an index, in card widths."""
_ENDS: Final = (
    *((0.5, 0.5), (0.5, 0.64), (0.36, 0.58), (0.24, 0.7), (0.76, 0.5), (0.5, 0.8)),
    *((0.86, 0.36), (0.14, 0.56), (0.86, 0.2), (0.86, 0.7), (0.2, 0.86), (0.92, 0.1)),
)
"""Where on its goal an arrow may end, in shares of the card, the best first."""

_Points = Sequence[tuple[float, float]]


def end_on(card: Rect, start: Vector2, width: float, strip: int) -> Vector2:
    """Return where on ``card`` an arrow from ``start`` ends that leaves the index free, which is
    within the topmost ``strip`` pixels; ``width`` is the one that ``arrow`` is drawn for."""
    index = Rect(card.topleft, (round(card.width * _INDEX), strip))
    ends = [Vector2(card.left + card.width * x, card.top + card.height * y) for x, y in _ENDS]
    return next((end for end in ends if _is_clear(start, end, index, width)), ends[0])


def _is_clear(start: Vector2, end: Vector2, index: Rect, width: float) -> bool:
    """Return whether an arrow covers nothing of ``index``."""
    length = start.distance_to(end)
    steps = max(2, round(length / max(1.0, width * 0.05)))
    for step in range(steps + 1):
        far = length * step / steps
        breadth = _HEAD * far / (_POINT * width) if far < _POINT * width else _SHAFT
        at = end + (start - end) * (step / steps)
        nearest = Vector2(
            min(max(at.x, index.left), index.right), min(max(at.y, index.top), index.bottom)
        )
        if at.distance_to(nearest) <= breadth * width / 2 + 1:
            return False
    return True


@lru_cache(maxsize=6)
def arrow(theme: Theme, way: tuple[int, int], width: int) -> pygame.Surface:
    """Return the arrow for ``way``, in pixels to the right and down, for cards of this width,
    centred on the middle of the way. The surface is shared and must not be changed."""
    if theme.grain is not None:
        return _dotted(theme, way, width)
    length = math.hypot(*way)
    fine = _FINE if length * width * _FINE * _FINE < _MOST else 2
    box = math.ceil(length) + 2, math.ceil(_HEAD * width) + 2
    size = box[0] * fine, box[1] * fine
    picture = pygame.Surface(size, pygame.SRCALPHA)
    rim = max(1.0, width * 0.014) * fine
    middle = size[0] / 2, size[1] / 2
    for inset, colour, opacity in (
        (0.0, _INK, _DARK),
        (rim, _PAPER, _LIGHT),
        (2.4 * rim, theme.way, _PANE),
    ):
        outline = _outline(length * fine, width * fine, inset)
        points = [(x + middle[0], y + middle[1]) for x, y in outline]
        pygame.draw.polygon(picture, (*colour, opacity), points)
    lying = pygame.transform.smoothscale(picture, box)
    return pygame.transform.rotozoom(lying, -math.degrees(math.atan2(way[1], way[0])), 1)


def _outline(length: float, width: float, inset: float) -> _Points:
    """Return the outline of an arrow to the right around its middle, moved inwards by ``inset``."""
    head, point = _HEAD * width / 2, min(_POINT * width, length * 0.6)
    shaft = _SHAFT * width / 2
    slant = math.hypot(head, point)
    tip = length / 2 - inset * slant / head
    neck = length / 2 - point + inset
    broad = (tip - neck) * head / point
    tail = -length / 2 + inset
    narrow = shaft * 2 / 3 - inset
    # The notch beside the neck lies within the shaft's slope.
    half = shaft - inset
    return [
        (tail, -narrow), (neck, -half), (neck, -broad), (tip, 0.0),
        (neck, broad), (neck, half), (tail, narrow),
    ]  # fmt: skip


def _dotted(theme: Theme, way: tuple[int, int], width: int) -> pygame.Surface:
    """Return the same in one bit: black, white, and one dot in four inside."""
    length = math.hypot(*way)
    along = way[0] / length, way[1] / length
    dot = max(1, round(width / 90))
    pad = math.ceil(_HEAD * width / 2) + 2
    size = abs(way[0]) + 2 * pad, abs(way[1]) + 2 * pad
    picture = pygame.Surface(size, pygame.SRCALPHA)

    def turned(inset: float) -> list[tuple[int, int]]:
        return [
            (
                round(size[0] / 2 + x * along[0] - y * along[1]),
                round(size[1] / 2 + x * along[1] + y * along[0]),
            )
            for x, y in _outline(length, width, inset)
        ]

    pygame.draw.polygon(picture, theme.way, turned(0))
    pygame.draw.polygon(picture, _PAPER, turned(2.0 * dot))
    pygame.draw.polygon(picture, theme.way, turned(4.5 * dot))
    pane = turned(6.0 * dot)
    pygame.draw.polygon(picture, (0, 0, 0, 0), pane)
    dots = pygame.Surface(size, pygame.SRCALPHA)
    pygame.draw.polygon(dots, theme.way, pane)
    holes = pygame.Surface(size, pygame.SRCALPHA)
    for y in range(0, size[1], 2 * dot):
        for x in range(y // dot % 4, size[0], 4 * dot):
            holes.fill((255, 255, 255, 255), (x, y, dot, dot))
    dots.blit(holes, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    picture.blit(dots, (0, 0))
    return picture
