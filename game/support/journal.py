"""Changes of several files that are made together or not at all.

A game that ends changes three files: the game in hand, the record, and what was played. So that a
kill between two of them leaves nothing half counted, all the changes are first written to a
journal: one file, flushed to the disk and renamed into place. From then on the changes count as
made. They are carried out and the journal is removed; if that is interrupted, whoever opens the
folder next carries them out again, which is harmless for those already made. An ordinary action
changes only one file, which is replaced atomically and needs no journal.

Why a journal, and neither one file for everything nor SQLite: the file formats stay as promised, as
text that people and every older version can read; the record only grows at its end, so saving a
game takes no longer after ten years than on the first day; and nothing has to be migrated. SQLite
could do the same, but its file can be neither read nor repaired by hand, it needs locks that some
network disks lack, it keeps journals of its own beside its file, and its library would make the
packed program larger and slower to start.
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from game.support.disk import read_file, remove, set_aside, sync_folder, write_end, write_whole
from game.support.json_values import DataError, Flaw, number, parse_object

JOURNAL: Final = "journal.json"
FORMAT: Final = 1
_FILES: Final = r"[a-z]+\.jsonl?(\.(broken|kept)-[0-9]{1,6})?"
"""The file names that a journal may contain: our own files, in the folder itself."""
BEFORE: Final = 200
"""How many bytes before the new end are compared, so that it is not appended to something else."""


@dataclass(frozen=True, slots=True)
class Change:
    """What a file is to hold: ``data``; or its first ``at`` bytes, which end in ``before``,
    followed by ``data``. If ``data`` is None the file is to be removed."""

    name: str
    data: bytes | None
    at: int | None = None
    before: bytes = b""

    @classmethod
    def end(cls, name: str, now: bytes, at: int, data: bytes) -> Change:
        """Return the change that puts ``data`` after the first ``at`` bytes of ``name``, which end
        as ``now`` does."""
        return cls(name, data, at, now[-min(BEFORE, at) :] if at else b"")

    def on(self, now: bytes) -> bytes:
        """Return what the file holds after the change, given that it holds ``now`` or a partly made
        change."""
        if self.at is None:
            return self.data or b""
        if len(now) < self.at or not now[: self.at].endswith(self.before):
            raise DataError(Flaw.OTHER_FILE, self.name)
        return now[: self.at] + (self.data or b"")

    def carry_out(self, folder: Path) -> None:
        """Make the change; safe to repeat."""
        path = folder / self.name
        if self.data is None:
            remove(path)
        elif self.at is None:
            write_whole(path, self.data)
        else:
            write_end(path, self.at, self.data)


class UnfinishedError(OSError):
    """The changes are safe in the journal, but could not be carried out yet."""


class Journal:
    """The journal of a folder, with those of its changes that are still to be carried out."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._path = folder / JOURNAL
        self.waiting: tuple[Change, ...] = ()

    def recall(self) -> None:
        """Read the changes that the last writer in this folder could not carry out.

        Raises ``ValueError`` if the journal is damaged and ``OSError`` if it cannot be read.
        """
        try:
            text = read_file(self._path)
        except FileNotFoundError:
            return
        changes = _changes(text)
        for change in changes:
            if change.at is not None:
                change.on(self._on_disk(change.name))
        self.waiting = changes

    def set_aside(self) -> Path:
        """Set an unreadable journal aside and return its new name."""
        return set_aside(self._path)

    def forget(self) -> None:
        """Forget all pending changes, since the folder is gone."""
        self.waiting = ()

    def read(self, name: str) -> bytes:
        """Return what the file ``name`` holds once the pending changes are carried out."""
        mine = [change for change in self.waiting if change.name == name]
        if not mine:
            return read_file(self._folder / name)
        found = self._on_disk(name)
        for change in mine:
            if change.data is None:
                raise FileNotFoundError(name)
            found = change.on(found)
        return found

    def _on_disk(self, name: str) -> bytes:
        try:
            return read_file(self._folder / name)
        except FileNotFoundError:
            return b""

    def write(self, changes: Sequence[Change]) -> None:
        """Make all the ``changes`` or none of them.

        Raises ``OSError`` if none is made, and ``UnfinishedError`` if they count as made but must
        be carried out later.
        """
        self.settle()
        if len(changes) == 1 and changes[0].at is None:
            changes[0].carry_out(self._folder)
            return
        if not changes:
            return
        write_whole(self._path, _text(changes))
        self.waiting = tuple(changes)
        try:
            self.settle()
        except OSError as error:
            raise UnfinishedError(error.errno, error.strerror) from error

    def settle(self) -> None:
        """Carry out the pending changes."""
        if not self.waiting:
            return
        for change in self.waiting:
            change.carry_out(self._folder)
        sync_folder(self._folder)
        remove(self._path)
        # A journal that reappears after a power failure must not undo what is written next.
        sync_folder(self._folder)
        self.waiting = ()


def _text(changes: Sequence[Change]) -> bytes:
    written = json.dumps([_data(change) for change in changes])
    check = zlib.crc32(written.encode())
    return f'{{"format": {FORMAT}, "check": {check},\n"changes": {written}}}\n'.encode()


def _data(change: Change) -> Mapping[str, object]:
    data: dict[str, object] = {"file": change.name}
    if change.at is not None:
        data |= {"at": change.at, "before": _as_text(change.before)}
    return data | {"text": None if change.data is None else _as_text(change.data)}


def _changes(text: bytes) -> tuple[Change, ...]:
    """Return the changes that a journal holds; raise ``DataError`` if it is damaged."""
    data = parse_object(text.decode("utf-8"))
    if number(data, "format") != FORMAT:
        raise DataError(Flaw.FORMAT, str(data["format"]))
    written = data.get("changes")
    if not isinstance(written, list):
        raise DataError(Flaw.VALUE, "changes")
    if zlib.crc32(json.dumps(written).encode()) != data.get("check"):
        raise DataError(Flaw.VALUE, "check")
    return tuple(map(_change, written))


def _change(data: object) -> Change:
    if not isinstance(data, dict) or not re.fullmatch(_FILES, str(data.get("file"))):
        raise DataError(Flaw.VALUE, "file")
    text, before = data.get("text"), data.get("before", "")
    if not isinstance(text, str | None) or not isinstance(before, str):
        raise DataError(Flaw.VALUE, "text")
    at = None if "at" not in data else int(number(data, "at"))
    return Change(data["file"], None if text is None else _as_bytes(text), at, _as_bytes(before))


def _as_text(data: bytes) -> str:
    """Return the bytes as text; bytes that are not valid text survive the round trip."""
    return data.decode("utf-8", "surrogateescape")


def _as_bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")
