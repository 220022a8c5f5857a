"""A model of a power failure: how it may leave the files on a disk.

``RecordingSystem`` replaces ``os`` in ``game.support.disk`` and records the calls of the real
writer. Only what was flushed is certain to survive. Changes to a folder since its last flush may
or may not have reached the disk. Data written to a file since its last flush may be complete,
incomplete, missing, or replaced by zeros. A rename is atomic. ``states`` yields all these states.
See the papers on ALICE (Pillai et al., 2014) and CrashMonkey (Mohan et al., 2018).
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, combinations, product
from pathlib import Path
from typing import Any

Disk = frozenset[tuple[str, bytes | None]]
"""Each path on the disk, with the file's content; None for a folder."""


@dataclass(eq=False, slots=True)
class Inode:
    """A file or folder, independent of its name; for a folder, ``data`` is None."""

    data: bytes | None = b""


@dataclass(frozen=True, slots=True)
class Entry:
    """A change to a folder's entry ``name``. ``inode`` is what the entry now refers to, or None if
    the entry was removed. After a rename, ``was`` is the old name."""

    name: str
    inode: Inode | None
    was: str = ""


@dataclass(frozen=True, slots=True)
class Data:
    """A change to a file, at the offset ``at``. If ``data`` is None, the file was cut off there."""

    inode: Inode
    at: int
    data: bytes | None


@dataclass(frozen=True, slots=True)
class Flush:
    """A flush of a file (an ``Inode``) or a folder (its name)."""

    of: Inode | str


Done = Entry | Data | Flush


@dataclass(slots=True)
class RecordingSystem:
    """Acts like the ``os`` module; ``done`` records changes and flushes of files below ``root``."""

    root: Path
    done: list[Done] = field(default_factory=list)
    first: dict[str, Inode] = field(default_factory=dict)
    """The files and folders on the disk at the start."""
    _now: dict[str, Inode] = field(default_factory=dict)
    _open: dict[int, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for path in sorted(self.root.rglob("*")):
            data = path.read_bytes() if path.is_file() else None
            self.first[self._name(path)] = Inode(data)
        self._now = dict(self.first)

    def __getattr__(self, name: str) -> Any:
        return getattr(os, name)

    def _name(self, path: Path) -> str:
        return str(path.relative_to(self.root))

    def open(self, path: Path, flags: int, mode: int = 0o777) -> int:
        """Open a file; record an ``Entry`` if that creates it."""
        descriptor = os.open(path, flags, mode)
        name = self._open[descriptor] = self._name(path)
        if name not in self._now and flags & os.O_CREAT:
            self._now[name] = Inode()
            self.done.append(Entry(name, self._now[name]))
        return descriptor

    def mkdir(self, path: Path, *mode: int) -> None:
        os.mkdir(path, *mode)
        name = self._name(path)
        self._now[name] = Inode(None)
        self.done.append(Entry(name, self._now[name]))

    def close(self, descriptor: int) -> None:
        os.close(descriptor)
        del self._open[descriptor]

    def write(self, descriptor: int, data: bytes) -> int:
        at = os.lseek(descriptor, 0, os.SEEK_CUR)
        self.done.append(Data(self._now[self._open[descriptor]], at, bytes(data)))
        return os.write(descriptor, data)

    def ftruncate(self, descriptor: int, size: int) -> None:
        os.ftruncate(descriptor, size)
        self.done.append(Data(self._now[self._open[descriptor]], size, None))

    def fsync(self, descriptor: int) -> None:
        """Record the flush without doing it, since the real disk won't lose power."""
        name = self._open[descriptor]
        self.done.append(Flush(name if os.path.isdir(descriptor) else self._now[name]))

    def replace(self, path: Path, target: Path) -> None:
        os.replace(path, target)
        was, name = self._name(path), self._name(target)
        self._now[name] = self._now.pop(was)
        self.done.append(Entry(name, self._now[name], was))

    rename = replace

    def unlink(self, path: Path) -> None:
        os.unlink(path)
        name = self._name(path)
        del self._now[name]
        self.done.append(Entry(name, None))


def states(system: RecordingSystem) -> Iterator[tuple[int, Disk]]:
    """Yield every state that a power failure can leave the disk in.

    With each state comes the number of recorded calls that were made before the failure."""
    for count in range(len(system.done) + 1):
        found = set(_after(system.first, system.done[:count]))
        yield from ((count, disk) for disk in found)


def _after(first: Mapping[str, Inode], done: Sequence[Done]) -> Iterator[Disk]:
    """Yield each state that the disk may be in if the power fails after ``done``."""
    names, moved = dict(first), list[Entry]()
    safe: dict[Inode, bytes] = {}
    open_data: dict[Inode, list[Data]] = {}
    for one in done:
        if isinstance(one, Entry):
            moved.append(one)
        elif isinstance(one, Data):
            open_data.setdefault(one.inode, []).append(one)
        elif isinstance(one.of, str):
            folder = one.of
            _move(names, [entry for entry in moved if _folder(entry.name) == folder])
            moved = [entry for entry in moved if _folder(entry.name) != folder]
        else:
            written = open_data.pop(one.of, [])
            safe[one.of] = _content(one.of, safe, written, [1.0] * len(written))
    every = (combinations(moved, size) for size in range(len(moved) + 1))
    for some in chain.from_iterable(every):
        there = dict(names)
        _move(there, some)
        yield from _contents(there, safe, open_data)


def _folder(name: str) -> str:
    return str(Path(name).parent)


def _move(names: dict[str, Inode], entries: Sequence[Entry]) -> None:
    for entry in entries:
        if entry.was and names.get(entry.was) is entry.inode:
            del names[entry.was]
        if entry.inode is None:
            names.pop(entry.name, None)
        else:
            names[entry.name] = entry.inode


def _contents(
    names: Mapping[str, Inode], safe: Mapping[Inode, bytes], written: Mapping[Inode, list[Data]]
) -> Iterator[Disk]:
    """Unflushed data may be lost or incomplete. Yield every state of the disk that can result."""
    reached = {name: inode for name, inode in names.items() if _is_reached(name, names)}
    unsafe = [inode for inode in dict.fromkeys(reached.values()) if inode in written]
    ways = [list(product((0.0, 0.5, 1.0, -1.0), repeat=len(written[inode]))) for inode in unsafe]
    for chosen in product(*ways):
        data = {
            inode: _content(inode, safe, written[inode], way)
            for inode, way in zip(unsafe, chosen, strict=True)
        }
        yield frozenset(
            (name, data[inode] if inode in data else safe.get(inode, inode.data))
            for name, inode in reached.items()
        )


def _is_reached(name: str, names: Mapping[str, Inode]) -> bool:
    folder = _folder(name)
    return folder == "." or (folder in names and _is_reached(folder, names))


def _content(
    inode: Inode, safe: Mapping[Inode, bytes], written: Sequence[Data], way: Sequence[float]
) -> bytes:
    """Return a file's data after the power failed.

    ``way`` has a number for each piece in ``written``: the fraction that reached the disk, or -1
    if zeros were written instead.
    """
    data = safe.get(inode, inode.data) or b""
    for piece, share in zip(written, way, strict=True):
        if piece.data is None:
            data = data[: piece.at] if share > 0 else data
        elif share:
            whole = bytes(len(piece.data)) if share < 0 else piece.data
            part = whole[: round(abs(share) * len(whole))]
            data = data.ljust(piece.at, b"\0")
            data = data[: piece.at] + part + data[piece.at + len(part) :]
    return data


def lay(disk: Disk, root: Path) -> None:
    """Create the files and folders of ``disk`` below ``root``."""
    root.mkdir()
    for name, data in sorted(disk, key=lambda one: one[0]):
        path = root / name
        if data is None:
            path.mkdir()
        else:
            path.write_bytes(data)
