"""Fixtures for the command line, run in the test's own process, the solver and the language."""

from __future__ import annotations

import contextlib
import io
import sys
from collections.abc import Callable, Iterator
from typing import NamedTuple

import pytest

from game.cli.main import main
from game.solver import service
from game.solver.service import SolverService
from game.support.texts import Texts, texts


class Done(NamedTuple):
    """A command's exit status and what it printed."""

    status: int
    out: str
    err: str


Cli = Callable[..., Done]
"""Runs ``python -m game`` with the given arguments, and with ``stdin=`` as text or bytes."""


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


@pytest.fixture(scope="module")
def warm() -> Iterator[SolverService]:
    """Yield a service that a module's tests share, because starting one takes a moment."""
    made = SolverService()
    yield made
    made.close()


@pytest.fixture
def fresh() -> Iterator[SolverService]:
    made = SolverService()
    yield made
    made.close()


@pytest.fixture
def no_shipped_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the service search all deals, even those with a line in the program's files."""
    monkeypatch.setattr(service, "known_line", lambda deal: None)


@pytest.fixture
def spoken() -> Iterator[Texts]:
    """Yield the program's texts, and switch them back to English after the test."""
    yield texts
    texts.use("en")


@pytest.fixture
def german(spoken: Texts) -> None:
    spoken.use("de")


@pytest.fixture
def in_hindi(spoken: Texts) -> None:
    """Switch to the language that needs the most bytes for a word."""
    spoken.use("hi")
