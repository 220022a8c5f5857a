"""Every sign of every language is in a font and shaped as its script wants."""

from __future__ import annotations

import re
from math import inf

import pytest
import uharfbuzz as hb

from game.support.assets import assets_folder
from game.support.texts import languages
from scenes.style.text import TextPainter
from tests.catalogues import catalogue, forms

FONTS, TRANSLATIONS = assets_folder() / "fonts", assets_folder() / "translations"


def translated(code: str) -> list[str]:
    messages = [one for one in catalogue(TRANSLATIONS / f"{code}.po") if one.id]
    return [form for one in messages for form in forms(one)]


@pytest.mark.parametrize("code", [code for code in languages() if code != "en"])
def test_no_sign_is_missing(code: str) -> None:
    painter = TextPainter()
    signs = {sign for text in translated(code) for sign in text} - {"\n"}
    for bold in (False, True):
        for sign in signs:
            # Alone, and in a line with Devanagari, which one font writes as a whole.
            for text in (sign, "क"):
                assert painter._font(text, 20, bold).metrics(sign)[0] is not None, sign


DEVANAGARI = re.compile("[\u0900-\u097f]+")


@pytest.mark.parametrize("weight", ["Regular", "Bold"])
def test_conjuncts_are_shaped_as_harfbuzz_does(weight: str) -> None:
    size = 100
    face = hb.Font(hb.Face(hb.Blob.from_file_path(str(FONTS / f"NotoSansDevanagari-{weight}.ttf"))))
    scale = size / face.face.upem
    painter = TextPainter()
    words = {word for text in translated("hi") for word in DEVANAGARI.findall(text)}
    # Where consonants join, or a vowel sign goes before them.
    words = {word for word in words if "\u094d" in word or "\u093f" in word}
    assert len(words) > 100
    for word in words:
        left, right, top, bottom = 0.0, 0.0, -inf, inf
        buffer = hb.Buffer()
        buffer.add_str(word)
        buffer.direction, buffer.script, buffer.language = "ltr", "Deva", "hi"
        hb.shape(face, buffer)
        x = 0
        for info, place in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
            box = face.get_glyph_extents(info.codepoint)
            start = x + place.x_offset + box.x_bearing
            high = place.y_offset + box.y_bearing
            left, right = min(left, start), max(right, start + box.width)
            top, bottom = max(top, high), min(bottom, high + box.height)
            x += place.x_advance
        near = 2 + len(buffer.glyph_infos)  # each place is rounded to a pixel
        ink = painter.line(word, size, (255, 255, 255), weight == "Bold").get_bounding_rect()
        wide, high = (max(right, x) - left) * scale, (top - bottom) * scale
        assert painter.width(word, size, weight == "Bold") == pytest.approx(wide, abs=near), word
        assert ink.height == pytest.approx(high, abs=near), word


def test_a_word_longer_than_a_line_is_broken() -> None:
    painter = TextPainter()
    path = "/home/somebody/.local/share/vierfeld/record.cleared-2026-11-22.json"
    lines = painter.wrapped(f"Saved to {path}", 16, 200)
    assert all(painter.width(line, 16) <= 200 for line in lines)
    assert lines[0] == "Saved to" and "".join(lines[1:]) == path
    assert "".join(painter.wrapped("x" * 100, 16, 100)) == "x" * 100
    assert painter.wrapped("xx", 16, 1) == ("x", "x")
