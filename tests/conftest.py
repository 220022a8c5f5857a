"""Settings for all tests.

They run in English, whatever the desktop's language, and print their seed. Ctrl+C and a hang-up
reach the programs that they start. Nothing is compiled twice. Files are written in memory, if there
is a file system for that.
"""

from __future__ import annotations

import os
import shutil
import signal
import sys
import tempfile
from functools import partial
from pathlib import Path

import pytest

from game.rules.registry import KINDS, GameKind
from tests.game.table import unsolved_kind
from tests.rows import missing
from tests.seed import VARIABLE, run_seed
from tests.shipped import shipped

__all__ = ["shipped"]
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
    commit is made in the meantime. If Python is told to write no bytecode, a folder keeps it
    for the duration of the run; otherwise each worker, and each of the many programs that tests
    start, would compile every module anew.
    """
    if lacking := "\n".join(missing()):
        raise pytest.UsageError(lacking)
    os.environ[VARIABLE] = run_seed()
    if sys.dont_write_bytecode:
        folder = tempfile.mkdtemp()
        sys.dont_write_bytecode, sys.pycache_prefix = False, folder
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        os.environ["PYTHONPYCACHEPREFIX"] = folder
        config.add_cleanup(partial(shutil.rmtree, folder, ignore_errors=True))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Group the tests by file; ``READERS`` are one group, and so are all tests in real windows.

    The windows' group waits more than it works, so it begins first, beside all others. As one
    group, it never has two windows open.
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
