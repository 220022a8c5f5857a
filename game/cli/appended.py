"""Files of lines that grow by one for each thing measured, through runs that may be broken off."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from game.cli.inputs import BadInput
from game.support.errors import system_reason


def growing(name: str) -> Path:
    """Return the path of such a file, which there need not be yet.

    Raises ``BadInput`` if nothing can be added to it.
    """
    path = Path(name)
    try:
        there = path.exists()
        path.open("ab").close()
        if not there:
            path.unlink()
    except OSError as error:
        raise BadInput(f"{name}: {system_reason(error)}") from error
    return path


@contextmanager
def appended(path: Path) -> Iterator[Callable[[str], None]]:
    """Yield what adds a line to the file at ``path`` at once.

    A last line that a run has left unfinished is ended first, or the next one would be lost with
    it.
    """
    with path.open("ab") as file:
        if path.stat().st_size and not path.read_bytes().endswith(b"\n"):
            file.write(b"\n")

        def add(line: str) -> None:
            file.write(line.encode() + b"\n")
            file.flush()

        yield add
