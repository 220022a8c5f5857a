"""A page in a frame that lies over the table until it is closed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pygame
from pygame import Rect

from game.texts import tr
from scenes.announce import Announcer
from scenes.commands import PASTE, Command, unmodified
from scenes.controls import Control, paint_control
from scenes.keyboard import ARROWS, ENTER
from scenes.page import DigitField, Page
from scenes.shapes import ground
from scenes.text import TextPainter
from scenes.theme import LARGE, NORMAL, Theme, unit

_SCROLL: Final = 60
"""Pixels at unit 1 that a turn of the wheel or an arrow key scrolls."""


class Panel:
    """One panel. ``own`` is the command whose key closes it again; ``accept`` is what Enter does
    where the page has a field."""

    def __init__(
        self,
        own: Command,
        title: str,
        page: Page,
        text: TextPainter,
        announcer: Announcer,
        close: Callable[[], None],
        accept: Callable[[], None] | None = None,
    ) -> None:
        self.own = own
        self.title = title
        self.page = page
        self.dirty = True
        self._text = text
        self._announcer = announcer
        self._accept = accept
        self._close = close
        self._scroll = 0
        self._closer = Control("×", close, icon="quit", flat=True)
        announcer.say(title)

    def resize(self, size: tuple[int, int]) -> None:
        """Lie in the middle of a window of ``size``."""
        self._size = size
        scale = self._unit = unit(size)
        pad, head = round(18 * scale), round(52 * scale)
        width = min(size[0] - round(12 * scale), round(640 * scale))
        self._inner_width = width - 2 * pad
        self.page.flow(0, 0, self._inner_width, scale)
        height = min(size[1] - round(12 * scale), self.page.height + head + pad)
        self.rect = Rect(0, 0, width, height)
        self.rect.center = (size[0] // 2, size[1] // 2)
        self._view = Rect(
            self.rect.left + pad, self.rect.top + head, self._inner_width, height - head - pad // 2
        )
        side = round(36 * scale)
        self._closer.rect = Rect(self.rect.right - side - 6, self.rect.top + 6, side, side)
        self._flow()

    def _flow(self) -> None:
        most = max(0, self.page.height - self._view.height)
        self._scroll = max(0, min(self._scroll, most))
        self.page.flow(
            self._view.left, self._view.top - self._scroll, self._inner_width, self._unit
        )
        self.dirty = True

    def rebuild(self) -> None:
        """The page's content has changed."""
        self.page.rebuild()
        self.resize(self._size)

    def scroll(self, steps: float) -> None:
        """Scroll down by ``steps`` turns of the wheel; up if negative."""
        self._scroll += round(steps * _SCROLL * self._unit)
        self._flow()

    # -- input ---------------------------------------------------------------------------------

    def type_key(self, event: pygame.Event, pasted: Callable[[], str]) -> None:
        """A KEYDOWN event while the panel is open."""
        self.dirty = True
        if not unmodified(event):
            if self.page.field and PASTE.matches(event.key, event.mod):
                self.page.field.insert(pasted().strip())
                self.rebuild()
            return
        controls = self.page.controls
        entered = event.key in ENTER
        if event.key == pygame.K_ESCAPE:
            self._close()
        elif event.key == pygame.K_TAB:
            forward = not event.mod & pygame.KMOD_SHIFT
            # Behind the last control comes the field, or else the first control again.
            if not controls.step_focus(forward) and not self.page.field:
                controls.step_focus(forward)
            self._focus_moved()
        elif controls.focus and (entered or event.key == pygame.K_SPACE):
            controls.activate()
        elif self.page.field:
            self._edit(self.page.field, event, entered)
        elif event.key in ARROWS:
            self._arrow(*ARROWS[event.key])
        elif event.key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN):
            page = self._view.height / (_SCROLL * self._unit)
            self.scroll(page * (0.9 if event.key == pygame.K_PAGEDOWN else -0.9))

    def _edit(self, field: DigitField, event: pygame.Event, entered: bool) -> None:
        """A key in the field: characters, editing keys and Enter belong to it."""
        if entered and self._accept:
            self._accept()
        elif field.key(event.key) or field.insert(event.unicode):
            self.page.controls.drop_focus()
            self._announcer.say(field.text)
            self.rebuild()

    def _arrow(self, dx: int, dy: int) -> None:
        controls = self.page.controls
        before = controls.focus
        if controls.items:
            controls.move_focus(dx, dy)
        if dy and controls.focus is before:
            self.scroll(dy)
        else:
            self._focus_moved()

    def _focus_moved(self) -> None:
        """Say what is in focus now, and have it on the screen."""
        focus = self.page.controls.focus
        if focus is None:
            return
        if focus.rect.top < self._view.top:
            self._scroll -= self._view.top - focus.rect.top
        elif focus.rect.bottom > self._view.bottom:
            self._scroll += focus.rect.bottom - self._view.bottom
        self._flow()
        spoken = focus.spoken
        self._announcer.say(tr("{control}, chosen", control=spoken) if focus.chosen else spoken)

    def pointer_event(self, event: pygame.Event) -> None:
        """A mouse event while the panel is open; a click beside it closes it."""
        inside = self._view.collidepoint(event.pos)
        controls = self.page.controls
        if event.type == pygame.MOUSEMOTION:
            controls.point(event.pos if inside else None)
            self.dirty = self.dirty or controls.changed
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self.dirty = True
            closing = self._closer.rect.collidepoint(event.pos)
            if closing or not self.rect.collidepoint(event.pos):
                self._close()
            elif inside:
                controls.drop_focus()
                controls.press(event.pos)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            self.dirty = True
            controls.release(event.pos)

    # -- picture -------------------------------------------------------------------------------

    def paint(self, target: pygame.Surface, theme: Theme) -> None:
        """Draw the panel over whatever is there."""
        scale = self._unit
        ground(target, theme, self.rect, scale)
        title = self._text.line(self.title, round(LARGE * scale), theme.accent, True)
        target.blit(title, (self._view.left, self.rect.top + round(8 * scale)))
        size = round(NORMAL * scale)
        paint_control(target, self._closer, theme, self._text, size, scale)
        target.set_clip(self._view.inflate(8, 4).clip(target.get_rect()))
        self.page.paint(target, theme, scale)
        target.set_clip(None)
        self._paint_scroll(target, theme)
        self.dirty = False

    def _paint_scroll(self, target: pygame.Surface, theme: Theme) -> None:
        if self.page.height <= self._view.height:
            return
        share = self._view.height / self.page.height
        width = max(4, round(5 * self._unit))
        track = Rect(self.rect.right - width - 4, self._view.top, width, self._view.height)
        thumb = Rect(track.left, 0, width, max(24, round(track.height * share)))
        free = track.height - thumb.height
        most = self.page.height - self._view.height
        thumb.top = track.top + round(free * self._scroll / most)
        pygame.draw.rect(target, theme.slot, thumb, border_radius=width // 2)
