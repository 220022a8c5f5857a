"""Fixtures of the screen's tests: the program without a window, and a clipboard of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from tests.scenes.stage import Stage


class Clipboard:
    """Stands in for the system's clipboard."""

    def __init__(self) -> None:
        self.text = ""
        self.broken = False

    def put(self, text: str) -> None:
        if self.broken:
            raise pygame.error("no clipboard")
        self.text = text

    def get(self) -> str:
        if self.broken:
            raise pygame.error("no clipboard")
        return self.text


@pytest.fixture
def clipboard(monkeypatch: pytest.MonkeyPatch) -> Clipboard:
    found = Clipboard()
    monkeypatch.setattr(pygame.scrap, "put_text", found.put)
    monkeypatch.setattr(pygame.scrap, "get_text", found.get)
    return found


@pytest.fixture
def stage(
    tmp_path: Path, clipboard: Clipboard, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[..., Stage]]:
    """Opens stages over one folder, and lets go of each before the next one is opened."""
    monkeypatch.setenv("VIERFELD_HOME", str(tmp_path))
    opened: list[Stage] = []

    def drop() -> None:
        while opened:
            opened.pop().drop()

    def start(**given: Any) -> Stage:
        drop()
        opened.append(Stage(tmp_path, **given))
        return opened[-1]

    yield start
    drop()


@pytest.fixture
def vierfrei(stage: Callable[..., Stage]) -> Stage:
    """Vierfrei 617, without animation."""
    return stage()
