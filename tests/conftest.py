"""What holds for all tests: they run in English, whatever the desktop's language; they print their
seed; and Ctrl+C reaches the programs that they start."""

from __future__ import annotations

import os
import signal

import pytest

from tests.seed import VARIABLE, run_seed

os.environ["LANGUAGE"] = "en"

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # Child processes inherit an ignored signal, but not a handler that does nothing.
    signal.signal(signal.SIGINT, lambda *_: None)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the seed of all random tests, and how to repeat them."""
    terminalreporter.write_line(f"seed of what is tried by chance: {VARIABLE}={run_seed()}")
