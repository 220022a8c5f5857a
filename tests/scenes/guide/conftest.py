"""The table that the tests of hints and solutions begin with."""

from __future__ import annotations

import pytest

from tests.scenes.guide.asking import lit
from tests.scenes.stage import Stage, Start


@pytest.fixture
def on(stage: Start) -> Stage:
    """Vierfrei 10913 with the light on, and a solver that a test answers for."""
    return lit(stage)
