"""A model of a disk that loses its power: which states its files may be in afterwards.

``RecordingSystem`` stands in for ``os`` in ``game.support.disk``, and notes what the real writer
does. A disk keeps what was flushed, and no more is promised: of the entries of a folder made,
renamed or removed since the folder was flushed, any may have reached the disk and any may not; of
a file written or cut since it was flushed, each piece may be there, be missing, be there in part,
or be there as zeros. Only a rename is one thing. ``states`` gives all those states, as in the
papers on ALICE (Pillai et al., 2014) and CrashMonkey (Mohan et al., 2018).
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, combinations, product
from pathlib import Path
from typing import Any

Disk = frozenset[tuple[str, bytes | None]]
"""The files by their paths from the root, and the folders, whose content is None."""


@dataclass(eq=False, slots=True)
class Inode:
    """A file, whatever its name is; a folder has no ``data``."""

    data: bytes | None = b""


@dataclass(frozen=True, slots=True)
class Entry:
    """The entry ``name`` of its folder is ``inode`` now, and no longer that of ``name`` ``was``;
    without an inode it is removed."""

    name: str
    inode: Inode | None
    was: str = ""


@dataclass(frozen=True, slots=True)
class Data:
    """``data`` is written at byte ``at`` of a file; without data the file ends there."""

    inode: Inode
    at: int
    data: bytes | None


@dataclass(frozen=True, slots=True)
class Flush:
    """A file is flushed, or the folder of that name."""

    of: Inode | str


Done = Entry | Data | Flush


@dataclass(slots=True)
class RecordingSystem:
    """The module ``os``, whose calls that change the disk below ``root`` are noted in ``done``."""

    root: Path
    done: list[Done] = field(default_factory=list)
    first: dict[str, Inode] = field(default_factory=dict)
    """What is on the disk before all that."""
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
        """Open, and note a file that is made by that."""
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
        """Note the flush; it is not made, since the model keeps the disk's book."""
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
    """Return each state in which the disk may be found, with how much was done by then; each state
    once for each of these numbers at most."""
    for count in range(len(system.done) + 1):
        found = set(_after(system.first, system.done[:count]))
        yield from ((count, disk) for disk in found)


def _after(first: Mapping[str, Inode], done: Sequence[Done]) -> Iterator[Disk]:
    """The states that the disk may be in if it loses its power when ``done`` was done."""
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
    """The disks with these names, for each way in which the data not flushed may be there."""
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
    """The data of a file of which so much of each of the pieces ``written`` is there; less than
    nothing: its length alone."""
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
    """Make the files of ``disk`` below ``root``."""
    root.mkdir()
    for name, data in sorted(disk, key=lambda one: one[0]):
        path = root / name
        if data is None:
            path.mkdir()
        else:
            path.write_bytes(data)
