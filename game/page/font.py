"""The letters that a page brings along: those that not every reader's machine can write."""

from __future__ import annotations

import base64
from typing import Final

from game.support.texts import assets_folder

_BLOCK: Final = range(0x900, 0x980)
"""Devanagari, as Unicode numbers it; the font beside the page's style writes it."""
_NAME: Final = "Vierfeld Devanagari"
_FACE: Final = (
    '@font-face {{ font-family: "{name}"; unicode-range: U+{first:X}-{last:X}, U+200C-200D, U+25CC;'
    ' src: url("data:font/woff2;base64,{data}") format("woff2"); }}'
)
_ASKED: Final = """document.fonts.load('1em "{name}"', "{letter}")"""
"""Letters behind digits Chromium leaves without the font for good, where they are laid out while it
still reads it from within the page; asked for before any text, the font is there in time."""


def head(text: str) -> list[str]:
    """Return what brings the font for ``text`` into the head of a page, with the font's licence;
    nothing where no letter of the text wants one."""
    if not any(ord(letter) in _BLOCK for letter in text):
        return []
    assets = assets_folder()
    licence = (assets / "fonts" / "OFL.txt").read_text("utf-8").strip()
    data = base64.b64encode((assets / "page" / "devanagari.woff2").read_bytes()).decode("ascii")
    face = _FACE.format(name=_NAME, first=_BLOCK[0], last=_BLOCK[-1], data=data)
    asked = _ASKED.format(name=_NAME, letter=chr(_BLOCK[0x15]))
    return [f"<style>\n/*\n{licence}\n*/\n{face}\n</style>", f"<script>{asked}</script>"]
