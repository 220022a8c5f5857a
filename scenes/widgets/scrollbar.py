"""How far a page is scrolled, and the draggable bar that shows it."""

from __future__ import annotations

import pygame
from pygame import Rect

from scenes.style.shapes import rounded
from scenes.style.theme import Theme


class ScrollBar:
    """``at`` is how many pixels of the page are above the view, from 0 to ``most``."""

    def __init__(self) -> None:
        self.at = 0
        self.most = 0
        self.hover = False
        self._grabbed: int | None = None
        self._track = Rect(0, 0, 0, 0)
        self._share = 1.0
        self._unit = 1.0

    def lie(self, track: Rect, page: int, view: int, unit: float) -> None:
        """Lie in ``track``, for ``view`` visible pixels of a page of ``page`` pixels."""
        self._track, self._unit = track, unit
        self.most = max(0, page - view)
        self._share = min(1.0, view / max(1, page))
        self.to(self.at)

    def to(self, pixels: int) -> None:
        """Scroll there, or as near as possible."""
        self.at = max(0, min(pixels, self.most))

    @property
    def grabbed(self) -> bool:
        """Whether the mouse holds the thumb."""
        return self._grabbed is not None

    @property
    def thumb(self) -> Rect:
        """The part of the track for what is visible; easier to hit than it looks."""
        least = min(round(40 * self._unit), self._track.height)
        high = max(least, round(self._track.height * self._share))
        free = self._track.height - high
        top = self._track.top + (round(free * self.at / self.most) if self.most else 0)
        return Rect(self._track.left, top, self._track.width, high)

    def point(self, at: tuple[int, int]) -> bool:
        """Note the mouse's position; return True if the bar looks different now."""
        before = self.hover
        self.hover = self.grabbed or (self.most > 0 and self._track.collidepoint(at))
        return self.hover is not before

    def press(self, at: tuple[int, int]) -> bool:
        """Grab the thumb, or scroll by one view towards the pointer; return False beside the
        bar."""
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
        """Release the thumb."""
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
