"""Buttons and other controls: their appearance, mouse handling and keyboard focus."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import NamedTuple

import pygame
from pygame import Rect

from game.support.texts import tr
from scenes.style.shapes import fill_checkered, icon, lit, rounded
from scenes.style.text import TextPainter
from scenes.style.theme import NORMAL, SMALL, Colour, Theme

Paint = Callable[[pygame.Surface, Rect, float], None]
"""Paints within an area, at the given scale."""


class Shape(Enum):
    """How a control looks."""

    BUTTON = auto()
    SEGMENT = auto()
    """One of several choices on a common background."""
    TAB = auto()
    SWITCH = auto()
    PICTURE = auto()
    """A picture with the label below."""
    LINE = auto()
    """A menu line, with icon and label at the left and the key at the right."""
    AREA = auto()
    """An area in which an item draws its own content."""


@dataclass(slots=True)
class Control:
    """Something that can be pressed, such as a button or switch."""

    label: str
    action: Callable[[], object]
    rect: Rect = field(default_factory=lambda: Rect(0, 0, 0, 0))
    icon: str = ""
    tip: str = ""
    """What the control does, in full."""
    enabled: bool = True
    chosen: bool = False
    """Whether the control is the current choice, or switched on."""
    strong: bool = False
    """Whether the control stands out, as a default button does."""
    flat: bool = False
    """Whether the control has no background."""
    shape: Shape = Shape.BUTTON
    named: bool = False
    """Whether the label is shown beside an icon."""
    key: str = ""
    """The name of a key that has the same effect."""
    small: bool = False
    """Whether the label is in small type."""
    picture: Paint | None = None
    """Paints the picture of a control whose shape is ``PICTURE``."""

    @property
    def spoken(self) -> str:
        """What a screen reader says for the control."""
        return self.tip or self.label

    @property
    def announced(self) -> str:
        """What is announced when the control gets the focus."""
        if self.chosen and self.shape is not Shape.SWITCH:
            return tr("{control}, selected", control=self.spoken)
        return self.spoken

    def width(self, text: TextPainter, size: int, unit: float) -> int:
        """Return the control's width in pixels when its font size is ``size``."""
        wide = text.width(self.label, size, not self.flat)
        if self.shape is Shape.SWITCH:
            return wide + round(58 * unit)
        if self.icon:
            wide = wide + round(30 * unit) if self.named else 0
        if self.key:
            wide += text.width(self.key, round(SMALL * unit)) + round(8 * unit)
        pad = 18 if self.shape is Shape.SEGMENT else 24
        return max(wide + round(pad * unit), round(36 * unit))


class Canvas(NamedTuple):
    """A surface with the tools for drawing controls and items."""

    target: pygame.Surface
    theme: Theme
    text: TextPainter
    unit: float
    controls: Controls
    """Says which control is hovered, focused or pressed."""

    def px(self, length: float) -> int:
        """Scale a length, and return it in whole pixels."""
        return round(length * self.unit)

    def write(
        self, words: str, size: float, colour: Colour, bold: bool = False, **at: tuple[int, int]
    ) -> Rect:
        """Draw a line of text at a position like ``midleft=(x, y)``; return its area.

        ``size`` is the font size before scaling.
        """
        line = self.text.line(words, self.px(size), colour, bold)
        return self.target.blit(line, line.get_rect(**at))

    def sign(self, name: str, side: int, colour: Colour, **at: tuple[int, int]) -> Rect:
        """Draw an icon at a position like ``midleft=(x, y)``; return its area."""
        picture = icon(name, side, colour)
        return self.target.blit(picture, picture.get_rect(**at))

    def rule(self, left: int, top: int, width: int) -> None:
        """Draw a thin horizontal line."""
        colour = self.theme.ink if self.theme.grain else self.theme.hover
        self.target.fill(colour, (left, top, width, 1))

    def paint_controls(self, items: Iterable[Control]) -> None:
        for control in items:
            self._paint(control)

    def _paint(self, control: Control) -> None:
        self._paint_ground(control)
        if control.shape is Shape.SWITCH:
            self._paint_switch(control)
        elif control.shape is Shape.PICTURE:
            self._paint_picture(control)
        elif control.shape is Shape.LINE:
            self._paint_line(control)
        elif control.shape is not Shape.AREA:
            self._paint_face(control)
        if self.theme.grain and not control.enabled:
            fill_checkered(self.target, self.theme.panel, control.rect, self.px(1))
        if control is self.controls.focus:
            frame, radius = self._around(control).inflate(2, 2), self.theme.radius(6 * self.unit)
            rounded(self.target, self.theme.focus, frame, max(2, self.px(2)), radius)

    def _around(self, control: Control) -> Rect:
        # A switch, which is a whole row, gets a margin.
        wide = self.px(8) if control.shape is Shape.SWITCH else 0
        return control.rect.inflate(wide, 0)

    def _ink(self, control: Control) -> Colour:
        if not control.enabled:
            return self.theme.faint
        if control.strong:
            return self.theme.on_accent
        return self.theme.accent if control.chosen else self.theme.ink

    def _paint_ground(self, control: Control) -> None:
        theme, shape, line = self.theme, self._around(control), max(2, self.px(2))
        radius, inset = theme.radius(6 * self.unit), -self.px(6)
        hover = control is self.controls.hover and control.enabled
        if control is self.controls.pressed:
            shape.move_ip(0, self.px(1))
        if control.strong:
            rounded(self.target, theme.accent, shape, radius=radius)
            if hover:
                # A line inside the frame is visible in every theme.
                inner, round_off = shape.inflate(inset, inset), theme.radius(4 * self.unit)
                rounded(self.target, theme.on_accent, inner, max(1, self.px(1)), round_off)
        elif hover or (control.chosen and control.shape is Shape.AREA):
            lit(self.target, theme, shape, self.unit)
        elif control.shape is Shape.BUTTON and not control.flat:
            rounded(self.target, theme.button, shape, radius=radius)
            if theme.grain:
                pygame.draw.rect(self.target, theme.ink, control.rect, 1)
        if control.chosen and control.shape is Shape.TAB:
            under = Rect(shape.left, control.rect.bottom - line - 1, shape.width, line + 1)
            self.target.fill(theme.accent, under.inflate(-self.px(16), 0))
        elif control.chosen and control.shape not in (Shape.SWITCH, Shape.AREA):
            rounded(self.target, theme.accent, control.rect, line, radius)

    def _paint_face(self, control: Control) -> None:
        size = self.px(SMALL if control.small else NORMAL)
        rect, ink = control.rect, self._ink(control)
        room = rect.width - round((4 if control.small else 8) * self.unit)
        parts: list[pygame.Surface] = []
        if control.icon:
            side = min(self.px(24), rect.height - self.px(6), rect.width - self.px(4))
            parts.append(icon(control.icon, side, ink))
            room -= side + self.px(6)
        if control.named or not control.icon:
            bold, key = control.strong or control.chosen, list[pygame.Surface]()
            if control.key:
                quiet = ink if control.strong else self.theme.faint
                key = [self.text.line(control.key, self.px(SMALL), quiet)]
                room -= key[0].get_width() + self.px(8)
            label = self.text.fitted(control.label, size, room, bold)
            parts += [self.text.line(label, size, ink, bold), *key]
        gap = self.px(7)
        wide = sum(part.get_width() for part in parts) + gap * (len(parts) - 1)
        left = rect.centerx - wide // 2
        for part in parts:
            place = self.target.blit(part, part.get_rect(midleft=(left, rect.centery)))
            left = place.right + gap

    def _paint_line(self, control: Control) -> None:
        rect, ink = control.rect, self._ink(control)
        side, middle = self.px(22), rect.centery
        if control.icon:
            self.sign(control.icon, side, ink, midleft=(rect.left + self.px(6), middle))
        quiet = ink if control.strong else self.theme.faint
        end = rect.right - self.px(8), middle
        place = self.write(control.key, SMALL, quiet, midright=end)
        left = rect.left + self.px(12) + side
        room = place.left - self.px(8) - left
        label = self.text.fitted(control.label, self.px(NORMAL), room, control.strong)
        self.write(label, NORMAL, ink, control.strong, midleft=(left, middle))

    def _paint_switch(self, control: Control) -> None:
        theme, on, inset = self.theme, control.chosen, self.px(4)
        track = Rect(0, 0, self.px(42), self.px(22))
        track.midright = control.rect.midright
        line, radius = 0 if on else max(1, self.px(1.5)), theme.radius(track.height / 2)
        rounded(self.target, theme.accent if on else theme.faint, track, line, radius)
        knob = Rect(0, 0, track.height - 2 * inset, track.height - 2 * inset)
        knob.midleft = track.left + inset, track.centery
        if on:
            knob.midright = track.right - inset, track.centery
        colour = theme.on_accent if on else theme.faint
        rounded(self.target, colour, knob, radius=theme.radius(knob.height / 2))
        end = track.left - self.px(10), control.rect.centery
        self.write(control.label, NORMAL, self._ink(control), on, midright=end)

    def _paint_picture(self, control: Control) -> None:
        rect, small = control.rect, self.px(SMALL)
        label = self.text.fitted(control.label, small, rect.width - self.px(4), control.chosen)
        foot = rect.centerx, rect.bottom - self.px(4)
        self.write(label, SMALL, self._ink(control), control.chosen, midbottom=foot)
        if control.picture:
            pad = self.px(6)
            high = rect.height - round(small * 1.5) - pad - self.px(5)
            area = Rect(rect.left + pad, rect.top + pad, rect.width - 2 * pad, high)
            control.picture(self.target, area, self.unit)


_ROW = 12
"""The height in pixels within which controls count as one row when the focus moves up or down."""


class Controls:
    """A set of controls that knows which of them is hovered, focused and pressed."""

    def __init__(
        self, items: Sequence[Control] = (), invalidate: Callable[[], object] = lambda: None
    ) -> None:
        self.items = list(items)
        self.invalidate = invalidate
        """Called when a control has to be redrawn."""
        self.hover: Control | None = None
        self.focus: Control | None = None
        self.pressed: Control | None = None

    def at(self, point: tuple[int, int]) -> Control | None:
        return next((one for one in self.items if one.rect.collidepoint(point)), None)

    def point(self, at: tuple[int, int] | None) -> None:
        """Update which control the mouse hovers over; ``at`` is None if it is elsewhere."""
        found = self.at(at) if at else None
        if found is not self.hover:
            self.hover = found
            self.invalidate()

    def press(self, at: tuple[int, int]) -> bool:
        """Handle a press of the left button; return whether it hit a control."""
        self.pressed = self.at(at)
        self.invalidate()
        return self.pressed is not None

    def release(self, at: tuple[int, int]) -> None:
        """Release the pressed control, which acts if it is enabled and still under the mouse."""
        pressed, self.pressed = self.pressed, None
        if pressed is None:
            return
        self.invalidate()
        if pressed.enabled and pressed.rect.collidepoint(at):
            pressed.action()

    def leave(self) -> None:
        """Forget the pressed and the hovered control."""
        self.pressed = None
        self.point(None)

    def step_focus(self, forward: bool, *, wraps: bool = False) -> bool:
        """Focus the next or previous enabled control; return whether a control now has the focus.

        Going past an end drops the focus, unless ``wraps`` is True.
        """
        able = [control for control in self.items if control.enabled]
        self.invalidate()
        if not able:
            self.focus = None
            return False
        if self.focus not in able:
            self.focus = able[0] if forward else able[-1]
            return True
        place = able.index(self.focus) + (1 if forward else -1)
        place = place % len(able) if wraps else place
        self.focus = able[place] if 0 <= place < len(able) else None
        return self.focus is not None

    def move_focus(self, dx: int, dy: int) -> None:
        """Focus the nearest enabled control in a direction, or the first if none has the focus."""
        able = [control for control in self.items if control.enabled]
        if self.focus not in able:
            self.step_focus(True)
            return
        if dy and self.focus.shape is Shape.LINE:
            place = able.index(self.focus) + dy
            self.focus = able[max(0, min(place, len(able) - 1))]
            self.invalidate()
            return
        start = self.focus.rect.center

        def cost(control: Control) -> tuple[int, int]:
            x, y = control.rect.centerx - start[0], control.rect.centery - start[1]
            if dx:
                return x * dx + 3 * abs(y), x * dx
            # Prefer the next row, and in it the nearest control.
            return y * dy // _ROW, abs(x)

        def ahead(control: Control) -> bool:
            x, y = control.rect.centerx - start[0], control.rect.centery - start[1]
            if dx:
                beside = control.shape is Shape.LINE or abs(y) < control.rect.height
                return x * dx > 0 and beside
            return y * dy > 0

        nearest = min(filter(ahead, able), key=cost, default=None)
        if nearest:
            row = [one for one in able if one.rect.centery == nearest.rect.centery]
            chosen = [one for one in row if one.chosen]
            # When the focus enters a row of choices, it goes to the chosen one.
            self.focus = chosen[0] if dy and len(chosen) == 1 else nearest
            self.invalidate()

    def activate(self) -> bool:
        """Press the focused control, if enabled; return whether it was pressed."""
        if self.focus is None or not self.focus.enabled:
            return False
        self.invalidate()
        self.focus.action()
        return True

    def drop_focus(self) -> None:
        if self.focus is not None:
            self.focus = None
            self.invalidate()
