"""Fixtures for the command line, the solver and the language."""

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
"""Runs ``python -m game``; ``stdin=`` gives its input."""


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
    """Yield a service that a module's tests share."""
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
    """Make the service search even deals with shipped lines."""
    monkeypatch.setattr(service, "known_line", lambda deal: None)


@pytest.fixture
def spoken() -> Iterator[Texts]:
    """Yield the program's translator; return to English after the test."""
    yield texts
    texts.use("en")


@pytest.fixture
def german(spoken: Texts) -> None:
    spoken.use("de")


@pytest.fixture
def in_hindi(spoken: Texts) -> None:
    """Switch to Hindi, which needs the most bytes per word."""
    spoken.use("hi")
