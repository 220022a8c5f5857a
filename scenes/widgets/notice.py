"""One quiet line at the lower edge of the table, wrapped in a narrow window."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Final

import pygame
from pygame import Rect

from scenes.style.heights import line_height
from scenes.style.shapes import pill
from scenes.style.text import TextPainter
from scenes.style.theme import NORMAL, Theme, unit

_SHOWN: Final = 4.0
"""Seconds for which a temporary line is shown."""
_SHARES: Final = (1.0, 0.6, 0.4)
"""The fractions of the window's width that the rows may take; a narrow block fits beside cards more
easily."""
_STEP: Final = 6
"""Pixels between the positions that are tried."""


class EdgeLine:
    """The line, and how long it is still shown. While ``waits`` says so, no line goes by itself:
    the next input takes its place."""

    def __init__(self, waits: Callable[[], bool] = lambda: False) -> None:
        self._waits = waits
        self.text = ""
        self._rests = ""
        self._left = 0.0
        self._stays = False

    @property
    def lasts(self) -> float:
        """Seconds until it goes by itself."""
        return self._left if self.text and not self._stays else math.inf

    def show(self, text: str, *, stays: bool = False) -> None:
        """Show ``text``: for a while, or until ``clear`` if it ``stays``."""
        left = math.inf if self._waits() else _SHOWN
        self.text, self._left, self._stays = text, left, stays

    def keep(self, text: str) -> None:
        """Show ``text`` from now on whenever nothing else is shown; empty for nothing."""
        self._rests = text
        self.clear()

    def clear(self) -> None:
        """Remove the current line, except the one set by ``keep``."""
        self.text, self._stays = self._rests, bool(self._rests)

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
        if not self.text:
            return None
        size, wide = target.get_size(), width or target.get_width()
        blocks = [self._block(size, (wide, foot), theme, text, share) for share in _SHARES]
        lines, ground = blocks[0]
        for rows, block in blocks:
            if place := _beside(block, wide, cards):
                lines, ground = rows, place
                break
        pill(target, theme, ground, len(lines))
        top = ground.centery - sum(line.get_height() for line in lines) // 2
        for line in lines:
            target.blit(line, line.get_rect(midtop=(ground.centerx, top)))
            top += line.get_height()
        return ground

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
        ground = Rect(0, 0, max(line.get_width() for line in lines) + 2 * pad, height)
        ground.midbottom = (corner[0] // 2, corner[1] - 1)
        return lines, ground


def _beside(ground: Rect, width: int, cards: Sequence[Rect]) -> Rect | None:
    """Return ``ground``, or the nearest place beside it, that covers none of ``cards``."""
    for far in range(0, (width - ground.width) // 2 + 1, _STEP):
        for place in (ground.move(far, 0), ground.move(-far, 0)):
            if place.collidelist(cards) < 0:
                return place
    return None
