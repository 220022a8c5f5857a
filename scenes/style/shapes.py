"""The few shapes that all widgets are made of: backgrounds, boxes, frames."""

from __future__ import annotations

from functools import lru_cache

import pygame
from pygame import Rect

from scenes.style.theme import Colour, Theme


@lru_cache(maxsize=400)
def _corners(colour: Colour, radius: int, width: int) -> tuple[pygame.Surface, ...]:
    """Return the four smoothed corners of a rounded shape: upper left, upper right, lower left,
    lower right. ``width`` 0 fills it."""
    finer = 4
    big = pygame.Surface((radius * finer, radius * finer), pygame.SRCALPHA)
    big.fill((*colour, 0))
    middle = (radius * finer, radius * finer)
    pygame.draw.circle(big, colour, middle, radius * finer, width * finer)
    first = pygame.transform.smoothscale(big, (radius, radius))
    flips = ((True, False), (False, True), (True, True))
    return first, *(pygame.transform.flip(first, across, over) for across, over in flips)


def rounded(
    target: pygame.Surface, colour: Colour, rect: Rect, width: int = 0, radius: int = 0
) -> None:
    """Draw a rectangle with smooth round corners, filled or as a frame ``width`` pixels wide."""
    radius = min(radius, rect.width // 2, rect.height // 2)
    if radius < 2:
        pygame.draw.rect(target, colour, rect, width)
        return
    far, low = rect.right - radius, rect.bottom - radius
    places = ((rect.left, rect.top), (far, rect.top), (rect.left, low), (far, low))
    for tile, place in zip(_corners(colour, radius, width), places, strict=True):
        target.blit(tile, place)
    long, high = rect.width - 2 * radius, rect.height - 2 * radius
    if width == 0:
        target.fill(colour, (rect.left + radius, rect.top, long, rect.height))
        target.fill(colour, (rect.left, rect.top + radius, radius, high))
        target.fill(colour, (rect.right - radius, rect.top + radius, radius, high))
        return
    target.fill(colour, (rect.left + radius, rect.top, long, width))
    target.fill(colour, (rect.left + radius, rect.bottom - width, long, width))
    target.fill(colour, (rect.left, rect.top + radius, width, high))
    target.fill(colour, (rect.right - width, rect.top + radius, width, high))


def ground(target: pygame.Surface, theme: Theme, rect: Rect, unit: float) -> None:
    """Draw the background of something above the table: a panel, a tile, a prompt."""
    rounded(target, theme.panel, rect, radius=theme.radius(12 * unit))
    edge = theme.ink if theme.grain else theme.slot
    rounded(target, edge, rect, max(1, round(unit)), theme.radius(12 * unit))


def lit(target: pygame.Surface, theme: Theme, rect: Rect, unit: float, radius: float = 6) -> None:
    """Draw the background of what the mouse is on, with corners of ``radius`` at unit 1. A look
    without greys gets a thin line inside the edge, where no other frame is."""
    rounded(target, theme.hover, rect, radius=theme.radius(radius * unit))
    if theme.grain:
        inner = rect.inflate(-round(6 * unit), -round(6 * unit))
        pygame.draw.rect(target, theme.ink, inner, max(1, round(unit)))


def sieved(target: pygame.Surface, colour: Colour, rect: Rect, grain: int) -> None:
    """Cover every other square of ``grain`` pixels with ``colour``: how a look without greys shows
    something faint."""
    holes = pygame.Surface(rect.size)
    hole = (255 - colour[0], 255 - colour[1], 255 - colour[2])
    holes.fill(colour)
    for row, y in enumerate(range(0, rect.height, grain)):
        for x in range(row % 2 * grain, rect.width, 2 * grain):
            holes.fill(hole, (x, y, grain, grain))
    holes.set_colorkey(hole)
    target.blit(holes, rect)


def pill(target: pygame.Surface, theme: Theme, rect: Rect, rows: int = 1) -> None:
    """Draw the background of a few words above the table, in ``rows`` rows."""
    radius = theme.radius(rect.height / rows / 2)
    rounded(target, theme.bar, rect, radius=radius)
    if theme.grain:
        pygame.draw.rect(target, theme.ink, rect, 1)
