"""A line of words with a few buttons behind it, lying on the table: the end of a game, or the
casino's stages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame
from pygame import Rect

from scenes.controls import Control, Controls
from scenes.shapes import ground, rounded
from scenes.text import TextPainter
from scenes.theme import LARGE, NORMAL, Theme, unit


@dataclass(frozen=True, slots=True)
class Decision:
    """What the player may decide now: in words, in fewer words, and by buttons."""

    words: str
    brief: str
    buttons: Sequence[Control]


class Strip:
    """Headline, words and buttons; not there while it has no words."""

    def __init__(self, text: TextPainter) -> None:
        self._text = text
        self.headline = ""
        self.words = ""
        self.controls = Controls()
        self.rect = Rect(0, 0, 0, 0)

    @property
    def shown(self) -> bool:
        return bool(self.words)

    def hide(self) -> None:
        """Be gone."""
        self.headline = self.words = ""
        self.controls = Controls()

    def set(self, headline: str, words: str, buttons: Sequence[Control], brief: str = "") -> None:
        """Show these words and buttons from now on; an equal button keeps its focus.

        ``brief`` stands in for the words where there is no room for all of them; where there is
        none for it either, the buttons stand alone.
        """
        self._brief = brief or words
        focused = self.controls.focus.label if self.controls.focus else None
        self.headline, self.words = headline, words
        self.controls = Controls(buttons)
        self.controls.focus = next((item for item in buttons if item.label == focused), None)

    def lie_along(self, area: Rect, size: tuple[int, int]) -> None:
        """Lie as one row along ``area``: the words at the left, the buttons at the right."""
        scale = unit(size)
        self.rect = area
        height = min(area.height - round(4 * scale), round(36 * scale))
        right = area.right - round(8 * scale)
        for control in reversed(self.controls.items):
            width = self._width(control, scale)
            control.rect = Rect(0, 0, width, height)
            control.rect.midright = (right, area.centery)
            right -= width + round(8 * scale)
        self._words_room = right - area.left - round(8 * scale)

    def lie_in(self, area: Rect, size: tuple[int, int]) -> None:
        """Lie in the middle of ``area``: headline, words, and the buttons below them, in a second
        row those that the window is too narrow for."""
        scale = unit(size)
        gap, pad = round(10 * scale), round(20 * scale)
        room = size[0] - gap - pad
        rows: list[list[tuple[Control, int]]] = [[]]
        for control in self.controls.items:
            one = self._width(control, scale)
            if rows[-1] and _across(rows[-1], gap) + gap + one > room:
                rows.append([])
            rows[-1].append((control, one))
        step = round(46 * scale)
        words = self._text.width(self.words, round(NORMAL * scale))
        width = min(size[0] - gap, max(words, *(_across(row, gap) for row in rows)) + 2 * pad)
        self.rect = Rect(0, 0, width, round(158 * scale) + step * (len(rows) - 1))
        self.rect.center = area.center
        self.rect.clamp_ip(Rect((0, 0), size))
        for number, row in enumerate(rows):
            x = self.rect.centerx - _across(row, gap) // 2
            y = self.rect.top + round(102 * scale) + step * number
            for control, one in row:
                control.rect = Rect(x, y, one, round(38 * scale))
                x += one + gap

    def _width(self, control: Control, scale: float) -> int:
        size = round(NORMAL * scale)
        return self._text.width(control.label, size, control.strong) + round(26 * scale)

    def paint(self, target: pygame.Surface, theme: Theme) -> None:
        """Draw it where it lies."""
        scale = unit(target.get_size())
        size = round(NORMAL * scale)
        ground(target, theme, self.rect, scale)
        if self.headline:
            frame = max(1, round(scale))
            rounded(target, theme.accent, self.rect, frame, theme.radius(12 * scale))
            top = self._text.line(self.headline, round(LARGE * scale), theme.accent, True)
            target.blit(
                top, top.get_rect(center=(self.rect.centerx, self.rect.top + round(34 * scale)))
            )
            room = self.rect.width - round(16 * scale)
            line = self._text.line(self._text.fitted(self.words, size, room), size, theme.ink)
            middle = self.rect.top + round(72 * scale)
            target.blit(line, line.get_rect(center=(self.rect.centerx, middle)))
        else:
            words = self.words
            if self._text.width(words, size) > self._words_room:
                words = self._brief
            if self._text.width(words, size) > self._words_room:
                words = ""  # The buttons say enough.
            line = self._text.line(words, size, theme.ink)
            left = self.rect.left + round(12 * scale)
            target.blit(line, line.get_rect(midleft=(left, self.rect.centery)))
        self.controls.changed = False
        self.controls.paint(target, theme, self._text, size, scale)


def _across(row: Sequence[tuple[Control, int]], gap: int) -> int:
    """How wide a row of buttons is."""
    return sum(one for _, one in row) + gap * (len(row) - 1)
