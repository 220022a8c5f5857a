"""What holds for all tests: they read English, whatever the desktop speaks; they tell their seed;
and Ctrl+C reaches the programs that they start."""

from __future__ import annotations

import os
import signal

import pytest

from tests.seed import VARIABLE, run_seed

os.environ["LANGUAGE"] = "en"

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # Programs started inherit it if it is ignored, but not if it is handled by doing nothing.
    signal.signal(signal.SIGINT, lambda *_: None)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Tell the seed of all that is tried by chance, and how to try the same again."""
    terminalreporter.write_line(f"seed of what is tried by chance: {VARIABLE}={run_seed()}")
