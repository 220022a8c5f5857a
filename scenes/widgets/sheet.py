"""What surrounds a panel's page: edge, fades and scroll bar."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import pygame
from pygame import Rect

from scenes.style.shapes import rounded
from scenes.style.theme import Colour, Theme

_TALL: Final = 1.15
"""A window is tall if its height is at least this many times its width."""


def at_foot(size: tuple[int, int]) -> bool:
    """Return whether panels are at the bottom of the window instead of on the right."""
    return size[1] >= size[0] * _TALL


def paint_edge(target: pygame.Surface, theme: Theme, rect: Rect, unit: float) -> None:
    """Draw the line between a panel and the scene, with a shadow if the theme has shadows."""
    beside, thick, deep = rect.top <= 0, max(1, round(unit)), round(16 * unit)
    size = (deep, rect.height) if beside else (rect.width, deep)
    if not theme.grain:
        shade = _gradient((0, 0, 0), (0, 72), size, upright=not beside)
        target.blit(shade, (rect.left - deep, rect.top) if beside else (rect.left, rect.top - deep))
    edge = (thick, rect.height) if beside else (rect.width, thick)
    target.fill(theme.ink if theme.grain else theme.slot, (rect.topleft, edge))


@lru_cache(maxsize=8)
def _gradient(
    colour: Colour, ends: tuple[int, int], size: tuple[int, int], *, upright: bool
) -> pygame.Surface:
    """Return a gradient. ``ends`` are the opacities at its top and bottom, or left and right."""
    pair = pygame.Surface((1, 2) if upright else (2, 1), pygame.SRCALPHA)
    for place, opacity in enumerate(ends):
        pair.set_at((0, place) if upright else (place, 0), (*colour, opacity))
    return pygame.transform.smoothscale(pair, size)


def paint_fades(
    target: pygame.Surface, theme: Theme, view: Rect, above: int, below: int, unit: float
) -> None:
    """Draw a fade or a line at each end of ``view`` where part of the page is hidden.

    ``above`` and ``below`` are the heights of the hidden parts, in pixels.
    """
    for beyond, is_above in ((above, True), (below, False)):
        high = min(1 if theme.grain else round(26 * unit), beyond)
        if high <= 0:
            continue
        place = Rect(view.left, view.top if is_above else view.bottom - high, view.width, high)
        if theme.grain:
            target.fill(theme.ink, place)
        else:
            ends = (255, 0) if is_above else (0, 255)
            target.blit(_gradient(theme.panel, ends, place.size, upright=True), place)


class ScrollBar:
    """A scroll bar; ``at`` is how far the page is scrolled down, from 0 to ``most`` pixels."""

    def __init__(self) -> None:
        self.at = 0
        self.most = 0
        self._grabbed: int | None = None
        """Where the mouse holds the thumb, in pixels below its top; None if it isn't held."""
        self._track = Rect(0, 0, 0, 0)
        self._unit = 1.0

    def place(self, track: Rect, page: int, unit: float) -> None:
        """Put the bar into ``track``; the page is ``page`` pixels high."""
        self._track, self._unit = track, unit
        self.most = max(0, page - track.height)
        self.to(self.at)

    def to(self, pixels: int) -> None:
        """Scroll to ``pixels``, or as close to it as possible."""
        self.at = max(0, min(pixels, self.most))

    @property
    def thumb(self) -> Rect:
        """The area where the thumb can be grabbed."""
        view = self._track.height
        least = min(round(40 * self._unit), view)
        high = max(least, round(view * view / max(1, view + self.most)))
        top = self._track.top + (round((view - high) * self.at / self.most) if self.most else 0)
        return Rect(self._track.left, top, self._track.width, high)

    def pointer_event(self, event: pygame.Event) -> bool:
        """Handle a mouse event; return whether it was for the bar."""
        over = self.most > 0 and self._track.collidepoint(event.pos)
        if event.type == pygame.MOUSEMOTION and event.buttons[0] and self._grabbed is not None:
            free = max(1, self._track.height - self.thumb.height)
            self.to(round((event.pos[1] - self._grabbed - self._track.top) * self.most / free))
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and over:
            thumb, view = self.thumb, round(self._track.height * 0.9)
            if thumb.collidepoint(event.pos):
                self._grabbed = event.pos[1] - thumb.top
            else:
                self.to(self.at + (view if event.pos[1] > thumb.top else -view))
            return True
        released, self._grabbed = self._grabbed is not None, None
        return released

    def paint(self, target: pygame.Surface, theme: Theme) -> None:
        """Draw the thumb, if the page can be scrolled."""
        if not self.most:
            return
        seen = Rect(0, 0, max(4, round(8 * self._unit)), self.thumb.height)
        seen.center = self.thumb.center
        colour = theme.slot if self._grabbed is None else theme.accent
        rounded(target, colour, seen, radius=theme.radius(seen.width / 2))
