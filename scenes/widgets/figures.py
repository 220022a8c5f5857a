"""Numbers on a page: a few large ones with captions, and aligned tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pygame import Rect

from scenes.style.text import TextPainter
from scenes.style.theme import LARGE, NORMAL, SMALL
from scenes.widgets.items import Canvas, Item


@dataclass(slots=True)
class Figures(Item):
    """Large figures side by side, each as its number and what it counts."""

    cells: Sequence[tuple[str, str]]
    names: Sequence[Sequence[str]] = ()
    """The captions, in lines."""

    @property
    def spoken(self) -> Sequence[str]:
        return [f"{number} {name}" for number, name in self.cells]

    def flow(self, left: int, top: int, width: int, unit: float, text: TextPainter) -> int:
        """Take the whole width, in equal parts; long captions take several lines."""
        small, room = round(SMALL * unit), width // len(self.cells) - round(8 * unit)
        self.names = [text.wrapped(name, small, room) for _, name in self.cells]
        lines = max(map(len, self.names))
        high = round(LARGE * 1.3 * unit) + lines * round(SMALL * 1.4 * unit)
        self.rect = Rect(left, top, width, high)
        return self.rect.bottom + round(10 * unit)

    def paint(self, canvas: Canvas) -> None:
        """Draw the numbers, and their captions below them."""
        target, theme, text, unit = canvas.target, canvas.theme, canvas.text, canvas.unit
        size, small = round(LARGE * unit), round(SMALL * unit)
        wide = self.rect.width // len(self.cells)
        first, step = self.rect.top + round(LARGE * 1.3 * unit), round(SMALL * 1.4 * unit)
        for place, (number, _) in enumerate(self.cells):
            left = self.rect.left + place * wide
            line = text.line(number, size, theme.ink, True)
            target.blit(line, (left, self.rect.top))
            for row, words in enumerate(self.names[place], 1):
                label = text.line(words, small, theme.faint)
                target.blit(label, label.get_rect(bottomleft=(left, first + row * step)))


@dataclass(slots=True)
class Table(Item):
    """Rows of a name and numbers, the numbers in right-aligned columns."""

    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    ends: Sequence[int] = ()
    """The right edges of the number columns, from the left edge, in pixels."""

    @property
    def spoken(self) -> Sequence[str]:
        named = [list(zip(self.head[1:], row[1:], strict=True)) for row in self.rows]
        return [
            ", ".join([row[0], *(f"{name} {number}".strip() for name, number in cells if number)])
            for row, cells in zip(self.rows, named, strict=True)
        ]

    def flow(self, left: int, top: int, width: int, unit: float, text: TextPainter) -> int:
        """Make each column as wide as it must be, and leave the rest to the names."""
        size, small = round(NORMAL * unit), round(SMALL * unit)
        ends, end = [], width
        for column in range(len(self.head) - 1, 0, -1):
            ends.append(end)
            wide = max(text.width(row[column], size) for row in self.rows)
            end -= max(wide, text.width(self.head[column], small)) + round(18 * unit)
        self.ends = (end, *reversed(ends))
        self.rect = Rect(left, top, width, round(24 * unit) + len(self.rows) * round(32 * unit))
        return self.rect.bottom + round(10 * unit)

    def paint(self, canvas: Canvas) -> None:
        """Draw the head and the rows, with hairlines between them."""
        target, theme, text, unit = canvas.target, canvas.theme, canvas.text, canvas.unit
        size, small, high = round(NORMAL * unit), round(SMALL * unit), round(32 * unit)
        for name, end in zip(self.head[1:], self.ends[1:], strict=True):
            line = text.line(name, small, theme.faint)
            target.blit(line, line.get_rect(topright=(self.rect.left + end, self.rect.top)))
        top = self.rect.top + round(24 * unit)
        line_colour = theme.ink if theme.grain else theme.hover
        for name, *numbers in self.rows:
            target.fill(line_colour, (self.rect.left, top, self.rect.width, 1))
            middle = top + high // 2
            label = text.line(text.fitted(name, size, self.ends[0]), size, theme.ink)
            target.blit(label, label.get_rect(midleft=(self.rect.left, middle)))
            for number, end in zip(numbers, self.ends[1:], strict=True):
                line = text.line(number, size, theme.ink)
                target.blit(line, line.get_rect(midright=(self.rect.left + end, middle)))
            top += high
