"""Runs the command line inside the test's own process."""

from __future__ import annotations

import contextlib
import io
import sys
from collections.abc import Callable
from typing import NamedTuple

import pytest

from game.cli.main import main


class Done(NamedTuple):
    """How a command ended: its exit status and what it printed."""

    status: int
    out: str
    err: str


Cli = Callable[..., Done]
"""``python -m game`` with its words, and with ``stdin=`` as text or bytes."""


@pytest.fixture
def cli(monkeypatch: pytest.MonkeyPatch) -> Cli:
    def run(*words: str, stdin: str | bytes = b"") -> Done:
        content = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            status = main(words)
        return Done(status, out.getvalue(), err.getvalue())

    return run
