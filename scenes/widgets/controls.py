"""A set of controls: pressed by mouse or finger, walked through by keyboard."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from scenes.style.text import TextPainter
from scenes.style.theme import Theme
from scenes.widgets.buttons import Brush, Control, Shape, State

__all__ = ["Control", "Controls"]

_ROW = 12
"""Controls whose centres are at most this many pixels apart vertically are in one row."""


class Controls:
    """A row or a page of controls, one of which may be under the mouse and one in focus.

    ``invalidate`` asks the owner for another picture, as a control looks different.
    """

    def __init__(
        self, items: Sequence[Control] = (), invalidate: Callable[[], object] = lambda: None
    ) -> None:
        self.items = list(items)
        self.invalidate = invalidate
        self.hover: Control | None = None
        self.focus: Control | None = None
        self._pressed: Control | None = None

    def at(self, point: tuple[int, int]) -> Control | None:
        """Return the control at ``point``."""
        for control in self.items:
            if control.rect.collidepoint(point):
                return control
        return None

    def point(self, at: tuple[int, int] | None) -> None:
        """Note the mouse's position; None if it is elsewhere."""
        found = self.at(at) if at else None
        if found is not self.hover:
            self.hover = found
            self.invalidate()

    def press(self, at: tuple[int, int]) -> bool:
        """Handle a press of the left button; return whether it hit a control."""
        before, self._pressed = self._pressed, self.at(at)
        if self._pressed is not before:
            self.invalidate()
        return self._pressed is not None

    def release(self, at: tuple[int, int]) -> None:
        """Handle the left button's release: the pressed control acts if the mouse is still on
        it."""
        pressed, self._pressed = self._pressed, None
        if pressed is None:
            return
        self.invalidate()
        if pressed.enabled and pressed.rect.collidepoint(at):
            pressed.action()

    def leave(self) -> None:
        """Forget the press and the hover, for example when the window loses the mouse."""
        self._pressed = None
        self.point(None)

    def step_focus(self, forward: bool) -> bool:
        """Move the focus on; drop it and return False if it was on the last or first control."""
        able = [control for control in self.items if control.enabled]
        self.invalidate()
        if not able:
            self.focus = None
            return False
        if self.focus not in able:
            self.focus = able[0] if forward else able[-1]
            return True
        place = able.index(self.focus) + (1 if forward else -1)
        self.focus = able[place] if 0 <= place < len(able) else None
        return self.focus is not None

    def move_focus(self, dx: int, dy: int) -> None:
        """Move the focus to the nearest control in a direction; up and down to the line of a menu
        before or after this one, also from column to column."""
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
                return x * dx > 0 and abs(y) < control.rect.height
            return y * dy > 0

        nearest = min(filter(ahead, able), key=cost, default=None)
        if nearest:
            row = [one for one in able if one.rect.centery == nearest.rect.centery]
            chosen = [one for one in row if one.chosen]
            # Entering a row of choices, go to the chosen one.
            self.focus = chosen[0] if dy and len(chosen) == 1 else nearest
            self.invalidate()

    def activate(self) -> bool:
        """Act as the control in focus; return whether there was one."""
        if self.focus is None or not self.focus.enabled:
            return False
        self.invalidate()
        self.focus.action()
        return True

    def drop_focus(self) -> None:
        if self.focus is not None:
            self.focus = None
            self.invalidate()

    def paint(
        self, target: pygame.Surface, theme: Theme, text: TextPainter, size: int, unit: float
    ) -> None:
        """Draw all controls with text of ``size`` pixels."""
        brush = Brush(target, theme, text, size, unit)
        for control in self.items:
            brush.paint(control, self.state(control))

    def state(self, control: Control) -> State:
        """Return whether the mouse or the focus is on a control."""
        return State(control is self.hover, control is self.focus, control is self._pressed)
