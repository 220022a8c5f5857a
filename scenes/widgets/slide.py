"""The short animation of a sheet that comes or goes; it delays nothing."""

from __future__ import annotations

from collections.abc import Callable
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
    """The animation of one sheet; none if nothing should move."""

    def __init__(self, moves: bool) -> None:
        self._left = _SECONDS if moves else 0.0
        self._behind: pygame.Surface | None = None
        self._picture: pygame.Surface | None = None

    @property
    def moving(self) -> bool:
        return self._left > 0

    def end(self) -> None:
        """Finish at once, but only after the first frame was seen."""
        if self._behind is not None:
            self._left = 0.0

    def tick(self, seconds: float) -> bool:
        """Let time pass; return True if the picture changes."""
        if not self.moving or self._behind is None:
            return False
        self._left = max(0.0, self._left - seconds)
        return True

    def paint(self, target: pygame.Surface, theme: Theme, sheet: Sliding, *, fresh: bool) -> None:
        """Draw ``sheet`` on its way; ``fresh`` says that ``target`` shows what is behind it."""
        if fresh or self._behind is None:
            self._behind = target.copy()
            sheet.paint_sheet(target, theme)
            self._picture = target.subsurface(sheet.rect.clip(target.get_rect())).copy()
        assert self._picture is not None
        target.blit(self._behind, (0, 0))
        _paint_on_way(target, theme, self._picture, sheet, (self._left / _SECONDS) ** 3)

    def uncover(self, target: pygame.Surface, *, fresh: bool) -> bool:
        """Draw what is behind, once, when the sheet has arrived; return whether that was due."""
        if self._behind is None:
            return False
        if not fresh:
            target.blit(self._behind, (0, 0))
        self.let_go()
        return True

    def let_go(self) -> None:
        """Release the pictures."""
        self._behind = self._picture = None


class Leaving:
    """The picture of a closed sheet, on its way out."""

    def __init__(self, sheet: Sliding) -> None:
        self._sheet = sheet
        self._picture: pygame.Surface | None = None
        self._left = _SECONDS

    def tick(self, seconds: float) -> bool:
        """Let time pass; return False when it is gone."""
        if self._picture is not None:
            self._left -= seconds
        return self._left > 0

    def paint(self, target: pygame.Surface, theme: Theme, scene: Callable[[], object]) -> None:
        """Have ``scene`` draw the whole window, and draw what is still visible of the sheet."""
        if self._picture is None:
            scene()
            self._sheet.paint_sheet(target, theme)
            self._picture = target.subsurface(self._sheet.rect.clip(target.get_rect())).copy()
            self._sheet.let_go()
        scene()
        share = 1 - max(0.0, self._left / _SECONDS)
        _paint_on_way(target, theme, self._picture, self._sheet, share**2)


def _paint_on_way(
    target: pygame.Surface, theme: Theme, picture: pygame.Surface, sheet: Sliding, share: float
) -> None:
    """Draw the picture of a sheet, shifted by a fraction of its size."""
    place = sheet.rect
    way = Rect(place)
    if place.top <= 0:
        way.left += round(place.width * share)
    else:
        way.top += round(place.height * share)
    target.blit(picture, way)
    paint_edge(target, theme, way, sheet.unit)
