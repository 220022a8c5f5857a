"""Safe reading and writing of files.

No function blocks when it is given a pipe. All except ``sync_folder`` may raise ``OSError``.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from pathlib import Path
from typing import Final

_PLAIN: Final = getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
# Opening must not wait for the other end of a pipe, or for a device to be ready.
_AT_ONCE: Final = getattr(os, "O_NONBLOCK", 0)
_NO_LINK: Final = getattr(os, "O_NOFOLLOW", 0)
_LARGEST: Final = 1 << 28
"""The maximum number of bytes that are read from a file."""


class NotAFileError(OSError):
    """Raised for anything that isn't an ordinary file, or is too large."""

    def __init__(self, path: Path) -> None:
        super().__init__(errno.EINVAL, "not an ordinary file", str(path))


def read_file(path: Path) -> bytes:
    """Return the contents of the ordinary file at ``path``."""
    with open(_open_ordinary(path, os.O_RDONLY), "rb") as file:
        if os.fstat(file.fileno()).st_size > _LARGEST:
            raise NotAFileError(path)
        return file.read(_LARGEST)


def _open_ordinary(path: Path, flags: int) -> int:
    # Opening some devices has effects, so the kind of file is checked first, and again afterwards,
    # in case the file was replaced in between.
    with contextlib.suppress(FileNotFoundError):
        if not stat.S_ISREG(os.stat(path).st_mode):
            raise NotAFileError(path)
    descriptor = os.open(path, flags | _PLAIN | _AT_ONCE, 0o666)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise NotAFileError(path)
    return descriptor


def write_whole(path: Path, data: bytes) -> None:
    """Replace a file. After a power failure, it has either the old contents or the new ones."""
    temporary = path.with_name(path.name + ".new")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NO_LINK | _PLAIN
    try:
        _remove(temporary)
        _write(os.open(temporary, flags, 0o666), data)
        os.replace(temporary, path)  # a link is replaced, not followed
    except OSError:
        # On a full disk the partial file would take the space that the next attempt needs.
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise
    sync_folder(path.parent)


def _remove(path: Path) -> None:
    """Remove the file or link at ``path``; set a folder aside instead."""
    if path.is_dir() and not path.is_symlink():
        set_aside(path)
    elif os.path.lexists(path):
        os.unlink(path)


def write_end(path: Path, at: int, data: bytes) -> None:
    """Overwrite a file with ``data``, beginning at byte ``at``. Create the file if needed.

    The file then ends after ``data``. If the program is killed meanwhile, the new part may
    be damaged.
    """
    _write(_open_ordinary(path, os.O_RDWR | os.O_CREAT), data, at)


def _write(descriptor: int, data: bytes, at: int = 0) -> None:
    """Overwrite an open file with ``data``, beginning at byte ``at``, and close it."""
    try:
        os.lseek(descriptor, at, os.SEEK_SET)
        end = at + len(data)
        while data:
            data = data[os.write(descriptor, data) :]
        os.ftruncate(descriptor, end)
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def make_folder(folder: Path) -> None:
    """Create ``folder`` and missing parents, and flush them to disk."""
    missing = [one for one in (folder, *folder.parents) if not one.is_dir()]
    folder.mkdir(parents=True, exist_ok=True)
    for one in missing:
        sync_folder(one.parent)


def sync_folder(folder: Path) -> None:
    """Flush new, renamed and removed entries of ``folder`` to the disk, if the system can."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def set_aside(path: Path, ending: str = "broken") -> Path:
    """Rename ``path`` to a free name, such as ``NAME.broken-1``, and return the new path."""
    aside = free_name(path, ending)
    os.rename(path, aside)
    # Without this, a later change might survive a power failure while this one is lost.
    sync_folder(path.parent)
    return aside


def free_name(path: Path, ending: str, data: bytes = b"") -> Path:
    """Return the first free name ``NAME.ENDING-1``, ``NAME.ENDING-2`` …

    If ``data`` isn't empty, the name of a file that already holds ``data`` also counts as free.
    """
    number = 1
    while os.path.lexists(aside := path.with_name(f"{path.name}.{ending}-{number}")):
        with contextlib.suppress(OSError):
            if data and read_file(aside) == data:
                break
        number += 1
    return aside
