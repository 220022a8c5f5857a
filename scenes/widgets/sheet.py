"""The position, edges and scrolling of a panel's sheet.

The sheet is at the side of the window or, in a tall window, at its foot.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import pygame
from pygame import Rect

from scenes.style.shapes import rounded
from scenes.style.theme import Colour, Theme

_TALL: Final = 1.15
"""Sheets slide up from the foot of the window if its height is at least this many times its
width."""
_LEAST_BESIDE: Final = 150
"""How much of the table a sheet at the side must leave uncovered, in pixels at unit 1. A sheet too
wide for this takes the whole width."""


def at_foot(size: tuple[int, int]) -> bool:
    """Return whether sheets are at the foot in a window of ``size``."""
    return size[1] >= size[0] * _TALL


def sheet_width(size: tuple[int, int], wanted: int, unit: float) -> int:
    """Return the width of a sheet in pixels: ``wanted``, or the width of the window if the sheet is
    at the foot or leaves too little of the table uncovered."""
    if at_foot(size) or size[0] - wanted < _LEAST_BESIDE * unit:
        return size[0]
    return wanted


def sheet_rect(size: tuple[int, int], width: int, height: int) -> Rect:
    """Return the area of a sheet.

    At the side, it is along the right edge and ``width`` pixels wide. At the foot, it is as wide as
    the window and ``height`` pixels high.
    """
    if at_foot(size):
        high = min(height, size[1])
        return Rect(0, size[1] - high, size[0], high)
    return Rect(size[0] - width, 0, width, size[1])


def paint_edge(target: pygame.Surface, theme: Theme, rect: Rect, unit: float) -> None:
    """Draw the line between the sheet ``rect`` and the table, and the soft shadow of the sheet."""
    beside, thick, deep = rect.top <= 0, max(1, round(unit)), round(16 * unit)
    size = (deep, rect.height) if beside else (rect.width, deep)
    if theme.shadows:
        shade = _gradient((0, 0, 0), (0, 72), size, upright=not beside)
        target.blit(shade, (rect.left - deep, rect.top) if beside else (rect.left, rect.top - deep))
    edge = (thick, rect.height) if beside else (rect.width, thick)
    target.fill(theme.ink if theme.grain else theme.slot, (rect.topleft, edge))


@lru_cache(maxsize=8)
def _gradient(
    colour: Colour, ends: tuple[int, int], size: tuple[int, int], *, upright: bool
) -> pygame.Surface:
    """Return ``colour`` with an opacity that changes evenly between the two ``ends``: downwards if
    ``upright``, otherwise to the right."""
    pair = pygame.Surface((1, 2) if upright else (2, 1), pygame.SRCALPHA)
    for place, opacity in enumerate(ends):
        pair.set_at((0, place) if upright else (place, 0), (*colour, opacity))
    return pygame.transform.smoothscale(pair, size)


def paint_fades(
    target: pygame.Surface, theme: Theme, view: Rect, above: int, below: int, unit: float
) -> None:
    """Mark the edges of ``view`` beyond which there is more content, with a fade or, in a theme
    without greys, a line.

    ``above`` and ``below`` are how many pixels of content lie beyond the upper and the lower edge.
    """
    if theme.grain:
        for beyond, y in ((above, view.top), (below, view.bottom - 1)):
            if beyond > 0:
                target.fill(theme.ink, (view.left, y, view.width, 1))
        return
    for beyond, downwards in ((above, True), (below, False)):
        high = min(round(26 * unit), beyond)
        if high > 0:
            ends = (255, 0) if downwards else (0, 255)
            fade = _gradient(theme.panel, ends, (view.width, high), upright=True)
            y = view.top if downwards else view.bottom - high
            target.blit(fade, (view.left, y))


class ScrollBar:
    """A scroll bar.

    ``at`` is the number of pixels of the page that are above the view, from 0 to ``most``.
    """

    def __init__(self) -> None:
        self.at = 0
        self.most = 0
        self.hover = False
        self._grabbed: int | None = None
        self._track = Rect(0, 0, 0, 0)
        self._share = 1.0
        self._unit = 1.0

    def place(self, track: Rect, page: int, view: int, unit: float) -> None:
        """Put the bar into ``track``, for a page that is ``page`` pixels high with ``view`` pixels
        visible."""
        self._track, self._unit = track, unit
        self.most = max(0, page - view)
        self._share = min(1.0, view / max(1, page))
        self.to(self.at)

    def to(self, pixels: int) -> None:
        """Scroll to the position ``pixels``, or as close to it as possible."""
        self.at = max(0, min(pixels, self.most))

    @property
    def grabbed(self) -> bool:
        return self._grabbed is not None

    @property
    def thumb(self) -> Rect:
        """The area in which the thumb can be grabbed; it is wider than the drawn thumb."""
        least = min(round(40 * self._unit), self._track.height)
        high = max(least, round(self._track.height * self._share))
        free = self._track.height - high
        top = self._track.top + (round(free * self.at / self.most) if self.most else 0)
        return Rect(self._track.left, top, self._track.width, high)

    def point(self, at: tuple[int, int]) -> bool:
        """Update ``hover`` for the mouse position ``at``; return whether it has changed."""
        before = self.hover
        self.hover = self.grabbed or (self.most > 0 and self._track.collidepoint(at))
        return self.hover is not before

    def press(self, at: tuple[int, int]) -> bool:
        """Grab the thumb, or scroll by one view towards the pointer; return False if the press is
        not on the bar."""
        if not (self.most and self._track.collidepoint(at)):
            return False
        thumb = self.thumb
        if thumb.collidepoint(at):
            self._grabbed = at[1] - thumb.top
        else:
            view = round(self._track.height * 0.9)
            self.to(self.at + (view if at[1] > thumb.top else -view))
        return True

    def drag(self, at: tuple[int, int]) -> None:
        """Scroll as the pointer drags the thumb."""
        free = self._track.height - self.thumb.height
        if self._grabbed is not None and free > 0:
            self.to(round((at[1] - self._grabbed - self._track.top) * self.most / free))

    def release(self) -> None:
        self._grabbed = None

    def paint(self, target: pygame.Surface, theme: Theme) -> None:
        """Draw the thumb, wider while the mouse is near."""
        if not self.most:
            return
        thumb = self.thumb
        width = max(4, round((10 if self.hover else 6) * self._unit))
        seen = Rect(0, 0, width, thumb.height)
        seen.center = thumb.center
        colour = theme.accent if self.grabbed else theme.faint if self.hover else theme.slot
        rounded(target, colour, seen, radius=theme.radius(width / 2))
