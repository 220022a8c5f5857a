"""A lock on a folder that the system itself lets go of when its holder dies."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import IO

if sys.platform == "win32":
    import msvcrt

    def _try_lock(file: IO[str]) -> None:
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _try_lock(file: IO[str]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


class FolderLock:
    """At most one living process at a time holds the lock of ``folder``."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._file: IO[str] | None = None

    def acquire(self) -> bool:
        """Whether the lock could be had; makes the folder if it is not there.

        A disk that knows no locks, as some on a network, keeps nobody out. Raises ``OSError``
        where the folder cannot be made or written.
        """
        self._folder.mkdir(parents=True, exist_ok=True)
        file = (self._folder / "lock").open("a+", encoding="ascii")
        try:
            _try_lock(file)
        except (BlockingIOError, PermissionError):
            file.close()
            return False
        except OSError:
            pass
        self._file = file
        return True

    def release(self) -> None:
        """Let go of the lock, if it is held."""
        if self._file is not None:
            self._file.close()
            self._file = None
