"""No completed action is lost, no file is broken and no game counted twice by ``kill -9``.

Some of the kills are at random, of which the benchmark makes 200, and some at every single call.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

from tests.seed import a_few
from tests.storage.crash import SCENARIOS, Trial, kill_everywhere
from tests.storage.kills import kill_once

forks = pytest.mark.skipif(not hasattr(os, "fork"), reason="no process can be forked here")


@pytest.fixture(scope="module")
def apart() -> Iterator[Callable[..., Any]]:
    """Calls a function in a process that has nothing but what is killed: to fork the one of the
    tests, which has all of them, takes longer than all that the fork does."""
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        yield lambda function, *given: pool.submit(function, *given).result()


def test_killed_while_playing(tmp_path: Path, apart: Callable[..., Any]) -> None:
    # Each game under each rule set begins once, and is gone on with once.
    for seed in range(10):
        apart(kill_once, tmp_path, seed)


@forks
@pytest.mark.parametrize("name", SCENARIOS)
def test_killed_at_every_call_of_the_system(
    tmp_path: Path, apart: Callable[..., Any], name: str
) -> None:
    assert apart(kill_everywhere, tmp_path, name) > 4


@forks
def test_killed_again_while_what_was_begun_is_finished(
    tmp_path: Path, apart: Callable[..., Any]
) -> None:
    assert apart(_kill_twice, tmp_path) == [1] * 6


def _kill_twice(folder: Path) -> list[int]:
    trial = Trial(folder, SCENARIOS["a new deal over a game begun"])
    # By then the journal is in its place, and nothing that it holds is carried out.
    done = trial.calls.index("replace") + 1
    return [trial.kill(done, again=again) for again in a_few(range(12), 6, "killed again")]
