"""Short runs of ``tests.scenes.fuzz``."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from game.player.settings import Speed
from tests.scenes.fuzz import KINDS, play
from tests.seed import a_few, run_seed


@pytest.mark.parametrize(("kind", "speed"), a_few(product(KINDS, Speed), 12, "inputs"), ids=str)
def test_random_inputs_break_no_invariant(
    tmp_path: Path, kind: tuple[str, str | None], speed: Speed
) -> None:
    play(tmp_path, kind, speed, 100, run_seed())
