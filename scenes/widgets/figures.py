"""Numbers on a page: large ones with captions, aligned tables, and charts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import pygame
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
class FigureTable(Item):
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


Point = tuple[int, int]


@dataclass(slots=True)
class Plot(Item):
    """A line through ``values``, over a fainter one at zero. ``low``, ``zero`` and ``high`` are
    written at the heights of the least value, of zero and of the greatest, unless they are too
    close together."""

    values: Sequence[int]
    low: str
    zero: str
    high: str
    lead: int = field(default=4, kw_only=True)
    area: Rect = field(default_factory=lambda: Rect(0, 0, 0, 0))
    """The area of the line."""
    ends: tuple[int, int] = (0, 0)
    """The least and the greatest of the values and zero."""

    def __post_init__(self) -> None:
        self.ends = min(0, *self.values), max(0, *self.values)

    def flow(self, left: int, top: int, width: int, unit: float, text: TextPainter) -> int:
        """Take the whole width, with the numbers at the left."""
        small, high = round(SMALL * unit), round(128 * unit)
        names = max(text.width(name, small) for name in (self.low, self.zero, self.high))
        inset = round(small * 0.7)
        self.rect = Rect(left, top, width, high)
        begin = left + names + round(12 * unit)
        dot = round(6 * unit)
        self.area = Rect(begin, top + inset, self.rect.right - begin - dot, high - 2 * inset)
        return self.rect.bottom + round(8 * unit)

    def _height(self, value: int) -> int:
        """Return how far below the area's top a value is."""
        low, high = self.ends
        return round((high - value) * (self.area.height - 1) / max(1, high - low))

    def points(self) -> list[Point]:
        """Return the line within the area, from left to right; if there are more games than pixels,
        the least and the greatest value for each pixel."""
        area, last = self.area, max(1, len(self.values) - 1)
        columns: dict[int, list[int]] = {}
        for place, value in enumerate(self.values):
            columns.setdefault(round(place * (area.width - 1) / last), []).append(value)
        found: list[Point] = []
        for x, values in columns.items():
            ends = sorted({min(values), max(values)}, reverse=values[0] > values[-1])
            found += [(x, self._height(value)) for value in ends]
        x = max(columns)
        found.append((x, self._height(self.values[-1])))
        return found

    def paint(self, canvas: Canvas) -> None:
        """Draw the line, zero, and the numbers."""
        target, theme, text, unit = canvas.target, canvas.theme, canvas.text, canvas.unit
        # The page may have been scrolled since it was laid out.
        top = self.rect.top + round(SMALL * unit * 0.7)
        small, thick = round(SMALL * unit), max(2, round(2 * unit))
        nought = top + self._height(0)
        dash = round(4 * unit)
        for x in range(self.area.left, self.area.right, 2 * dash):
            target.fill(theme.faint, (x, nought, dash, max(1, round(unit))))
        taken: list[int] = []
        marks = ((self.zero, 0), (self.high, self.ends[1]), (self.low, self.ends[0]))
        for name, value in marks:
            middle = top + self._height(value)
            if all(abs(middle - other) > small * 1.3 for other in taken):
                taken.append(middle)
                line = text.line(name, small, theme.faint)
                right = self.area.left - round(8 * unit)
                target.blit(line, line.get_rect(midright=(right, middle)))
        points = [(self.area.left + x, top + y) for x, y in self.points()]
        if len(points) > 1:
            _stroke(target, theme.accent, points, thick)
        pygame.draw.circle(target, theme.accent, points[-1], round(3.5 * unit))


def _stroke(
    target: pygame.Surface, colour: tuple[int, int, int], points: Sequence[Point], thick: int
) -> None:
    """Draw a line of that thickness, with round joints."""
    pygame.draw.lines(target, colour, False, points, thick)
    if thick > 2:
        for point in points:
            pygame.draw.circle(target, colour, point, thick // 2)


@dataclass(slots=True)
class Bars(Item):
    """A bar for each of ``counts``, proportional to it; ``names`` are written below some of them,
    by index. The bar at index ``marked`` stands out."""

    counts: Sequence[int]
    names: Sequence[tuple[int, str]]
    marked: int | None = None
    lead: int = field(default=4, kw_only=True)

    def flow(self, left: int, top: int, width: int, unit: float, text: TextPainter) -> int:
        """Take the whole width."""
        self.rect = Rect(left, top, width, round((72 + SMALL * 1.5) * unit))
        return self.rect.bottom + round(8 * unit)

    def bar(self, place: int, unit: float) -> Rect:
        """Return the bar at an index; it is empty for a count of zero."""
        count, most = self.counts[place], max(1, *self.counts)
        step = self.rect.width / len(self.counts)
        left = self.rect.left + round(place * step)
        right = self.rect.left + round((place + 1) * step)
        gap = max(1, round((right - left) * 0.22))
        foot = self.rect.bottom - round(SMALL * 1.5 * unit)
        least = max(2, round(2 * unit))
        high = max(least, round(count * (foot - self.rect.top) / most)) if count else 0
        return Rect(left, foot - high, max(1, right - left - gap), high)

    def paint(self, canvas: Canvas) -> None:
        """Draw the bars on their baseline, and the names below."""
        target, theme, text, unit = canvas.target, canvas.theme, canvas.text, canvas.unit
        foot, small = self.rect.bottom - round(SMALL * 1.5 * unit), round(SMALL * unit)
        target.fill(theme.faint, (self.rect.left, foot, self.rect.width, max(1, round(unit))))
        for place in range(len(self.counts)):
            colour = theme.accent if place == self.marked else theme.faint
            target.fill(colour, self.bar(place, unit))
        for place, name in self.names:
            line = text.line(name, small, theme.faint)
            spot = line.get_rect(midbottom=(self.bar(place, unit).centerx, self.rect.bottom))
            target.blit(line, spot.clamp(self.rect))
