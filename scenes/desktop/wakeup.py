"""Rests until something comes in for the window, so that a table at rest costs next to nothing.

SDL's own waiting wakes the process hundreds of times a second. Where the system shows the sockets
over which it talks to the desktop (X11 and Wayland on Linux), the loop sleeps on them instead: an
input wakes it at once. Elsewhere it sleeps in short steps.
"""

from __future__ import annotations

import os
import select
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Final, Self

BLIND_REST: Final = 0.030
"""The longest rest, in seconds, where nothing rings: the first input waits for its end."""
_AT_ONCE: Final = 0.002
_FALSE_ALARMS: Final = 50
"""So often in a row a socket may ring at once; then nobody reads what has come in there."""


def open_sockets() -> frozenset[int]:
    """The sockets that the process has open; none where the system does not tell."""
    found = set()
    with suppress(OSError):
        for name in os.listdir("/proc/self/fd"):
            with suppress(OSError):
                if os.readlink(f"/proc/self/fd/{name}").startswith("socket:"):
                    found.add(int(name))
    return frozenset(found)


class Doorbell:
    """Sleeps until one of its sockets has something to read."""

    def __init__(self, sockets: Iterable[int] = ()) -> None:
        self._sockets = sorted(sockets)
        self._alarms = 0
        self._pull: int | None = None

    @classmethod
    def around(cls, connect: Callable[[], object]) -> Self:
        """A doorbell at the sockets that ``connect`` opens."""
        before = open_sockets()
        connect()
        return cls(open_sockets() - before)

    def pull(self) -> Callable[[], None]:
        """What another thread calls to end the sleep. Where nothing rings, it is short enough."""
        if not self._sockets:
            return lambda: None
        self._pull, other = os.pipe()
        os.set_blocking(self._pull, False)
        os.set_blocking(other, False)

        def ring() -> None:
            # Where the pipe is full, it rings already.
            with suppress(OSError):
                os.write(other, b"!")

        return ring

    def sleep(self, seconds: float) -> None:
        """Rest for ``seconds``, or until something comes in; blindly for a short while only."""
        if not self._sockets:
            time.sleep(min(seconds, BLIND_REST))
            return
        begun = time.perf_counter()
        try:
            bells = self._sockets if self._pull is None else [*self._sockets, self._pull]
            heard = select.select(bells, (), (), seconds)[0]
        except (OSError, ValueError):
            # A socket was closed: none of them can be relied on.
            self._sockets.clear()
            return
        if self._pull in heard:
            with suppress(OSError):
                os.read(self._pull, 4096)
            return
        if not heard or time.perf_counter() - begun > _AT_ONCE:
            self._alarms = 0
            return
        self._alarms += 1
        if self._alarms >= _FALSE_ALARMS:
            self._sockets = [socket for socket in self._sockets if socket not in heard]
            self._alarms = 0
