"""No completed action is lost, no file is broken and no game counted twice by ``kill -9``.

Some of the kills are at random, of which the benchmark makes 200, and some at every single call.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.storage.crash import SCENARIOS, Trial, kill_everywhere
from tests.storage.kills import kill_once

forks = pytest.mark.skipif(not hasattr(os, "fork"), reason="no process can be forked here")


def test_killed_while_playing(tmp_path: Path) -> None:
    # Each game under each rule set begins once, and is gone on with once.
    for seed in range(10):
        kill_once(tmp_path, seed)


@forks
@pytest.mark.parametrize("name", SCENARIOS)
def test_killed_at_every_call_of_the_system(tmp_path: Path, name: str) -> None:
    assert kill_everywhere(tmp_path, name) > 4


@forks
def test_killed_again_while_what_was_begun_is_finished(tmp_path: Path) -> None:
    trial = Trial(tmp_path, SCENARIOS["a new deal over a game begun"])
    # By then the journal is in its place, and nothing that it holds is carried out.
    done = trial.calls.index("replace") + 1
    for again in range(12):
        assert trial.kill(done, again=again) == 1
