"""The file of the log, which grows at its end."""

from __future__ import annotations

import gc
import os
import threading
from collections.abc import Iterator, Sequence
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Final

from game.store.log import GameLog, LogLine, as_line, fields_of, is_whole, read_line, sound_pieces
from game.support.disk import read_file, sync_folder, write_end, write_whole
from game.support.lock import ElsewhereError, FolderLock

LOG: Final = "games.jsonl"


class LogFile:
    """The file of the log in ``folder``, of which all but the texts is kept in memory.

    ``log`` has the lines of the file and those that wait to be written; where the file has changed
    behind our back it is read again, and ``log`` is another.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / LOG
        self.log = GameLog()
        self.damaged: Sequence[bytes] = ()
        """What cannot be read in the file."""
        self._waiting: dict[str, bytes] = {}
        """The lines that are not in the file yet, by their digests."""
        self._end = 0
        """At which byte the file is to grow."""
        self._open_end = b""
        """The end that the last line has not."""
        self._seen: object = None
        """What tells the file from any other state of it, as it was read or written."""
        self._busy = threading.RLock()

    def read(self) -> None:
        """Read all lines. A last one without its end, as a kill leaves it, is going to be cut off,
        unless it is whole."""
        with self._busy:
            self._seen = self._state()
            try:
                data = read_file(self.path)
            except (FileNotFoundError, NotADirectoryError):
                data = b""
            log, damaged = GameLog(), list[bytes]()
            self._end, self._open_end = data.rfind(b"\n") + 1, b""
            gc.disable()
            try:
                for at, piece in _pieces(data):
                    if isinstance(piece, LogLine):
                        log.add(piece)
                    else:
                        damaged.append(piece)
                    if at == self._end:
                        self._end, self._open_end = len(data), b"\n"
            finally:
                # All of that stays: to look for garbage in it would take as long as to read it.
                gc.freeze()
                gc.enable()
            for line in self._waiting.values():
                if (found := read_line(line)) not in log:
                    log.add(found)
            self.log, self.damaged = log, damaged

    def _state(self) -> object:
        try:
            found = os.stat(self.path)
        except OSError:
            return None
        return found.st_ino, found.st_size, found.st_mtime_ns

    def add(self, line: bytes) -> LogLine:
        """Add a line to the log; ``write`` is to write it."""
        with self._busy:
            found = read_line(line)
            self._waiting[found.digest] = line
            self.log.add(found)
            return found

    def write(self, lines: Sequence[LogLine]) -> None:
        """Write ``lines`` that were added, and flush them to the disk."""
        with self._busy:
            if self._seen != self._state():
                if any(one.at >= 0 for one in self.log.lines()) and not self.path.exists():
                    self.write_anew()
                self.read()
            data, placed = self._open_end, list[LogLine]()
            for line in lines:
                placed.append(line._replace(at=self._end + len(data)))
                data += self._waiting[line.digest] + b"\n"
            try:
                write_end(self.path, self._end, data)
                if not self._end:
                    # The file may be new: the folder must have it before anything else changes.
                    sync_folder(self.path.parent)
            finally:
                # What a failed attempt has left is overwritten by the next one.
                self._seen = self._state()
            self._end, self._open_end = self._end + len(data), b""
            for line in placed:
                self.log.add(line)
                del self._waiting[line.digest]

    def bytes_of(self, line: LogLine) -> bytes:
        """Return a line; raise ``OSError`` if it is not in the file any more."""
        with self._busy:
            if line.digest in self._waiting:
                return self._waiting[line.digest]
            # It may have been written since it was looked up.
            line = self.log.same(line)
            with open(self.path, "rb") as file:
                file.seek(line.at)
                found = file.read(line.size)
        if blake2b(found, digest_size=8).hexdigest() != line.digest:
            raise FileNotFoundError(self.path)
        return found

    def drop_damaged(self) -> None:
        """Write the file anew without what is damaged in it."""
        with self._busy:
            self.read()
            there = sorted((one for one in self.log.lines() if one.at >= 0), key=lambda one: one.at)
            if self.damaged:
                write_whole(self.path, b"".join(self.bytes_of(one) + b"\n" for one in there))
                self.read()

    def write_anew(self) -> None:
        """Write all that is known of the games, without their texts, as the file has vanished."""
        with self._busy:
            best = (self.log.best(name) for name in {line.id for line in self.log.lines()})
            lines = [
                as_line(fields_of(line)) for line in best if line and line.game and line.at >= 0
            ]
            write_whole(self.path, b"".join(line + b"\n" for line in sorted(lines)))
            self.read()

    def clear(self) -> Path:
        """Rename the file, so that there are no games any more; return its new name."""
        with self._busy:
            number = 1
            while os.path.lexists(kept := self.path.with_name(f"{LOG}.kept-{number}")):
                number += 1
            os.rename(self.path, kept)
            sync_folder(self.path.parent)
            self.read()
            return kept

    def merge(self, folder: Path) -> int:
        """Add those lines of the log in ``folder`` that are not here; return their number."""
        with self._busy:
            new = list[LogLine]()
            for _, line in _lines(read_file(folder / LOG)):
                with suppress(ValueError):
                    if read_line(line) not in self.log:
                        new.append(self.add(line))
            if new:
                self.write(new)
            return len(new)


def _lines(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield each line, and at which byte it begins; the last one only if it has an end or is
    whole."""
    begin = 0
    while end := data.find(b"\n", begin) + 1:
        if end > begin + 1:
            yield begin, data[begin : end - 1]
        begin = end
    if is_whole(data[begin:]):
        yield begin, data[begin:]


def _pieces(data: bytes) -> Iterator[tuple[int, LogLine | bytes]]:
    """Yield what stands in each line: itself, or what is left of it and the damaged pieces."""
    for at, line in _lines(data):
        try:
            yield at, read_line(line, at)
        except ValueError:
            yield from ((at, piece) for piece in sound_pieces(line, at))


def merge(folder: Path, other: Path) -> int:
    """Add the finished games in the folder ``other`` to those in ``folder``, which no window may
    use meanwhile; return how many lines were added. Raises ``OSError``."""
    lock = FolderLock(folder)
    if not lock.acquire():
        raise ElsewhereError
    try:
        log = LogFile(folder)
        log.read()
        return log.merge(other)
    finally:
        lock.release()
