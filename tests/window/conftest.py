"""One desktop for all tests of the real window."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from tests.window.desktop import Desktop, missing


@pytest.fixture(scope="session")
def desktop() -> Iterator[Desktop]:
    if absent := missing():
        words = f"the tests of the real window need {', '.join(absent)}"
        if os.environ.get("CI"):
            pytest.fail(words)
        pytest.skip(words)
    found = Desktop()
    yield found
    found.close()
