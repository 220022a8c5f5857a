"""The small label of a button under the mouse or in focus: what it does, and by which key."""

from __future__ import annotations

import math
from typing import Final

import pygame
from pygame import Rect

from scenes.style.shapes import pill
from scenes.style.text import TextPainter
from scenes.style.theme import SMALL, Theme, unit
from scenes.widgets.controls import Control

_DELAY: Final = 0.45
"""Seconds that the mouse must rest on a button."""


class Tip:
    """Shows the tip of a control after a moment."""

    def __init__(self, text: TextPainter) -> None:
        self._text = text
        self.control: Control | None = None
        """The control that the tip belongs to, shown or not."""
        self._rested = 0.0
        self.rect = Rect(0, 0, 0, 0)
        """What it covers in the last picture."""

    @property
    def waiting(self) -> bool:
        """Whether a tip is about to be shown."""
        return self.control is not None and self._rested < _DELAY

    @property
    def seen(self) -> bool:
        """Whether a tip is shown."""
        return self.control is not None and not self.waiting

    @property
    def comes(self) -> float:
        """Seconds until it is seen."""
        return _DELAY - self._rested if self.waiting else math.inf

    def watch(self, control: Control | None) -> bool:
        """Note that the mouse is on ``control`` now; return True if a visible tip goes."""
        if control is self.control:
            return False
        seen = self.control is not None and not self.waiting
        self.control, self._rested = control, 0.0
        return seen

    def show(self, control: Control | None) -> None:
        """Show the tip of ``control`` at once, as the keyboard has moved to it."""
        self.control, self._rested = control, _DELAY

    def tick(self, seconds: float) -> bool:
        """Let time pass; return True when the tip appears."""
        if not self.waiting:
            return False
        self._rested += seconds
        return not self.waiting

    def paint(
        self,
        target: pygame.Surface,
        top: int,
        theme: Theme,
        *,
        above: int | None = None,
        width: int | None = None,
    ) -> None:
        """Draw the tip, if it is shown, below row ``top``, or above the control if there is no room
        below, or above row ``above`` if that is given. It stays within the first ``width`` columns
        of pixels, if that is given."""
        self.rect = Rect(0, 0, 0, 0)
        if self.control is None or self.waiting or not self.control.tip:
            return
        scale = unit(target.get_size(), self._text.density)
        line = self._text.line(self.control.tip, round(SMALL * scale), theme.ink)
        ground = line.get_rect().inflate(round(16 * scale), round(8 * scale))
        ground.midtop = (self.control.rect.centerx, top + round(3 * scale))
        if ground.bottom > target.get_height():
            ground.bottom = self.control.rect.top - round(3 * scale)
        if above is not None:
            ground.bottom = above - round(3 * scale)
        edge = round(12 * scale)
        window = Rect(0, 0, width or target.get_width(), target.get_height())
        ground.clamp_ip(window.inflate(-edge, 0))
        pill(target, theme, ground)
        target.blit(line, line.get_rect(center=ground.center))
        self.rect = ground
