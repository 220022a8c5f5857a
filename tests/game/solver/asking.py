"""Helpers for tests of the solver service."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from game.core.state import State
from game.rules.registry import Deal, numbered
from game.solver.answer import Known
from game.solver.service import SolverService
from game.support.jobs import JobProcess, Process
from tests.game.solver.test_vierfrei import random_play

ROOT = Path(__file__).resolve().parents[3]
DEAL = numbered("vierfrei", 617)
LOST = numbered("vierfrei", 11982)
LOST_LATE = random_play(11982, Random(5), 15)
PATIENCE = 60.0
"""The time limit of ``until``, in seconds; enough for busy machines."""

posix = pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")


def until(done: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < end
        time.sleep(0.002)


def polled(service: SolverService) -> SolverService:
    service.poll()
    return service


def settle(service: SolverService) -> None:
    """Wait until no question is being answered."""
    until(lambda: not polled(service).is_busy())


def rested(service: SolverService) -> None:
    """Wait until no background work is being done."""
    until(lambda: not polled(service).does_other_work)


def answered(service: SolverService, deal: Deal, state: State | None = None) -> Known:
    position = deal.layout() if state is None else state
    service.ask(deal, position)
    settle(service)
    return service.known(deal, position)


def jobs_of(service: SolverService) -> JobProcess:
    assert isinstance(service._jobs, JobProcess)
    return service._jobs


def process_of(service: SolverService) -> Process:
    return jobs_of(service)._process


def pid_of(service: SolverService) -> int:
    return process_of(service).pid


def gone(pid: int) -> bool:
    """Return whether a process has ended; a zombie counts as ended."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    # It may end at any moment, even between these two checks.
    with suppress(FileNotFoundError, ProcessLookupError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    return False


def children(of: int | str = "self") -> set[int]:
    """Return the ids of a process's running children."""
    found = set[int]()
    for task in Path(f"/proc/{of}/task").iterdir():
        # A thread may end after it was listed.
        with suppress(FileNotFoundError, ProcessLookupError):
            found.update(map(int, (task / "children").read_text().split()))
    return {pid for pid in found if not gone(pid)}


def long_search(service: SolverService) -> Deal:
    """Start a search that takes more than a minute, and return its deal."""
    deal = numbered("canfield", 18)
    service.ask(deal, deal.layout())
    service.poll()
    time.sleep(0.3)
    assert polled(service).is_busy(), "take a harder deal"
    return deal
