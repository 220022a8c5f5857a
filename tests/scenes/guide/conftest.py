"""The stage with which the tests of hints and solutions begin."""

from __future__ import annotations

import pytest

from tests.scenes.guide.asking import lit
from tests.scenes.stage import Stage, Start


@pytest.fixture
def on(stage: Start) -> Stage:
    """Return a stage with Vierfrei 10913 and the light on.

    The test answers in place of the solver.
    """
    return lit(stage)
