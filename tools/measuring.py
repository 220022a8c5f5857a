"""Code shared by the tools that measure many deals. An interrupted run can be resumed."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from game.cli.pool import Workers, workers_of
from tools.cluster import cluster


def measuring_parser(module: str) -> argparse.ArgumentParser:
    """Return a parser with the arguments that these tools share."""
    parser = argparse.ArgumentParser(prog=f"python -m {module}")
    parser.add_argument("file", type=growing, metavar="FILE")
    parser.add_argument("--deals", type=span, default=range(0), metavar="FIRST-LAST")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--jobs", type=int, default=1, metavar="N")
    where.add_argument("--cluster", metavar="ADDRESS")
    return parser


def workers(given: argparse.Namespace) -> Workers | None:
    """Return the workers that the arguments ask for; None means that this process works alone."""
    return workers_of(given.jobs) if given.cluster is None else cluster(given.cluster)


def span(word: str) -> range:
    """Return the inclusive range of numbers written as ``FIRST-LAST``."""
    first, last = map(int, word.split("-"))
    if last < first:
        raise argparse.ArgumentTypeError(f"{word} runs backwards")
    return range(first, last + 1)


def growing(name: str) -> Path:
    """Return the path ``name``, after checking that lines can be appended to that file.

    Raises ``argparse.ArgumentTypeError`` if the file can't be written.
    """
    path = Path(name)
    try:
        there = path.exists()
        path.open("ab").close()
        if not there:
            path.unlink()
    except OSError as error:
        raise argparse.ArgumentTypeError(f"{name}: {error.strerror}") from error
    return path


def lines_of(path: Path) -> Iterator[Any]:
    """Yield the value of each complete line of JSON in a file. The file need not exist."""
    for line in path.read_text("utf-8", "replace").splitlines() if path.exists() else ():
        with suppress(ValueError):
            yield json.loads(line)


@contextmanager
def appended(path: Path) -> Iterator[Callable[[str], None]]:
    """Yield a function that appends a line to a file.

    If the file's last line doesn't end with a newline, one is added first.
    """
    with path.open("ab") as file:
        if path.stat().st_size and not path.read_bytes().endswith(b"\n"):
            file.write(b"\n")

        def add(line: str) -> None:
            file.write(line.encode() + b"\n")
            file.flush()

        yield add
