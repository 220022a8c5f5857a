"""Pages of text, choices and buttons, flowed into a width; panels and the menu consist of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from scenes.style.text import TextPainter
from scenes.style.theme import Theme
from scenes.widgets.controls import Controls
from scenes.widgets.field import DigitField
from scenes.widgets.items import Canvas, Item, Lines, Tabs


class Page:
    """Items one below the other. ``build`` returns them anew after every change.

    Tabs come first if there are any; they are separate, and stay in place when the rest scrolls.
    """

    def __init__(self, text: TextPainter, build: Callable[[], Sequence[Item]]) -> None:
        self._text = text
        self._build = build
        self.invalidate: Callable[[], object] = lambda: None
        """Asks the owner for another picture."""
        self.items: list[Item] = []
        self.controls = Controls()
        self.height = 0
        self.rebuild()

    def rebuild(self) -> None:
        """Build the items again; the focus stays on the control at the same position."""
        focus, items = self.controls.focus, self.controls.items
        place = items.index(focus) if focus in items else None
        self.items = list(self._build())
        every = [control for item in self.items for control in item.controls]
        self.controls = Controls(every, lambda: self.invalidate())
        if place is not None and place < len(self.controls.items):
            self.controls.focus = self.controls.items[place]

    @property
    def field(self) -> DigitField | None:
        """The page's field, if it has one."""
        return next((item for item in self.items if isinstance(item, DigitField)), None)

    @property
    def walked(self) -> bool:
        """Whether the arrows walk through it at once, as it is a menu."""
        return any(isinstance(item, Lines) for item in self.items)

    @property
    def tabs(self) -> Tabs | None:
        """The tabs above the page, if there are any."""
        first = self.items[0] if self.items else None
        return first if isinstance(first, Tabs) else None

    @property
    def _scrolled(self) -> list[Item]:
        return [item for item in self.items if item is not self.tabs]

    @property
    def spoken(self) -> list[str]:
        """What a screen reader says of the page, line by line."""
        return [line for item in self.items for line in item.spoken]

    def flow_tabs(self, left: int, top: int, width: int, unit: float) -> int:
        """Lay out the tabs and return their height, in pixels."""
        return self.tabs.flow(left, top, width, unit, self._text) - top if self.tabs else 0

    def flow(self, left: int, top: int, width: int, unit: float) -> None:
        """Lay out the rest from ``top`` on and set ``height``, in pixels."""
        y = top
        for number, item in enumerate(self._scrolled):
            y += round(item.lead * unit) if number else 0
            y = item.flow(left, y, width, unit, self._text)
        self.height = y - top

    def shift(self, pixels: int) -> None:
        """Move everything but the tabs down by ``pixels``."""
        moved = set()
        for item in self._scrolled:
            for rect in (item.rect, *(control.rect for control in item.controls)):
                # A line that is a control as a whole shares its rectangle.
                if id(rect) not in moved:
                    moved.add(id(rect))
                    rect.move_ip(0, pixels)

    def paint(self, target: pygame.Surface, theme: Theme, unit: float) -> None:
        """Draw what is within the target's clip."""
        canvas = Canvas(target, theme, self._text, unit, self.controls)
        for item in self._scrolled:
            if item.rect.colliderect(target.get_clip()):
                item.paint(canvas)

    def paint_tabs(self, target: pygame.Surface, theme: Theme, unit: float) -> None:
        """Draw the tabs, if there are any."""
        if self.tabs:
            self.tabs.paint(Canvas(target, theme, self._text, unit, self.controls))
