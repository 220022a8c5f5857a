"""How a sheet comes in: over a picture of what is behind it, in a moment, ended by any input."""

from __future__ import annotations

from typing import Final, Protocol

import pygame
from pygame import Rect

from scenes.sheet import paint_edge
from scenes.theme import Theme, unit

_SECONDS: Final = 0.14


class Sliding(Protocol):
    """What slides."""

    rect: Rect

    def paint_sheet(self, target: pygame.Surface, theme: Theme) -> None:
        """Draw it where it will lie in the end."""


class Slide:
    """The way of one sheet; none at all where nothing should move."""

    def __init__(self, moves: bool) -> None:
        self._left = _SECONDS if moves else 0.0
        self._behind: pygame.Surface | None = None
        self._picture: pygame.Surface | None = None

    @property
    def moving(self) -> bool:
        return self._left > 0

    def end(self) -> None:
        """Have the sheet there at once; but not before it was seen to begin."""
        if self._behind is not None:
            self._left = 0.0

    def tick(self, seconds: float) -> bool:
        """Let time pass; True if the picture changes by it."""
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
        share = (self._left / _SECONDS) ** 3
        way = Rect(sheet.rect)
        if sheet.rect.top <= 0:
            way.left += round(sheet.rect.width * share)
        else:
            way.top += round(sheet.rect.height * share)
        target.blit(self._picture, way)
        paint_edge(target, theme, way, unit(target.get_size()))

    def uncover(self, target: pygame.Surface, *, fresh: bool) -> bool:
        """Draw what is behind, once, when the sheet has arrived; whether it was to be done."""
        if self._behind is None:
            return False
        if not fresh:
            target.blit(self._behind, (0, 0))
        self._behind = self._picture = None
        return True
