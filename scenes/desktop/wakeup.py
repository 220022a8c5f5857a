"""Sleeps until the window gets input, so that an idle table costs next to nothing.

SDL's own waiting wakes the process hundreds of times a second. If the sockets to the desktop can be
found (X11 and Wayland on Linux), the loop sleeps on them instead and any input wakes it at once.
Elsewhere it sleeps in short steps.
"""

from __future__ import annotations

import os
import select
import sys
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Final, Self

BLIND_REST: Final = 0.030
"""The longest rest in seconds where nothing can wake the loop: the first input has to wait for its
end."""
_AT_ONCE: Final = 0.002
_FALSE_ALARMS: Final = 50
"""After so many wake-ups in a row without delay, the socket's input is not being read by
anybody."""


_DEVICES: Final = ("socket:", "anon_inode:inotify", "/dev/input/", "/dev/hidraw")
"""What tells of controllers that come and go, and of their buttons."""


def open_sockets(kinds: tuple[str, ...] = ("socket:",)) -> frozenset[int]:
    """Return the process's open sockets, or open files of other ``kinds``; empty if the system does
    not tell."""
    found = set()
    with suppress(OSError):
        for name in os.listdir("/proc/self/fd"):
            with suppress(OSError):
                if os.readlink(f"/proc/self/fd/{name}").startswith(kinds):
                    found.add(int(name))
    return frozenset(found)


class Doorbell:
    """Sleeps until one of its sockets has something to read."""

    def __init__(self, sockets: Iterable[int] = ()) -> None:
        self._sockets = sorted(sockets)
        self._alarms = 0
        self._pull: int | None = None
        self._devices: frozenset[int] = frozenset()
        self._restless = False
        """Whether a device has no bell, or one that rings all the time and so says nothing."""

    @classmethod
    def around(cls, connect: Callable[[], object]) -> Self:
        """Return a doorbell on the sockets that ``connect`` opens."""
        before = open_sockets()
        connect()
        return cls(open_sockets() - before)

    def hear(self, change: Callable[[], bool]) -> None:
        """Also wake for the devices that ``change`` opens, and for none any more that it closes. If
        it returns True, there is one now: where its bell is not found, the sleep is short."""
        before = open_sockets(_DEVICES)
        others = before - self._devices
        there = change()
        self._devices = open_sockets(_DEVICES) - others
        self._restless = there and self._devices <= before

    def pull(self) -> Callable[[], None]:
        """Return a function with which another thread ends the sleep. Without sockets the sleep is
        short anyway."""
        if sys.platform == "win32" or not self._sockets:
            return lambda: None
        self._pull, other = os.pipe()
        os.set_blocking(self._pull, False)
        os.set_blocking(other, False)

        def ring() -> None:
            # If the pipe is full, a wake-up is already pending.
            with suppress(OSError):
                os.write(other, b"!")

        return ring

    def sleep(self, seconds: float) -> None:
        """Rest for ``seconds``, or until input arrives; only briefly if that cannot be noticed."""
        if not self._sockets:
            time.sleep(min(seconds, BLIND_REST))
            return
        if self._restless:
            seconds = min(seconds, BLIND_REST)
        begun = time.perf_counter()
        try:
            bells = [*self._sockets, *(() if self._restless else self._devices)]
            if self._pull is not None:
                bells.append(self._pull)
            heard = select.select(bells, (), (), seconds)[0]
        except (OSError, ValueError):
            # Something was closed: none of its kind can be trusted any more.
            if self._devices and not self._restless:
                self._restless = True
            else:
                self._sockets.clear()
            return
        if self._pull is not None and self._pull in heard:
            with suppress(OSError):
                os.read(self._pull, 4096)
            return
        if not heard or time.perf_counter() - begun > _AT_ONCE:
            self._alarms = 0
            return
        self._alarms += 1
        if self._alarms >= _FALSE_ALARMS:
            self._sockets = [socket for socket in self._sockets if socket not in heard]
            self._restless = self._restless or not self._devices.isdisjoint(heard)
            self._alarms = 0
