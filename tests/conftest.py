"""What holds for all tests: they read English, whatever the desktop speaks; and they tell their
seed."""

from __future__ import annotations

import os

import pytest

from tests.truth.seed import commit

os.environ["LANGUAGE"] = "en"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Tell the seed of the solvers' truth tests, which each commit has its own of."""
    terminalreporter.write_line(f"seed of the truth tests: {commit()}")
