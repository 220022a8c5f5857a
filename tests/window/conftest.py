"""Fixtures for tests of the real window."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.window.desktop import TOOLS, Desktop, SharedRun, need


@pytest.fixture(scope="session")
def desktop() -> Iterator[Desktop]:
    need(TOOLS)
    found = Desktop()
    yield found
    found.close()


@pytest.fixture(scope="session")
def only_run(desktop: Desktop, tmp_path_factory: pytest.TempPathFactory) -> Iterator[SharedRun]:
    found = SharedRun(desktop, tmp_path_factory.mktemp("shared"))
    yield found
    found.end()


@pytest.fixture
def shared(only_run: SharedRun, request: pytest.FixtureRequest) -> Iterator[SharedRun]:
    failed = request.session.testsfailed
    yield only_run
    if request.session.testsfailed > failed:
        # A failed test may leave the program in any state.
        only_run.end()
