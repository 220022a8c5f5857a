"""One quiet line at the lower edge of the table, wrapped in a narrow window, at times with
buttons."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import starmap
from typing import TYPE_CHECKING, Final

import pygame
from pygame import Rect

from game.support.texts import tr
from scenes.style.heights import line_height
from scenes.style.shapes import pill
from scenes.style.text import TextPainter
from scenes.style.theme import NORMAL, Theme, unit
from scenes.widgets.controls import Control, Controls

if TYPE_CHECKING:
    from scenes.kit.written import Way

_SHOWN: Final = 4.0
"""Seconds for which a temporary line is shown."""
_SHARES: Final = (1.0, 0.6, 0.4)
"""The fractions of the window's width that the rows may take; a narrow block fits beside cards more
easily."""
_LEAST: Final = 32
"""Pixels of the height of a button, at least."""
_STEP: Final = 6
"""Pixels between the positions that are tried."""


class EdgeLine:
    """The line, and how long it is still shown. While ``waits`` says so, no line goes by itself:
    the next input takes its place.

    One with ``controls`` stays until another one comes, or the player has it go; ``rect`` is where
    it was drawn last."""

    def __init__(
        self,
        waits: Callable[[], bool] = lambda: False,
        invalidate: Callable[[], object] = lambda: None,
    ) -> None:
        self._waits = waits
        self._invalidate = invalidate
        self.controls = Controls()
        self.rect = Rect(0, 0, 0, 0)
        self.text = ""
        self._rests = ""
        self._left = 0.0
        self._stays = False

    @property
    def lasts(self) -> float:
        """Seconds until it goes by itself."""
        return self._left if self.text and not self._stays else math.inf

    def show(self, text: str, *, stays: bool = False, ways: Sequence[Way] = ()) -> None:
        """Show ``text``: for a while, or until ``clear`` if it ``stays`` or has buttons, the
        ``ways`` on from there."""
        left = math.inf if self._waits() else _SHOWN
        self.text, self._left, self._stays = text, left, stays or bool(ways)
        close = [Control(tr("Close"), self.dismiss, icon="quit", flat=True)] if ways else []
        self.controls = Controls([*starmap(Control, ways), *close], self._invalidate)

    def keep(self, text: str) -> None:
        """Show ``text`` from now on whenever nothing else is shown; empty for nothing. A line with
        buttons is not in the way of playing on, and stays."""
        self._rests = text
        if not self.controls.items:
            self.clear()

    def clear(self) -> None:
        """Remove the current line, except the one set by ``keep``."""
        self.text, self._stays = self._rests, bool(self._rests)
        self.controls = Controls()

    def dismiss(self) -> bool:
        """Remove a line with buttons; return whether there was one."""
        if not self.controls.items:
            return False
        self.clear()
        self._invalidate()
        return True

    def answer(self) -> bool:
        """Remove a line that has waited for an input, which has come; return whether there was
        one."""
        if not self.text or self._stays or self._left < math.inf:
            return False
        self.clear()
        return True

    def give_way(self) -> None:
        """Remove a temporary line, as something else is to be shown."""
        if not self._stays:
            self.clear()

    def tick(self, seconds: float) -> bool:
        """Let time pass; return True when the line goes."""
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
    ) -> Rect | None:
        """Draw the line so that it ends at row ``foot``, within the first ``width`` pixels if not
        all are for it; return what it covers, if it is shown.

        A single row has room below all cards. Several rows, or one row in a very low window, go
        where they cover none of ``cards``, if there is such a place.
        """
        self.rect = Rect(0, 0, 0, 0)
        if not self.text:
            return None
        size, wide = target.get_size(), width or target.get_width()
        blocks = [self._block(size, (wide, foot), theme, text, share) for share in _SHARES]
        lines, ground = blocks[0]
        for rows, block in blocks:
            if place := _beside(block, wide, cards):
                lines, ground = rows, place
                break
        self.rect = ground
        high = sum(line.get_height() for line in lines)
        room, layers, scale = ground, len(lines), unit(size, text.density)
        if self.controls.items:
            room, layers = self._lie(text, scale, ground, lines)
        pill(target, theme, ground, layers)
        top = room.centery - high // 2
        for line in lines:
            target.blit(line, line.get_rect(midtop=(room.centerx, top)))
            top += line.get_height()
        if self.controls.items:
            self.controls.paint(target, theme, text, round(NORMAL * scale), scale)
        return ground

    # -- the buttons ---------------------------------------------------------------------------

    def _widths(self, text: TextPainter, scale: float) -> list[int]:
        """The widths of the buttons."""
        size, high = round(NORMAL * scale), self._high(scale)
        return [
            high if one.icon else text.width(one.label, size) + round(26 * scale)
            for one in self.controls.items
        ]

    def _high(self, scale: float) -> int:
        return max(_LEAST, round(34 * scale))

    def _lie(
        self, text: TextPainter, scale: float, ground: Rect, lines: Sequence[pygame.Surface]
    ) -> tuple[Rect, int]:
        """Place the buttons at the right end of ``ground``, or below the ``lines`` where these
        leave them no room; return what is left for the lines, and the rows of all of it."""
        gap, high = round(8 * scale), self._high(scale)
        widths = self._widths(text, scale)
        across = sum(widths) + gap * (len(widths) - 1)
        wide = max(line.get_width() for line in lines)
        beside = len(lines) == 1 and wide + across + 2 * gap <= ground.width
        x = ground.right - gap // 2 - across if beside else ground.centerx - across // 2
        y = ground.centery - high // 2 if beside else ground.bottom - high - gap // 2
        for control, width in zip(self.controls.items, widths, strict=True):
            control.rect = Rect(x, y, width, high)
            x += width + gap
        if beside:
            return Rect(ground.left, ground.top, ground.width - across, ground.height), 1
        return Rect(ground.left, ground.top, ground.width, y - ground.top), len(lines) + 1

    def _block(
        self,
        window: tuple[int, int],
        corner: tuple[int, int],
        theme: Theme,
        text: TextPainter,
        share: float,
    ) -> tuple[list[pygame.Surface], Rect]:
        """Return the rows in that fraction of what lies left of ``corner``, and their background
        above it."""
        scale = unit(window, text.density)
        size, pad = round(NORMAL * scale), round(10 * scale)
        # In a narrow window it takes two or three rows, as the end of a sentence may matter most.
        rows = text.wrapped(self.text, size, round((corner[0] - 4 * pad) * share))
        lines = [text.line(row, size, theme.ink) for row in rows]
        height = max(line_height(window, text.density) - 1, lines[0].get_height())
        height += sum(line.get_height() for line in lines[1:])
        wide = max(line.get_width() for line in lines)
        if self.controls.items:
            gap, high = round(8 * scale), self._high(scale)
            across = sum(self._widths(text, scale)) + gap * len(self.controls.items)
            if len(lines) == 1 and wide + across + 2 * pad <= corner[0]:
                wide, height = wide + across, max(height, high + gap)
            else:
                wide, height = max(wide, across), height + high + gap
        ground = Rect(0, 0, wide + 2 * pad, height)
        ground.midbottom = (corner[0] // 2, corner[1] - 1)
        return lines, ground


def _beside(ground: Rect, width: int, cards: Sequence[Rect]) -> Rect | None:
    """Return ``ground``, or the nearest place beside it, that covers none of ``cards``."""
    for far in range(0, (width - ground.width) // 2 + 1, _STEP):
        for place in (ground.move(far, 0), ground.move(-far, 0)):
            if place.collidelist(cards) < 0:
                return place
    return None
