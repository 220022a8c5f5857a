"""Asking the service in tests: waiting for its answers, and looking after its process."""

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
from game.solver.service import Known, SolverService
from tests.game.solver.test_vierfrei import random_play

ROOT = Path(__file__).resolve().parents[3]
DEAL = numbered("vierfrei", 617)
LOST = numbered("vierfrei", 11982)
LOST_LATE = random_play(11982, Random(5), 15)
PATIENCE = 60.0
"""Seconds; far more than anything here takes, for machines that do other things too."""

posix = pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")


def until(done: Callable[[], object], patience: float = PATIENCE) -> None:
    end = time.monotonic() + patience
    while not done():
        assert time.monotonic() < end
        time.sleep(0.002)


def settle(service: SolverService) -> None:
    """Wait until nothing is under way any more."""

    def settled() -> bool:
        service.poll()
        return not service.busy()

    until(settled)


def answered(service: SolverService, deal: Deal, state: State | None = None) -> Known:
    position = deal.layout() if state is None else state
    service.ask(deal, position)
    settle(service)
    known = service.known(deal, position)
    assert known is not None
    return known


def gone(pid: int) -> bool:
    """Whether a process has ended, even if nobody has asked after it yet."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    status = Path(f"/proc/{pid}/stat")
    return status.exists() and status.read_text().rpartition(")")[2].split()[0] == "Z"


def children() -> set[int]:
    """The processes that this one has started and that are there."""
    found = set[int]()
    for task in Path("/proc/self/task").iterdir():
        # A thread may end between being listed and being looked at.
        with suppress(FileNotFoundError, ProcessLookupError):
            found.update(map(int, (task / "children").read_text().split()))
    return found


def long_search(service: SolverService) -> Deal:
    """Have a search under way that goes on for long: of deals that a minute does not decide."""
    for number in (18, 63, 83, 95, 150, 168):
        deal = numbered("canfield", number)
        service.ask(deal, deal.layout())
        end = time.monotonic() + 0.3
        while service.busy() and time.monotonic() < end:
            service.poll()
            time.sleep(0.005)
        if service.busy():
            return deal
    raise AssertionError("no deal is hard enough any more")
