"""One quiet line at the lower edge of the table; a narrow window breaks it."""

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
        # In a narrow window it takes two rows or three, for the end of a sentence may matter most.
        words = text.wrapped(self.text, size, target.get_width() - 4 * pad)
        rows = [text.line(row, size, theme.ink) for row in words]
        width = max(row.get_width() for row in rows)
        ground = Rect(0, 0, width, sum(row.get_height() for row in rows)).inflate(2 * pad, pad // 2)
        ground.midbottom = (target.get_width() // 2, floor - pad // 2)
        pill(target, theme, ground)
        top = ground.top + pad // 4
        for row in rows:
            target.blit(row, row.get_rect(midtop=(ground.centerx, top)))
            top += row.get_height()
        return ground
