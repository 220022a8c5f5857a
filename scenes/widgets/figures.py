"""Figures on a page: numbers, tables, charts and a calendar."""

from __future__ import annotations

import calendar
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from enum import Enum, auto
from functools import partial

import pygame
from pygame import Rect

from game.support.texts import tr
from game.words.names import long_date, month_title, weekday_names
from scenes.style.shapes import rounded
from scenes.style.text import TextPainter
from scenes.style.theme import LARGE, NORMAL, SMALL
from scenes.widgets.controls import Canvas, Control, Shape
from scenes.widgets.items import Item


@dataclass(slots=True)
class Figures(Item):
    """Large numbers side by side, each with a caption."""

    cells: Sequence[tuple[str, str]]
    names: Sequence[Sequence[str]] = ()
    """The lines of each caption, wrapped to the width of its cell; set by ``lay_out``."""

    @property
    def spoken(self) -> Sequence[str]:
        return [f"{number} {name}" for number, name in self.cells]

    def lay_out(self, left: int, top: int, width: int, unit: float, text: TextPainter) -> int:
        small, room = round(SMALL * unit), width // len(self.cells) - round(8 * unit)
        self.names = [text.wrapped(name, small, room) for _, name in self.cells]
        lines = max(map(len, self.names))
        high = round(LARGE * 1.3 * unit) + lines * round(SMALL * 1.4 * unit)
        self.rect = Rect(left, top, width, high)
        return self.rect.bottom + round(10 * unit)

    def paint(self, canvas: Canvas) -> None:
        theme, wide = canvas.theme, self.rect.width // len(self.cells)
        first, step = self.rect.top + canvas.px(LARGE * 1.3), canvas.px(SMALL * 1.4)
        for place, (number, _) in enumerate(self.cells):
            left = self.rect.left + place * wide
            canvas.write(number, LARGE, theme.ink, True, topleft=(left, self.rect.top))
            for row, words in enumerate(self.names[place], 1):
                canvas.write(words, SMALL, theme.faint, bottomleft=(left, first + row * step))


@dataclass(slots=True)
class FigureTable(Item):
    """A table with a name and right-aligned numbers in each row."""

    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    ends: Sequence[int] = ()
    """The right edges of the columns, in pixels from the table's left."""

    @property
    def spoken(self) -> Sequence[str]:
        spoken = []
        for name, *numbers in self.rows:
            cells = zip(self.head[1:], numbers, strict=True)
            said = (f"{head} {number}".strip() for head, number in cells if number)
            spoken.append(", ".join([name, *said]))
        return spoken

    def lay_out(self, left: int, top: int, width: int, unit: float, text: TextPainter) -> int:
        """Make number columns as wide as necessary; names get the rest."""
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
        theme, left, high = canvas.theme, self.rect.left, canvas.px(32)
        for name, end in zip(self.head[1:], self.ends[1:], strict=True):
            canvas.write(name, SMALL, theme.faint, topright=(left + end, self.rect.top))
        top = self.rect.top + canvas.px(24)
        for name, *numbers in self.rows:
            canvas.rule(left, top, self.rect.width)
            middle = top + high // 2
            fits = canvas.text.fitted(name, canvas.px(NORMAL), self.ends[0])
            canvas.write(fits, NORMAL, theme.ink, midleft=(left, middle))
            for number, end in zip(numbers, self.ends[1:], strict=True):
                canvas.write(number, NORMAL, theme.ink, midright=(left + end, middle))
            top += high


@dataclass(slots=True)
class Plot(Item):
    """A line chart of ``values``, with a dashed line at zero."""

    values: Sequence[int]
    # The labels of the lowest value, of zero and of the highest value.
    low: str
    zero: str
    high: str
    area: Rect = field(default_factory=lambda: Rect(0, 0, 0, 0))
    """The area in which the line is drawn."""
    ends: tuple[int, int] = (0, 0)
    """The lowest and the highest value. Zero counts as a value too."""

    def __post_init__(self) -> None:
        self.ends = min(0, *self.values), max(0, *self.values)

    def lay_out(self, left: int, top: int, width: int, unit: float, text: TextPainter) -> int:
        small, high = round(SMALL * unit), round(128 * unit)
        names = max(text.width(name, small) for name in (self.low, self.zero, self.high))
        inset = round(small * 0.7)
        self.rect = Rect(left, top, width, high)
        begin = left + names + round(12 * unit)
        dot = round(6 * unit)
        self.area = Rect(begin, top + inset, self.rect.right - begin - dot, high - 2 * inset)
        return self.rect.bottom + round(8 * unit)

    def _height(self, value: int) -> int:
        """Return a value's distance from the top of ``area``, in pixels."""
        low, high = self.ends
        return round((high - value) * (self.area.height - 1) / max(1, high - low))

    def points(self) -> list[tuple[int, int]]:
        """Return the line's points from left to right, relative to ``area``."""
        step = (self.area.width - 1) / max(1, len(self.values) - 1)
        return [(round(n * step), self._height(value)) for n, value in enumerate(self.values)]

    def paint(self, canvas: Canvas) -> None:
        target, theme, unit = canvas.target, canvas.theme, canvas.unit
        top = self.area.top
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
                end = self.area.left - round(8 * unit), middle
                canvas.write(name, SMALL, theme.faint, midright=end)
        points = [(self.area.left + x, top + y) for x, y in self.points()]
        if len(points) > 1:
            pygame.draw.lines(target, theme.accent, False, points, thick)
            # Draw round joints.
            for point in points if thick > 2 else ():
                pygame.draw.circle(target, theme.accent, point, thick // 2)
        pygame.draw.circle(target, theme.accent, points[-1], round(3.5 * unit))


@dataclass(slots=True)
class Bars(Item):
    """One bar for each of ``counts``; the bar at index ``marked`` is highlighted."""

    counts: Sequence[int]
    names: Sequence[tuple[int, str]]
    """Labels for some of the bars, each with the bar's index."""
    marked: int | None = None

    def lay_out(self, left: int, top: int, width: int, unit: float, text: TextPainter) -> int:
        self.rect = Rect(left, top, width, round((72 + SMALL * 1.5) * unit))
        return self.rect.bottom + round(8 * unit)

    def bar(self, place: int, unit: float) -> Rect:
        """Return a bar's area; empty if its count is zero."""
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


_WIDEST = 66
"""The maximum width of a day's cell, in pixels, before scaling."""


class Mark(Enum):
    """What the calendar shows about the deal of a day."""

    WON = auto()
    PLAYED = auto()
    MISSED = auto()


def mark_of(day: date, days: Mapping[date, bool], today: date) -> Mark | None:
    """Return the mark of ``day``, if any. ``days`` tells whether each played day was won."""
    if day in days:
        return Mark.WON if days[day] else Mark.PLAYED
    return Mark.MISSED if min(days, default=today) < day < today else None


def mark_words(mark: Mark) -> str:
    return {Mark.WON: tr("won"), Mark.PLAYED: tr("played"), Mark.MISSED: tr("missed")}[mark]


@dataclass(slots=True)
class Calendar(Item):
    """A calendar of one month. A day's button plays its deal."""

    first: date
    """The first day of the month."""
    days: Mapping[date, bool]
    """For each day that was played, whether its deal was won."""
    today: date
    deal: Callable[[date], None]
    """Plays the deal of a day."""
    turn: Callable[[date], None]
    """Shows the month that contains a given day."""
    cells: Sequence[tuple[date, Control]] = ()
    """Each day of the month with its button."""
    step: int = 0
    """The width of a day's cell, in pixels."""

    def __post_init__(self) -> None:
        last = self.first.replace(day=calendar.monthrange(self.first.year, self.first.month)[1])
        after, before = last + timedelta(1), self.first - timedelta(1)
        earlier, later = (month_title(day.year, day.month) for day in (before, after))
        back = Control(earlier, lambda: self.turn(before), icon="left", flat=True)
        forth = Control(later, lambda: self.turn(after), icon="right", flat=True)
        forth.enabled = after <= self.today
        days = [self.first + timedelta(n) for n in range(last.day)]
        self.cells = [(day, self._cell(day)) for day in days]
        self.controls = [back, forth, *(control for _, control in self.cells)]

    def _cell(self, day: date) -> Control:
        tip = tr("The deal of {date}", date=long_date(day))
        if mark := mark_of(day, self.days, self.today):
            tip = f"{tip}: {mark_words(mark)}"
        enabled = day <= self.today
        act = partial(self.deal, day)
        return Control(str(day.day), act, tip=tip, enabled=enabled, shape=Shape.AREA)

    @property
    def spoken(self) -> Sequence[str]:
        return (self.title,)

    @property
    def title(self) -> str:
        return month_title(self.first.year, self.first.month)

    def lay_out(self, left: int, top: int, width: int, unit: float, text: TextPainter) -> int:
        self.step = min(width // 7, round(_WIDEST * unit))
        side, high = round(36 * unit), round(38 * unit)
        back, forth = self.controls[:2]
        back.rect = Rect(left, top, side, side)
        forth.rect = Rect(left + 7 * self.step - side, top, side, side)
        y = top + side + round(SMALL * 1.7 * unit)
        for day, control in self.cells:
            column = day.weekday()
            if not column and day.day > 1:
                y += high
            control.rect = Rect(left + column * self.step, y, self.step, high)
        bottom = y + high + round((SMALL * 1.4 + 10) * unit)
        self.rect = Rect(left, top, 7 * self.step, bottom - top)
        return bottom + round(8 * unit)

    def paint(self, canvas: Canvas) -> None:
        theme = canvas.theme
        canvas.paint_controls(self.controls[:2])
        over = self.controls[0].rect
        canvas.write(self.title, NORMAL, theme.ink, True, center=(self.rect.centerx, over.centery))
        foot = over.bottom + canvas.px(SMALL * 1.5)
        for place, word in enumerate(weekday_names()):
            centre = self.rect.left + place * self.step + self.step // 2
            canvas.write(word, SMALL, theme.faint, midbottom=(centre, foot))
        for day, control in self.cells:
            self._paint_day(canvas, day, control)
        self._paint_legend(canvas)

    def _paint_day(self, canvas: Canvas, day: date, control: Control) -> None:
        rect, mark = control.rect, mark_of(day, self.days, self.today)
        theme, today = canvas.theme, day == self.today
        if today:
            _paint_today(canvas, rect.inflate(-canvas.px(4), -canvas.px(2)))
        canvas.paint_controls([control])
        side = rect.height - canvas.px(8)
        box = Rect(0, 0, side, side)
        box.center = rect.center
        if mark:
            _paint_mark(canvas, mark, box)
        size, colour = (NORMAL, theme.ink) if control.enabled else (SMALL, theme.faint)
        if mark is Mark.WON:
            colour = theme.on_accent
        canvas.write(control.label, size, colour, today, center=box.center)

    def _paint_legend(self, canvas: Canvas) -> None:
        small, x, side = canvas.px(SMALL), self.rect.left + canvas.px(6), canvas.px(13)
        for mark in (*Mark, None):
            box = Rect(x, self.rect.bottom - round(1.2 * small), side, side)
            if mark is None:
                box.width = round(1.6 * side)
                _paint_today(canvas, box)
            else:
                # In the calendar the dot is below the number; here it takes the number's place.
                up = side // 3 if mark is Mark.MISSED else 0
                _paint_mark(canvas, mark, box.move(0, -up))
            name = mark_words(mark) if mark else tr("today")
            begin = box.right + canvas.px(6), box.centery
            x = canvas.write(name, SMALL, canvas.theme.faint, midleft=begin).right + canvas.px(18)


def _paint_today(canvas: Canvas, box: Rect) -> None:
    """Draw the bordered box that marks today."""
    target, theme = canvas.target, canvas.theme
    radius = theme.radius(4 * canvas.unit)
    rounded(target, theme.button, box, radius=radius)
    rounded(target, theme.ink, box, max(1, canvas.px(1)), radius)


def _paint_mark(canvas: Canvas, mark: Mark, box: Rect) -> None:
    """Draw a disc for won, a ring for played, a dot for missed."""
    target, theme, round_off = canvas.target, canvas.theme, canvas.theme.radius(box.width / 2)
    if mark is Mark.WON:
        rounded(target, theme.accent, box, radius=round_off)
    elif mark is Mark.PLAYED:
        rounded(target, theme.accent, box, max(2, canvas.px(2)), round_off)
    else:
        dot = Rect(0, 0, max(4, canvas.px(5)), max(4, canvas.px(5)))
        dot.midbottom = box.centerx, box.bottom + canvas.px(1)
        rounded(target, theme.faint, dot, radius=theme.radius(dot.width / 2))
