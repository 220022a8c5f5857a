"""No order of inputs breaks the table: the short form of ``tests.bench.inputs``."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.player.settings import Speed
from tests.scenes.fuzz import KINDS, play

INPUTS = 150


@pytest.mark.parametrize("speed", Speed, ids=lambda speed: speed.value)
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind[1] or kind[0])
def test_random_inputs(tmp_path: Path, kind: tuple[str, str | None], speed: Speed) -> None:
    play(tmp_path, kind, speed, INPUTS, seed=1)
