"""What is tried by chance is other for each commit, and the same for the same seed."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.seed import VARIABLE, chance, run_seed

SEEN = "from tests.seed import chance, run_seed; print(run_seed(), chance('a').random())"


def drawn(seed: str) -> str:
    """What a run by ``seed`` draws first."""
    told = subprocess.run(
        [sys.executable, "-c", SEEN],
        env={**os.environ, VARIABLE: seed},
        capture_output=True,
        text=True,
        check=True,
    )
    return told.stdout


def test_a_run_is_repeated_by_naming_its_seed() -> None:
    assert drawn("one") == drawn("one") != drawn("two")
    assert drawn("one").startswith("one ")


def test_each_test_draws_for_itself() -> None:
    assert chance("a", 1).random() == chance("a", 1).random() != chance("a", 2).random()


def test_without_a_name_it_is_the_commit(monkeypatch: pytest.MonkeyPatch) -> None:
    told = subprocess.run(["git", "rev-parse", "HEAD"], capture_output=True, text=True)
    monkeypatch.delenv(VARIABLE, raising=False)
    expected = told.stdout[:12] if told.returncode == 0 else "no-commit"
    assert run_seed.__wrapped__() == expected


def test_a_run_tells_its_seed() -> None:
    told = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-n",
            "0",
            "-p",
            "no:cacheprovider",
            __file__,
            "-k",
            "each_test_draws",
        ],
        env={**os.environ, VARIABLE: "abc"},
        capture_output=True,
        text=True,
    )
    assert told.returncode == 0 and f"{VARIABLE}=abc" in told.stdout
