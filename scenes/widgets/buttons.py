"""A button or similar control, and how it is drawn in each of its states."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum, auto

import pygame
from pygame import Rect

from scenes.style.icons import icon
from scenes.style.shapes import lit, rounded, sieved
from scenes.style.text import TextPainter
from scenes.style.theme import SMALL, Theme


class Shape(Enum):
    """How a control looks."""

    BUTTON = auto()
    """A separate background with a label or an icon."""
    SEGMENT = auto()
    """One of several on a shared background."""
    TAB = auto()
    """A word in a row of words; the chosen one is underlined."""
    SWITCH = auto()
    """The word and the knob of something that is on or off."""
    PICTURE = auto()
    """A picture with its label below."""


@dataclass(slots=True)
class Control:
    """Something that can be pressed.

    ``label`` is shown, or ``icon`` if there is one; both if it is ``named``. ``tip`` is shown on
    hover and told to screen readers, ``key`` is the equivalent key, written after the label.
    ``chosen`` marks the current one of several choices, or a switch that is on; ``strong`` the
    default button. ``picture`` draws a choice that is seen rather than read.
    """

    label: str
    action: Callable[[], object]
    rect: Rect = field(default_factory=lambda: Rect(0, 0, 0, 0))
    icon: str = ""
    tip: str = ""
    enabled: bool = True
    chosen: bool = False
    strong: bool = False
    flat: bool = False
    shape: Shape = Shape.BUTTON
    named: bool = False
    key: str = ""
    small: bool = False
    """Whether its label is in small type."""
    picture: Callable[[pygame.Surface, Rect, float], None] | None = None

    @property
    def spoken(self) -> str:
        """What a screen reader says."""
        return self.tip or self.label

    def width(self, text: TextPainter, size: int, unit: float) -> int:
        """Return the width that it needs with a label of ``size`` pixels."""
        wide = text.width(self.label, size, not self.flat)
        if self.shape is Shape.SWITCH:
            return wide + round(58 * unit)
        if self.icon:
            wide = wide + round(30 * unit) if self.named else 0
        if self.key:
            wide += text.width(self.key, round(SMALL * unit)) + round(8 * unit)
        pad = 18 if self.shape is Shape.SEGMENT else 24
        return max(wide + round(pad * unit), round(36 * unit))


@dataclass(frozen=True, slots=True)
class State:
    """Whether the mouse or the keyboard's focus is on a control."""

    hover: bool = False
    focus: bool = False
    pressed: bool = False


def paint_control(
    target: pygame.Surface,
    control: Control,
    theme: Theme,
    text: TextPainter,
    size: int,
    unit: float,
    state: State,
) -> None:
    """Draw one control in its state, with a label of ``size`` pixels."""
    if control.shape is Shape.SWITCH:
        _paint_switch(target, control, theme, text, size, unit, state)
    elif control.shape is Shape.PICTURE:
        _paint_picture(target, control, theme, text, unit, state)
    else:
        _paint_ground(target, control, theme, unit, state)
        _paint_face(target, control, theme, text, size, unit)
    if theme.grain and not control.enabled:
        sieved(target, theme.panel, control.rect, round(unit))
    if state.focus:
        width = max(2, round(2 * unit))
        frame = _around(control, unit).inflate(2, 2)
        rounded(target, theme.focus, frame, width, theme.radius(6 * unit))


def _around(control: Control, unit: float) -> Rect:
    """Return the area of a control that is highlighted; a switch spans the line and needs a
    margin."""
    wide = round(8 * unit) if control.shape is Shape.SWITCH else 0
    return control.rect.inflate(wide, 0)


def _ink(control: Control, theme: Theme) -> tuple[int, int, int]:
    if not control.enabled:
        return theme.faint
    if control.strong:
        return theme.on_accent
    return theme.accent if control.chosen else theme.ink


def _paint_ground(
    target: pygame.Surface, control: Control, theme: Theme, unit: float, state: State
) -> None:
    rect, radius = control.rect, theme.radius(6 * unit)
    hover = state.hover and control.enabled
    flat = control.flat or control.shape is not Shape.BUTTON
    shape = rect.move(0, round(unit)) if state.pressed else rect
    if control.strong:
        rounded(target, theme.accent, shape, radius=radius)
        if hover:
            # In every look, a second line inside shows that the mouse is on it.
            inner = shape.inflate(-round(6 * unit), -round(6 * unit))
            rounded(target, theme.on_accent, inner, max(1, round(unit)), theme.radius(4 * unit))
    elif hover:
        lit(target, theme, shape, unit)
    elif not flat:
        rounded(target, theme.button, shape, radius=radius)
        if theme.grain:
            pygame.draw.rect(target, theme.ink, rect, 1)
    if not control.chosen:
        return
    line = max(2, round(2 * unit))
    if control.shape is Shape.TAB:
        under = Rect(rect.left, rect.bottom - line - 1, rect.width, line + 1)
        target.fill(theme.accent, under.inflate(-round(16 * unit), 0))
    else:
        rounded(target, theme.accent, rect, line, radius=radius)


def _paint_face(
    target: pygame.Surface,
    control: Control,
    theme: Theme,
    text: TextPainter,
    size: int,
    unit: float,
) -> None:
    """Draw whichever of icon, label and key there are, centred."""
    size = round(SMALL * unit) if control.small else size
    rect, ink = control.rect, _ink(control, theme)
    room = rect.width - round((4 if control.small else 8) * unit)
    parts: list[pygame.Surface] = []
    if control.icon:
        side = min(round(24 * unit), rect.height - round(6 * unit), rect.width - round(4 * unit))
        parts.append(icon(control.icon, side, ink))
        room -= side + round(6 * unit)
    if control.named or not control.icon:
        bold = control.strong or control.chosen
        if control.key:
            small = round(SMALL * unit)
            room -= text.width(control.key, small) + round(8 * unit)
        label = text.fitted(control.label, size, room, bold)
        parts.append(text.line(label, size, ink, bold))
        if control.key:
            quiet = ink if control.strong else theme.faint
            parts.append(text.line(control.key, small, quiet))
    gap = round(7 * unit)
    left = rect.centerx - (sum(part.get_width() for part in parts) + gap * (len(parts) - 1)) // 2
    for part in parts:
        place = target.blit(part, part.get_rect(midleft=(left, rect.centery)))
        left = place.right + gap


def _paint_switch(
    target: pygame.Surface,
    control: Control,
    theme: Theme,
    text: TextPainter,
    size: int,
    unit: float,
    state: State,
) -> None:
    """Draw the word, and a knob at the left or at the right of its track."""
    rect = control.rect
    if state.hover and control.enabled:
        lit(target, theme, _around(control, unit), unit)
    track = Rect(0, 0, round(42 * unit), round(22 * unit))
    track.midright = rect.midright
    line = max(1, round(1.5 * unit))
    radius = theme.radius(track.height / 2)
    if control.chosen:
        rounded(target, theme.accent, track, radius=radius)
    else:
        rounded(target, theme.faint, track, line, radius)
    knob = Rect(0, 0, track.height - round(8 * unit), track.height - round(8 * unit))
    inset = round(4 * unit)
    knob.midleft = track.left + inset, track.centery
    if control.chosen:
        knob.midright = track.right - inset, track.centery
    colour = theme.on_accent if control.chosen else theme.faint
    rounded(target, colour, knob, radius=theme.radius(knob.height / 2))
    word = text.line(control.label, size, _ink(control, theme), control.chosen)
    target.blit(word, word.get_rect(midright=(track.left - round(10 * unit), rect.centery)))


def _paint_picture(
    target: pygame.Surface,
    control: Control,
    theme: Theme,
    text: TextPainter,
    unit: float,
    state: State,
) -> None:
    """Draw the picture of a choice, with its name below it."""
    rect, radius = control.rect, theme.radius(6 * unit)
    if state.hover:
        lit(target, theme, rect, unit)
    small = round(SMALL * unit)
    label = text.fitted(control.label, small, rect.width - round(4 * unit), control.chosen)
    line = text.line(label, small, _ink(control, theme), control.chosen)
    foot = rect.bottom - round(4 * unit)
    target.blit(line, line.get_rect(midbottom=(rect.centerx, foot)))
    if control.picture:
        pad = round(6 * unit)
        high = rect.height - round(small * 1.5) - pad - round(5 * unit)
        area = Rect(rect.left + pad, rect.top + pad, rect.width - 2 * pad, high)
        control.picture(target, area, unit)
    if control.chosen:
        rounded(target, theme.accent, rect, max(2, round(2 * unit)), radius)
