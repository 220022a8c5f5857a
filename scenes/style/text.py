"""Draws and measures text, in one typeface with two weights."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

import pygame

from game.support.assets import assets_folder
from scenes.style.theme import Colour

_INDIC: Final = (("\u0900", "\u1cff"), ("\ua800", "\ua8ff"), ("\U00011b00", "\U00011b5f"))
"""The ranges of characters that need the full font instead of the Latin one."""
_BREAK: Final = r" (?!…|(?<=\d )(?:[%$]|s\b))"
"""Matches a space where a line may break. It may not break before an ellipsis or a unit."""
_LAST_LINE: Final = 0.22
"""A paragraph's last line should fill at least this fraction of the width."""


class TextPainter:
    """Renders and measures text; all sizes are in pixels."""

    def __init__(self) -> None:
        self.density = 1.0
        """The pixel density of the screen. An ordinary screen has a density of 1."""
        self._fonts: dict[str, pygame.font.Font] = {}
        self.line = lru_cache(maxsize=400)(self._line)
        self.width = lru_cache(maxsize=2000)(self._width)
        self.wrapped = lru_cache(maxsize=300)(self._wrapped)

    def _font(self, text: str, size: int, bold: bool) -> pygame.font.Font:
        """Return the font for ``text``, set to ``size``."""
        part = "" if _is_indic(text) else "-Latin"
        name = f"NotoSansDevanagari-{'Bold' if bold else 'Regular'}{part}.ttf"
        if name not in self._fonts:
            # Opening a font is slow but resizing it is fast, so each is opened only once.
            font = pygame.font.Font(assets_folder() / "fonts" / name, size)
            if not part:
                # This puts vowel signs before their consonants.
                font.set_script("Deva")
            self._fonts[name] = font
        font = self._fonts[name]
        if font.point_size != size:
            # Setting the size drops the font's cache of glyphs, even if the size stays the same.
            font.point_size = size
        return font

    def _width(self, text: str, size: int, bold: bool = False) -> int:
        """Return the width of one line of text, in pixels."""
        return self._font(text, size, bold).size(_clean(text))[0]

    def _line(self, text: str, size: int, colour: Colour, bold: bool = False) -> pygame.Surface:
        """Return a picture of one line of text."""
        return self._font(text, size, bold).render(_clean(text), True, colour)

    def _wrapped(self, text: str, size: int, width: int, bold: bool = False) -> tuple[str, ...]:
        """Return ``text`` split into lines, avoiding a very short last line if possible."""
        lines: list[str] = []
        for paragraph in text.split("\n"):
            lines += self._paragraph(re.split(_BREAK, paragraph), size, width, bold)
        return tuple(lines)

    def _paragraph(self, words: list[str], size: int, width: int, bold: bool) -> list[str]:
        lines = self._filled(words, size, width, bold)
        wanted = width * _LAST_LINE
        for percent in range(98, 68, -2):
            alone = " " not in lines[-1] or self.width(lines[-1], size, bold) < wanted
            if len(lines) < 2 or not alone:
                break
            narrower = self._filled(words, size, width * percent // 100, bold)
            if len(narrower) > len(lines):
                break
            lines = narrower
        return lines

    def _filled(self, words: list[str], size: int, width: int, bold: bool) -> list[str]:
        """Return ``words`` joined into lines, with as many words in each as fit."""
        # Words are measured one by one, because shaping the whole line after each word takes far
        # longer. Rounding errors add up, so a nearly full line is measured as a whole.
        space = self.width(" ", size, bold)
        lines: list[str] = []
        line, used = "", 0
        for word in self._broken(words, size, width, bold):
            more = self.width(word, size, bold)
            full = used + space + more
            tight = width * 0.95 < full <= width
            if line and (
                full > width or (tight and self._width(f"{line} {word}", size, bold) > width)
            ):
                lines.append(line)
                line, used = word, more
            else:
                line, used = (f"{line} {word}", used + space + more) if line else (word, more)
        return [*lines, line]

    def _broken(self, words: list[str], size: int, width: int, bold: bool) -> list[str]:
        """Break up every word that is too wide for a line. Return all words and pieces in order."""
        pieces: list[str] = []
        for word in words:
            while len(word) > 1 and self.width(word, size, bold) > width:
                fits = len(word) - 1
                while fits > 1 and self._width(word[:fits], size, bold) > width:
                    fits -= 1
                pieces.append(word[:fits])
                word = word[fits:]
            pieces.append(word)
        return pieces

    def fitted(self, text: str, size: int, width: int, bold: bool = False) -> str:
        """Return ``text``. If it is wider than ``width``, shorten it and add an ellipsis."""
        if self.width(text, size, bold) <= width:
            return text
        while text and self.width(text + "…", size, bold) > width:
            text = text[:-1]
        return text + "…" if text else ""


def _is_indic(text: str) -> bool:
    return not text.isascii() and any(a <= one <= z for one in text for a, z in _INDIC)


def _clean(text: str) -> str:
    # The font renderer fails on a NUL, which pasted text may contain.
    return text.replace("\0", "")
