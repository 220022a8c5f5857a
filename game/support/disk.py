"""The few things that are asked of the disk: read, write whole, write an end, set aside.

Nothing here follows a link that it has not been shown, waits for a pipe, or leaves a file half
written under its own name. Every call raises ``OSError`` where the disk will not.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from collections.abc import Sequence
from pathlib import Path
from typing import Final

_PLAIN: Final = getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
# Opening a pipe must not wait for its other end, nor a device for a carrier.
_AT_ONCE: Final = getattr(os, "O_NONBLOCK", 0)
_NO_LINK: Final = getattr(os, "O_NOFOLLOW", 0)
_LARGEST: Final = 1 << 28
"""Bytes that no file of ours reaches; an endless one is not read to its end."""
_LARGEST_ASIDE: Final = 1 << 22


class NotAFileError(OSError):
    """In the place of a file there is a folder, a pipe, a device, or something without end."""

    def __init__(self, path: Path) -> None:
        super().__init__(errno.EINVAL, "not an ordinary file", str(path))


def read_file(path: Path, start: int = 0) -> bytes:
    """What stands in the ordinary file at ``path`` from byte ``start`` on."""
    descriptor = _open_ordinary(path, os.O_RDONLY)
    with open(descriptor, "rb") as file:
        size = file.seek(0, os.SEEK_END)
        if size > _LARGEST:
            raise NotAFileError(path)
        file.seek(min(start, size))
        return file.read(_LARGEST)


def _open_ordinary(path: Path, flags: int) -> int:
    """A descriptor of the file at ``path``, which is one; looked at before it is opened, since
    opening some devices does something, and afterwards, since it may be another one by then."""
    with contextlib.suppress(FileNotFoundError):
        if not stat.S_ISREG(os.stat(path).st_mode):
            raise NotAFileError(path)
    descriptor = os.open(path, flags | _PLAIN | _AT_ONCE, 0o666)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise NotAFileError(path)
    return descriptor


def write_whole(path: Path, data: bytes) -> None:
    """Put ``data`` into ``path`` so that the file is always whole, even if the power fails."""
    temporary = path.with_name(path.name + ".new")
    try:
        make_file(temporary, data)
        os.replace(temporary, path)
    except OSError:
        # On a full disk the half of it would take up the room that the next attempt needs.
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise
    sync_folder(path.parent)


def make_file(path: Path, data: bytes) -> None:
    """Make the file ``path`` with ``data`` in it, and have it reach the disk. What a kill or
    somebody else has left there is removed first; nothing is written through a link."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NO_LINK | _PLAIN
    try:
        descriptor = os.open(path, flags, 0o666)
    except FileExistsError:
        remove(path)
        descriptor = os.open(path, flags, 0o666)
    try:
        _write_all(descriptor, data)
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def remove(path: Path) -> None:
    """Have nothing at ``path`` any more; a folder, which may hold anything, is set aside."""
    try:
        os.unlink(path)
    except FileNotFoundError:
        pass
    except OSError:
        if not path.is_dir():
            raise
        set_aside(path)


def write_end(path: Path, at: int, data: bytes) -> None:
    """Have ``path`` hold its first ``at`` bytes and then ``data``; it is made where there is none.

    A kill leaves anything from ``at`` on: this is for what a journal can do again.
    """
    descriptor = _open_ordinary(path, os.O_RDWR | os.O_CREAT)
    try:
        os.lseek(descriptor, at, os.SEEK_SET)
        _write_all(descriptor, data)
        os.ftruncate(descriptor, at + len(data))
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _write_all(descriptor: int, data: bytes) -> None:
    while data:
        data = data[os.write(descriptor, data) :]


def sync_folder(folder: Path) -> None:
    """Have names that were changed in ``folder`` reach the disk, where that can be done (not on
    Windows)."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def set_aside(path: Path) -> Path:
    """Rename ``path`` to the first of ``NAME.broken-1``, ``-2`` … that is free; the new name."""
    aside = free_aside(path)
    os.rename(path, aside)
    return aside


def free_aside(path: Path, data: bytes = b"") -> Path:
    """The first name beside ``path`` for what is set aside that is free, or has just ``data``."""
    number = 1
    while os.path.lexists(aside := path.with_name(f"{path.name}.broken-{number}")):
        with contextlib.suppress(OSError):
            if data and read_file(aside) == data:
                break
        number += 1
    return aside


def asides(path: Path) -> Sequence[Path]:
    """The files of what was set aside from ``path``, but for those too large to be looked through
    at each start."""
    found = []
    with contextlib.suppress(OSError), os.scandir(path.parent) as there:
        for entry in there:
            is_aside = entry.name.startswith(f"{path.name}.broken-") and entry.is_file()
            if is_aside and entry.stat().st_size <= _LARGEST_ASIDE:
                found.append(Path(entry.path))
    return sorted(found)
