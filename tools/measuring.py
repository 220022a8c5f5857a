"""What the tools share that measure many deals: which deals, which workers, and a file that grows
by one line for each deal, so that an interrupted run can go on where it was."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from game.cli.pool import Workers, workers_of
from tools.cluster import cluster


def measuring_parser(module: str) -> argparse.ArgumentParser:
    """Return the parser of a tool that measures deals."""
    parser = argparse.ArgumentParser(prog=f"python -m {module}")
    parser.add_argument("file", type=growing, metavar="FILE")
    parser.add_argument("--deals", type=span, default=range(0), metavar="FIRST-LAST")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--jobs", type=int, default=1, metavar="N")
    where.add_argument("--cluster", metavar="ADDRESS")
    return parser


def workers(given: argparse.Namespace) -> Workers | None:
    """Return the workers: a cluster, processes on this machine, or None for this process."""
    return workers_of(given.jobs) if given.cluster is None else cluster(given.cluster)


def span(word: str) -> range:
    """Return the numbers in ``FIRST-LAST``."""
    first, last = map(int, word.split("-"))
    if last < first:
        raise argparse.ArgumentTypeError(f"{word} runs backwards")
    return range(first, last + 1)


def growing(name: str) -> Path:
    """Return the path of a file to which lines can be added; it need not exist yet."""
    path = Path(name)
    try:
        there = path.exists()
        path.open("ab").close()
        if not there:
            path.unlink()
    except OSError as error:
        raise argparse.ArgumentTypeError(f"{name}: {error.strerror}") from error
    return path


@contextmanager
def appended(path: Path) -> Iterator[Callable[[str], None]]:
    """Yield a function that adds a line to the file at ``path`` at once.

    A last line that an earlier run has left incomplete is ended first, or the next one would be
    lost with it.
    """
    with path.open("ab") as file:
        if path.stat().st_size and not path.read_bytes().endswith(b"\n"):
            file.write(b"\n")

        def add(line: str) -> None:
            file.write(line.encode() + b"\n")
            file.flush()

        yield add
