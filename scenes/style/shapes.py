"""Draws backgrounds, boxes, frames and icons."""

from __future__ import annotations

import io
from functools import lru_cache
from typing import Final

import pygame
from pygame import Rect

from scenes.style.theme import Colour, Theme


@lru_cache(maxsize=400)
def _corners(colour: Colour, radius: int, width: int) -> tuple[pygame.Surface, ...]:
    """Return the corners of a frame, or of a box if ``width`` is 0."""
    finer = 4
    big = pygame.Surface((radius * finer, radius * finer), pygame.SRCALPHA)
    big.fill((*colour, 0))
    middle = (radius * finer, radius * finer)
    pygame.draw.circle(big, colour, middle, radius * finer, width * finer)
    first = pygame.transform.smoothscale(big, (radius, radius))
    # Upper left, upper right, lower left, lower right.
    flips = ((True, False), (False, True), (True, True))
    return first, *(pygame.transform.flip(first, across, over) for across, over in flips)


def rounded(
    target: pygame.Surface, colour: Colour, rect: Rect, width: int = 0, radius: int = 0
) -> None:
    """Draw a rounded box, or a frame if ``width`` is not 0."""
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
        target.fill(colour, rect.inflate(-2 * radius, 0))
        target.fill(colour, rect.inflate(0, -2 * radius))
        return
    target.fill(colour, (rect.left + radius, rect.top, long, width))
    target.fill(colour, (rect.left + radius, rect.bottom - width, long, width))
    target.fill(colour, (rect.left, rect.top + radius, width, high))
    target.fill(colour, (rect.right - width, rect.top + radius, width, high))


def ground(target: pygame.Surface, theme: Theme, rect: Rect, unit: float) -> None:
    """Draw a framed background."""
    rounded(target, theme.panel, rect, radius=theme.radius(12 * unit))
    edge = theme.ink if theme.grain else theme.slot
    rounded(target, edge, rect, max(1, round(unit)), theme.radius(12 * unit))


def lit(target: pygame.Surface, theme: Theme, rect: Rect, unit: float) -> None:
    """Draw the background of a hovered or chosen control or row."""
    rounded(target, theme.hover, rect, radius=theme.radius(6 * unit))
    if theme.grain:
        # A theme without greys has a thin line instead, clear of any other frame.
        inner = rect.inflate(-round(6 * unit), -round(6 * unit))
        pygame.draw.rect(target, theme.ink, inner, max(1, round(unit)))


def fill_checkered(target: pygame.Surface, colour: Colour, rect: Rect, grain: int) -> None:
    """Fill ``rect`` with a checkered pattern instead of grey; squares are ``grain`` pixels wide."""
    holes = pygame.Surface(rect.size)
    hole = (255 - colour[0], 255 - colour[1], 255 - colour[2])
    holes.fill(colour)
    for row, y in enumerate(range(0, rect.height, grain)):
        for x in range(row % 2 * grain, rect.width, 2 * grain):
            holes.fill(hole, (x, y, grain, grain))
    holes.set_colorkey(hole)
    target.blit(holes, rect)


def pill(target: pygame.Surface, theme: Theme, rect: Rect, rows: int = 1) -> None:
    """Draw the rounded background of ``rows`` rows of text."""
    radius = theme.radius(rect.height / rows / 2)
    rounded(target, theme.bar, rect, radius=radius)
    if theme.grain:
        pygame.draw.rect(target, theme.ink, rect, 1)


_STROKES: Final[dict[str, str]] = {
    "menu": "M4 7H20 M4 12H20 M4 17H20",
    "start": "M4.5 5.5H10.5V18.5H4.5Z M13.5 5.5H19.5V18.5H13.5Z",
    "new": "M7 4.5H17.5V19.5H7Z M12.2 9V15 M9.2 12H15.2",
    "number": "M9.5 5L7.5 19 M16.5 5L14.5 19 M5 9.5H19.5 M4.5 14.5H19",
    "day": "M5 6.5H19V19.5H5Z M5 10.5H19 M9 4.5V8 M15 4.5V8 M12 14.8H12.1",
    "restart": "M6.5 8A7 7 0 1 1 5 12.5 M6 3.5V8.5H11",
    "undo": "M9 6L4.5 10.5L9 15 M5 10.5H14A5 4.5 0 0 1 14 19.5H10",
    "redo": "M15 6L19.5 10.5L15 15 M19 10.5H10A5 4.5 0 0 0 10 19.5H14",
    "safe": "M4.5 11.5L12 4.5L19.5 11.5 M6.5 10V19.5H17.5V10 M12 17V11 M9.5 13.5L12 11L14.5 13.5",
    "deal": "M4.5 5H12.5V16H4.5Z M11 19.5H19.5V8.5H15.5",
    "statistics": "M5 19.5V12 M10 19.5V7 M15 19.5V14 M20 19.5V4.5",
    "review": "M4 18.5H20 M7.5 18.5V15 M12 18.5V5L18.5 7.8L12 10.6 M16.5 18.5V15",
    "chances": "M5 20V5 M5 6H18.5L15.5 10L18.5 14H5",
    "branch": "M7 4V20 M7 15C7 11 17 13 17 8 M14 10.5L17 7.5L20 10.5",
    "bookmark": "M7.5 4.5H16.5V19.5L12 15.5L7.5 19.5Z",
    "bookmarked": "M7.5 4.5H16.5V19.5L12 15.5L7.5 19.5Z M10 7.5V13.5 M12 7.5V12.5 M14 7.5V13.5",
    "options": "M4 7H13 M17 7H20 M4 12H7 M11 12H20 M4 17H14 M18 17H20 M15 5V9 M9 10V14 M16 15V19",
    "learn": "M3 9.5L12 5L21 9.5L12 14Z M7 11.8V16.2C9.5 18.6 14.5 18.6 17 16.2V11.8 M21 9.5V15",
    "help": "M8.5 9A3.5 3.5 0 1 1 12 12.6V14.5 M12 18.2V18.6",
    "fullscreen": "M4.5 9V4.5H9 M15 4.5H19.5V9 M19.5 15V19.5H15 M9 19.5H4.5V15",
    "copy": "M4.5 4.5H14.5V15.5H4.5Z M9.5 19.5H19.5V8.5H17.5",
    "link": "M9.5 14.5L14.5 9.5 M11 7.5L13.5 5A4 4 0 0 1 19 10.5L16.5 13"
    " M13 16.5L10.5 19A4 4 0 0 1 5 13.5L7.5 11",
    "paste": "M9 6H5.5V19.5H18.5V6H15 M9 4.5H15V7.5H9Z M9 12H15 M9 15.5H13",
    "export": "M5 14V19.5H19V14 M12 4.5V14.5 M8 11L12 15L16 11",
    "page": "M4.5 5H19.5V19H4.5Z M4.5 9H19.5 M10.5 11.5L14.5 14L10.5 16.5Z",
    "film": "M4.5 5.5H19.5V18.5H4.5Z M8 5.5V18.5 M16 5.5V18.5"
    " M4.5 10H8 M4.5 14H8 M16 10H19.5 M16 14H19.5",
    "compact": "M4.5 5.5H19.5V18.5H4.5Z M12.5 13H17V16H12.5Z",
    "quit": "M6 6L18 18 M18 6L6 18",
    "unsaved": "M5 4.5H16L19.5 8V19.5H5Z M8.5 4.5V9H14.5V4.5 M12.2 12V14.5 M12.2 17V17.1",
    "hint": "M9.5 17H14.5 M10 20H14 M9.5 17C9.5 14.5 6.5 13 6.5 9.5A5.5 5.5 0 0 1 17.5 9.5"
    "C17.5 13 14.5 14.5 14.5 17",
    "can_win": "M5 12.5L10 17.5L19.5 7",
    "lost": "M7 7L17 17 M17 7L7 17",
    "thinking": "M6 12H6.1 M12 12H12.1 M18 12H18.1",
    "not_known": "M6 12H18",
    "chance": "M5 5H19V19H5Z M9 9H9.1 M15 9H15.1 M12 12H12.1 M9 15H9.1 M15 15H15.1",
    "fair": "M12 4.5V19.5 M8.5 19.5H15.5 M5.5 7H18.5 M5.5 7L3 13.5H8Z M18.5 7L16 13.5H21Z",
    "play": "M8 5L18.5 12L8 19Z",
    "pause": "M8.5 5.5V18.5 M15.5 5.5V18.5",
    "left": "M14.5 6L8.5 12L14.5 18",
    "right": "M9.5 6L15.5 12L9.5 18",
}


@lru_cache(maxsize=200)
def icon(name: str, size: int, colour: Colour) -> pygame.Surface:
    """Return the icon ``name``, ``size`` pixels square."""
    stroke = "#" + "".join(f"{part:02x}" for part in colour)
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">'
        f'<path d="{_STROKES[name]}" fill="none" stroke="{stroke}" stroke-width="1.8" '
        'stroke-linecap="round" stroke-linejoin="round"/></svg>'
    )
    return pygame.image.load_sized_svg(io.BytesIO(svg.encode()), (size, size))


def sign_colour(name: str, theme: Theme) -> Colour:
    """Return the colour of a verdict's icon."""
    return {"can_win": theme.good, "lost": theme.bad}.get(name, theme.accent)
