"""What the screen shows, said in lines for a reader's ear."""

from __future__ import annotations

import sys
from collections.abc import Callable

from game.support.terminal import abandon


def print_line(line: str) -> None:
    """A line on standard output, at once; what its encoding does not have is replaced.

    Raises ``OSError`` where nobody can read it.
    """
    if sys.stdout is None:
        raise OSError("standard output is closed")
    encoding = sys.stdout.encoding or "ascii"
    try:
        print(line.encode(encoding, "replace").decode(encoding), flush=True)
    except OSError:
        abandon(sys.stdout)
        raise


class Announcer:
    """Hands each line on, where somebody listens."""

    def __init__(self, listener: Callable[[str], None] | None = None) -> None:
        self._listener = listener
        self._reader: Callable[[str], None] | None = None

    @property
    def heard(self) -> bool:
        """Whether somebody listens, so that texts are worth making."""
        return self._listener is not None or self._reader is not None

    def tell(self, reader: Callable[[str], None] | None) -> None:
        """A screen reader listens too from now on; None: no more."""
        self._reader = reader

    def say(self, text: str) -> None:
        """Announce ``text`` as one line; a listener that has gone away is not asked again."""
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
