"""A page of items, and the panel that shows it.

The panel is a sheet that slides over part of the table and stays until it is closed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import pygame
from pygame import Rect

from game.support.errors import GivenError
from game.support.texts import tr
from scenes.kit.announce import Announcer
from scenes.kit.commands import ARROWS, ENTER, Command, command_of, unmodified
from scenes.style.text import TextPainter
from scenes.style.theme import LARGE, Theme, unit
from scenes.widgets.controls import Canvas, Control, Controls, ControlState
from scenes.widgets.items import DigitField, Item, MenuLines, Picture, Tabs, TextField
from scenes.widgets.notice import Tip
from scenes.widgets.sheet import ScrollBar, paint_edge, paint_fades, sheet_rect, sheet_width

_SECONDS: Final = 0.14


class Slide:
    """The animation of a sheet that slides in or, if ``out``, slides out."""

    def __init__(self, sheet: Panel, *, out: bool) -> None:
        self._sheet = sheet
        self._out = out
        self._picture: pygame.Surface | None = None
        self._left = _SECONDS

    @property
    def was_shown(self) -> bool:
        """Whether the sheet has been shown at least once."""
        return self._picture is not None

    def tick(self, seconds: float) -> bool:
        """Advance the slide by ``seconds``, unless its first frame has yet to be shown; return
        False when the slide is over."""
        if self.was_shown:
            self._left -= seconds
        return self._left > 0

    def paint(self, target: pygame.Surface, theme: Theme) -> None:
        """Draw the visible part of the sheet onto ``target``, which already shows the scene."""
        place = self._sheet.rect.clip(target.get_rect())
        if self._picture is None:
            behind = target.subsurface(place).copy()
            self._sheet.paint_sheet(target, theme)
            self._picture = target.subsurface(place).copy()
            target.blit(behind, place)
            if self._out:
                self._sheet.free_pictures()
        left = max(0.0, self._left / _SECONDS)
        share = (1 - left) ** 2 if self._out else left**3
        way = Rect(self._sheet.rect)
        if way.top <= 0:
            way.left += round(way.width * share)
        else:
            way.top += round(way.height * share)
        target.blit(self._picture, way)
        paint_edge(target, theme, way, self._sheet.unit)


_SCROLLING: Final = (pygame.K_PAGEUP, pygame.K_PAGEDOWN, pygame.K_HOME, pygame.K_END)


_SCROLL: Final = 60
"""How far a step of the wheel or an arrow key scrolls, in pixels at unit 1."""
_SLOP: Final = 8
"""How far a finger must move before it drags the page, in pixels at unit 1."""
_VEIL: Final = (196, 196, 196)
"""The factors, in 255ths, by which a panel darkens the red, green and blue of the table."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """The properties that differ from panel to panel.

    ``command`` is the command whose key also closes the panel, and ``title`` is its title.
    ``width`` is its width in pixels at unit 1. ``height`` is its maximum height when it is at the
    foot of the window, as a fraction of the window's height. ``veil`` says whether the panel
    darkens the table.
    """

    command: Command
    title: str
    width: int = 460
    height: float = 0.86
    veil: bool = True


class Panel:
    """A panel that is open.

    ``accept`` is called when Enter is pressed on a page with a field. ``refuse`` plays the refusal
    sound. ``moves`` says whether the panel slides in; otherwise it appears at once.
    """

    def __init__(
        self,
        sheet: Sheet,
        page: Page,
        text: TextPainter,
        announcer: Announcer,
        close: Callable[[], None],
        accept: Callable[[], None] | None = None,
        refuse: Callable[[], None] = lambda: None,
        *,
        moves: bool = False,
    ) -> None:
        self.command = sheet.command
        self.title = sheet.title
        self.page = page
        page.invalidate = self.invalidate
        self.dirty = True
        self._sheet = sheet
        self._text = text
        self._announcer = announcer
        self._accept = accept
        self._refuse = refuse
        self.close = close
        self._bar = ScrollBar()
        self._slide = Slide(self, out=False) if moves else None
        self._tip = Tip(text)
        self.poll: Callable[[], None] = lambda: None
        """A function that is called regularly to check whether the page has to change."""
        self._touched: tuple[int, int] | None = None
        """The row where the page was pressed, and the scroll position at the time; None if it is
        not pressed."""
        self._dragged = False
        tip = f"{tr('Close')} – Esc"
        self._closer = Control("×", close, icon="quit", tip=tip, flat=True)
        self._on_closer = False
        self._unread = True
        """Whether the page has yet to be announced."""
        self._told: frozenset[int] = frozenset()
        """The indices of the items that were visible at the last announcement."""

    def resize(self, size: tuple[int, int]) -> None:
        """Put the panel at the side or at the foot of a window of ``size``."""
        self._size = size
        scale = self.unit = unit(size, self._text.density)
        width = sheet_width(size, round(self._sheet.width * scale), scale)
        pad = round((20 if width > 560 * scale or width < size[0] else 16) * scale)
        side, inner = round(36 * scale), width - 2 * pad
        head = round(54 * scale)
        tabs = self.page.lay_out_tabs(0, 0, inner, scale)
        gap = round(12 * scale) if tabs else 0
        self.page.lay_out(0, 0, inner, scale)
        most = round(self._sheet.height * size[1])
        # With tabs, the sheet always has its full height, so that the tabs stay in place.
        high = most if tabs else min(most, head + self.page.height + pad)
        self.rect = sheet_rect(size, width, high)
        left, top = self.rect.left + pad, self.rect.top + head
        self.page.lay_out_tabs(left, top, inner, scale)
        top += tabs
        self._view = Rect(left, top, inner, self.rect.bottom - top)
        self._tabs = Rect(left, self.rect.top + head, inner, tabs)
        self._closer.rect = Rect(0, 0, side, side)
        self._closer.rect.midright = self.rect.right - pad // 2, self.rect.top + head // 2
        track = Rect(self._view.right, top, self.rect.right - self._view.right, self._view.height)
        self._gap = gap
        self._bar.place(track, self.page.height + gap + pad, self._view.height, scale)
        self.page.lay_out(left, top + gap - self._bar.at, inner, scale)
        self._arrive()
        self.invalidate()
        if self._unread:
            self._announcer.say(self.title)
            self._read_out()

    def invalidate(self) -> None:
        """Ask for a new frame, because the panel's appearance has changed."""
        self.dirty = True

    def rebuild(self) -> None:
        """Update the page after its content has changed."""
        self.page.rebuild()
        self.resize(self._size)

    def show_page(self) -> None:
        """Show another part of the panel's content: rebuild the page, scroll to the top, and read
        the page out."""
        self._bar.to(0)
        self.rebuild()
        shown = next((tab for tab in self.page.controls.items if tab.chosen), None)
        if shown is not None and self.page.controls.focus is None:
            self._announcer.say(shown.spoken)
        self._read_out()

    def _read_out(self) -> None:
        """Announce the visible part of the page, and say if there is more below."""
        self._unread = False
        if not self._announcer.heard:
            return
        self._told = frozenset()
        self._read_on()
        items = enumerate(self.page.items)
        if any(item.read_out for number, item in items if number not in self._told):
            self._announcer.say(tr("More below: Page Down."))

    def _read_on(self) -> None:
        """Announce the items that have just become visible."""
        if not self._announcer.heard:
            return
        view, items, tabs = self._view, self.page.items, self.page.tabs
        seen = frozenset(
            number
            for number, item in enumerate(items)
            if item is tabs or (item.rect.top < view.bottom and item.rect.bottom > view.top)
        )
        for number in sorted(seen - self._told):
            for line in items[number].read_out:
                self._announcer.say(line)
        self._told = seen

    def scroll(self, steps: float) -> None:
        """Scroll down by ``steps`` steps of the wheel; up if negative."""
        self._scroll_to(self._bar.at + round(steps * _SCROLL * self.unit))

    def _scroll_to(self, pixels: int) -> None:
        before = self._bar.at
        self._bar.to(pixels)
        self.page.shift(before - self._bar.at)
        self.invalidate()
        self._read_on()

    # -- time ----------------------------------------------------------------------------------

    @property
    def moving(self) -> bool:
        return self._slide is not None

    def tick(self, seconds: float) -> None:
        """Advance the slide and the tip's delay by ``seconds``."""
        if self._slide:
            if not self._slide.tick(seconds):
                self._slide = None
            self.invalidate()
        if self._tip.tick(seconds):
            self.invalidate()

    def _arrive(self) -> None:
        """End the slide at once, unless its first frame has yet to be shown."""
        if self._slide and self._slide.was_shown:
            self._slide = None

    # -- keys ----------------------------------------------------------------------------------

    def type_key(self, event: pygame.Event, pasted: Callable[[], str]) -> None:
        """Handle a KEYDOWN event while the panel is open; ``pasted`` returns the text on the
        clipboard, or raises ``GivenError``."""
        self.invalidate()
        self._arrive()
        controls, field = self.page.controls, self.page.field
        entered = event.key in ENTER
        if not unmodified(event):
            if field and command_of(event) is Command.PASTE:
                self._paste(field, pasted)
        elif event.key == pygame.K_ESCAPE:
            self.close()
        elif event.key == pygame.K_TAB:
            forward = not event.mod & pygame.KMOD_SHIFT
            # After the last control, Tab goes to the field; without a field, it goes back to the
            # first control.
            if not controls.step_focus(forward) and not field:
                controls.step_focus(forward)
            self._focus_moved()
        elif controls.focus and (entered or event.key == pygame.K_SPACE):
            self.activate()
        elif field:
            self._edit(field, event, entered)
        elif event.key in ARROWS:
            self._arrow(*ARROWS[event.key])
        elif event.key in _SCROLLING or event.key == pygame.K_SPACE:
            self._scroll_by_key(event.key)

    def fill(self, text: str) -> None:
        """Put ``text`` into the field, if the field accepts it."""
        if field := self.page.field:
            field.text, field.caret = "", 0
            self._enter_text(field, text)

    def _edit(self, field: DigitField, event: pygame.Event, entered: bool) -> None:
        """Handle a key in the field, which takes characters, editing keys and Enter."""
        if entered and self._accept:
            self._accept()
        elif field.key(event.key):
            self.page.controls.drop_focus()
            self._announcer.say(field.text)
            self.rebuild()
        elif event.unicode.isprintable() and (event.unicode.strip() or self._space(field, event)):
            self._enter_text(field, event.unicode)
        elif event.key in ARROWS:
            self.scroll(ARROWS[event.key][1])

    @staticmethod
    def _space(field: DigitField, event: pygame.Event) -> bool:
        """Return whether the event types a space into a text field."""
        return event.unicode == " " and isinstance(field, TextField)

    def _paste(self, field: DigitField, pasted: Callable[[], str]) -> None:
        """Enter the text on the clipboard into the field."""
        try:
            self._enter_text(field, pasted().strip())
        except GivenError as error:
            self._deny(field, str(error))

    def _enter_text(self, field: DigitField, text: str) -> None:
        """Enter text into the field; if the field refuses it, say why."""
        self.page.controls.drop_focus()
        if field.insert(text):
            self._announcer.say(field.text)
            self.rebuild()
        else:
            self._deny(field, field.complaint)

    def _deny(self, field: DigitField, complaint: str) -> None:
        """Refuse an input with a sound, and show and announce the ``complaint``."""
        field.complaint = complaint
        self._refuse()
        self._announcer.say(complaint)
        self.rebuild()

    def _arrow(self, dx: int, dy: int) -> None:
        """Move the focus; if no control has it, change tabs or scroll."""
        controls = self.page.controls
        before = controls.focus
        if before is None and dy and self._bar.most and not self.page.walked:
            self.scroll(dy)
            return
        if before is None and dx and self.page.tabs:
            self._turn(dx)
            return
        if controls.items:
            controls.move_focus(dx, dy)
        if dy and controls.focus is before:
            self.scroll(dy)
        else:
            self._focus_moved()

    def _turn(self, by: int) -> None:
        """Go to the tab before or after the current one."""
        tabs = list(self.page.tabs.controls) if self.page.tabs else []
        now = next((place for place, tab in enumerate(tabs) if tab.chosen), 0)
        if 0 <= now + by < len(tabs):
            tabs[now + by].action()

    def activate(self) -> None:
        """Press the focused control; if this rebuilds the page, announce the control that now has
        the focus."""
        controls = self.page.controls
        controls.activate()
        if self.page.controls is not controls:
            self._focus_moved()

    @property
    def closer(self) -> Control:
        return self._closer

    def focus_on(self, control: Control) -> None:
        if any(item is control for item in self.page.controls.items):
            self.page.controls.focus = control
            self.invalidate()
            self._focus_moved()

    def use(self, control: Control) -> None:
        """Press one of the page's controls, as if it had the focus."""
        self.focus_on(control)
        self.activate()

    def _scroll_by_key(self, key: int) -> None:
        """Scroll by a page, or to the beginning or end, depending on ``key``."""
        page = round(self._view.height * 0.85)
        self._scroll_to(
            {
                pygame.K_PAGEUP: self._bar.at - page,
                pygame.K_PAGEDOWN: self._bar.at + page,
                pygame.K_SPACE: self._bar.at + page,
                pygame.K_HOME: 0,
                pygame.K_END: self._bar.most,
            }[key]
        )

    def _focus_moved(self) -> None:
        """Announce the focused control, and scroll it into view."""
        focus = self.page.controls.focus
        if focus is None:
            return
        tabs = self.page.tabs
        margin = round(28 * self.unit)
        if tabs is None or focus not in tabs.controls:
            if focus.rect.top < self._view.top + margin:
                self._scroll_to(self._bar.at - (self._view.top + margin - focus.rect.top))
            elif focus.rect.bottom > self._view.bottom - margin:
                self._scroll_to(self._bar.at + focus.rect.bottom - self._view.bottom + margin)
        self._announcer.say(focus.announced)

    # -- mouse and finger ----------------------------------------------------------------------

    def pointer_event(self, event: pygame.Event) -> None:
        """Handle a mouse event while the panel is open; a click beside the panel closes it."""
        if event.type == pygame.MOUSEMOTION:
            self._move(event)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._press(event.pos)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            self._release(event.pos)

    def _on_page(self, at: tuple[int, int]) -> bool:
        return self._view.collidepoint(at) or self._tabs.collidepoint(at)

    def _move(self, event: pygame.Event) -> None:
        controls, at = self.page.controls, event.pos
        if not event.buttons[0]:
            self._touched = None
            self._bar.release()
        if self._bar.grabbed:
            before = self._bar.at
            self._bar.drag(at)
            self.page.shift(before - self._bar.at)
            self.invalidate()
            return
        if self._touched is not None and self._bar.most:
            begun, scrolled = self._touched
            if abs(at[1] - begun) > _SLOP * self.unit:
                self._dragged = True
                controls.leave()
            if self._dragged:
                self._scroll_to(scrolled + begun - at[1])
                return
        controls.point(at if self._on_page(at) else None)
        closer = self._closer.rect.collidepoint(at)
        seen = self._tip.watch(self._closer if closer else None)
        if self._bar.point(at) or closer is not self._on_closer or seen:
            self.invalidate()
        self._on_closer = closer

    def _press(self, at: tuple[int, int]) -> None:
        self.invalidate()
        self._arrive()
        self._dragged = False
        if self._closer.rect.collidepoint(at) or not self.rect.collidepoint(at):
            self.close()
        elif self._bar.press(at):
            self.resize(self._size)
        elif self._on_page(at):
            self.page.controls.drop_focus()
            self.page.controls.press(at)
            if self._view.collidepoint(at):
                self._touched = at[1], self._bar.at

    def _release(self, at: tuple[int, int]) -> None:
        self.invalidate()
        self._touched = None
        self._bar.release()
        if not self._dragged:
            self.page.controls.release(at)

    # -- picture -------------------------------------------------------------------------------

    def paint(self, target: pygame.Surface, theme: Theme) -> None:
        """Draw the panel onto ``target``, which already shows the scene."""
        if self._sheet.veil and theme.grain is None:
            target.fill(_VEIL, special_flags=pygame.BLEND_MULT)
        self.dirty = False
        if self._slide:
            self._slide.paint(target, theme)
        else:
            paint_edge(target, theme, self.rect, self.unit)
            self.paint_sheet(target, theme)

    def free_pictures(self) -> None:
        """Free all pictures; called when the panel is closed."""
        self._slide = None
        for item in self.page.items:
            if isinstance(item, Picture):
                item.free_pictures()

    def paint_sheet(self, target: pygame.Surface, theme: Theme) -> None:
        """Draw the sheet itself, without its edge."""
        scale = self.unit
        beside = self.rect.top <= 0
        line = max(1, round(scale)) if self.rect.size != target.get_size() else 0
        inner = self.rect.copy()
        if beside:
            inner.left, inner.width = inner.left + line, inner.width - line
        else:
            inner.top, inner.height = inner.top + line, inner.height - line
        target.fill(theme.panel, inner)
        room = self._closer.rect.left - self._view.left - round(8 * scale)
        words = self._text.fitted(self.title, round(LARGE * scale), room, True)
        canvas = Canvas(target, theme, self._text, scale, self.page.controls)
        start = self._view.left, self._closer.rect.centery
        canvas.write(words, LARGE, theme.accent, True, midleft=start)
        canvas.paint(self._closer, ControlState(hover=self._on_closer))
        if self.page.tabs:
            self.page.tabs.paint(canvas)
        # Focus frames reach slightly beyond the page.
        view = self._view.inflate(round(8 * scale), 0).clip(target.get_rect())
        target.set_clip(view)
        self.page.paint(target, theme, scale)
        target.set_clip(None)
        paint_fades(target, theme, view, self._bar.at, self._bar.most - self._bar.at, scale)
        self._bar.paint(target, theme)
        self._tip.paint(target, self._closer.rect.bottom, theme)


class Page:
    """Items arranged one below another.

    ``build`` returns the items, and is called again after every change. If there are tabs, they
    come first, and stay in place when the rest scrolls.
    """

    def __init__(self, text: TextPainter, build: Callable[[], Sequence[Item]]) -> None:
        self._text = text
        self._build = build
        self.invalidate: Callable[[], object] = lambda: None
        """Asks the owner for a new frame."""
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
        """The page's field; None if it has none."""
        return next((item for item in self.items if isinstance(item, DigitField)), None)

    @property
    def walked(self) -> bool:
        """Whether the page is a menu, in which the arrow keys move the focus even if no control has
        it yet."""
        return any(isinstance(item, MenuLines) for item in self.items)

    @property
    def tabs(self) -> Tabs | None:
        """The tabs above the page; None if it has none."""
        first = self.items[0] if self.items else None
        return first if isinstance(first, Tabs) else None

    @property
    def _scrolled(self) -> list[Item]:
        return [item for item in self.items if item is not self.tabs]

    @property
    def spoken(self) -> list[str]:
        """The lines that a screen reader reads out for the page."""
        return [line for item in self.items for line in item.spoken]

    def lay_out_tabs(self, left: int, top: int, width: int, unit: float) -> int:
        """Lay out the tabs and return their height, in pixels."""
        return self.tabs.lay_out(left, top, width, unit, self._text) - top if self.tabs else 0

    def lay_out(self, left: int, top: int, width: int, unit: float) -> None:
        """Lay out everything below the tabs, from ``top`` on, and set ``height``, in pixels."""
        y = top
        for number, item in enumerate(self._scrolled):
            y += round(item.lead * unit) if number else 0
            y = item.lay_out(left, y, width, unit, self._text)
        self.height = y - top

    def shift(self, pixels: int) -> None:
        """Move everything except the tabs down by ``pixels``."""
        moved = set()
        for item in self._scrolled:
            for rect in (item.rect, *(control.rect for control in item.controls)):
                # An item and its control may share a rectangle, which must be moved only once.
                if id(rect) not in moved:
                    moved.add(id(rect))
                    rect.move_ip(0, pixels)

    def paint(self, target: pygame.Surface, theme: Theme, unit: float) -> None:
        """Draw everything within the clip of the target."""
        canvas = Canvas(target, theme, self._text, unit, self.controls)
        for item in self._scrolled:
            if item.rect.colliderect(target.get_clip()):
                item.paint(canvas)
