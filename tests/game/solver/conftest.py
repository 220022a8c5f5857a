"""Services for the tests: one that many of them share, and one of a test's own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from game.solver.service import SolverService


@pytest.fixture(scope="module")
def warm() -> Iterator[SolverService]:
    """One service for all tests that do no harm to it: starting one takes a moment."""
    service = SolverService()
    yield service
    service.close()


@pytest.fixture
def fresh() -> Iterator[SolverService]:
    service = SolverService()
    yield service
    service.close()
