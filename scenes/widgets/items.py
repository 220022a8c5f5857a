"""The items of a page, from paragraphs to text fields."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import InitVar, dataclass, field
from typing import Final

import pygame
from pygame import Rect

from game.support.texts import tr
from scenes.kit.commands import GAMEPAD_NAMES
from scenes.style.shapes import rounded
from scenes.style.text import TextPainter
from scenes.style.theme import LARGE, NORMAL, SMALL
from scenes.widgets.controls import Canvas, Control, Paint, Shape

_LINE: Final = 270
"""The minimum width of a line in a menu with two columns, in pixels, before scaling."""


@dataclass(slots=True, kw_only=True)
class Item(ABC):
    """An item of a page. ``lead`` is extra space above the item, in pixels, before scaling."""

    lead: int = 0
    rect: Rect = field(default_factory=lambda: Rect(0, 0, 0, 0))
    controls: Sequence[Control] = ()

    @property
    def spoken(self) -> Sequence[str]:
        """What a screen reader says about the item, without its controls."""
        return ()

    @property
    def read_out(self) -> Sequence[str]:
        """What is announced about the item when a page is read out."""
        return self.spoken

    @abstractmethod
    def lay_out(self, left: int, top: int, width: int, unit: float, text: TextPainter) -> int:
        """Lay the item out; return the top of the next item."""

    @abstractmethod
    def paint(self, canvas: Canvas) -> None:
        """Draw the item where it was laid out."""


@dataclass(slots=True)
class Paragraph(Item):
    """A paragraph, wrapped to the width of the page."""

    text: str
    size: int = NORMAL
    bold: bool = False
    faint: bool = False
    least: int = 1
    """The minimum number of lines, so that the items below don't move when the text changes."""
    point: bool = False
    """Whether the paragraph begins with a bullet."""
    lines: tuple[str, ...] = ()
    indent: int = 0

    @property
    def spoken(self) -> Sequence[str]:
        return (self.text,) if self.text else ()

    def lay_out(self, left: int, top: int, width: int, unit: float, text: TextPainter) -> int:
        size = round(self.size * unit)
        self.indent = round(16 * unit) if self.point else 0
        self.lines = text.wrapped(self.text, size, width - self.indent, self.bold)
        lines = max(self.least, len(self.lines))
        self.rect = Rect(left, top, width, lines * round(size * 1.4))
        below = 4 if self.bold and self.size != LARGE else 8
        return self.rect.bottom + round(below * unit)

    def paint(self, canvas: Canvas) -> None:
        theme, (left, top) = canvas.theme, self.rect.topleft
        colour = theme.faint if self.faint else theme.ink
        if self.size == LARGE or (self.bold and self.size == NORMAL):
            colour = theme.accent
        step = round(canvas.px(self.size) * 1.4)
        if self.point:
            side = max(4, canvas.px(5))
            dot = Rect(0, 0, side, side)
            dot.midleft = left + canvas.px(2), top + step // 2
            rounded(canvas.target, theme.accent, dot, radius=theme.radius(side))
        for number, words in enumerate(self.lines):
            place = left + self.indent, top + number * step
            canvas.write(words, self.size, colour, self.bold, topleft=place)


def heading(text: str) -> Paragraph:
    """Return a heading for a part of a page."""
    return Paragraph(text, NORMAL, bold=True, lead=12)


def note(text: str, *, least: int = 1) -> Paragraph:
    """Return a paragraph in small print, with room for at least ``least`` lines."""
    return Paragraph(text, SMALL, faint=True, least=least)


@dataclass(slots=True)
class Row(Item):
    """A label with controls beside it, or below it if they don't fit."""

    label: str
    buttons: InitVar[Sequence[Control]]
    tile: tuple[int, int] | None = None
    """The size of each control, in pixels, before scaling. If set, controls go below the label."""
    large: bool = False
    terse: bool = False
    """Whether to drop key names, and then names beside icons, until the controls fit."""
    above: bool = False
    """Whether the label is above the controls; set by ``lay_out``."""
    lines: tuple[str, ...] = ()
    """The label, wrapped to the width; set by ``lay_out``."""

    def __post_init__(self, buttons: Sequence[Control]) -> None:
        self.controls = buttons

    @property
    def read_out(self) -> Sequence[str]:
        return [one.spoken for one in self.controls if one.chosen or one.shape is Shape.SWITCH]

    def _name_size(self, unit: float) -> int:
        return round((LARGE if self.large else NORMAL) * unit)

    def lay_out(self, left: int, top: int, width: int, unit: float, text: TextPainter) -> int:
        if self.controls[0].shape is Shape.SWITCH:
            return self._lay_out_switch(left, top, width, unit, text)
        height = round(36 * unit)
        joined = any(control.shape is Shape.SEGMENT for control in self.controls)
        gap = 0 if joined else round(8 * unit)
        widths = self._widths(width, gap, unit, text)
        if self.tile:
            room = (width + gap) // len(self.controls) - gap
            widths = [min(round(self.tile[0] * unit), room)] * len(self.controls)
            height = round(self.tile[1] * unit)
        whole = sum(widths) + gap * (len(widths) - 1)
        name = self._name_size(unit)
        label = text.width(self.label, name, self.large) + round(18 * unit) if self.label else 0
        x, y = left, top
        self.above = bool(label) and (label + whole > width or self.tile is not None)
        self.lines = text.wrapped(self.label, name, width, self.large) if label else ()
        if self.above:
            y += round(name * 1.4) * len(self.lines) + round(name * 0.2)
        elif label:
            x = left + width - whole
        elif all(control.flat for control in self.controls):
            # The first control has an icon, which must line up with the left edge of the text.
            x -= round(10 * unit)
        start, lower = x, gap or round(4 * unit)
        for control, one in zip(self.controls, widths, strict=True):
            one = min(one, width)
            if x > start and x + one > left + width:
                x, y = start, y + height + lower
            control.rect = Rect(x, y, one, height)
            x += one + gap
        self.rect = Rect(left, top, width, y + height - top)
        return self.rect.bottom + round(8 * unit)

    def _widths(self, width: int, gap: int, unit: float, text: TextPainter) -> list[int]:
        if self.terse:
            return self._terse_widths(width, gap, unit, text)
        widths = [control.width(text, round(NORMAL * unit), unit) for control in self.controls]
        if not gap:
            small = self._small_widths(width, unit, text) if sum(widths) > width else []
            widths = small or widths
            for control in self.controls:
                control.small = bool(small)
        return widths

    def _terse_widths(self, width: int, gap: int, unit: float, text: TextPainter) -> list[int]:
        """Drop key names, then names beside icons, until the controls fit; return their widths."""
        named = [control for control in self.controls if control.icon]
        for control in named:
            control.named = True
        while True:
            widths = [one.width(text, round(NORMAL * unit), unit) for one in self.controls]
            if not named or sum(widths) + gap * (len(widths) - 1) <= width:
                return widths
            if any(control.key for control in named):
                for control in named:
                    control.key = ""
            else:
                named.pop().named = False

    def _small_widths(self, width: int, unit: float, text: TextPainter) -> list[int]:
        """Return the widths of the segments in small type; empty if they don't fit even then."""
        bare = [text.width(one.label, round(SMALL * unit), True) for one in self.controls]
        spare = (width - sum(bare)) // len(bare)
        return [one + spare for one in bare] if spare >= round(6 * unit) else []

    def _lay_out_switch(
        self, left: int, top: int, width: int, unit: float, text: TextPainter
    ) -> int:
        size, switch = round(NORMAL * unit), self.controls[0]
        room = width - switch.width(text, size, unit) - round(10 * unit)
        self.lines = text.wrapped(self.label, size, room)
        high = max(round(36 * unit), len(self.lines) * round(size * 1.4) + round(8 * unit))
        self.rect = switch.rect = Rect(left, top, width, high)
        self.above = False
        return self.rect.bottom + round(4 * unit)

    def paint(self, canvas: Canvas) -> None:
        self._paint_track(canvas)
        canvas.paint_controls(self.controls)
        step = round(self._name_size(canvas.unit) * 1.4)
        middle = self.rect.top if self.above else self.controls[0].rect.centery
        middle += step // 2 if self.above else -step * (len(self.lines) - 1) // 2
        theme, size = canvas.theme, LARGE if self.large else NORMAL
        colour = theme.accent if self.large else theme.ink
        for number, words in enumerate(self.lines):
            place = self.rect.left, middle + number * step
            canvas.write(words, size, colour, self.large, midleft=place)

    def _paint_track(self, canvas: Canvas) -> None:
        target, theme = canvas.target, canvas.theme
        shared = [control.rect for control in self.controls if control.shape is Shape.SEGMENT]
        for top in sorted({rect.top for rect in shared}):
            line = [rect for rect in shared if rect.top == top]
            track = line[0].unionall(line)
            rounded(target, theme.button, track, radius=theme.radius(6 * canvas.unit))
            if theme.grain:
                pygame.draw.rect(target, theme.ink, track, 1)


@dataclass(slots=True)
class MenuLines(Item):
    """The lines of a menu, in columns if there is room."""

    columns: Sequence[Sequence[Sequence[Control]]]

    def __post_init__(self) -> None:
        self.controls = [one for column in self.columns for group in column for one in group]

    def lay_out(self, left: int, top: int, width: int, unit: float, text: TextPainter) -> int:
        gap, high, apart = round(16 * unit), round(34 * unit), round(10 * unit)
        across = width >= 2 * round(_LINE * unit) + gap
        wide = (width - gap) // 2 if across else width
        x, y, foot = left, top, top
        for column in self.columns:
            for group in column:
                for control in group:
                    control.rect = Rect(x, y, wide, high)
                    y += high
                foot = max(foot, y)
                y += apart
            if across:
                x, y = x + wide + gap, top
        self.rect = Rect(left, top, width, foot - top)
        return foot

    def paint(self, canvas: Canvas) -> None:
        line = max(1, round(canvas.unit))
        for first in [group[0].rect for column in self.columns for group in column]:
            if first.top > self.rect.top:
                above = first.top - round(5 * canvas.unit)
                canvas.target.fill(canvas.theme.slot, (first.left, above, first.width, line))
        canvas.paint_controls(self.controls)


@dataclass(slots=True)
class Tabs(Item):
    """The tabs of a panel. The last ``grouped`` tabs are below a common heading, ``group``."""

    group: str = ""
    grouped: int = 0

    def lay_out(self, left: int, top: int, width: int, unit: float, text: TextPainter) -> int:
        size, height = round(NORMAL * unit), round(38 * unit)
        widths = [text.width(control.label, size, True) for control in self.controls]
        spare = max(0, width - sum(widths))
        pad = min(round(12 * unit), spare // (2 * len(widths)))
        over = round(SMALL * 1.3 * unit) if self.grouped else 0
        x = left
        for control, wide in zip(self.controls, widths, strict=True):
            control.rect = Rect(x, top + over, min(wide + 2 * pad, left + width - x), height)
            x = control.rect.right
        self.rect = Rect(left, top, width, over + height)
        return self.rect.bottom

    def paint(self, canvas: Canvas) -> None:
        line = Rect(self.rect.left, self.rect.bottom - 1, self.rect.width, 1)
        canvas.target.fill(canvas.theme.slot, line)
        if self.grouped:
            self._paint_group(canvas)
        canvas.paint_controls(self.controls)

    def _paint_group(self, canvas: Canvas) -> None:
        theme, px = canvas.theme, canvas.px
        first, last = self.controls[-self.grouped].rect, self.controls[-1].rect
        pad = min(px(12), max(0, first.width // 6))
        begin = first.left + pad, self.rect.top
        place = canvas.write(self.group, SMALL, theme.faint, topleft=begin)
        start, end = place.right + px(8), last.right - pad
        if end > start:
            canvas.target.fill(theme.slot, (start, place.centery, end - start, max(1, px(1))))


@dataclass(slots=True)
class Term(Item):
    """A key or a few typed characters, and what they do. The button ``control`` does the same."""

    term: str
    words: str
    control: Control | None = None
    lines: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        self.controls = (self.control,) if self.control else ()

    def _column(self, unit: float) -> int:
        return min(round(150 * unit), self.rect.width * 2 // 5)

    @property
    def spoken(self) -> Sequence[str]:
        return (f"{self.term}: {self.words}",)

    def lay_out(self, left: int, top: int, width: int, unit: float, text: TextPainter) -> int:
        self.rect = Rect(left, top, width, 0)
        size = round(NORMAL * unit)
        room = width - self._column(unit) - round(8 * unit)
        self.lines = text.wrapped(self.words, size, room)
        small = round(SMALL * unit)
        self.keys = text.wrapped(self.term, small, self._column(unit) - round(4 * unit), True)
        least = round((34 if self.control else 28) * unit)
        lines = max(len(self.lines), len(self.keys))
        self.rect.height = max(least, lines * round(size * 1.3) + round(8 * unit))
        if self.control:
            self.control.rect = self.rect
        return self.rect.bottom

    def paint(self, canvas: Canvas) -> None:
        theme, unit = canvas.theme, canvas.unit
        canvas.paint_controls(self.controls)
        first = round(round(NORMAL * unit) * 1.3)
        top = self.rect.centery - max(len(self.lines), len(self.keys)) * first // 2
        middle = top + first // 2
        for number, names in enumerate(self.keys):
            place = self.rect.left + round(4 * unit), middle + number * first
            canvas.write(names, SMALL, theme.accent, True, midleft=place)
        left = self.rect.left + self._column(unit) + round(4 * unit)
        for number, words in enumerate(self.lines):
            canvas.write(words, NORMAL, theme.ink, midleft=(left, middle + number * first))


def drawn(
    paint: Paint, size: tuple[int, int], behind: pygame.Surface, unit: float
) -> pygame.Surface:
    """Return a picture drawn by ``paint``. ``behind`` is the surface where it will be shown."""
    # The grain of the felt depends on the width of the surface, so paint on one as wide.
    whole = pygame.Surface((behind.get_width(), size[1])).convert()
    area = Rect((0, 0), size)
    paint(whole, area, unit)
    return whole.subsurface(area).copy()


@dataclass(slots=True)
class Picture(Item):
    """A picture, cached until its size changes or ``free`` is called."""

    height: Callable[[int, float], int]
    """Returns the height in pixels. The arguments are the width and the unit."""
    draw: Paint
    _kept: pygame.Surface | None = None

    def lay_out(self, left: int, top: int, width: int, unit: float, text: TextPainter) -> int:
        self.rect = Rect(left, top, width, self.height(width, unit))
        return self.rect.bottom + round(12 * unit)

    def paint(self, canvas: Canvas) -> None:
        if self._kept is None or self._kept.get_size() != self.rect.size:
            self._kept = drawn(self.draw, self.rect.size, canvas.target, canvas.unit)
        canvas.target.blit(self._kept, self.rect)

    def free(self) -> None:
        self._kept = None


_TURNS: Final = {pygame.K_UP: 1, pygame.K_DOWN: -1}
"""The keys that change a character into the next or the previous one of ``TextField.signs``."""


@dataclass(slots=True)
class TextField(Item):
    """A field for entering text; a ``numeric`` field takes only digits."""

    most: int
    """The maximum number of characters."""
    hint: str = ""
    """The text shown while a numeric field is empty."""
    text: str = ""
    caret: int = 0
    """The number of characters before the caret."""
    numeric: bool = False
    complaint: str = ""
    """Why the last input was refused; empty if it was accepted."""

    @property
    def spoken(self) -> Sequence[str]:
        return (self.text or self.hint,)

    def insert(self, text: str) -> bool:
        """Insert ``text`` without unprintable characters; return whether it was accepted."""
        plain, self.complaint = "".join(filter(str.isprintable, text)), ""
        if self.numeric and not (text.isascii() and text.isdigit()):
            self.complaint = tr("Only digits go here.")
        elif len(self.text) + len(plain) <= self.most:
            self.text = self.text[: self.caret] + plain + self.text[self.caret :]
            self.caret += len(plain)
        elif self.numeric:
            self.complaint = tr("A number has at most {most} digits.", most=self.most)
        else:
            self.complaint = tr("There's room for {most} characters.", most=self.most)
        return not self.complaint

    def key(self, code: int) -> bool:
        """Handle an editing key; return False for any other key."""
        places = {
            pygame.K_LEFT: self.caret - 1,
            pygame.K_RIGHT: self.caret + 1,
            pygame.K_HOME: 0,
            pygame.K_END: len(self.text),
        }
        if code in places:
            self.caret = max(0, min(places[code], len(self.text)))
        elif code in (pygame.K_BACKSPACE, pygame.K_DELETE):
            at = self.caret - (code == pygame.K_BACKSPACE)
            if at >= 0:
                self.text, self.caret = self.text[:at] + self.text[at + 1 :], at
        elif code in _TURNS and (self.numeric or GAMEPAD_NAMES):
            self._turn(_TURNS[code])
        else:
            return False
        self.complaint = ""
        return True

    @property
    def signs(self) -> str:
        """The characters that the up and down keys cycle through, in order."""
        if self.numeric:
            return "0123456789"
        # Translators: the lower-case letters of your alphabet, in the order in which a controller
        # steps through them.
        return " " + tr("abcdefghijklmnopqrstuvwxyz") + "0123456789.,!?-"

    @property
    def gamepad_notes(self) -> list[Item]:
        """A note on entering text with a controller; empty if none is in use."""
        if not GAMEPAD_NAMES:
            return []
        names = {"button": GAMEPAD_NAMES["Space"]}
        if self.numeric:
            told = tr("Up and down change a digit, right adds one, {button} removes one.", **names)
        else:
            told = tr("Up and down change a letter, right adds one, {button} removes one.", **names)
        return [note(told)]

    def _turn(self, by: int) -> None:
        """Replace the character before the caret. ``by`` says how far to move along ``signs``."""
        signs, at = self.signs, max(0, self.caret - 1)
        # A character that isn't in ``signs`` counts as if it came just before them. An empty text
        # counts as the first of them.
        sign = signs[(signs.find(self.text[at : at + 1].lower()) + by) % len(signs)]
        self.text = self.text[:at] + sign + self.text[at + 1 :]
        self.caret = max(1, self.caret)

    def lay_out(self, left: int, top: int, width: int, unit: float, text: TextPainter) -> int:
        """Lay out the field, with room below it for ``complaint``."""
        wide = min(width, round(200 * unit)) if self.numeric else width
        self.rect = Rect(left, top, wide, round(48 * unit))
        return self.rect.bottom + round((8 + NORMAL * 1.4) * unit)

    def paint(self, canvas: Canvas) -> None:
        """Draw the field; long text is shifted to show the caret."""
        theme, text, px = canvas.theme, canvas.text, canvas.px
        frame = theme.faint if canvas.controls.focus else theme.focus
        radius = theme.radius(6 * canvas.unit)
        rounded(canvas.target, theme.button, self.rect, radius=radius)
        rounded(canvas.target, frame, self.rect, max(2, px(2)), radius)
        room, size = self.rect.inflate(-2 * px(14), -2 * px(9)), NORMAL
        if self.numeric:
            size = LARGE
            if not self.text:
                hint = room.left + px(8), room.centery
                canvas.write(self.hint, NORMAL, theme.faint, midleft=hint)
        ends = [
            text.width(self.text[:end], px(size), self.numeric)
            for end in (max(0, self.caret - 1), self.caret)
        ]
        by = max(0, ends[1] - room.width)
        line = text.line(self.text or " ", px(size), theme.ink, self.numeric)
        place = line.get_rect(midleft=room.midleft)
        canvas.target.blit(line, place, (by, 0, room.width, place.height))
        thick = max(2, px(2))
        canvas.target.fill(theme.accent, (room.left + ends[1] - by, room.top, thick, room.height))
        if GAMEPAD_NAMES and self.caret:
            # Underline the character that the up and down keys change.
            under = room.left + ends[0] - by, room.bottom - thick, ends[1] - ends[0], thick
            canvas.target.fill(theme.accent, under)
        if self.complaint:
            below = self.rect.left, self.rect.bottom + px(4)
            canvas.write(self.complaint, SMALL, theme.accent, True, topleft=below)
