"""A player's folder."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from game.player.storage import Storage


@pytest.fixture
def storage(tmp_path: Path) -> Iterator[Storage]:
    found = Storage(tmp_path)
    yield found
    found.close()
