"""Services for the tests: a shared one, and one for a single test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from game.solver.service import SolverService


@pytest.fixture(scope="module")
def warm() -> Iterator[SolverService]:
    """One service for all tests that leave it intact: starting one takes a moment."""
    service = SolverService()
    yield service
    service.close()


@pytest.fixture
def fresh() -> Iterator[SolverService]:
    service = SolverService()
    yield service
    service.close()
