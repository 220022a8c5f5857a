"""Panels, which lie over the scene, and their pages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import pygame
from pygame import Rect

from game.support.errors import GivenError
from game.support.texts import tr
from scenes.kit.clipboard import pasted
from scenes.kit.commands import ARROWS, ENTER, Command, command_of, unmodified
from scenes.kit.services import Kit
from scenes.style.text import TextPainter
from scenes.style.theme import LARGE, Theme, unit
from scenes.widgets.controls import Canvas, Control, Controls
from scenes.widgets.items import Item, MenuLines, Tabs, TextField
from scenes.widgets.notice import Tip
from scenes.widgets.sheet import ScrollBar, at_foot, paint_edge, paint_fades

_SECONDS: Final = 0.14
"""How long a panel takes to slide in, in seconds."""
_SCROLL: Final = 60
"""How far a step of the wheel or an arrow key scrolls, in pixels, before scaling."""
_SLOP: Final = 8
"""How far the pointer must move to count as dragging, in pixels, before scaling."""
_LEAST_BESIDE: Final = 150
"""The minimum width left beside a panel, in pixels, before scaling. Where there is less room, the
panel fills the window."""
_VEIL: Final = (196, 196, 196)
"""The scene under a panel is multiplied by this colour, which darkens it."""


class Sheet(NamedTuple):
    """The fixed properties of a panel."""

    command: Command
    """The command that opens the panel, and closes it again."""
    title: str
    width: int = 460
    """The width in pixels, before scaling."""
    shows_table: bool = False
    """Whether the panel leaves more of the scene visible, and doesn't darken it."""


class Panel:
    """An open panel. Enter in its text field calls ``accept``."""

    def __init__(
        self,
        kit: Kit,
        sheet: Sheet,
        build: Callable[[], Sequence[Item]],
        close: Callable[[], None],
        accept: Callable[[], None] | None = None,
    ) -> None:
        self.command = sheet.command
        self.title = sheet.title
        self.dirty = True
        self.page = Page(kit.text, build, self.invalidate)
        self.close = close
        self._kit, self._sheet, self._accept = kit, sheet, accept
        self._bar = ScrollBar()
        self._sliding = 0.0
        """The seconds until the panel has slid in; 0 or less afterwards."""
        self._picture: pygame.Surface | None = None
        """The picture that slides in. It is None before that and once the panel is in its place."""
        self._tip = Tip(kit.text)
        self.poll: Callable[[], None] = lambda: None
        """Called regularly, to update the page if necessary."""
        self._touched: tuple[int, int] | None = None
        """The y coordinate and scroll position at the last press; None while nothing is pressed."""
        self._dragged = False
        tip = f"{tr('Close')} – Esc"
        self.closer = Control("×", close, icon="quit", tip=tip, flat=True)
        self._head = Controls([self.closer], self.invalidate)
        self._told: frozenset[int] = frozenset()
        """The indices of the items that were visible when ``_read_on`` last ran."""

    def open(self, size: tuple[int, int], *, slides: bool) -> None:
        """Show and announce the panel, sliding it in if ``slides``."""
        self.resize(size)
        self._sliding = _SECONDS if slides else 0.0
        self._kit.announcer.say(self.title)
        self._read_out()

    def resize(self, size: tuple[int, int]) -> None:
        """Fit the panel into a window of this ``size``, and stop sliding it in."""
        self._size = size
        scale = self.unit = unit(size, self._kit.text.density)
        width = round(self._sheet.width * scale)
        if at_foot(size) or size[0] - width < _LEAST_BESIDE * scale:
            width = size[0]
        pad = round((20 if width > 560 * scale or width < size[0] else 16) * scale)
        side, inner = round(36 * scale), width - 2 * pad
        head = round(54 * scale)
        self.page.lay_out(0, 0, inner, scale)
        high = round((0.62 if self._sheet.shows_table else 0.86) * size[1])
        # With tabs, the sheet always has its full height, so that the tabs stay in place.
        if not self.page.tabs:
            high = min(high, head + self.page.height + pad)
        self.rect = Rect(0, 0, width, high if at_foot(size) else size[1])
        self.rect.bottomright = size
        left, top = self.rect.left + pad, self.rect.top + head
        self._place = left, top, inner
        self.closer.rect = Rect(0, 0, side, side)
        self.closer.rect.midright = self.rect.right - pad // 2, self.rect.top + head // 2
        top += self.page.tabs_height
        self._view = Rect(left, top, inner, self.rect.bottom - top)
        track = Rect(self._view.right, top, self.rect.right - self._view.right, self._view.height)
        self._bar.place(track, self.page.height + pad, scale)
        self._lay_page()
        self._sliding = 0.0

    def _lay_page(self) -> None:
        self.page.lay_out(*self._place, self.unit, self._bar.at)
        self.invalidate()

    def invalidate(self) -> None:
        """Ask for a new frame."""
        self.dirty = True

    def rebuild(self) -> None:
        """Update the page after its content has changed."""
        self.page.rebuild()
        self.resize(self._size)

    def show_page(self) -> None:
        """Show and read out the chosen tab's page, from its top."""
        self._bar.to(0)
        self.rebuild()
        shown = next((tab for tab in self.page.controls.items if tab.chosen), None)
        if shown is not None and self.page.controls.focus is None:
            self._kit.announcer.say(shown.spoken)
        self._read_out()

    def _read_out(self) -> None:
        """Announce the visible items, and say if there are more below."""
        self._told = frozenset()
        self._read_on()
        items = enumerate(self.page.items)
        if any(item.read_out for number, item in items if number not in self._told):
            self._kit.announcer.say(tr("More below: Page Down."))

    def _read_on(self) -> None:
        """Announce the items that have just become visible."""
        if not self._kit.announcer.heard:
            return
        view, items, tabs = self._view, self.page.items, self.page.tabs
        seen = frozenset(
            number
            for number, item in enumerate(items)
            if item is tabs or (item.rect.top < view.bottom and item.rect.bottom > view.top)
        )
        for number in sorted(seen - self._told):
            for line in items[number].read_out:
                self._kit.announcer.say(line)
        self._told = seen

    def scroll(self, steps: float) -> None:
        """Scroll down by ``steps`` steps of the wheel; up if negative."""
        self._scroll_to(self._bar.at + round(steps * _SCROLL * self.unit))

    def _scroll_to(self, pixels: int) -> None:
        self._bar.to(pixels)
        self._lay_page()
        self._read_on()

    @property
    def moving(self) -> bool:
        return self._sliding > 0

    def tick(self, seconds: float) -> None:
        """Advance by ``seconds``; sliding starts after the first frame."""
        if self.moving and self._picture is not None:
            self._sliding -= seconds
            self.invalidate()
        if self._tip.tick(seconds):
            self.invalidate()

    def type_key(self, event: pygame.Event) -> None:
        """Handle a KEYDOWN event while the panel is open."""
        self.invalidate()
        self._sliding = 0.0
        controls, field = self.page.controls, self.page.field
        entered = event.key in ENTER
        if not unmodified(event):
            if field and command_of(event) is Command.PASTE:
                self._paste(field)
        elif event.key == pygame.K_ESCAPE:
            self.close()
        elif event.key == pygame.K_TAB:
            forward = not event.mod & pygame.KMOD_SHIFT
            # Past either end of the controls, Tab goes to the field, if there is one.
            controls.step_focus(forward, wraps=field is None)
            self._focus_moved()
        elif controls.focus and (entered or event.key == pygame.K_SPACE):
            self.activate()
        elif field:
            self._edit(field, event, entered)
        elif event.key in ARROWS:
            self._arrow(*ARROWS[event.key])
        else:
            self._scroll_by_key(event.key)

    def fill(self, text: str) -> None:
        """Replace the field's text. If the field refuses ``text``, the field becomes empty."""
        if field := self.page.field:
            field.text, field.caret = "", 0
            self._enter_text(field, text)

    def _edit(self, field: TextField, event: pygame.Event, entered: bool) -> None:
        types_space = event.unicode == " " and not field.numeric
        if entered and self._accept:
            self._accept()
        elif field.key(event.key):
            self.page.controls.drop_focus()
            self._kit.announcer.say(field.text)
            self.rebuild()
        elif event.unicode.isprintable() and (event.unicode.strip() or types_space):
            self._enter_text(field, event.unicode)
        elif event.key in ARROWS:
            self.scroll(ARROWS[event.key][1])

    def _paste(self, field: TextField) -> None:
        try:
            self._enter_text(field, pasted().strip())
        except GivenError as error:
            self.refuse(field, str(error))

    def _enter_text(self, field: TextField, text: str) -> None:
        self.page.controls.drop_focus()
        if field.insert(text):
            self._kit.announcer.say(field.text)
            self.rebuild()
        else:
            self.refuse(field, field.complaint)

    def refuse(self, field: TextField, complaint: str) -> None:
        """Refuse an input, showing and announcing the ``complaint``."""
        field.complaint = complaint
        self._kit.sounds.refuse()
        self._kit.announcer.say(complaint)
        self.rebuild()

    def _arrow(self, dx: int, dy: int) -> None:
        """Handle an arrow key: move the focus, scroll or change tabs."""
        controls, tabs = self.page.controls, self.page.tabs
        before = controls.focus
        is_menu = any(isinstance(item, MenuLines) for item in self.page.items)
        if before is None and dy and self._bar.most and not is_menu:
            self.scroll(dy)
        elif before is None and dx and tabs:
            place = next((n for n, tab in enumerate(tabs.controls) if tab.chosen), 0) + dx
            if 0 <= place < len(tabs.controls):
                tabs.controls[place].action()
        else:
            controls.move_focus(dx, dy)
            if dy and controls.focus is before:
                self.scroll(dy)
            else:
                self._focus_moved()

    def activate(self) -> None:
        """Press the focused control. If the page is rebuilt, announce the control's new state."""
        controls = self.page.controls
        controls.activate()
        if self.page.controls is not controls:
            self._focus_moved()

    def focus_on(self, control: Control) -> None:
        """Focus and announce ``control``, if it's still on the page."""
        if any(item is control for item in self.page.controls.items):
            self.page.controls.focus = control
            self.invalidate()
            self._focus_moved()

    def use(self, control: Control) -> None:
        """Focus and press a control, if it is still there."""
        self.focus_on(control)
        if self.page.controls.focus is control:
            self.activate()

    def _scroll_by_key(self, key: int) -> None:
        page = round(self._view.height * 0.85)
        places = {
            pygame.K_PAGEUP: self._bar.at - page,
            pygame.K_PAGEDOWN: self._bar.at + page,
            pygame.K_SPACE: self._bar.at + page,
            pygame.K_HOME: 0,
            pygame.K_END: self._bar.most,
        }
        if key in places:
            self._scroll_to(places[key])

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
        self._kit.announcer.say(focus.announced)

    def pointer_event(self, event: pygame.Event) -> None:
        """Handle a mouse event; a click beside the panel closes it."""
        if self._bar.pointer_event(event):
            self._lay_page()
        elif event.type == pygame.MOUSEMOTION:
            self._move(event)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._press(event.pos)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            self.invalidate()
            self._touched = None
            self.page.controls.release(event.pos)

    def _on_page(self, at: tuple[int, int]) -> bool:
        tabs = self.page.tabs
        return self._view.collidepoint(at) or (tabs is not None and tabs.rect.collidepoint(at))

    def _move(self, event: pygame.Event) -> None:
        controls, at = self.page.controls, event.pos
        if not event.buttons[0]:
            self._touched = None
        if self._touched is not None and self._bar.most:
            begun, scrolled = self._touched
            if abs(at[1] - begun) > _SLOP * self.unit:
                self._dragged = True
                controls.leave()
            if self._dragged:
                self._scroll_to(scrolled + begun - at[1])
                return
        controls.point(at if self._on_page(at) else None)
        self._head.point(at)
        if self._tip.watch(self._head.hover):
            self.invalidate()

    def _press(self, at: tuple[int, int]) -> None:
        self.invalidate()
        self._sliding = 0.0
        self._dragged = False
        if self.closer.rect.collidepoint(at) or not self.rect.collidepoint(at):
            self.close()
        elif self._on_page(at):
            self.page.controls.drop_focus()
            self.page.controls.press(at)
            if self._view.collidepoint(at):
                self._touched = at[1], self._bar.at

    def paint(self, target: pygame.Surface, theme: Theme) -> None:
        """Draw the panel over the scene on ``target``."""
        if theme.grain is None and not self._sheet.shows_table:
            target.fill(_VEIL, special_flags=pygame.BLEND_MULT)
        self.dirty = False
        if self.moving:
            self._paint_sliding(target, theme)
        else:
            self._picture = None
            paint_edge(target, theme, self.rect, self.unit)
            self._paint_sheet(target, theme)

    def _paint_sliding(self, target: pygame.Surface, theme: Theme) -> None:
        if self._picture is None:
            whole = target.copy()
            self._paint_sheet(whole, theme)
            self._picture = whole.subsurface(self.rect)
        way, share = self.rect.copy(), (self._sliding / _SECONDS) ** 3
        if way.top <= 0:
            way.left += round(way.width * share)
        else:
            way.top += round(way.height * share)
        target.blit(self._picture, way)
        paint_edge(target, theme, way, self.unit)

    def _paint_sheet(self, target: pygame.Surface, theme: Theme) -> None:
        scale, text = self.unit, self._kit.text
        line = max(1, round(scale)) if self.rect.size != target.get_size() else 0
        across = (line, 0) if self.rect.top <= 0 else (0, line)
        target.fill(theme.panel, self.rect.move(across).clip(self.rect))
        room = self.closer.rect.left - self._view.left - round(8 * scale)
        words = text.fitted(self.title, round(LARGE * scale), room, True)
        head = Canvas(target, theme, text, scale, self._head)
        start = self._view.left, self.closer.rect.centery
        head.write(words, LARGE, theme.accent, True, midleft=start)
        head.paint_controls(self._head.items)
        canvas = Canvas(target, theme, text, scale, self.page.controls)
        if self.page.tabs:
            self.page.tabs.paint(canvas)
        # Focus frames reach slightly beyond the page.
        view = self._view.inflate(round(8 * scale), 0).clip(target.get_rect())
        target.set_clip(view)
        self.page.paint(canvas)
        target.set_clip(None)
        paint_fades(target, theme, view, self._bar.at, self._bar.most - self._bar.at, scale)
        self._bar.paint(target, theme)
        self._tip.paint(target, theme, target.get_rect())


class Page:
    """Items one below another, as returned by ``build``; tabs come first and don't scroll."""

    def __init__(
        self,
        text: TextPainter,
        build: Callable[[], Sequence[Item]],
        invalidate: Callable[[], object] = lambda: None,
    ) -> None:
        self._text = text
        self._build = build
        self._invalidate = invalidate
        self.items: list[Item] = []
        self.controls = Controls()
        self.tabs_height = 0
        """The height of the tabs, in pixels; 0 if there are none."""
        self.height = 0
        """The height of everything below the tabs, in pixels."""
        self.rebuild()

    def rebuild(self) -> None:
        """Build the items again, keeping the focus at the same index."""
        focus, items = self.controls.focus, self.controls.items
        place = items.index(focus) if focus in items else None
        self.items = list(self._build())
        every = [control for item in self.items for control in item.controls]
        self.controls = Controls(every, self._invalidate)
        if place is not None and place < len(self.controls.items):
            self.controls.focus = self.controls.items[place]

    def empty(self) -> None:
        """Remove all items for good."""
        self._build = tuple
        self.items.clear()
        self.controls = Controls()

    @property
    def field(self) -> TextField | None:
        return next((item for item in self.items if isinstance(item, TextField)), None)

    @property
    def tabs(self) -> Tabs | None:
        first = self.items[0] if self.items else None
        return first if isinstance(first, Tabs) else None

    def lay_out(self, left: int, top: int, width: int, unit: float, scrolled: int = 0) -> None:
        """Lay out the tabs, and below them the items, moved up by ``scrolled`` pixels."""
        y, gap, text, tabs = top, 0, self._text, self.tabs
        self.tabs_height = 0
        if tabs:
            y, gap = tabs.lay_out(left, top, width, unit, text), round(12 * unit)
            self.tabs_height = y - top
        begin = y - scrolled
        y = begin + gap
        for number, item in enumerate(self.items[1 if tabs else 0 :]):
            y += round(item.lead * unit) if number else 0
            y = item.lay_out(left, y, width, unit, text)
        self.height = y - begin

    def paint(self, canvas: Canvas) -> None:
        """Draw all items except the tabs, skipping those outside the canvas's clip."""
        clip = canvas.target.get_clip()
        for item in self.items[1 if self.tabs else 0 :]:
            if item.rect.colliderect(clip):
                item.paint(canvas)
