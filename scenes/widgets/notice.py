"""Short messages drawn over the scene, and tips for buttons."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import starmap
from typing import Final, NamedTuple

import pygame
from pygame import Rect

from game.support.texts import tr
from scenes.kit.services import MessageButton
from scenes.style.shapes import pill
from scenes.style.text import TextPainter
from scenes.style.theme import NORMAL, SMALL, Theme, line_height, unit
from scenes.widgets.controls import Canvas, Control, Controls

_SHOWN: Final = 4.0
"""How long a temporary message is shown, in seconds."""
_LEAST: Final = 32
"""The minimum height of a button, in pixels."""
_BELOW: Final = 3
"""How far a one-line message may lie below the lowest card, in line heights."""
_SHARES: Final = (1.0, 0.6, 0.4)
"""The widths tried for a message at the foot, as fractions of the available width."""
_WIDTHS: Final = (440, 320, 220)
"""The widths to try for a message beside cards, in pixels, before scaling."""
_GAP: Final = 8
"""The gap between buttons, or between a message and cards, in pixels, before scaling."""
_PAD: Final = 10
"""The space on either side of the words, in pixels, before scaling."""
_FAR: Final = 0.25
"""How far a message may move to avoid cards, as a fraction of the area's shorter side."""


class Anchor(NamedTuple):
    """Where a message belongs. It is near ``at``, and covers no rectangle in ``clear``."""

    at: Rect
    clear: Sequence[Rect]


Near = Callable[[], Anchor]
"""A function that returns where a message belongs in the current layout."""


class EdgeMessage:
    """Shows a message for a while, or until it is cleared."""

    def __init__(
        self,
        waits: Callable[[], bool] = lambda: False,
        invalidate: Callable[[], object] = lambda: None,
    ) -> None:
        self._waits = waits
        """A function that says whether a new message stays until the next input."""
        self._invalidate = invalidate
        self.controls = Controls()
        self.rect = Rect(0, 0, 0, 0)
        """Where the message was last drawn."""
        self.text = ""
        self.near: Near | None = None
        """Where the message belongs; None means the foot of the scene."""
        self._rests: tuple[str, Near | None] = "", None
        self._left = 0.0
        self._stays = False

    def show(
        self,
        text: str,
        *,
        stays: bool = False,
        near: Near | None = None,
        buttons: Sequence[MessageButton] = (),
    ) -> None:
        """Show ``text`` for a while; with ``stays`` or ``buttons``, until it is cleared."""
        left = math.inf if self._waits() else _SHOWN
        self.text, self.near, self._left, self._stays = text, near, left, stays or bool(buttons)
        close = [Control(tr("Close"), self.dismiss, icon="quit", flat=True)] if buttons else []
        self.controls = Controls([*starmap(Control, buttons), *close], self._invalidate)

    def keep(self, text: str, near: Near | None = None) -> None:
        """Set the text to show while there is no other message; an empty ``text`` shows nothing.

        A current message is replaced immediately, unless it has buttons.
        """
        self._rests = text, near
        if not self.controls.items:
            self.clear()

    def clear(self) -> None:
        """Remove the current message, and show the one set by ``keep``, if any."""
        self.text, self.near = self._rests
        self._stays = bool(self.text)
        if self.controls.items:
            self.controls = Controls()

    def dismiss(self) -> bool:
        """Remove a message with buttons; return whether there was one."""
        if not self.controls.items:
            return False
        self.clear()
        self._invalidate()
        return True

    def answer(self) -> bool:
        """Remove a message that stays until the next input; return whether there was one."""
        if not self.text or self._stays or self._left < math.inf:
            return False
        self.clear()
        return True

    def clear_temporary(self) -> None:
        """Remove the message, unless it stays until it is cleared."""
        if not self._stays:
            self.clear()

    def tick(self, seconds: float) -> bool:
        """Let time pass, and return whether the message disappears."""
        if not self.text or self._stays:
            return False
        self._left -= seconds
        if self._left > 0:
            return False
        self.clear()
        return True

    def paint(
        self,
        target: pygame.Surface,
        foot: int,
        theme: Theme,
        text: TextPainter,
        cards: Sequence[Rect] = (),
        width: int | None = None,
        top: int = 0,
    ) -> None:
        """Draw the message, without covering ``cards`` if possible.

        It lies between the y coordinates ``top`` and ``foot``, in the leftmost ``width`` pixels.
        """
        self.rect = Rect(0, 0, 0, 0)
        if not self.text:
            return
        scale = unit(target.get_size(), text.density)
        area = Rect(0, top, width or target.get_width(), foot - 1 - top)
        gap, room = round(_GAP * scale), area.width - 4 * round(_PAD * scale)
        if self.near:
            anchor, widths = self.near(), [min(room, round(wide * scale)) for wide in _WIDTHS]
            blocks = [self._block(theme, text, scale, wide) for wide in widths]
        else:
            if cards:
                lowest = max(card.bottom for card in cards) - top
                high = line_height(target.get_size(), text.density)
                area.height = min(area.height, lowest + (_BELOW + 1) * high)
            blocks = [self._block(theme, text, scale, round(room * share)) for share in _SHARES]
            # The message stays at the foot. It needs no gap, but should not cover any card.
            anchor, gap = Anchor(Rect(area.midbottom, (0, 0)), cards), 0
            highest = max(block.size[1] for block in blocks)
            area = Rect(area.left, area.bottom - highest, area.width, highest)
        place = nearest_place(
            tuple(block.size for block in blocks),
            tuple(area),
            tuple(anchor.at),
            tuple(map(tuple, anchor.clear)),
            tuple(map(tuple, cards)),
            gap,
        )
        block = blocks[place[0]]
        self.rect = Rect(place[1], block.size)
        words = block.words.move(self.rect.topleft)
        pill(target, theme, self.rect, len(block.lines) + (words.height < self.rect.height))
        y = words.centery - sum(line.get_height() for line in block.lines) // 2
        for line in block.lines:
            target.blit(line, line.get_rect(midtop=(words.centerx, y)))
            y += line.get_height()
        for control, rect in zip(self.controls.items, block.buttons, strict=True):
            control.rect = rect.move(self.rect.topleft)
        canvas = Canvas(target, theme, text, scale, self.controls)
        canvas.paint_controls(self.controls.items)

    def _block(self, theme: Theme, text: TextPainter, scale: float, room: int) -> _Block:
        """Return the message with its text wrapped to ``room`` pixels."""
        size, gap, pad = round(NORMAL * scale), round(_GAP * scale), round(_PAD * scale)
        # Wrap the text instead of cutting it off, because its end may matter most.
        lines = [text.line(row, size, theme.ink) for row in text.wrapped(self.text, size, room)]
        height = max(round(24 * scale), lines[0].get_height())
        height += sum(line.get_height() for line in lines[1:])
        words = Rect(0, 0, max(line.get_width() for line in lines) + 2 * pad, height)
        if not self.controls.items:
            return _Block(lines, words.size, words, [])
        high = max(_LEAST, round(34 * scale))
        widths = [one.width(text, size, scale) for one in self.controls.items]
        across = sum(widths) + gap * len(widths)
        if len(lines) == 1 and words.width + across <= room + 2 * pad:
            words.height = max(height, high + gap)
            whole = words.width + across, words.height
            x, y = words.right + gap // 2, (words.height - high) // 2
        else:
            words.width = max(words.width, across + 2 * pad)
            whole = words.width, height + high + gap
            x, y = (words.width - across + gap) // 2, height + gap // 2
        buttons = []
        for width in widths:
            buttons.append(Rect(x, y, width, high))
            x += width + gap
        return _Block(lines, whole, words, buttons)


class _Block(NamedTuple):
    """A message ready to be drawn on a background of ``size``."""

    lines: list[pygame.Surface]
    size: tuple[int, int]
    words: Rect
    buttons: list[Rect]


Box = tuple[int, ...]
"""A rectangle: left, top, width and height."""


@lru_cache(maxsize=8)
def nearest_place(
    sizes: tuple[tuple[int, int], ...],
    area: Box,
    at: Box,
    clear: tuple[Box, ...],
    cards: tuple[Box, ...],
    gap: int,
) -> tuple[int, tuple[int, int]]:
    """Return the index of the best size for a message, and the message's upper left corner.

    The message is near ``at`` and inside ``area``. It covers no rectangle in ``clear``. It avoids
    the rectangles in ``cards`` too, unless it would have to move far.
    """
    room, goal = Rect(area).inflate(-gap, -gap), Rect(at)
    kept = [Rect(one).inflate(gap, gap) for one in clear]
    lying = [Rect(one) for one in cards]
    far = min(room.size) * _FAR
    edges = [goal, *kept, *lying]
    best: tuple[float, int, tuple[int, int]] | None = None
    for number, size in enumerate(sizes):
        block = Rect((0, 0), size)
        lefts = {goal.left, goal.centerx - size[0] // 2, goal.right - size[0]}
        lefts |= {x for edge in edges for x in (edge.right + gap, edge.left - gap - size[0])}
        tops = {goal.top, goal.centery - size[1] // 2, goal.bottom - size[1]}
        tops |= {y for edge in edges for y in (edge.bottom + gap, edge.top - gap - size[1])}
        for left in lefts:
            for top in tops:
                block.topleft = left, top
                block.clamp_ip(room)
                cost = _distance(block, goal) + abs(block.centerx - goal.centerx) / 8
                cost += abs(block.centery - goal.centery) / 16 + number
                if block.bottom <= goal.top:
                    # Prefer a place below, where there is usually nothing to cover.
                    cost += 3 * gap
                if block.collidelist(kept) >= 0:
                    cost += 100 * sum(room.size)
                if met := block.collidelistall(lying):
                    over = [block.clip(lying[index]) for index in met]
                    hidden = sum(one.width * one.height for one in over)
                    cost += far * (1 + hidden / (block.width * block.height))
                if best is None or (cost, number, block.topleft) < best:
                    best = cost, number, block.topleft
    assert best is not None
    return best[1], best[2]


def _distance(one: Rect, other: Rect) -> float:
    """Return the distance between two rectangles; 0 if they touch or overlap."""
    dx = max(one.left - other.right, other.left - one.right, 0)
    dy = max(one.top - other.bottom, other.top - one.bottom, 0)
    return math.hypot(dx, dy)


_DELAY: Final = 0.45
"""How long the mouse must rest on a control before its tip appears, in seconds."""


class Tip:
    """The tooltip of the control that the mouse rests on."""

    def __init__(self, text: TextPainter) -> None:
        self._text = text
        self.control: Control | None = None
        """The control that the mouse is on or whose tip is shown, if any."""
        self._rested = 0.0
        self.rect = Rect(0, 0, 0, 0)
        """The area that the tip covered in the last frame."""

    @property
    def is_visible(self) -> bool:
        return self.control is not None and self._rested >= _DELAY

    def watch(self, control: Control | None) -> bool:
        """Note the control under the mouse; return whether a tip disappears."""
        if control is self.control:
            return False
        seen = self.is_visible
        self.control, self._rested = control, 0.0
        return seen

    def show(self, control: Control | None) -> None:
        """Show the tip of ``control`` immediately; None hides the tip."""
        self.control, self._rested = control, _DELAY

    def tick(self, seconds: float) -> bool:
        """Let time pass, and return whether the tip appears."""
        if self.control is None or self.is_visible:
            return False
        self._rested += seconds
        return self.is_visible

    def paint(self, target: pygame.Surface, theme: Theme, area: Rect) -> None:
        """Draw the tip below its control, inside ``area``. Does nothing if the tip is hidden."""
        self.rect = Rect(0, 0, 0, 0)
        if self.control is None or not self.is_visible or not self.control.tip:
            return
        scale = unit(target.get_size(), self._text.density)
        line = self._text.line(self.control.tip, round(SMALL * scale), theme.ink)
        self.rect = line.get_rect().inflate(round(16 * scale), round(8 * scale))
        gap = round(3 * scale)
        self.rect.midtop = self.control.rect.centerx, self.control.rect.bottom + gap
        self.rect.clamp_ip(area.inflate(-4 * gap, -2 * gap))
        pill(target, theme, self.rect)
        target.blit(line, line.get_rect(center=self.rect.center))
