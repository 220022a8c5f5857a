"""The story of a game beside or below the cards.

Sentences about the position that is shown stand out; a press on one leads to its position.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame
from pygame import Rect

from scenes.kit.services import Kit
from scenes.review.telling import Told
from scenes.review.timeline import sign_ink
from scenes.style.icons import icon
from scenes.style.shapes import lit
from scenes.style.theme import NORMAL, SMALL, Theme, unit
from scenes.table.status import Light


@dataclass(frozen=True, slots=True)
class TextRow:
    """A sentence, its lines, and where it is drawn."""

    told: Told
    lines: tuple[str, ...]
    rect: Rect


class Storyboard:
    """Lays out the sentences within an area, and draws them."""

    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        self.area = Rect(0, 0, 0, 0)
        self.rows: tuple[TextRow, ...] = ()
        self._hover: Told | None = None
        self._told: tuple[Told, ...] = ()
        self._about: tuple[Told, ...] = ()

    def lie_in(self, area: Rect, size: tuple[int, int]) -> None:
        """Lay out the story within ``area`` of a window of ``size``."""
        self.area = area
        self._scale = unit(size, self._kit.text.density)
        self._gap = round(7 * self._scale)
        self._lay()

    def tell(self, told: tuple[Told, ...], about: tuple[Told, ...]) -> None:
        """Show the sentences ``told``, of which some are ``about`` the position that is shown."""
        before = self._told, self._about
        self._told, self._about = told, about
        if before != (told, about):
            self._lay()

    # -- places --------------------------------------------------------------------------------

    def _lay(self) -> None:
        """Lay all rows in the larger type if there is room for them, else in the smaller; if there
        is not, those about the position are among those that are seen."""
        self.rows = ()
        if not self.area or not self._told:
            return
        for size in (NORMAL, SMALL):
            self._size = round(size * self._scale)
            rows = self._flow()
            if rows[-1].rect.bottom <= self.area.bottom:
                break
        self.rows = self._scrolled(rows)

    def _flow(self) -> list[TextRow]:
        pad, gap = round(12 * self._scale), self._gap
        width = self.area.width - 2 * pad
        high = self._line_height
        top, rows = self.area.top + gap, list[TextRow]()
        for told in self._told:
            inset = self._inset(told)
            lines = tuple(self._kit.text.wrapped(told.text, self._size, width - gap - inset))
            rect = Rect(self.area.left + pad, top, width, high * len(lines) + gap)
            rows.append(TextRow(told, lines, rect))
            top = rect.bottom
        return rows

    @property
    def _line_height(self) -> int:
        return round(self._size * 1.36)

    def _scrolled(self, rows: Sequence[TextRow]) -> tuple[TextRow, ...]:
        """Return the visible rows: from the first on, or as many later as it takes to show the last
        one about the position."""
        needed = [row.rect.bottom for row in rows if row.told in self._about]
        beyond = max(0, max(needed, default=0) - self.area.bottom)
        skipped = next(row.rect.top for row in rows if row.rect.top >= beyond + rows[0].rect.top)
        by = skipped - rows[0].rect.top
        moved = [TextRow(row.told, row.lines, row.rect.move(0, -by)) for row in rows]
        return tuple(row for row in moved if self.area.contains(row.rect))

    def told_at(self, at: tuple[int, int]) -> Told | None:
        """Return the sentence at a point of the window, if there is one."""
        found = (row.told for row in self.rows if row.rect.collidepoint(at) and row.told.at >= 0)
        return next(found, None)

    def point(self, at: tuple[int, int] | None) -> bool:
        """Note the mouse's position; return True if another sentence is under it."""
        before, self._hover = self._hover, self.told_at(at) if at else None
        return before is not self._hover

    # -- picture -------------------------------------------------------------------------------

    def paint(self, target: pygame.Surface) -> None:
        """Draw the background and the sentences."""
        theme, scale, gap = self._kit.theme, self._scale, self._gap
        if not self.area:
            return
        target.fill(theme.bar, self.area)
        if theme.grain:
            pygame.draw.rect(target, theme.ink, self.area, 1)
        for row in self.rows:
            about = row.told in self._about
            if row.told is self._hover:
                lit(target, theme, row.rect, scale)
            if about:
                mark = Rect(row.rect.left, row.rect.top + gap // 2, max(2, round(3 * scale)), 0)
                mark.height = row.rect.height - gap
                target.fill(theme.accent, mark)
            if row.told.light is not None:
                self._paint_sign(target, theme, row, row.told.light)
            top = row.rect.top + gap // 2
            left = row.rect.left + gap + gap // 2 + self._inset(row.told)
            for words in row.lines:
                line = self._kit.text.line(words, self._size, theme.ink if about else theme.faint)
                middle = top + self._line_height // 2
                target.blit(line, line.get_rect(midleft=(left, middle)))
                top += self._line_height

    def _inset(self, told: Told) -> int:
        """How far the words of a sentence stand to the right of its sign."""
        return round(self._size * 1.3) if told.light is not None else 0

    def _paint_sign(self, target: pygame.Surface, theme: Theme, row: TextRow, light: Light) -> None:
        """Draw what is known of a branch, as the marks have it."""
        sign = icon(light.name.lower(), round(self._size * 1.2), sign_ink(theme, light))
        middle = row.rect.top + self._gap // 2 + self._line_height // 2
        target.blit(sign, sign.get_rect(midleft=(row.rect.left + self._gap, middle)))
