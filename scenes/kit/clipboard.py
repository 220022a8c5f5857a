"""Reads the text on the clipboard, in any usual encoding."""

from __future__ import annotations

import codecs
import re
from typing import Final

import pygame

from game.play.game_text import MAX_BYTES
from game.support.errors import GivenError
from game.support.texts import tr_later

_CONTROLS: Final = re.compile("[\0-\x08\x0e-\x1f\x7f]")
"""Control characters that hardly ever occur in text."""


def pasted() -> str:
    """Return the text on the clipboard; empty if there is none.

    Raises ``GivenError`` if it is too long or can't be read as text.
    """
    try:
        found = pygame.scrap.get_text().encode("utf-8", "surrogatepass")
    except pygame.error:
        return ""
    except UnicodeDecodeError as error:
        found = error.object
    if len(found) > MAX_BYTES:
        raise GivenError(tr_later("The copied text is too long."))
    return decoded(found)


def decoded(found: bytes) -> str:
    """Return ``found`` decoded from UTF-8, UTF-16 or Windows-1252.

    Raises ``GivenError`` if it seems to be none of these.
    """
    wide = found.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    # Without a byte order mark, a zero byte at the start means UTF-16, because games are written in
    # characters from the beginning of Unicode.
    guesses = ("utf-16",) if wide else ("utf-8", "cp1252")
    if b"\0" in found[:2]:
        guesses = ("utf-16-be",) if found.startswith(b"\0") else ("utf-16-le",)
    for encoding in guesses:
        try:
            text = found.decode(encoding)
        except UnicodeDecodeError:
            continue
        if encoding == "utf-8" or not _CONTROLS.search(text):
            return text
    raise GivenError(tr_later("The copied text can't be read."))
