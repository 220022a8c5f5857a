"""Measurements of a process from outside: its start, its memory and its load; also starts the
process for measurements within."""

from __future__ import annotations

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.bench.table.screen import Screen

ROOT = Path(__file__).resolve().parents[3]
STARTS = 9
STILL = 2.5
"""The seconds without a change after which a picture counts as complete."""
GIVE_UP = 40.0
SETTLE = 8
"""The seconds after which a program that was just started has come to rest."""
REST = 20
"""The seconds during which a program at rest is watched."""


@contextmanager
def home(screen: Screen) -> Iterator[dict[str, str]]:
    """Yield the environment of a new player, in which Python caches its bytecode and the program's
    files are in the system's usual places."""
    with tempfile.TemporaryDirectory() as folder:
        environment = dict(screen.environment)
        for name in ("PYTHONDONTWRITEBYTECODE", "VIERFELD_HOME", "XDG_DATA_HOME"):
            environment.pop(name, None)
        environment["PYTHONPYCACHEPREFIX"] = f"{folder}/compiled"
        environment["HOME"] = environment["XDG_RUNTIME_DIR"] = folder
        Path(folder).chmod(0o700)
        yield environment


def inside(screen: Screen, part: str, size: tuple[int, int]) -> dict[str, float]:
    """Return the result of running ``tests.bench.table.inside`` in a process of its own."""
    with home(screen) as environment:
        command = [sys.executable, "-m", "tests.bench.table.inside", part, *map(str, size)]
        done = subprocess.run(
            command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, check=True, timeout=300
        )
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found


def ours(*more: str) -> list[str]:
    """Return the command that starts the program with a game on the table."""
    return [sys.executable, str(ROOT / "main.py"), "vierfrei", "--deal", "617", *more]


def memory(screen: Screen, size: tuple[int, int]) -> float:
    """Return the program's proportional share of memory in megabytes, including the solver's
    process and all others that the program started."""
    with _settled(screen, ours("--size", f"{size[0]}x{size[1]}")) as family:
        return sum(map(_own, family))


def at_rest(screen: Screen, command: list[str]) -> tuple[float, float]:
    """Return a program's share of memory in megabytes, and the percentage of a core that it takes
    while nobody does anything."""
    with _settled(screen, command) as family:
        found = sum(map(_own, family))
        before, begun = sum(map(_worked, family)), time.monotonic()
        time.sleep(REST)
        worked = sum(map(_worked, family)) - before
        return found, 100 * worked / (time.monotonic() - begun)


@contextmanager
def _settled(screen: Screen, command: list[str]) -> Iterator[list[int]]:
    """Start ``command`` and yield the ids of its processes once it has come to rest."""
    with home(screen) as environment:
        program = subprocess.Popen(command, env=environment)
        time.sleep(SETTLE)
        try:
            yield _family(program.pid)
        finally:
            _end(program)


def _worked(process: int) -> float:
    """Return the seconds of processor time that a process has used so far."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _family(process: int) -> list[int]:
    """Return the ids of a process and all its descendants."""
    found = [process]
    for thread in Path(f"/proc/{process}/task").iterdir():
        for child in (thread / "children").read_text().split():
            found += _family(int(child))
    return found


def _own(process: int) -> float:
    """Return the proportional share of memory of one process, in megabytes."""
    text = Path(f"/proc/{process}/smaps_rollup").read_text()
    line = next(line for line in text.splitlines() if line.startswith("Pss:"))
    return int(line.split()[1]) / 1024


def starts(screen: Screen) -> dict[str, float]:
    """Return the median milliseconds from the start to the complete table, for Vierfeld and, if it
    is installed, for KPat.

    The programs are started in turns. A table is complete when its picture changes for the last
    time.
    """
    with home(screen) as environment, _bus(environment) as bus:
        programs = {"ours": ours()}
        path = shutil.which("kpat", path=f"{os.environ.get('PATH', '')}:/usr/games")
        if bus is not None and path is not None:
            environment["DBUS_SESSION_BUS_ADDRESS"] = bus
            programs["KPat"] = [path, "--gametype", "freecell"]
        taken: dict[str, list[float]] = {name: [] for name in programs}
        for turn in range(STARTS + 1):
            for name, words in programs.items():
                seconds = until_still(screen, words, environment)
                if turn:  # the first start fills the caches of both
                    taken[name].append(seconds * 1000)
    return {name: statistics.median(times) for name, times in taken.items()}


@contextmanager
def _bus(environment: dict[str, str]) -> Iterator[str | None]:
    """Yield the address of a message bus, which other programs need to start; None if there is no
    ``dbus-daemon``."""
    if shutil.which("dbus-daemon") is None:
        yield None
        return
    command = ["dbus-daemon", "--session", "--print-address", "--nofork"]
    bus = subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    assert bus.stdout is not None
    try:
        yield bus.stdout.readline().strip() or None
    finally:
        _end(bus)
        bus.stdout.close()


def until_still(screen: Screen, command: list[str], environment: dict[str, str]) -> float:
    """Return the seconds from the start of ``command`` to the last change of the picture.

    Only rows in the middle of the screen are compared, which contain neither a status line nor the
    mouse.
    """
    height = screen.size[1]
    rows = [round(height * share / 100) for share in range(20, 78, 2) if share != 50]
    empty = seen = screen.rows(rows)
    nowhere = subprocess.DEVNULL
    begun = changed = time.perf_counter()
    program = subprocess.Popen(command, env=environment, stdout=nowhere, stderr=nowhere)
    while (now := time.perf_counter()) - begun < GIVE_UP:
        found = screen.rows(rows)
        if found != seen:
            seen, changed = found, now
        elif seen != empty and now - changed > STILL:
            break
        elif program.poll() is not None:
            raise RuntimeError(f"{command[0]} has ended of itself")
        time.sleep(0.004)
    _end(program)
    while screen.rows(rows) != empty and time.perf_counter() - now < 10:
        time.sleep(0.05)
    return changed - begun


def _end(program: subprocess.Popen[bytes] | subprocess.Popen[str]) -> None:
    program.terminate()
    try:
        program.wait(timeout=10)
    except subprocess.TimeoutExpired:
        program.kill()
        program.wait()
