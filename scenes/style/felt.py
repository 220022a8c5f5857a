"""The table's felt: its colour, lit by a lamp, with a fine grain; or dots in looks that have
them."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import pygame

from scenes.style.theme import Colour, Theme

_TILE: Final = 128
"""Side of the grain's tile, in pixels."""
_ROUGH: Final = 5
"""How many shades the grain has: enough to hide the banding of the lamp's light."""
_LAMP: Final = (0.5, 0.3)
"""The lamp's position, as fractions of the table's width and height."""
_BRIGHT: Final = 1.08
_DIM: Final = 0.80
"""Brightness under the lamp and in the farthest corner, as fractions of the felt's colour."""
_COARSE: Final = (32, 20)
"""The grid on which the light is computed; between its points it is interpolated."""


def felt(target: pygame.Surface, theme: Theme, area: pygame.Rect) -> None:
    """Fill ``area``, a part of a picture covered with felt."""
    target.blit(felt_picture(theme, target.get_size()), area.topleft, area)


def new_felt(theme: Theme, size: tuple[int, int]) -> pygame.Surface:
    """Return a picture that is covered with felt, to draw on: a copy is half the work of a new
    surface and of filling it."""
    return felt_picture(theme, size).copy()


@lru_cache(maxsize=1)
def felt_picture(theme: Theme, size: tuple[int, int]) -> pygame.Surface:
    """Return the whole felt of a table of ``size`` pixels; do not draw on it."""
    if theme.grain is not None:
        return _dotted(theme.felt, theme.grain, size)
    # Scaling in two steps, smoothly, hides the edges of the grid.
    middle = (max(64, size[0] // 6), max(40, size[1] // 6))
    soft = pygame.transform.box_blur(pygame.transform.smoothscale(_lit(theme.felt), middle), 5)
    picture = pygame.transform.smoothscale(soft, size)
    tile = _grain()
    for y in range(0, size[1], _TILE):
        for x in range(0, size[0], _TILE):
            picture.blit(tile, (x, y), special_flags=pygame.BLEND_RGB_ADD)
    return picture


def _lit(colour: Colour) -> pygame.Surface:
    """Return the light on the felt, one pixel for each field of the grid, darkened by what the
    grain adds."""
    across, down = _COARSE
    beside = [((x + 0.5) / across - _LAMP[0]) ** 2 for x in range(across)]
    above = [((y + 0.5) / down - _LAMP[1]) ** 2 for y in range(down)]
    loss = (_BRIGHT - _DIM) / (max(beside) + max(above))
    pixels = bytearray()
    for far_y in above:
        for far_x in beside:
            light = _BRIGHT - loss * (far_x + far_y)
            pixels += bytes([max(0, round(part * light) - _ROUGH // 2) for part in colour])
    return pygame.image.frombytes(bytes(pixels), _COARSE, "RGB").convert()


@lru_cache(maxsize=1)
def _grain() -> pygame.Surface:
    """Return a tile of random dots, always the same, to be added to a colour."""
    # The digits of a power look random enough and are quickly computed. Twice as many would take
    # three times as long: the lower half is the upper one, turned.
    half = _TILE * _TILE // 2
    chance = (3 ** (6 * half)).to_bytes(2 * half, "little")
    upper = chance[_TILE : _TILE + half].translate(bytes(n % _ROUGH for n in range(256)))
    dots = upper + upper[::-1]
    tile = pygame.image.frombuffer(dots, (_TILE, _TILE), "P")
    tile.set_palette([(shade, shade, shade) for shade in range(256)])
    return tile.convert()


def _dotted(first: Colour, second: Colour, size: tuple[int, int]) -> pygame.Surface:
    """Return a chequerboard of single dots."""
    dot = max(1, round(size[0] / 1400))
    tile = pygame.Surface((64 * dot, 64 * dot))
    tile.fill(first)
    for y in range(64):
        for x in range(y % 2, 64, 2):
            tile.fill(second, (x * dot, y * dot, dot, dot))
    picture = pygame.Surface(size).convert()
    for y in range(0, size[1], 64 * dot):
        for x in range(0, size[0], 64 * dot):
            picture.blit(tile, (x, y))
    return picture
