"""The log file, to which lines are only ever appended."""

from __future__ import annotations

import gc
import os
import threading
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from game.store.log import GameLog, LogLine, as_line, digest, fields_of, read_line, read_lines
from game.support.disk import read_file, set_aside, sync_folder, write_end, write_whole
from game.support.lock import ElsewhereError, FolderLock

LOG: Final = "games.jsonl"


class LogFile:
    """The log file in ``folder``.

    Everything except the texts of the games is kept in memory. ``log`` has the lines in the file
    and those still waiting to be written. If something else has changed the file, it is read again,
    and ``log`` is replaced.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / LOG
        self.log = GameLog()
        self.damaged: Sequence[bytes] = ()
        """The parts of the file that can't be read."""
        self._places: dict[str, int] = {}
        """The byte offset in the file at which each line begins, keyed by the line's digest."""
        self._waiting: dict[str, bytes] = {}
        """The lines that aren't in the file yet, keyed by digest."""
        self._end = 0
        """The byte at which the next line will be written."""
        self._open_end = b""
        """The line end to write before the next line, if the last line has none; otherwise
        empty."""
        self._seen: object = None
        """Identifies the state of the file as it was last read or written."""
        self._busy = threading.RLock()

    def read(self) -> None:
        """Read all lines.

        If the program was killed while writing, the last line may have no line end. It counts if it
        is complete; otherwise the next line written overwrites it.
        """
        with self._busy:
            self._seen = self._state()
            try:
                data = read_file(self.path)
            except (FileNotFoundError, NotADirectoryError):
                data = b""
            log, damaged, places = GameLog(), list[bytes](), dict[str, int]()
            self._end, self._open_end = data.rfind(b"\n") + 1, b""
            # The garbage collector would find nothing, yet take as long as reading the file does.
            gc.disable()
            try:
                for at, piece, line in read_lines(data):
                    if line is None:
                        damaged.append(piece)
                    else:
                        log.add(line)
                        places[line.digest] = at
                    if at >= self._end:
                        self._end, self._open_end = len(data), b"\n"
            finally:
                gc.enable()
            for waiting in self._waiting.values():
                log.add(read_line(waiting))
            self.log, self.damaged, self._places = log, damaged, places

    def _state(self) -> object:
        try:
            found = os.stat(self.path)
        except OSError:
            return None
        return found.st_ino, found.st_size, found.st_mtime_ns

    def add(self, line: bytes) -> LogLine:
        """Add a line to the log; only ``write`` puts it into the file."""
        with self._busy:
            found = read_line(line)
            self._waiting[found.digest] = line
            self.log.add(found)
            return found

    def is_waiting(self, line: LogLine) -> bool:
        """Return whether a line has not been written yet."""
        return line.digest in self._waiting

    def write(self, lines: Sequence[LogLine]) -> None:
        """Write ``lines``, which must have been added with ``add``, and flush them to the disk."""
        with self._busy:
            if self._seen != self._state():
                if self._places and not self.path.exists():
                    self.restore()
                self.read()
            data, places = self._open_end, dict[str, int]()
            for line in lines:
                places[line.digest] = self._end + len(data)
                data += self._waiting[line.digest] + b"\n"
            try:
                write_end(self.path, self._end, data)
                if not self._end:
                    # The file may be new, so the folder must be flushed before anything else
                    # changes.
                    sync_folder(self.path.parent)
            finally:
                # The next attempt overwrites what a failed one leaves behind.
                self._seen = self._state()
            self._end, self._open_end = self._end + len(data), b""
            self._places |= places
            for name in places:
                del self._waiting[name]

    def bytes_of(self, name: str) -> bytes:
        """Return the line with the digest ``name``.

        Raises ``OSError`` if it isn't in the file any more.
        """
        with self._busy:
            if name in self._waiting:
                return self._waiting[name]
            with open(self.path, "rb") as file:
                file.seek(self._places.get(name, 0))
                found = file.readline().rstrip(b"\n")
        if digest(found) != name:
            raise FileNotFoundError(self.path)
        return found

    def drop_damaged(self) -> None:
        """Rewrite the file without its damaged parts."""
        with self._busy:
            self.read()
            if self.damaged:
                found = read_lines(read_file(self.path))
                self._rewrite(piece for _, piece, line in found if line is not None)

    def restore(self) -> None:
        """Recreate the file from memory after it has disappeared, without the texts of the
        games."""
        with self._busy:
            there = [one for one in self.log.all_best() if one.digest in self._places]
            self._rewrite(as_line(fields_of(one)) for one in there)

    def _rewrite(self, lines: Iterable[bytes]) -> None:
        write_whole(self.path, b"".join(line + b"\n" for line in lines))
        self.read()

    def clear(self) -> Path:
        """Empty the log by renaming its file; return the file's new name."""
        with self._busy:
            kept = set_aside(self.path, "kept")
            self.read()
            return kept

    def merge(self, data: bytes) -> int:
        """Add the lines of another log, ``data``, that are not in this one; return how many were
        added."""
        there = [piece for _, piece, line in read_lines(data) if line is not None]
        new = [self.add(piece) for piece in there if digest(piece) not in self._places]
        new = [*dict.fromkeys(new)]
        if new:
            self.write(new)
        return len(new)


def merge(folder: Path, other: Path) -> int:
    """Add the finished games in the folder ``other`` to those in ``folder``; return how many lines
    were added.

    ``folder`` must not be in use by any window. Raises ``OSError`` if merging fails.
    """
    lock = FolderLock(folder)
    if not lock.acquire():
        raise ElsewhereError
    try:
        file = LogFile(folder)
        file.read()
        return file.merge(read_file(other / LOG))
    finally:
        lock.release()
