"""Services for the tests: a shared one, and one for a single test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from game.solver import service
from game.solver.service import SolverService


@pytest.fixture(scope="module")
def warm() -> Iterator[SolverService]:
    """One service for all tests that leave it intact: starting one takes a moment."""
    made = SolverService()
    yield made
    made.close()


@pytest.fixture
def fresh() -> Iterator[SolverService]:
    made = SolverService()
    yield made
    made.close()


@pytest.fixture
def no_shipped_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every deal has to be searched, also those with a line in the program's files."""
    monkeypatch.setattr(service, "known_line", lambda deal: None)
