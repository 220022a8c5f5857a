"""Draws the felt of the table, grained or dotted."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Final

import pygame

from scenes.style.shapes import fill_checkered
from scenes.style.theme import Colour, Theme

_TILE: Final = 128
"""The width and height of a tile of grain, in pixels."""
_SHADES: Final = 5
"""The number of shades in the grain, enough to hide banding."""
_LAMP: Final = (0.5, 0.3)
"""The lamp's place, as fractions of the table's size."""
_BRIGHT: Final = 1.08
"""The brightness under the lamp, relative to the felt's colour."""
_DIM: Final = 0.80
"""The brightness farthest from the lamp, relative to the felt's colour."""
_GRID: Final = (32, 20)
"""The columns and rows of the grid on which the light is computed."""


def felt(target: pygame.Surface, theme: Theme, area: pygame.Rect) -> None:
    """Draw the felt on ``area`` of ``target``, which shows a whole table."""
    target.blit(felt_picture(theme, target.get_size()), area.topleft, area)


@lru_cache(maxsize=1)
def felt_picture(theme: Theme, size: tuple[int, int]) -> pygame.Surface:
    """Return the felt of a whole table. It is cached, so don't draw on it."""
    if theme.grain is not None:
        picture = pygame.Surface(size).convert()
        plain_felt(picture, theme, picture.get_rect())
        return picture
    # Scaling up in two steps hides the edges of the grid.
    middle = (max(64, size[0] // 6), max(40, size[1] // 6))
    soft = pygame.transform.box_blur(pygame.transform.smoothscale(_lit(theme.felt), middle), 5)
    picture = pygame.transform.smoothscale(soft, size)
    tiled(picture, _grain(), picture.get_rect(), pygame.BLEND_RGB_ADD)
    return picture


def plain_felt(target: pygame.Surface, theme: Theme, area: pygame.Rect) -> None:
    """Draw felt on ``area`` without lamplight or fine grain."""
    if theme.grain is None:
        target.fill(theme.felt, area)
    else:
        dot = max(1, round(target.get_width() / 1400))
        tiled(target, _dots(theme.felt, theme.grain, dot), area)


def _lit(colour: Colour) -> pygame.Surface:
    """Return a tiny picture of the lamplit felt, with one pixel for each cell of ``_GRID``."""
    across, down = _GRID
    beside = [((x + 0.5) / across - _LAMP[0]) ** 2 for x in range(across)]
    above = [((y + 0.5) / down - _LAMP[1]) ** 2 for y in range(down)]
    loss = (_BRIGHT - _DIM) / (max(beside) + max(above))
    pixels = bytearray()
    for far_y in above:
        for far_x in beside:
            light = _BRIGHT - loss * (far_x + far_y)
            # The grain that is added later makes it lighter.
            pixels += bytes([max(0, round(part * light) - _SHADES // 2) for part in colour])
    return pygame.image.frombytes(bytes(pixels), _GRID, "RGB").convert()


@lru_cache(maxsize=1)
def _grain() -> pygame.Surface:
    shades = bytes(n % _SHADES for n in range(256))
    dots = Random(0).randbytes(_TILE * _TILE).translate(shades)
    tile = pygame.image.frombuffer(dots, (_TILE, _TILE), "P")
    tile.set_palette([(shade, shade, shade) for shade in range(256)])
    return tile.convert()


@lru_cache(maxsize=2)
def _dots(first: Colour, second: Colour, dot: int) -> pygame.Surface:
    tile = pygame.Surface((64 * dot, 64 * dot))
    tile.fill(first)
    fill_checkered(tile, second, tile.get_rect(), dot)
    return tile.convert()


def tiled(
    target: pygame.Surface, tile: pygame.Surface, area: pygame.Rect, special_flags: int = 0
) -> None:
    """Cover ``area`` with copies of ``tile``."""
    for y in range(area.top, area.bottom, tile.get_height()):
        for x in range(area.left, area.right, tile.get_width()):
            part = pygame.Rect(0, 0, area.right - x, area.bottom - y)
            target.blit(tile, (x, y), part, special_flags=special_flags)
