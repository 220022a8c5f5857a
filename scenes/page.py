"""Pages of text, choices and buttons, flowed into a width: what panels and the menu are made of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import pygame
from pygame import Rect

from scenes.controls import Control, Controls, paint_control
from scenes.text import TextPainter
from scenes.theme import LARGE, NORMAL, SMALL, Theme


@dataclass(slots=True)
class Words:
    """A paragraph, broken into lines as wide as the page."""

    text: str
    size: int = NORMAL
    bold: bool = False
    faint: bool = False
    lines: tuple[str, ...] = ()
    rect: Rect = field(default_factory=lambda: Rect(0, 0, 0, 0))


@dataclass(slots=True)
class Row:
    """A label and the controls behind it; below it where they do not fit."""

    label: str
    controls: Sequence[Control]
    rect: Rect = field(default_factory=lambda: Rect(0, 0, 0, 0))


@dataclass(slots=True)
class KeyLine:
    """A key, and what it does; to be pressed as well."""

    key: str
    control: Control
    rect: Rect = field(default_factory=lambda: Rect(0, 0, 0, 0))


@dataclass(slots=True)
class DigitField:
    """A field for a few digits, with a caret before place ``caret``."""

    most: int
    text: str = ""
    caret: int = 0
    rect: Rect = field(default_factory=lambda: Rect(0, 0, 0, 0))

    def insert(self, text: str) -> bool:
        """Put the digits of ``text`` in at the caret; False if one does not belong there."""
        fits = text.isascii() and text.isdigit() and len(self.text) + len(text) <= self.most
        if fits:
            self.text = self.text[: self.caret] + text + self.text[self.caret :]
            self.caret += len(text)
        return fits

    def key(self, code: int) -> bool:
        """Do what an editing key does; False if it is none."""
        if code == pygame.K_BACKSPACE and self.caret:
            self.text = self.text[: self.caret - 1] + self.text[self.caret :]
            self.caret -= 1
        elif code == pygame.K_DELETE:
            self.text = self.text[: self.caret] + self.text[self.caret + 1 :]
        elif code == pygame.K_LEFT:
            self.caret = max(0, self.caret - 1)
        elif code == pygame.K_RIGHT:
            self.caret = min(len(self.text), self.caret + 1)
        elif code == pygame.K_HOME:
            self.caret = 0
        elif code == pygame.K_END:
            self.caret = len(self.text)
        else:
            return code == pygame.K_BACKSPACE
        return True


@dataclass(slots=True)
class Picture:
    """Something painted, ``height`` pixels high at unit 1."""

    height: int
    paint: Callable[[pygame.Surface, Rect], None]
    rect: Rect = field(default_factory=lambda: Rect(0, 0, 0, 0))


Item = Words | Row | KeyLine | DigitField | Picture


class Page:
    """Items below one another. ``build`` gives them anew after every change."""

    def __init__(self, text: TextPainter, build: Callable[[], Sequence[Item]]) -> None:
        self._text = text
        self._build = build
        self.items: list[Item] = []
        self.controls = Controls()
        self.height = 0
        self.rebuild()

    def rebuild(self) -> None:
        """Ask for the items again; the focus stays on the control of the same place."""
        focus, items = self.controls.focus, self.controls.items
        place = items.index(focus) if focus in items else None
        self.items = list(self._build())
        self.controls = Controls([c for item in self.items for c in _controls_of(item)])
        if place is not None and place < len(self.controls.items):
            self.controls.focus = self.controls.items[place]

    @property
    def field(self) -> DigitField | None:
        """The page's field, if it has one."""
        return next((item for item in self.items if isinstance(item, DigitField)), None)

    def flow(self, left: int, top: int, width: int, unit: float) -> None:
        """Lay all items below one another from ``top`` on; sets ``height``, in pixels."""
        y = top
        for item in self.items:
            if isinstance(item, Words):
                y = self._flow_words(item, left, y, width, unit)
            elif isinstance(item, Row):
                y = self._flow_row(item, left, y, width, unit)
            elif isinstance(item, KeyLine):
                item.rect = item.control.rect = Rect(left, y, width, round(34 * unit))
                y = item.rect.bottom
            elif isinstance(item, Picture):
                item.rect = Rect(left, y, width, round(item.height * unit))
                y = item.rect.bottom + round(12 * unit)
            else:
                item.rect = Rect(left, y, min(width, round(180 * unit)), round(48 * unit))
                y = item.rect.bottom + round(12 * unit)
        self.height = y - top

    def _flow_words(self, item: Words, left: int, top: int, width: int, unit: float) -> int:
        size = round(item.size * unit)
        item.lines = self._text.wrapped(item.text, size, width, item.bold)
        item.rect = Rect(left, top, width, len(item.lines) * round(size * 1.4))
        return item.rect.bottom + round((10 if item.size != LARGE else 8) * unit)

    def _flow_row(self, item: Row, left: int, top: int, width: int, unit: float) -> int:
        size, gap, height = round(NORMAL * unit), round(6 * unit), round(36 * unit)
        widths = [
            self._text.width(control.label, size, True) + round(24 * unit)
            for control in item.controls
        ]
        whole = sum(widths) + gap * (len(widths) - 1)
        label = self._text.width(item.label, size) + round(18 * unit) if item.label else 0
        x, y = left, top
        if label and label + whole > width:
            y += round(size * 1.6)
        elif label:
            x = max(left + label, left + width - whole)
        start = x
        for control, one in zip(item.controls, widths, strict=True):
            one = min(one, width)
            if x > start and x + one > left + width:
                x, y = start, y + height + gap
            control.rect = Rect(x, y, one, height)
            x += one + gap
        item.rect = Rect(left, top, width, y + height - top)
        return item.rect.bottom + round(10 * unit)

    def paint(self, target: pygame.Surface, theme: Theme, unit: float) -> None:
        """Draw the items where they lie."""
        controls = self.controls
        controls.changed = False
        size = round(NORMAL * unit)
        for item in self.items:
            if not item.rect.colliderect(target.get_clip()):
                continue
            if isinstance(item, Words):
                self._paint_words(target, item, theme, unit)
            elif isinstance(item, Row) and item.label:
                line = self._text.line(item.label, size, theme.ink)
                first = item.controls[0].rect
                beside = first.left > item.rect.left
                middle = first.centery if beside else item.rect.top + round(size * 0.7)
                target.blit(line, line.get_rect(midleft=(item.rect.left, middle)))
            elif isinstance(item, DigitField):
                self._paint_field(target, item, theme, unit)
            elif isinstance(item, KeyLine):
                self._paint_key(target, item, theme, unit)
            elif isinstance(item, Picture):
                item.paint(target, item.rect)
        lines = {id(item.control) for item in self.items if isinstance(item, KeyLine)}
        for control in controls.items:
            if id(control) in lines or not control.rect.colliderect(target.get_clip()):
                continue
            states = {"hover": control is controls.hover, "focus": control is controls.focus}
            paint_control(target, control, theme, self._text, size, unit, **states)

    def _paint_words(self, target: pygame.Surface, item: Words, theme: Theme, unit: float) -> None:
        size = round(item.size * unit)
        colour = theme.accent if item.size == LARGE else theme.faint if item.faint else theme.ink
        for number, words in enumerate(item.lines):
            line = self._text.line(words, size, colour, item.bold)
            target.blit(line, (item.rect.left, item.rect.top + number * round(size * 1.4)))

    def _paint_key(self, target: pygame.Surface, item: KeyLine, theme: Theme, unit: float) -> None:
        size = round(NORMAL * unit)
        control = item.control
        if control is self.controls.hover:
            pygame.draw.rect(target, theme.button, item.rect, border_radius=theme.radius(5 * unit))
        column = min(round(190 * unit), item.rect.width // 3)
        key = self._text.line(
            self._text.fitted(item.key, round(SMALL * unit), column, True),
            round(SMALL * unit),
            theme.accent,
            True,
        )
        target.blit(key, key.get_rect(midleft=(item.rect.left + 4, item.rect.centery)))
        room = item.rect.width - column - round(8 * unit)
        words = self._text.line(self._text.fitted(control.label, size, room), size, theme.ink)
        left = item.rect.left + column + round(8 * unit)
        target.blit(words, words.get_rect(midleft=(left, item.rect.centery)))
        if control is self.controls.focus:
            pygame.draw.rect(
                target, theme.focus, item.rect, max(2, round(2 * unit)), theme.radius(5)
            )

    def _paint_field(
        self, target: pygame.Surface, item: DigitField, theme: Theme, unit: float
    ) -> None:
        pygame.draw.rect(target, theme.button, item.rect, border_radius=theme.radius(6 * unit))
        pygame.draw.rect(
            target,
            theme.focus,
            item.rect,
            max(2, round(2 * unit)),
            border_radius=theme.radius(6 * unit),
        )
        size = round(LARGE * unit)
        line = self._text.line(item.text, size, theme.ink, True)
        left = item.rect.left + round(12 * unit)
        target.blit(line, line.get_rect(midleft=(left, item.rect.centery)))
        caret = left + self._text.width(item.text[: item.caret], size, True)
        pygame.draw.line(
            target,
            theme.accent,
            (caret, item.rect.top + round(9 * unit)),
            (caret, item.rect.bottom - round(9 * unit)),
            max(2, round(2 * unit)),
        )


def _controls_of(item: Item) -> Sequence[Control]:
    if isinstance(item, Row):
        return item.controls
    return (item.control,) if isinstance(item, KeyLine) else ()
