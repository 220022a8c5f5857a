"""What holds for all tests: they run in English, whatever the desktop's language; they print their
seed; Ctrl+C and a hang-up reach the programs that they start; nothing is compiled twice; and
files are written in memory, where there is some."""

from __future__ import annotations

import contextlib
import gc
import importlib
import os
import shutil
import signal
import sys
import time
from collections.abc import Generator
from functools import partial
from pathlib import Path

import pytest

from game.rules.registry import KINDS, GameKind
from tests.game.table import unsolved_kind
from tests.house import ROOT
from tests.rows import missing
from tests.seed import VARIABLE, run_seed

os.environ["LANGUAGE"] = "en"
MEMORY = Path("/dev/shm")
if os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > 1 << 30:
    # Thousands of small files are written, most of them flushed: no test has to wait for a disk.
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))
WINDOWS = Path(__file__).parent / "window"
READERS = ("test_rooms.py", "test_names.py", "test_size.py", "game/test_house.py")
"""Which read the whole source, and share what one of them has parsed."""

for number in (signal.SIGINT, getattr(signal, "SIGHUP", signal.SIGINT)):
    if signal.getsignal(number) is signal.SIG_IGN:
        # Child processes inherit an ignored signal, but not a handler that does nothing.
        signal.signal(number, lambda *_: None)


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Keep compiled modules for the time of this run even where Python is told to keep none: the
    workers and the many programs that tests start would each compile them anew. All of them are to
    draw the same cases, even if a commit is made meanwhile. What a row of the registry lacks would
    fail hundreds of tests: it is told alone, at once."""
    if lacking := "\n".join(missing()):
        raise pytest.UsageError(lacking)
    os.environ[VARIABLE] = run_seed()
    if sys.dont_write_bytecode:
        sys.dont_write_bytecode = False
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        config.add_cleanup(partial(remove_compiled, since=time.time()))


def remove_compiled(since: float) -> None:
    """Remove the compiled modules that were written after ``since``."""
    folders = [ROOT / "__pycache__"]
    for name in ("game", "scenes", "tests", "tools"):
        folders += (ROOT / name).rglob("__pycache__")
    for folder in folders:
        # Another run at the same time may be the first to remove them.
        with contextlib.suppress(OSError):
            for path in folder.glob("*.pyc"):
                if path.stat().st_mtime >= since:
                    path.unlink()
            folder.rmdir()


def pytest_sessionstart(session: pytest.Session) -> None:
    """Let every second worker begin with the last file, so that two halve what is to be compiled;
    pytest's own changes to assertions take longest of all."""
    number = os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")
    if int(number) % 2:
        asked = [Path(arg).resolve() for arg in session.config.args]
        files = [file for path in asked if path.is_dir() for file in path.rglob("test_*.py")]
        for file in sorted(files, reverse=True):
            # What cannot be imported is told when it is collected.
            with contextlib.suppress(Exception):
                importlib.import_module(".".join(file.relative_to(ROOT).with_suffix("").parts))


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Look for no garbage while the tests are collected, nor among them later: all of them stay."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Group the tests by their files, and those in a real window as one: they wait more than they
    work, so they begin first, beside all others, and no two windows are ever open."""
    groups = {Path(__file__).parent / name: "source" for name in READERS}
    for item in items:
        if item.path not in groups:
            real = WINDOWS in item.path.parents
            groups[item.path] = "window" if real else item.path.as_posix()
        item.add_marker(pytest.mark.xdist_group(groups[item.path]))
    items.sort(key=lambda item: groups[item.path] != "window")


@pytest.fixture
def unsolved(monkeypatch: pytest.MonkeyPatch) -> GameKind:
    """A kind of Canfield that no solver knows is among the others."""
    kind = unsolved_kind()
    monkeypatch.setitem(KINDS, kind.key, kind)
    return kind


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the seed of all random tests, and how to repeat them."""
    terminalreporter.write_line(f"seed of what is tried by chance: {VARIABLE}={run_seed()}")
