"""Whose libraries lie in a packed folder, and under which licences."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest

from tests.house import ROOT

LICENCES: dict[str, Any] = runpy.run_path(str(ROOT / "packaging" / "licences.py"))


@pytest.mark.parametrize(
    ("name", "licence"),
    [
        ("libSDL2-2-50d19f93.0.so.0.3200.10", "Zlib"),
        ("SDL2_mixer.dll", "Zlib"),
        ("libmpg123.0.dylib", "LGPL-2.1-only"),
        ("libpng16-16.dll", "libpng-2.0"),
        ("libpython3.11.so.1.0", "PSF-2.0"),
        ("libstdc++.so.6", "GPL-3.0-or-later with the GCC Runtime Library Exception"),
        ("libnobody.so.3", "not known here"),
    ],
)
def test_a_library_is_known_by_its_file(tmp_path: Path, name: str, licence: str) -> None:
    (tmp_path / "inside").mkdir()
    for file in (name, "_json.cpython-311-x86_64-linux-gnu.so"):
        (tmp_path / "inside" / file).touch()
    assert [row[:2] for row in LICENCES["libraries"](tmp_path)] == [(name, licence)]


def test_a_stand_in_is_not_taken_for_the_real_library(tmp_path: Path) -> None:
    (tmp_path / "libfluidsynth-1.so.3").write_bytes(b"\0vierfeld_stand_in\0")
    ((_, licence, home),) = LICENCES["libraries"](tmp_path)
    assert licence == "MIT" and "Vierfeld's own" in home


def test_cythons_licence_is_told_wherever_something_compiled_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where it packs Cython is there; the tests do without, and ask another for its version."""
    known = LICENCES["metadata"]
    found = known.distribution
    monkeypatch.setattr(
        known, "distribution", lambda name: found("pytest" if name == "cython" else name)
    )
    for text in (LICENCES["main"](tmp_path).read_text("utf-8"), LICENCES["of_compiled"]()):
        assert "\nCython " in text and "Apache License" in text and "END OF TERMS" in text


def test_the_texts_that_lie_here_are_in_it(tmp_path: Path) -> None:
    (tmp_path / "libz.so.1").touch()
    text = LICENCES["main"](tmp_path).read_text("utf-8")
    assert "\nlibz.so.1  Zlib, zlib.net\n" in text
    for told in ("The Vierfeld authors", "SIL OPEN FONT LICENSE", "pygame-ce 2", "PYTHON SOFTWARE"):
        assert told in text
