"""A disk that cannot be written: the system calls of ``support.disk`` fail as they would there."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

from tests.store.playing import seen_by


class FailingSystem:
    """The module ``os`` on a disk that is full or cannot be written.

    The first ``room`` bytes of a file are written, so that a failure leaves a partial file behind.
    """

    def __init__(self, code: int, room: int = 0) -> None:
        self._code = code
        self._room = room

    def __getattr__(self, name: str) -> Any:
        found = getattr(os, name)
        failing: dict[str, Callable[..., Any]] = {"write": self._write, "fsync": self._fail}
        if self._code in (errno.EROFS, errno.EACCES):
            failing |= {"open": self._open, "replace": self._fail, "rename": self._fail}
            failing |= {"unlink": self._fail}
        return failing.get(name, found)

    def _fail(self, *_: object, **__: object) -> None:
        raise OSError(self._code, os.strerror(self._code))

    def _open(self, path: Any, flags: int, *mode: int) -> int:
        if flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
            self._fail()
        return os.open(path, flags, *mode)

    def _write(self, descriptor: int, data: bytes) -> int:
        if not self._room or len(data) <= self._room:
            self._fail()
        return os.write(descriptor, data[: self._room])


def disk_full(room: int = 0) -> AbstractContextManager[None]:
    """Let all writing fail meanwhile, after the first ``room`` bytes of a file."""
    return seen_by(FailingSystem(errno.ENOSPC, room))
