"""What holds for all tests: they read English, whatever the desktop speaks; and they tell their
seed."""

from __future__ import annotations

import os

import pytest

from tests.seed import VARIABLE, run_seed

os.environ["LANGUAGE"] = "en"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Tell the seed of all that is tried by chance, and how to try the same again."""
    terminalreporter.write_line(f"seed of what is tried by chance: {VARIABLE}={run_seed()}")
