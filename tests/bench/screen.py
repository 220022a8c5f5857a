"""Measures the startup time, memory use and processor load of programs with a window."""

from __future__ import annotations

import mmap
import os
import statistics
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.window.desktop import Desktop

STARTS = 7
STILL = 2.5
"""The picture counts as complete after this many seconds without a change."""
GIVE_UP = 40.0
SETTLE = 8
"""The seconds that a program gets to come to rest."""
REST = 20
"""How long a program at rest is measured, in seconds."""


class Screen(Desktop):
    """A desktop whose pixels can be read."""

    def __init__(self, size: tuple[int, int]) -> None:
        self._pictures = tempfile.TemporaryDirectory()
        folder, mode = self._pictures.name, f"{size[0]}x{size[1]}x24"
        super().__init__(("Xvfb", "-fbdir", folder, "-screen", "0", mode))
        self.height = size[1]
        with (Path(folder) / "Xvfb_screen0").open("rb") as file:
            # Xvfb keeps the contents of the screen in this file, in XWD format.
            self._pixels = mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ)

    def rows(self, ys: Sequence[int]) -> tuple[bytes, ...]:
        header = self._number(0) + 12 * self._number(19)
        length = self._number(12)
        starts = [header + y * length for y in ys]
        return tuple(self._pixels[start : start + length] for start in starts)

    def _number(self, place: int) -> int:
        return int.from_bytes(self._pixels[4 * place : 4 * place + 4], "big")


@contextmanager
def home(shown: Screen) -> Iterator[dict[str, str]]:
    with tempfile.TemporaryDirectory() as folder:
        environment = dict(shown.env)
        for name in ("PYTHONDONTWRITEBYTECODE", "VIERFELD_HOME"):
            environment.pop(name, None)
        environment["PYTHONPYCACHEPREFIX"] = f"{folder}/compiled"
        environment["HOME"] = environment["XDG_RUNTIME_DIR"] = folder
        Path(folder).chmod(0o700)
        yield environment


def at_rest(shown: Screen, command: list[str], *keys: str) -> tuple[float, float]:
    """Return the memory and load of a program at rest: megabytes (PSS), and percent of one core."""
    with home(shown) as environment:
        program = subprocess.Popen(command, env=environment)
        try:
            time.sleep(SETTLE)
            if keys:
                shown.ask("xdotool", "key", *keys)
                time.sleep(SETTLE)
            family = _family(program.pid)
            memory = sum(map(_memory, family))
            before, begun = sum(map(_worked, family)), time.monotonic()
            time.sleep(REST)
            worked = sum(map(_worked, family)) - before
            return memory, 100 * worked / (time.monotonic() - begun)
        finally:
            _end(program)


def _worked(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _family(process: int) -> list[int]:
    found = [process]
    for thread in Path(f"/proc/{process}/task").iterdir():
        for child in (thread / "children").read_text().split():
            found += _family(int(child))
    return found


def _memory(process: int) -> float:
    text = Path(f"/proc/{process}/smaps_rollup").read_text()
    line = next(line for line in text.splitlines() if line.startswith("Pss:"))
    return int(line.split()[1]) / 1024


def start(shown: Screen, command: list[str]) -> float:
    """Return the median time, in milliseconds, from a warm start to the complete picture."""
    with home(shown) as environment:
        environment["PATH"] = ""
        taken = [_until_still(shown, command, environment) for _ in range(STARTS + 1)]
    # The first start fills the caches.
    return statistics.median(taken[1:]) * 1000


def _until_still(shown: Screen, command: list[str], environment: dict[str, str]) -> float:
    """Return the seconds until ``command`` has drawn its complete picture.

    Rows of pixels that may show a status line or the mouse pointer are ignored.
    """
    rows = [round(shown.height * share / 100) for share in range(20, 78, 2) if share != 50]
    empty = seen = shown.rows(rows)
    begun = changed = time.perf_counter()
    program = subprocess.Popen(command, env=environment)
    while (now := time.perf_counter()) - begun < GIVE_UP:
        found = shown.rows(rows)
        if found != seen:
            seen, changed = found, now
        elif seen != empty and now - changed > STILL:
            break
        assert program.poll() is None, f"{command[0]} has ended"
        time.sleep(0.004)
    _end(program)
    while shown.rows(rows) != empty and time.perf_counter() - now < 10:
        time.sleep(0.05)
    return changed - begun


def _end(program: subprocess.Popen[bytes]) -> None:
    program.terminate()
    program.wait(timeout=10)
