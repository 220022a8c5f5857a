"""Announces what the screen shows, line by line, for screen readers."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from typing import Final

from game.support.terminal import abandon

_LAST_WORDS: Final = 0.5
"""The maximum number of seconds to wait for the last lines at the end of the program."""


def print_line(line: str) -> None:
    """Write a line to standard output at once; characters that its encoding lacks are replaced.

    Raises ``OSError`` if nobody can read it.
    """
    stream = sys.stdout
    if stream is None:
        raise OSError("standard output is closed")
    written = (line + "\n").encode(stream.encoding or "ascii", "replace")
    try:
        if os.name == "posix":
            # Bypass the stream: if nobody reads the output, a write to the stream would hold its
            # lock until the program ends.
            while written:
                written = written[os.write(stream.fileno(), written) :]
        else:
            stream.write(written.decode(stream.encoding or "ascii"))
            stream.flush()
    except OSError:
        abandon(stream)
        raise


class LinePrinter:
    """Prints lines in a thread of its own, so that a stalled reader delays nothing else."""

    def __init__(self) -> None:
        self._waiting = SimpleQueue[str | None]()
        self._thread = threading.Thread(target=self._print, daemon=True)
        self._thread.start()

    def __call__(self, line: str) -> None:
        """Queue ``line``.

        Raises ``OSError`` if printing an earlier line failed.
        """
        if not self._thread.is_alive():
            raise OSError("nobody reads any more")
        self._waiting.put(line)

    def close(self) -> None:
        """Wait for the remaining lines to be printed, but only briefly, in case their reader has
        stopped reading."""
        self._waiting.put(None)
        self._thread.join(_LAST_WORDS)

    def _print(self) -> None:
        with suppress(OSError):
            for line in iter(self._waiting.get, None):
                print_line(line)


class Announcer:
    """Passes each line to whoever is listening."""

    def __init__(self, listener: Callable[[str], None] | None = None) -> None:
        self._listener = listener
        self._reader: Callable[[str], None] | None = None

    @property
    def heard(self) -> bool:
        """Whether anybody is listening; if not, there is no need to compose announcements."""
        return self._listener is not None or self._reader is not None

    def tell(self, reader: Callable[[str], None] | None) -> None:
        """From now on, also pass each line to ``reader``, which forwards it to a screen reader;
        None stops this."""
        self._reader = reader

    def say(self, text: str) -> None:
        """Announce ``text`` as one line; a listener that has gone away is not called again."""
        if not text or not self.heard:
            return
        line = " ".join(text.split())
        if self._reader:
            self._reader(line)
        try:
            if self._listener:
                self._listener(line)
        except OSError:
            self._listener = None

    def close(self) -> None:
        """Write out the last lines at the end of the program."""
        if isinstance(self._listener, LinePrinter):
            self._listener.close()
