"""Files damaged at random, others for each commit: no traceback, and nothing lost but what was hit.

The seed, which ``tests.storage.damage`` takes, is printed with the failure; the benchmark
``damage`` tries 20,000 of them.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.scenes.stage import Stage
from tests.seed import run_seed
from tests.storage.crash import CountingSystem, seen_by
from tests.storage.damage import prepare, try_one

CASES = 40
"""In each of four tests, so that a failure is found soon."""


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("damage") / "base"
    prepare(folder)
    return folder


@pytest.mark.parametrize("part", range(4))
def test_damaged_files_lose_nothing_but_what_was_hit(base: Path, tmp_path: Path, part: int) -> None:
    with seen_by(CountingSystem()):
        for number in range(CASES):
            seed = f"{run_seed()} {part} {number}"
            try:
                try_one(base, tmp_path / "home", seed)
            except Exception as error:
                pytest.fail(f"seed {seed!r}: {error!r}")


def test_the_program_starts_over_damaged_files(base: Path, tmp_path: Path) -> None:
    for number in range(4):
        seed = f"{run_seed()} start {number}"
        try:
            try_one(base, tmp_path / "home", seed, start_and_look)
        except Exception as error:
            pytest.fail(f"seed {seed!r}: {error!r}")


def start_and_look(folder: Path) -> None:
    """The menu, the statistics, both tables."""
    on = Stage(folder, game=None, deal=None)
    try:
        on.app.paint()
        on.wait(0.05)
        on.key("F6")
        on.app.paint()
        on.wait(0.05)
        on.key("F6")
        for game in ("vierfrei", "canfield"):
            on.app.director.play(game)
            on.app.paint()
            on.wait(0.05)
            on.key("F1")
    finally:
        on.drop()
