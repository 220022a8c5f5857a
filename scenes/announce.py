"""What the screen shows, said in lines for a reader's ear."""

from __future__ import annotations

import sys
from collections.abc import Callable


def print_line(line: str) -> None:
    """A line on standard output, at once; what its encoding does not have is replaced."""
    encoding = sys.stdout.encoding or "ascii"
    print(line.encode(encoding, "replace").decode(encoding), flush=True)


class Announcer:
    """Hands each line on, where somebody listens."""

    def __init__(self, listener: Callable[[str], None] | None = None) -> None:
        self._listener = listener

    @property
    def heard(self) -> bool:
        """Whether somebody listens, so that texts are worth making."""
        return self._listener is not None

    def say(self, text: str) -> None:
        """Announce ``text`` as one line; a listener that has gone away is not asked again."""
        if self._listener is None or not text:
            return
        try:
            self._listener(" ".join(text.split()))
        except OSError:
            self._listener = None
