"""Settings for all tests.

They run in English, whatever the desktop's language, and print their seed. Ctrl+C and a hang-up
reach the programs that they start. Nothing is compiled twice. Files are written in memory, if there
is a file system for that.
"""

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
    # Tests write thousands of small files and flush most of them. In memory, no test has to wait
    # for a disk.
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))
WINDOWS = Path(__file__).parent / "window"
READERS = ("test_rooms.py", "test_names.py", "test_size.py", "game/test_house.py")
"""Tests that read the whole source, and share one parse of it."""

for number in (signal.SIGINT, getattr(signal, "SIGHUP", signal.SIGINT)):
    if signal.getsignal(number) is signal.SIG_IGN:
        # Child processes inherit an ignored signal, but not a handler that does nothing.
        signal.signal(number, lambda *_: None)


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Prepare a run.

    Names in the registry's rows that nothing defines would fail hundreds of tests, so they are
    reported at once, alone. The seed is fixed, so that all workers draw the same cases even if a
    commit is made in the meantime. Bytecode is kept for the duration of the run even if Python is
    told to write none; otherwise each worker, and each of the many programs that tests start, would
    compile every module anew.
    """
    if lacking := "\n".join(missing()):
        raise pytest.UsageError(lacking)
    os.environ[VARIABLE] = run_seed()
    if sys.dont_write_bytecode:
        sys.dont_write_bytecode = False
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        config.add_cleanup(partial(remove_compiled, since=time.time()))


def remove_compiled(since: float) -> None:
    """Remove the bytecode files that were written after ``since``."""
    folders = [ROOT / "__pycache__"]
    for name in ("game", "scenes", "tests", "tools"):
        folders += (ROOT / name).rglob("__pycache__")
    for folder in folders:
        # A simultaneous run may remove them first.
        with contextlib.suppress(OSError):
            for path in folder.glob("*.pyc"):
                if path.stat().st_mtime >= since:
                    path.unlink()
            folder.rmdir()


def pytest_sessionstart(session: pytest.Session) -> None:
    """Import the test files in reverse order in every second worker, so that two workers share the
    work of compiling them.

    Most of that time goes into pytest's rewriting of assertions.
    """
    number = os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")
    if int(number) % 2:
        asked = [Path(arg).resolve() for arg in session.config.args]
        files = [file for path in asked if path.is_dir() for file in path.rglob("test_*.py")]
        for file in sorted(files, reverse=True):
            # A file that can't be imported is reported when it is collected.
            with contextlib.suppress(Exception):
                importlib.import_module(".".join(file.relative_to(ROOT).with_suffix("").parts))


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Turn off garbage collection while tests are collected, and exempt them from it later: all of
    them stay."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Group the tests by file, and all tests in real windows as one group.

    That group waits more than it works, so it begins first, beside all others. As one group, it
    never has two windows open.
    """
    groups = {Path(__file__).parent / name: "source" for name in READERS}
    for item in items:
        if item.path not in groups:
            real = WINDOWS in item.path.parents
            groups[item.path] = "window" if real else item.path.as_posix()
        item.add_marker(pytest.mark.xdist_group(groups[item.path]))
    items.sort(key=lambda item: groups[item.path] != "window")


@pytest.fixture
def unsolved(monkeypatch: pytest.MonkeyPatch) -> GameKind:
    """Add a kind of Canfield that no solver knows to the registry, and return it."""
    kind = unsolved_kind()
    monkeypatch.setitem(KINDS, kind.key, kind)
    return kind


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the seed of all random tests, in the form that repeats them."""
    terminalreporter.write_line(f"seed of what is tried by chance: {VARIABLE}={run_seed()}")
