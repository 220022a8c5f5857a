"""The compact window: a small picture of the table, while the clock stands still."""

from __future__ import annotations

import pygame

from game.support.texts import tr
from scenes.style.shapes import rounded
from scenes.style.text import TextPainter
from scenes.style.theme import Theme


class Miniature:
    """The picture of the compact window. ``shot`` is what the window showed before it shrank."""

    def __init__(self, shot: pygame.Surface, theme: Theme, text: TextPainter) -> None:
        self._shot = shot
        self._theme = theme
        self._text = text

    @property
    def spoken(self) -> str:
        """What screen readers are told."""
        return tr("The game is paused in a small window. Enter brings it back.")

    def paint(self, target: pygame.Surface) -> None:
        """Fill ``target`` with the picture, and draw the two bars of a pause in its corner."""
        size = target.get_size()
        target.blit(pygame.transform.smoothscale(self._shot, size), (0, 0))
        side = max(14, size[1] // 5)
        mark = pygame.Rect(0, 0, side, side)
        mark.bottomright = (size[0] - 4, size[1] - 4)
        rounded(target, self._theme.accent, mark, radius=side // 4)
        bar = pygame.Rect(0, 0, max(2, side // 6), side // 2)
        for offset in (-side // 6, side // 6):
            bar.center = (mark.centerx + offset, mark.centery)
            pygame.draw.rect(target, self._theme.on_accent, bar)
