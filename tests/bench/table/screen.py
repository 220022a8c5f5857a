"""A screen of the benchmark's own: Xvfb, a window manager, access to the pixels, and a mouse."""

from __future__ import annotations

import ctypes
import ctypes.util
import mmap
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path


class MissingToolError(Exception):
    """A program that the benchmark needs is not installed."""


@dataclass(frozen=True, slots=True)
class Screen:
    """A running X server.

    ``environment`` is the environment in which to start programs on it.
    """

    size: tuple[int, int]
    environment: dict[str, str]
    pixels: mmap.mmap
    """The server's own picture, as an XWD file."""

    def rows(self, ys: Sequence[int]) -> tuple[bytes, ...]:
        """Return the pixels of the rows ``ys``."""
        header = self._number(0) + 12 * self._number(19)
        length = self._number(12)
        starts = [header + y * length for y in ys]
        return tuple(self.pixels[start : start + length] for start in starts)

    def _number(self, place: int) -> int:
        return int.from_bytes(self.pixels[4 * place : 4 * place + 4], "big")


@contextmanager
def screen(size: tuple[int, int]) -> Iterator[Screen]:
    """Start a screen of ``size`` pixels with a window manager, and yield it."""
    for tool in ("Xvfb", "openbox"):
        if shutil.which(tool) is None:
            raise MissingToolError(f"{tool} is not installed")
    with tempfile.TemporaryDirectory() as folder:
        reading, writing = os.pipe()
        command = ["Xvfb", "-displayfd", str(writing), "-fbdir", folder, "-nolisten", "tcp"]
        command += ["-screen", "0", f"{size[0]}x{size[1]}x24"]
        server = _quietly(command, dict(os.environ), pass_fds=(writing,))
        os.close(writing)
        with os.fdopen(reading) as told:
            number = told.readline().strip()
        if not number:
            raise MissingToolError("Xvfb does not start")
        environment = {**os.environ, "DISPLAY": f":{number}", "SDL_VIDEODRIVER": "x11"}
        environment["SDL_AUDIODRIVER"] = "dummy"
        manager = _quietly(["openbox", "--sm-disable"], environment)
        time.sleep(1)
        try:
            with (Path(folder) / "Xvfb_screen0").open("rb") as file:
                pixels = mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ)
            yield Screen(size, environment, pixels)
            pixels.close()
        finally:
            for process in (manager, server):
                process.terminate()
                process.wait()


def _quietly(
    command: list[str], environment: dict[str, str], pass_fds: tuple[int, ...] = ()
) -> subprocess.Popen[bytes]:
    nowhere = subprocess.DEVNULL
    return subprocess.Popen(
        command, env=environment, stdout=nowhere, stderr=nowhere, pass_fds=pass_fds
    )


class Mouse:
    """Moves and presses the mouse on the screen named by ``DISPLAY``, as a real mouse would."""

    def __init__(self) -> None:
        found = [ctypes.util.find_library(name) for name in ("X11", "Xtst")]
        if None in found:
            raise MissingToolError("libXtst is not installed")
        self._x11, self._test = (ctypes.CDLL(name) for name in found)
        self._x11.XOpenDisplay.restype = ctypes.c_void_p
        self._display = ctypes.c_void_p(self._x11.XOpenDisplay(None))

    def move(self, x: int, y: int) -> None:
        """Move to a place on the screen."""
        self._test.XTestFakeMotionEvent(self._display, -1, x, y, ctypes.c_ulong(0))
        self._x11.XFlush(self._display)

    def button(self, down: bool) -> None:
        """Press or release the left button."""
        self._test.XTestFakeButtonEvent(self._display, 1, int(down), ctypes.c_ulong(0))
        self._x11.XFlush(self._display)
