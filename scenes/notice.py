"""One quiet line at the lower edge of the table."""

from __future__ import annotations

from typing import Final

import pygame
from pygame import Rect

from scenes.shapes import pill
from scenes.text import TextPainter
from scenes.theme import NORMAL, Theme, unit

_SHOWN: Final = 4.0
"""Seconds for which a passing line is shown."""


class EdgeLine:
    """The line and how long it still stands."""

    def __init__(self) -> None:
        self.text = ""
        self._left = 0.0
        self._stays = False

    def show(self, text: str, *, stays: bool = False) -> None:
        """Show ``text``: for a while, or until ``clear`` where it ``stays``."""
        self.text, self._left, self._stays = text, _SHOWN, stays

    def clear(self) -> None:
        self.text = ""

    def tick(self, seconds: float) -> bool:
        """Let time pass; True when the line goes."""
        if not self.text or self._stays:
            return False
        self._left -= seconds
        if self._left > 0:
            return False
        self.text = ""
        return True

    def paint(
        self, target: pygame.Surface, floor: int, theme: Theme, text: TextPainter
    ) -> Rect | None:
        """Draw the line so that it ends at the row ``floor``; what it covers, if it is there."""
        if not self.text:
            return None
        scale = unit(target.get_size())
        size = round(NORMAL * scale)
        pad = round(10 * scale)
        words = text.fitted(self.text, size, target.get_width() - 4 * pad)
        line = text.line(words, size, theme.ink)
        ground = line.get_rect().inflate(2 * pad, pad // 2)
        ground.midbottom = (target.get_width() // 2, floor - pad // 2)
        pill(target, theme, ground)
        target.blit(line, line.get_rect(center=ground.center))
        return ground
