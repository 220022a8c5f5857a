"""A start as on other systems: their language, their density, their wish for less motion, played by
stand-ins for what answers there."""

from __future__ import annotations

import ctypes
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from game.rules.registry import numbered
from game.support.texts import SOURCE_LANGUAGE, texts
from scenes.app.start import StartOptions, begin
from scenes.kit.services import _desktop_is_still
from scenes.kit.window import desktop_density
from tests.scenes.stage import CTRL, META, key_event

GERMAN = 0x0407
"""Windows' number for the language."""


def windows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Answer as a German Windows at 150 % does, in which nothing is to move."""

    def ask(what: int, _: int, answer: Any, __: int) -> int:
        assert what == 0x1042
        answer._obj.value = 0
        return 1

    user32 = SimpleNamespace(GetDpiForSystem=lambda: 144, SystemParametersInfoW=ask)
    kernel32 = SimpleNamespace(GetUserDefaultUILanguage=lambda: GERMAN)
    system = SimpleNamespace(user32=user32, kernel32=kernel32)
    monkeypatch.setattr(ctypes, "windll", system, raising=False)


def mac(monkeypatch: pytest.MonkeyPatch) -> None:
    """Answer as a German macOS does, in which nothing is to move."""
    known = {
        ("defaults", "read", "-g", "AppleLocale"): "de_DE\n",
        ("defaults", "read", "com.apple.universalaccess", "reduceMotion"): "1\n",
    }

    def run(command: Sequence[str], **_: Any) -> subprocess.CompletedProcess[str]:
        return subprocess.CompletedProcess(command, 0, known[tuple(command)], "")

    monkeypatch.setattr(subprocess, "run", run)


@pytest.fixture(
    params=[("win32", windows, 1.5, CTRL), ("darwin", mac, 1.0, META)], ids=lambda p: p[0]
)
def system(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[float, int]]:
    name, answers, density, held = request.param
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr(sys, "platform", name)
    answers(monkeypatch)
    desktop_density.cache_clear()
    yield density, held
    desktop_density.cache_clear()
    texts.use(SOURCE_LANGUAGE)


def test_a_start_and_a_move(
    system: tuple[float, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    density, held = system
    monkeypatch.setenv("VIERFELD_HOME", str(tmp_path))
    assert _desktop_is_still()
    app = begin(StartOptions("vierfrei", numbered("vierfrei", 617)))
    try:
        assert texts.language == "de" and desktop_density() == density
        session = app.director.session
        assert session is not None
        for key in (key_event("5"), key_event("8")):
            app.handle(key)
        assert len(session.actions) == 1
        app.handle(key_event("z", held))
        assert not session.actions
    finally:
        app.close()
