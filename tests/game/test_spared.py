"""Modules that a start spares: asked for by name, imported when called."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.support.spared import sparing

NAME = "spared_by_a_test"


@pytest.fixture
def ran(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """What has imported the module: its file is there, with a function that doubles."""
    code = "import sys\nsys.ran.append(__name__)\ndef double(n): return 2 * n\n"
    (tmp_path / f"{NAME}.py").write_text(code, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    found: list[str] = []
    monkeypatch.setattr(sys, "ran", found, raising=False)
    yield found
    sys.modules.pop(NAME, None)


def test_it_is_imported_by_the_first_call(ran: list[str]) -> None:
    with sparing(NAME):
        double = importlib.import_module(NAME).double
    assert not ran and NAME not in sys.modules
    assert double(4) == 8 and double(5) == 10
    assert ran == [NAME] and importlib.import_module(NAME).double(6) == 12


def test_a_call_at_once_imports_it_too(ran: list[str]) -> None:
    with sparing(NAME):
        assert importlib.import_module(NAME).double(4) == 8
        assert not hasattr(importlib.import_module(NAME), "triple")
    assert ran == [NAME] and NAME in sys.modules


def test_one_that_is_there_stays(ran: list[str]) -> None:
    there = importlib.import_module(NAME)
    with sparing(NAME):
        assert importlib.import_module(NAME) is there
    assert sys.modules[NAME] is there
