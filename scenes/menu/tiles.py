"""The tiles of the menu: a picture of a game, and below it what there is to know and to press."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame
from pygame import Rect

from scenes.pages.thumbnails import Paint
from scenes.style.shapes import ground, rounded
from scenes.style.text import TextPainter
from scenes.style.theme import Theme
from scenes.widgets.items import Item
from scenes.widgets.page import Page


@dataclass(frozen=True, slots=True)
class Fullness:
    """How much stands in a tile: a sentence, two rows of buttons with all their names, and all
    that there is to say of the game in hand. ``shared`` says that the upper row takes one button
    more, for which the lower one has no room."""

    sentence: bool = True
    named: bool = True
    told: bool = True
    shared: bool = False


class Tile:
    """One game in the menu. ``build`` gives what stands below the picture, ``picture`` what paints
    it; where there is no room for a picture there is none."""

    def __init__(
        self,
        text: TextPainter,
        build: Callable[[Fullness], Sequence[Item]],
        picture: Callable[[], Paint],
    ) -> None:
        self.fullness = Fullness()
        self.page = Page(text, lambda: build(self.fullness))
        self.rect = Rect(0, 0, 0, 0)
        self.window = Rect(0, 0, 0, 0)
        """The place of the picture."""
        self._make = picture
        self._paint: Paint = picture()
        self._picture: pygame.Surface | None = None
        self._crisp = False

    def let_go(self) -> None:
        """Release the picture."""
        self._picture = None

    def refresh(self) -> None:
        """Build the page again, as its contents may have changed."""
        self._paint = self._make()
        self._picture = None
        self.page.rebuild()

    def fill(self, fullness: Fullness) -> None:
        """Show as much in the tile as ``fullness`` says."""
        if fullness != self.fullness:
            self.fullness = fullness
            self.page.rebuild()

    def measure(self, width: int, pad: int, unit: float) -> int:
        """Return the height of a tile ``width`` wide, without its picture."""
        self.page.flow(0, 0, width - 2 * pad, unit)
        return self.page.height + 2 * pad

    def lie(self, rect: Rect, picture: int, pad: int, unit: float) -> None:
        """Lie in ``rect``: first the picture, as high as that, then the page, whose buttons are at
        the foot."""
        self.rect = rect
        self.window = Rect(rect.left + pad, rect.top + pad, rect.width - 2 * pad, picture)
        top = self.window.bottom + pad if picture else self.window.top
        self.page.flow(self.window.left, top, self.window.width, unit)
        lower = rect.bottom - pad - self.page.items[-1].rect.bottom
        for control in self.page.items[-1].controls:
            control.rect.move_ip(0, lower)
        self.page.items[-1].rect.move_ip(0, lower)

    @property
    def soft(self) -> bool:
        """Whether the picture is only scaled, and should be drawn again."""
        return self._picture is not None and not self._crisp

    def sharpen(self) -> None:
        """Have the picture drawn again at its size."""
        if not self._crisp:
            self._picture = None

    def paint(self, target: pygame.Surface, theme: Theme, unit: float, *, lit: bool) -> None:
        """Draw the tile; ``lit`` says that a press now would begin its game."""
        ground(target, theme, self.rect, unit)
        if self.window.height:
            target.blit(self._shown(target, unit), self.window)
            edge = theme.accent if lit else theme.ink if theme.grain else theme.slot
            width = max(2, round(2 * unit)) if lit else max(1, round(unit))
            rounded(target, edge, self.window, width)
        self.page.paint(target, theme, unit)

    def _shown(self, target: pygame.Surface, unit: float) -> pygame.Surface:
        """Return the picture at its size; while the window changes, the old one scaled."""
        size = self.window.size
        if self._picture is None:
            # As wide as the target, as the felt's grain goes by the width of what it lies on.
            canvas = pygame.Surface((target.get_width(), size[1])).convert()
            self._paint(canvas, Rect((0, 0), size), unit)
            self._picture = canvas.subsurface(Rect((0, 0), size)).copy()
        self._crisp = self._picture.get_size() == size
        return self._picture if self._crisp else pygame.transform.smoothscale(self._picture, size)
