"""The field for a number: digits that are typed or turned, a caret, and a complaint."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import pygame
from pygame import Rect

from game.support.texts import tr
from scenes.kit.commands import PAD_NAMES
from scenes.style.shapes import rounded
from scenes.style.text import TextPainter
from scenes.style.theme import LARGE, NORMAL, SMALL
from scenes.widgets.items import Canvas, Item

_TURNS: Final = {pygame.K_UP: 1, pygame.K_DOWN: -1}
"""What a key adds to a digit: so a number can be set without keys for its digits."""


@dataclass(slots=True)
class DigitField(Item):
    """A field for a few digits, with the caret before position ``caret``.

    ``hint`` is shown while it is empty. ``complaint`` tells why the last input was refused; the
    next accepted input clears it.
    """

    most: int
    hint: str = ""
    text: str = ""
    caret: int = 0
    complaint: str = ""

    @property
    def spoken(self) -> Sequence[str]:
        return (self.text or self.hint,)

    def insert(self, text: str) -> bool:
        """Insert the digits of ``text`` at the caret; return False, with a complaint, if that is
        impossible."""
        if not (text.isascii() and text.isdigit()):
            self.complaint = tr("Only digits go here.")
        elif len(self.text) + len(text) > self.most:
            self.complaint = tr("A number has at most {most} digits.", most=self.most)
        else:
            self.complaint = ""
            self.text = self.text[: self.caret] + text + self.text[self.caret :]
            self.caret += len(text)
        return not self.complaint

    def key(self, code: int) -> bool:
        """Handle an editing key; return False if it is none."""
        if code == pygame.K_BACKSPACE:
            if self.caret:
                self.text = self.text[: self.caret - 1] + self.text[self.caret :]
                self.caret -= 1
        elif code == pygame.K_DELETE:
            self.text = self.text[: self.caret] + self.text[self.caret + 1 :]
        elif code == pygame.K_LEFT:
            self.caret = max(0, self.caret - 1)
        elif code == pygame.K_RIGHT:
            self.caret = min(len(self.text), self.caret + 1)
        elif code == pygame.K_HOME:
            self.caret = 0
        elif code == pygame.K_END:
            self.caret = len(self.text)
        elif code in _TURNS:
            self._turn(_TURNS[code])
        else:
            return False
        self.complaint = ""
        return True

    @property
    def signs(self) -> str:
        """What can be turned to, in turn."""
        return "0123456789"

    def _turn(self, by: int) -> None:
        """Make the sign before the caret the next or the one before; in an empty field it is the
        first one."""
        signs = self.signs
        before, sign, after = self._parts
        # One of another kind, as a capital, is left by the first.
        at = signs.find(sign.lower()) if sign else 0
        self.caret = max(1, self.caret)
        self.text = before + signs[(at + by) % len(signs)] + after

    @property
    def _parts(self) -> tuple[str, str, str]:
        """What stands before the digit that can be turned, that digit, and the rest."""
        at = max(0, self.caret - 1)
        return self.text[:at], self.text[at : at + 1], self.text[at + 1 :]

    def flow(self, left: int, top: int, width: int, unit: float, text: TextPainter) -> int:
        """Lay out the field, with room for a complaint below."""
        self.rect = Rect(left, top, min(width, round(200 * unit)), round(48 * unit))
        return self.rect.bottom + round((8 + NORMAL * 1.4) * unit)

    def paint(self, canvas: Canvas) -> None:
        """Draw the field, its caret, and the complaint below it."""
        target, theme, text, unit, controls = canvas
        radius, size = theme.radius(6 * unit), round(LARGE * unit)
        rounded(target, theme.button, self.rect, radius=radius)
        frame = theme.faint if controls.focus else theme.focus
        rounded(target, frame, self.rect, max(2, round(2 * unit)), radius)
        left = self.rect.left + round(12 * unit)
        if self.text:
            line = text.line(self.text, size, theme.ink, True)
        else:
            line = text.line(self.hint, round(NORMAL * unit), theme.faint)
        # A hint keeps clear of the caret.
        begin = left + round((4 if self.text else 12) * unit)
        target.blit(line, line.get_rect(midleft=(begin, self.rect.centery)))
        caret = left + round(4 * unit) + text.width(self.text[: self.caret], size, True)
        inset = round(9 * unit)
        bar = Rect(caret, self.rect.top + inset, max(2, round(2 * unit)), 0)
        bar.height = self.rect.height - 2 * inset
        target.fill(theme.accent, bar)
        before, digit, _ = self._parts
        if PAD_NAMES and digit:
            # A controller turns it: it is to be seen which one.
            under = Rect(left + round(4 * unit) + text.width(before, size, True), 0, 0, 0)
            under.size = text.width(digit, size, True), max(2, round(3 * unit))
            under.bottom = bar.bottom
            target.fill(theme.accent, under)
        if self.complaint:
            words = text.line(self.complaint, round(SMALL * unit), theme.accent, True)
            target.blit(words, (self.rect.left, self.rect.bottom + round(4 * unit)))


@dataclass(slots=True)
class TextField(DigitField):
    """A field for a few words, as wide as the page; a long text shows the part at the caret."""

    def insert(self, text: str) -> bool:
        """Insert ``text`` at the caret; return False, with a complaint, if there is no room."""
        plain = "".join(sign for sign in text if sign.isprintable())
        if len(self.text) + len(plain) > self.most:
            self.complaint = tr("There's room for {most} characters.", most=self.most)
            return False
        self.complaint = ""
        self.text = self.text[: self.caret] + plain + self.text[self.caret :]
        self.caret += len(plain)
        return True

    @property
    def signs(self) -> str:
        # Translators: the small letters of your alphabet, as a controller goes through them.
        return " " + tr("abcdefghijklmnopqrstuvwxyz") + "0123456789.,!?-"

    def key(self, code: int) -> bool:
        """Handle an editing key; return False if it is none. Only a controller turns letters: who
        has keys for them means something else by arrows."""
        return (code not in _TURNS or bool(PAD_NAMES)) and DigitField.key(self, code)

    def flow(self, left: int, top: int, width: int, unit: float, text: TextPainter) -> int:
        """Lay out the field, with room for a complaint below."""
        below = DigitField.flow(self, left, top, width, unit, text)
        self.rect.width = width
        return below

    def paint(self, canvas: Canvas) -> None:
        """Draw what there is room for of the text, up to the caret at least."""
        target, theme, text, unit, controls = canvas
        radius, size = theme.radius(6 * unit), round(NORMAL * unit)
        rounded(target, theme.button, self.rect, radius=radius)
        frame = theme.faint if controls.focus else theme.focus
        rounded(target, frame, self.rect, max(2, round(2 * unit)), radius)
        pad = round(12 * unit)
        room = self.rect.inflate(-2 * pad, 0)
        before = text.width(self.text[: self.caret], size)
        by = max(0, before - room.width + pad // 2)
        line = text.line(self.text or " ", size, theme.ink)
        high = line.get_height()
        part = Rect(by, 0, min(room.width, max(0, line.get_width() - by)), high)
        target.blit(line, (room.left, room.centery - high // 2), part)
        bar = Rect(room.left + before - by, 0, max(2, round(2 * unit)), round(28 * unit))
        bar.centery = room.centery
        target.fill(theme.accent, bar)
        if PAD_NAMES and self.caret:
            wide = text.width(self.text[self.caret - 1 : self.caret], size)
            target.fill(theme.accent, Rect(bar.left - wide, bar.bottom, wide, bar.width))
        if self.complaint:
            words = text.line(self.complaint, round(SMALL * unit), theme.accent, True)
            target.blit(words, (self.rect.left, self.rect.bottom + round(4 * unit)))
