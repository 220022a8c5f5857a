"""A month of deals of the day: which were won, played or missed, by shape and colour."""

from __future__ import annotations

import calendar
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from enum import Enum, auto

import pygame
from pygame import Rect

from game.support.texts import tr
from game.words.names import long_date, month_title, weekday_names
from scenes.style.shapes import lit, rounded
from scenes.style.text import TextPainter
from scenes.style.theme import NORMAL, SMALL, Theme
from scenes.widgets.controls import Control, Controls
from scenes.widgets.items import Canvas, Item

_WIDEST = 66
"""The greatest width of a day, in pixels at unit 1."""


class Mark(Enum):
    """What became of a day's deal."""

    WON = auto()
    PLAYED = auto()
    MISSED = auto()
    OPEN = auto()
    """Not played, and not missed either."""
    TO_COME = auto()


def mark_of(day: date, days: Mapping[date, bool], today: date) -> Mark:
    """Return the mark of ``day``; ``days`` tells which were played and whether they were won."""
    if day in days:
        return Mark.WON if days[day] else Mark.PLAYED
    if day > today:
        return Mark.TO_COME
    begun = min(days, default=today)
    return Mark.MISSED if begun < day < today else Mark.OPEN


def mark_words(mark: Mark) -> str:
    """Return a mark in words; empty if there is nothing to tell."""
    return {
        Mark.WON: tr("won"),
        Mark.PLAYED: tr("played"),
        Mark.MISSED: tr("missed"),
    }.get(mark, "")


@dataclass(slots=True)
class Calendar(Item):
    """The month of ``first``. ``deal`` plays a day's deal, ``turn`` shows the month of another
    day."""

    first: date
    days: Mapping[date, bool]
    today: date
    deal: Callable[[date], None]
    turn: Callable[[date], None]
    cells: Sequence[tuple[date, Control]] = ()
    """The days with their controls."""
    step: int = 0
    """The width of a day, in pixels."""

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
        told = mark_words(mark_of(day, self.days, self.today))
        named = tr("The deal of {date}", date=long_date(day))
        tip = f"{named}: {told}" if told else named
        enabled = day <= self.today
        return Control(str(day.day), lambda: self.deal(day), tip=tip, enabled=enabled)

    @property
    def spoken(self) -> Sequence[str]:
        return (self.title,)

    @property
    def title(self) -> str:
        """The month and the year."""
        return month_title(self.first.year, self.first.month)

    def flow(self, left: int, top: int, width: int, unit: float, text: TextPainter) -> int:
        """Lay out the month's name with its two buttons, the days in weeks, and the legend."""
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
        """Draw the calendar."""
        target, theme, text, unit, controls = canvas
        size, small = round(NORMAL * unit), round(SMALL * unit)
        canvas.paint_controls(self.controls[:2])
        name = text.line(self.title, size, theme.ink, True)
        middle = self.controls[0].rect.centery
        target.blit(name, name.get_rect(center=(self.rect.centerx, middle)))
        foot = self.controls[0].rect.bottom + round(SMALL * 1.5 * unit)
        for place, word in enumerate(weekday_names()):
            line = text.line(word, small, theme.faint)
            centre = self.rect.left + place * self.step + self.step // 2
            target.blit(line, line.get_rect(midbottom=(centre, foot)))
        for day, control in self.cells:
            self._paint_day(target, theme, text, unit, day, control, controls)
        self._paint_legend(target, theme, text, unit)

    def _paint_day(
        self,
        target: pygame.Surface,
        theme: Theme,
        text: TextPainter,
        unit: float,
        day: date,
        control: Control,
        controls: Controls,
    ) -> None:
        rect, mark = control.rect, mark_of(day, self.days, self.today)
        if theme.grain and not target.get_clip().contains(rect):
            return
        state = controls.state(control)
        inner = rect.inflate(-round(4 * unit), -round(2 * unit))
        today = day == self.today
        if today:
            _paint_today(target, theme, inner, unit)
        if state.hover and control.enabled:
            lit(target, theme, inner, unit)
        side = rect.height - round(8 * unit)
        box = Rect(0, 0, side, side)
        box.center = rect.center
        _paint_mark(target, theme, mark, box, unit)
        colour = {Mark.WON: theme.on_accent, Mark.TO_COME: theme.faint}.get(mark, theme.ink)
        size = round((SMALL if mark is Mark.TO_COME else NORMAL) * unit)
        line = text.line(control.label, size, colour, today)
        target.blit(line, line.get_rect(center=box.center))
        if state.focus:
            width = max(2, round(2 * unit))
            rounded(target, theme.focus, inner, width, theme.radius(6 * unit))

    def _paint_legend(
        self, target: pygame.Surface, theme: Theme, text: TextPainter, unit: float
    ) -> None:
        """Draw the legend of the marks."""
        small, x = round(SMALL * unit), self.rect.left + round(6 * unit)
        side = round(13 * unit)
        for mark in (Mark.WON, Mark.PLAYED, Mark.MISSED, None):
            box = Rect(x, self.rect.bottom - round(1.2 * small), side, side)
            if mark is None:
                box.width = round(1.6 * side)
                _paint_today(target, theme, box, unit)
            else:
                # The dot under a number is drawn where the number would be.
                up = side // 3 if mark is Mark.MISSED else 0
                _paint_mark(target, theme, mark, box.move(0, -up), unit)
            line = text.line(mark_words(mark) if mark else tr("today"), small, theme.faint)
            place = line.get_rect(midleft=(box.right + round(6 * unit), box.centery))
            x = target.blit(line, place).right + round(18 * unit)


def _paint_today(target: pygame.Surface, theme: Theme, box: Rect, unit: float) -> None:
    """Draw a background with corners and an edge, which no mark has."""
    radius = theme.radius(4 * unit)
    rounded(target, theme.button, box, radius=radius)
    rounded(target, theme.ink, box, max(1, round(unit)), radius)


def _paint_mark(target: pygame.Surface, theme: Theme, mark: Mark, box: Rect, unit: float) -> None:
    """Draw a disc for a day won, a ring for a day played, a faint dot for a day missed."""
    round_off = theme.radius(box.width / 2)
    if mark is Mark.WON:
        rounded(target, theme.accent, box, radius=round_off)
    elif mark is Mark.PLAYED:
        rounded(target, theme.accent, box, max(2, round(2 * unit)), round_off)
    elif mark is Mark.MISSED:
        dot = Rect(0, 0, max(4, round(5 * unit)), max(4, round(5 * unit)))
        dot.midbottom = box.centerx, box.bottom + round(unit)
        rounded(target, theme.faint, dot, radius=theme.radius(dot.width / 2))
