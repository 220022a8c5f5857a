"""Configuration shared by all tests.

Tests run in English, and write their files in memory if possible. The programs that they start can
be stopped by Ctrl+C or by closing the terminal.
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
"""Test files that read the whole source and share one parse."""

for number in (signal.SIGINT, getattr(signal, "SIGHUP", signal.SIGINT)):
    if signal.getsignal(number) is signal.SIG_IGN:
        # Child processes inherit an ignored signal, but not a handler that does nothing.
        signal.signal(number, lambda *_: None)


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Check the registry, fix the seed, and make sure that bytecode is kept.

    So all workers test the same random cases, and modules are compiled only once.
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
    """Assign the tests to groups; each group runs in one worker.

    Usually a group is a file. But the files in ``READERS`` form one group. All tests of real
    windows form another, which starts first.
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
    """Register and return a kind of Canfield that no solver knows."""
    kind = unsolved_kind()
    monkeypatch.setitem(KINDS, kind.key, kind)
    return kind


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the seed that repeats the random tests."""
    terminalreporter.write_line(f"seed of what is tried by chance: {VARIABLE}={run_seed()}")
