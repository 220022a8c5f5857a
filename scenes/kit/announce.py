"""Announces what the screen shows, one line at a time."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from typing import Final

from game.support.terminal import abandon

_LAST_WAIT: Final = 0.5
"""The longest wait for the last lines to be printed, in seconds."""


def print_line(line: str) -> None:
    """Print a line without buffering, or raise ``OSError``."""
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
    """Prints lines in a separate thread, so that the program needn't wait for the reader."""

    def __init__(self) -> None:
        self._waiting = SimpleQueue[str | None]()
        self._thread = threading.Thread(target=self._print, daemon=True)
        self._thread.start()

    def __call__(self, line: str) -> None:
        """Queue ``line``. Raise ``OSError`` if an earlier line could not be printed."""
        if not self._thread.is_alive():
            raise OSError("nobody reads any more")
        self._waiting.put(line)

    def close(self) -> None:
        """Wait briefly for the remaining lines to be printed."""
        self._waiting.put(None)
        self._thread.join(_LAST_WAIT)

    def _print(self) -> None:
        with suppress(OSError):
            for line in iter(self._waiting.get, None):
                print_line(line)


class Announcer:
    """Passes announcements to a listener and to screen readers."""

    def __init__(self, listener: Callable[[str], None] | None = None) -> None:
        self._listener = listener
        self._reader: Callable[[str], None] | None = None

    @property
    def heard(self) -> bool:
        """Whether anybody is listening."""
        return self._listener is not None or self._reader is not None

    def read_to(self, reader: Callable[[str], None] | None) -> None:
        """Also pass each announcement to ``reader``; None stops this."""
        self._reader = reader

    def say(self, text: str) -> None:
        """Announce ``text`` as one line."""
        if not text or not self.heard:
            return
        line = " ".join(text.split())
        if self._reader:
            self._reader(line)
        try:
            if self._listener:
                self._listener(line)
        except OSError:
            self._listener = None  # nobody reads the output any more

    def close(self) -> None:
        """Wait briefly for pending lines to be printed."""
        if isinstance(self._listener, LinePrinter):
            self._listener.close()
