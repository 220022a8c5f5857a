"""Replaces the shipped files with others for one test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from game.record import daily, odds
from game.solver import short_lines
from game.teach import difficulty, puzzles
from tools import make_days, make_grades, make_lines, make_odds, make_thumb_odds

_READ_BY: Final = {
    "days.json": (daily, make_days),
    "grades.json": (difficulty, make_grades),
    "lines.zip": (short_lines, make_lines),
    "odds.json": (odds, make_odds, make_thumb_odds),
    "puzzles.json": (puzzles,),
}


def forget() -> None:
    """Clear the caches, so that the shipped files are read again."""
    for kept in (
        daily.table,
        difficulty.table,
        odds.measured,
        puzzles.shipped_puzzles,
        short_lines.known_line,
        short_lines._member,
    ):
        kept.cache_clear()


@pytest.fixture
def shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Yield a folder that stands in for the shipped files; it has only an empty grade table."""
    folder = tmp_path / "shipped"
    folder.mkdir()
    (folder / "grades.json").write_text('{"games": {}}', "utf-8")
    for name, modules in _READ_BY.items():
        for module in modules:
            monkeypatch.setattr(module, "FILE", folder / name)
    forget()
    yield folder
    forget()  # otherwise the next test would get what this one has written
