"""Fixtures that run the program without a window."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.rules.notation import parse_board
from game.rules.registry import VIERFREI, Deal
from game.support.texts import texts
from scenes.kit.commands import GAMEPAD_NAMES
from scenes.style import felt
from tests.scenes.reviewing import LOSING, reviewed
from tests.scenes.stage import WON_10913, Stage, almost_won


class Clipboard:
    """Stands in for the system's clipboard."""

    text = ""
    bytes: bytes | None = None
    """Bytes on the clipboard in place of ``text``."""
    broken = False

    def put(self, text: str) -> None:
        if self.broken:
            raise pygame.error("no clipboard")
        self.text = text

    def get(self) -> str:
        if self.broken:
            raise pygame.error("no clipboard")
        return self.text if self.bytes is None else self.bytes.decode("utf-8")


@pytest.fixture(scope="session", autouse=True)
def felt_kept() -> Iterator[None]:
    """Cache the table's background for several sizes; the program itself caches only one."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(felt, "felt_picture", lru_cache(8)(felt.felt_picture.__wrapped__))
        yield


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
    """Yield a function that opens a stage in the test's folder and closes the previous one."""
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
    GAMEPAD_NAMES.clear()


@pytest.fixture(autouse=True)
def same_conditions() -> Iterator[None]:
    """Give each test the same random deals, and go back to English after it."""
    random.seed(2)
    yield
    texts.use("en")


@pytest.fixture
def on(stage: Callable[..., Stage]) -> Stage:
    """Return a stage with Vierfrei 617, without animation."""
    return stage()


@pytest.fixture
def canfield(stage: Callable[..., Stage]) -> Stage:
    return stage(game="canfield", deal=42)


@pytest.fixture
def casino(stage: Callable[..., Stage]) -> Stage:
    return stage(game="canfield", deal=42, rules="casino")


@pytest.fixture
def won(stage: Callable[..., Stage]) -> Stage:
    """Return a stage on which Vierfrei 10913 has just been won."""
    on = almost_won(stage)
    on.type("2h")
    on.settle()
    return on


_BOARD = """
: 4C 7D 2S 7C 6D KS QH JS TH
: 2C AS 3H 9S
: KH QC JD TC 9H 8C 7H 6C 5D 8H
: KD 4S 3C 3S 2H 7S
: QS JH TS 9D 8S 6H
: QD JC TD 9C 8D 5H 5S
: KC 6S 4H
: AH AC AD 2D 3D 4D 5C
"""


@pytest.fixture
def growing(stage: Callable[..., Stage]) -> Stage:
    """Return a stage whose first column can grow to 15 cards."""
    on = stage(size=(1200, 800))
    on.table.new_deal(Deal(VIERFREI, board=parse_board(_BOARD)))
    on.settle()
    return on


@pytest.fixture
def lost_game(on: Stage) -> Stage:
    """Return a stage with a game lost by the third move."""
    on.type(LOSING)
    return on


@pytest.fixture
def lost_review(stage: Callable[..., Stage]) -> Stage:
    """Return a stage at the end of the review of ``lost_game``."""
    return reviewed(stage)


@pytest.fixture
def won_review(stage: Callable[..., Stage]) -> Stage:
    """Return a stage with the review of a won game."""
    on = stage(deal=10913)
    on.play(WON_10913)
    assert on.session.won
    on.key("F7")
    return on
