"""The few shapes that all chrome is made of: grounds, boxes, frames, the felt."""

from __future__ import annotations

from functools import lru_cache

import pygame
from pygame import Rect

from scenes.theme import Colour, Theme


@lru_cache(maxsize=4)
def _grain(first: Colour, second: Colour, dot: int) -> pygame.Surface:
    """A chequered tile, ``dot`` pixels a field."""
    tile = pygame.Surface((64 * dot, 64 * dot))
    tile.fill(first)
    for y in range(64):
        for x in range(y % 2, 64, 2):
            tile.fill(second, (x * dot, y * dot, dot, dot))
    return tile.convert()


def felt(target: pygame.Surface, theme: Theme, area: Rect) -> None:
    """Cover ``area`` with the table's felt; its grain meets itself wherever it is laid anew."""
    if theme.grain is None:
        target.fill(theme.felt, area)
        return
    dot = max(1, round(target.get_width() / 1400))
    tile = _grain(theme.felt, theme.grain, dot)
    side = tile.get_width()
    before = target.get_clip()
    target.set_clip(area.clip(before))
    for y in range(area.top - area.top % side, area.bottom, side):
        for x in range(area.left - area.left % side, area.right, side):
            target.blit(tile, (x, y))
    target.set_clip(before)


def ground(target: pygame.Surface, theme: Theme, rect: Rect, unit: float) -> None:
    """The ground of something that lies over the table: a panel, a tile, a strip."""
    pygame.draw.rect(target, theme.panel, rect, border_radius=theme.radius(12 * unit))
    edge = theme.ink if theme.grain else theme.slot
    pygame.draw.rect(target, edge, rect, max(1, round(unit)), theme.radius(12 * unit))


def pill(target: pygame.Surface, theme: Theme, rect: Rect) -> None:
    """The ground of a few words that lie over the table."""
    radius = theme.radius(rect.height / 2)
    pygame.draw.rect(target, theme.bar, rect, border_radius=radius)
    if theme.grain:
        pygame.draw.rect(target, theme.ink, rect, 1)
