"""A lock on a folder. The system releases it when the process dies."""

from __future__ import annotations

import errno
import os
import stat
import sys
from pathlib import Path

from game.support.disk import make_folder, set_aside

if sys.platform == "win32":
    import msvcrt

    def _try_lock(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _try_lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


class ElsewhereError(OSError):
    """Another process holds the lock."""

    def __init__(self) -> None:
        super().__init__(errno.EBUSY, os.strerror(errno.EBUSY))


class FolderLock:
    """A lock that only one process at a time can hold."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._path = folder / "lock"
        self._file: int | None = None

    @property
    def held(self) -> bool:
        return self._file is not None

    def acquire(self) -> bool:
        """Take the lock; return False if another process holds it.

        Raises ``OSError`` if the folder can't be written to.
        """
        make_folder(self._folder)
        file = self._open()
        try:
            _try_lock(file)
        except (BlockingIOError, PermissionError):
            os.close(file)
            return False
        except OSError:
            pass  # Some network disks have no locks.
        self._file = file
        return True

    def _open(self) -> int:
        flags = os.O_RDWR | os.O_CREAT
        flags |= getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0)
        # There may be a pipe or a link where the lock file should be.
        if os.path.lexists(self._path) and not stat.S_ISREG(os.lstat(self._path).st_mode):
            set_aside(self._path)
        return os.open(self._path, flags, 0o666)

    def lost(self) -> bool:
        """Return whether the lock file was removed or replaced while this process held the lock."""
        if self._file is None:
            return False
        try:
            there = os.stat(self._path)
        except OSError:
            return True
        return not os.path.samestat(there, os.fstat(self._file))

    def release(self) -> None:
        """Release the lock if this process holds it."""
        if self._file is not None:
            os.close(self._file)
            self._file = None
