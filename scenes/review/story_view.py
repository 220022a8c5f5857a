"""The story of a reviewed game, beside or below the cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import pygame
from pygame import Rect

from game.teach.story import Fact
from scenes.kit.services import Kit
from scenes.review.timeline import sign_ink
from scenes.style.shapes import lit
from scenes.style.theme import NORMAL, SMALL, unit
from scenes.widgets.controls import Canvas


class TextRow(NamedTuple):
    """A sentence, its lines, and the area where it is drawn."""

    fact: Fact
    lines: tuple[str, ...]
    rect: Rect


class StoryView:
    """Lays out the sentences of the story in ``area``, and draws them."""

    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        self.area = Rect(0, 0, 0, 0)
        self.rows: tuple[TextRow, ...] = ()
        self._hover: Fact | None = None
        self.facts: tuple[Fact, ...] = ()
        self.about: tuple[Fact, ...] = ()
        """The highlighted sentences, which are about the current position."""

    def place_in(self, area: Rect, size: tuple[int, int]) -> None:
        """Set the area of the sentences in a window of ``size``; ``tell`` must be called next."""
        self.area = area
        self._scale = unit(size, self._kit.text.density)
        self._gap = round(7 * self._scale)

    def tell(self, facts: tuple[Fact, ...], about: tuple[Fact, ...]) -> None:
        """Show ``facts``, highlighting those in ``about``."""
        self.facts, self.about = facts, about
        self.rows = ()
        if not self.area or not self.facts:
            return
        for size in (NORMAL, SMALL):
            self._size = round(size * self._scale)
            self._line_height = round(self._size * 1.36)
            rows = self._flow()
            if rows[-1].rect.bottom <= self.area.bottom:
                break
        self.rows = self._scrolled(rows)

    def _flow(self) -> list[TextRow]:
        pad, gap = round(12 * self._scale), self._gap
        width = self.area.width - 2 * pad
        top, rows = self.area.top + gap, list[TextRow]()
        for fact in self.facts:
            room = width - gap - self._inset(fact)
            lines = self._kit.text.wrapped(fact.words, self._size, room)
            high = self._line_height * len(lines) + gap
            rows.append(TextRow(fact, lines, Rect(self.area.left + pad, top, width, high)))
            top += high
        return rows

    def _scrolled(self, rows: Sequence[TextRow]) -> tuple[TextRow, ...]:
        """Return the rows that fit, scrolled to the last highlighted one."""
        needed = [row.rect.bottom for row in rows if row.fact in self.about]
        beyond = max(0, max(needed, default=0) - self.area.bottom)
        skipped = next(row.rect.top for row in rows if row.rect.top >= beyond + rows[0].rect.top)
        by = skipped - rows[0].rect.top
        moved = [row._replace(rect=row.rect.move(0, -by)) for row in rows]
        return tuple(row for row in moved if self.area.contains(row.rect))

    def sentence_at(self, at: tuple[int, int]) -> Fact | None:
        """Return the sentence at a point; None if it isn't about a position."""
        found = (row.fact for row in self.rows if row.rect.collidepoint(at) and row.fact.at >= 0)
        return next(found, None)

    def point(self, at: tuple[int, int] | None) -> bool:
        """Record which sentence is under the mouse, and return whether the sentence has changed."""
        before, self._hover = self._hover, self.sentence_at(at) if at else None
        return before != self._hover

    # -- picture -------------------------------------------------------------------------------

    def paint(self, canvas: Canvas) -> None:
        """Draw the background and the sentences."""
        target, theme, scale, gap = canvas.target, canvas.theme, canvas.unit, self._gap
        if not self.area:
            return
        target.fill(theme.bar, self.area)
        if theme.grain:
            pygame.draw.rect(target, theme.ink, self.area, 1)
        for row in self.rows:
            about = row.fact in self.about
            if row.fact == self._hover:
                lit(target, theme, row.rect, scale)
            if about:
                mark = Rect(row.rect.left, row.rect.top + gap // 2, max(2, round(3 * scale)), 0)
                mark.height = row.rect.height - gap
                target.fill(theme.accent, mark)
            if row.fact.light is not None:
                name, ink = row.fact.light.name.lower(), sign_ink(theme, row.fact.light)
                begin = row.rect.left + gap, row.rect.top + gap // 2 + self._line_height // 2
                canvas.sign(name, round(self._size * 1.2), ink, midleft=begin)
            top = row.rect.top + gap // 2
            left = row.rect.left + gap + gap // 2 + self._inset(row.fact)
            for words in row.lines:
                line = self._kit.text.line(words, self._size, theme.ink if about else theme.faint)
                middle = top + self._line_height // 2
                target.blit(line, line.get_rect(midleft=(left, middle)))
                top += self._line_height

    def _inset(self, fact: Fact) -> int:
        """Return the room for a sentence's icon, in pixels; 0 if it has none."""
        return round(self._size * 1.3) if fact.light is not None else 0
