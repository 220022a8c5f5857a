"""The short animation of a sheet that comes or goes; it delays nothing."""

from __future__ import annotations

from typing import Final, Protocol

import pygame
from pygame import Rect

from scenes.style.theme import Theme
from scenes.widgets.sheet import paint_edge

_SECONDS: Final = 0.14


class Sliding(Protocol):
    """Something that slides."""

    rect: Rect
    unit: float
    """The scale of the interface."""

    def paint_sheet(self, target: pygame.Surface, theme: Theme) -> None:
        """Draw the sheet in its final place."""

    def let_go(self) -> None:
        """Release all pictures, as the sheet is closed."""


class Slide:
    """A sheet on its way in or ``out``, shifted by a part of its size."""

    def __init__(self, sheet: Sliding, *, out: bool) -> None:
        self._sheet = sheet
        self._out = out
        self._picture: pygame.Surface | None = None
        self._left = _SECONDS

    @property
    def seen(self) -> bool:
        """Whether there was a picture of it."""
        return self._picture is not None

    def tick(self, seconds: float) -> bool:
        """Let time pass, once it was seen; return False when it has arrived."""
        if self.seen:
            self._left -= seconds
        return self._left > 0

    def paint(self, target: pygame.Surface, theme: Theme) -> None:
        """Draw what is visible of the sheet over the scene, which ``target`` shows."""
        place = self._sheet.rect.clip(target.get_rect())
        if self._picture is None:
            behind = target.subsurface(place).copy()
            self._sheet.paint_sheet(target, theme)
            self._picture = target.subsurface(place).copy()
            target.blit(behind, place)
            if self._out:
                self._sheet.let_go()
        left = max(0.0, self._left / _SECONDS)
        share = (1 - left) ** 2 if self._out else left**3
        way = Rect(self._sheet.rect)
        if way.top <= 0:
            way.left += round(way.width * share)
        else:
            way.top += round(way.height * share)
        target.blit(self._picture, way)
        paint_edge(target, theme, way, self._sheet.unit)
