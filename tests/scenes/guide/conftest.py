"""A fixture for tests of hints and solutions."""

from __future__ import annotations

import pytest

from tests.scenes.guide.asking import lit
from tests.scenes.stage import Stage, Start


@pytest.fixture
def on(stage: Start) -> Stage:
    return lit(stage)
