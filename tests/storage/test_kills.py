"""No completed action is lost and no file is broken by ``kill -9``; 200 kills in the benchmark."""

from __future__ import annotations

from pathlib import Path

from tests.storage.kills import kill_once


def test_killed_while_playing(tmp_path: Path) -> None:
    # Each game under each rule set begins once, and is gone on with once.
    for seed in range(10):
        kill_once(tmp_path, seed)
