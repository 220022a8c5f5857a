"""What holds for all tests: they run in English, whatever the desktop's language; they print their
seed; and Ctrl+C reaches the programs that they start."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from tests.seed import VARIABLE, run_seed

os.environ["LANGUAGE"] = "en"
WINDOWS = Path(__file__).parent / "window"

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # Child processes inherit an ignored signal, but not a handler that does nothing.
    signal.signal(signal.SIGINT, lambda *_: None)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Group the tests by their files, and those in a real window as one: they wait more than they
    work, so they begin first, beside all others, and no two windows are ever open."""
    for item in items:
        real = WINDOWS in item.path.parents
        item.add_marker(pytest.mark.xdist_group("window" if real else item.path.as_posix()))
    items.sort(key=lambda item: WINDOWS not in item.path.parents)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the seed of all random tests, and how to repeat them."""
    terminalreporter.write_line(f"seed of what is tried by chance: {VARIABLE}={run_seed()}")
