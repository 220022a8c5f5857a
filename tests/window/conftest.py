"""One desktop for all tests of the real window."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.window.desktop import TOOLS, Desktop, need


@pytest.fixture(scope="session")
def desktop() -> Iterator[Desktop]:
    need(TOOLS)
    found = Desktop()
    yield found
    found.close()
