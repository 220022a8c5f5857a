"""``solve`` in several processes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import pytest

from game.cli import pool
from game.rules.registry import numbered
from tests.game.conftest import Cli
from tests.game.solving import ENDLESS, HARD, ROOT, assert_wins, objects


def test_several_processes(cli: Cli) -> None:
    done = cli("solve", "vierfrei", "1-12", "--json", "--jobs", "2")
    found = objects(done.out)
    assert (done.status, done.err) == (0, "")
    assert [entry["deal"] for entry in found] == list(range(1, 13))
    for entry in found:
        assert_wins(entry, numbered("vierfrei", entry["deal"]))


def test_a_worker_that_dies_between_two_tasks_is_told_in_one_line(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Broken(ProcessPoolExecutor):
        def submit(self, *_: Any, **__: Any) -> Any:
            raise BrokenProcessPool("a process has died")

    monkeypatch.setattr(pool, "ProcessPoolExecutor", Broken)
    done = cli("solve", "vierfrei", "1-2", "--jobs", "2")
    assert (done.status, done.out) == (2, "")
    assert done.err == "the work failed: a process has died\n"


def children(pid: int) -> list[int]:
    """The processes that ``pid`` has started."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, parent = stat.read_text().rpartition(")")[2].split()[:2]
        except OSError:
            continue
        if int(parent) == pid and state != "Z":
            found.append(int(stat.parent.name))
    return found


def ended(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks into /proc")
class TestItsOwnProcess:
    def start(self, *words: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-m", "game", "solve", *words],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )

    @pytest.mark.parametrize("jobs", ["1", "2"])
    def test_ctrl_c(self, jobs: str) -> None:
        """What was decided stays, nothing more is said, and no process is left."""
        with self.start("--batch", "-", "--jobs", jobs) as running:
            assert running.stdin and running.stdout and running.stderr
            # The first ones also see to it that everything is loaded.
            easy = {"id": 1, "game": "canfield", "deal": 4}
            for entry in (easy, easy, HARD, HARD):
                running.stdin.write(json.dumps(entry).encode() + b"\n")
            running.stdin.flush()
            for _ in range(2):
                assert json.loads(running.stdout.readline())["id"] == 1
            workers = children(running.pid)
            assert len(workers) == (0 if jobs == "1" else 2)
            time.sleep(0.1)
            # As a terminal does it: to all processes of the group.
            os.killpg(running.pid, signal.SIGINT)
            assert running.stdout.read() == b""
            assert running.stderr.read() == b""
        assert running.returncode == 130
        assert all(map(ended, workers))

    def test_each_answer_at_once_though_more_may_come(self) -> None:
        with self.start("--batch", "-", "--jobs", "2") as running:
            assert running.stdin and running.stdout
            for number in (1, 2):
                entry = {"id": number, "game": "vierfrei", "deal": number}
                running.stdin.write(json.dumps(entry).encode() + b"\n")
                running.stdin.flush()
                assert json.loads(running.stdout.readline())["id"] == number
            running.stdin.close()
        assert running.returncode == 0

    def test_killed(self) -> None:
        """No worker is left behind, even then."""
        with self.start(*ENDLESS, "--jobs", "2") as running:
            end = time.monotonic() + 30
            while len(workers := children(running.pid)) < 2 and time.monotonic() < end:
                time.sleep(0.01)
            running.kill()
        while not all(map(ended, workers)) and time.monotonic() < end:
            time.sleep(0.01)
        assert all(map(ended, workers))

    def test_a_worker_dies(self) -> None:
        with self.start(*ENDLESS, "--jobs", "2") as running:
            assert running.stdout and running.stderr
            end = time.monotonic() + 30
            while len(workers := children(running.pid)) < 2 and time.monotonic() < end:
                time.sleep(0.01)
            os.kill(workers[0], signal.SIGKILL)
            told = running.stderr.read()
            assert running.stdout.read() == b""
        assert running.returncode == 2
        assert told.startswith(b"the work failed: ")
        assert len(told.splitlines()) == 1

    def test_a_reader_that_has_seen_enough(self) -> None:
        with self.start("vierfrei", "1-1000", "--jobs", "2") as running:
            assert running.stdout and running.stderr
            running.stdout.readline()
            running.stdout.close()
            assert running.stderr.read() == b""
        assert running.returncode == 141
