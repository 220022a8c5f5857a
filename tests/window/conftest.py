"""One desktop for all tests of the real window, and one run of the program for most of them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.window.desktop import TOOLS, Desktop, need
from tests.window.lent import Lent


@pytest.fixture(scope="session")
def desktop() -> Iterator[Desktop]:
    need(TOOLS)
    found = Desktop()
    yield found
    found.close()


@pytest.fixture(scope="session")
def only(desktop: Desktop, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lent]:
    found = Lent(desktop, tmp_path_factory.mktemp("lent"))
    yield found
    found.end()


@pytest.fixture
def lent(only: Lent, request: pytest.FixtureRequest) -> Iterator[Lent]:
    failed = request.session.testsfailed
    yield only
    if request.session.testsfailed > failed:
        # Nobody knows what the next test would find.
        only.end()
