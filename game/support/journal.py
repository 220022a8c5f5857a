"""Changes of several files that are made together or not at all.

A game that ends changes three files: the game in hand, the record, and what was played. So that a
kill between two of them leaves nothing half counted, what shall be done is written to a journal
first: one file, flushed to the disk and renamed into its place at once. From then on the changes
count as made. They are carried out, and the journal is removed; if that is broken off, whoever
opens the folder next carries them out again, which does no harm where they were made before. An
ordinary action changes one file only, which is replaced at once and needs no journal.

Why a journal, and neither one file for everything nor SQLite: the files stay those that are
promised, in a text that a person can read and every older version can read as well; the record
grows by the end of its file, so that a game costs as much after ten years as on the first day;
and nothing has to be migrated. SQLite would do as well what these hundred lines do, but its file
can be neither read nor repaired by hand, it needs locks that some network disks do not know, it
keeps journals of its own beside its file, and its library would make the packed program larger
and its start slower.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from game.support.disk import read_file, remove, set_aside, sync_folder, write_end, write_whole
from game.support.json_values import DataError, number, parse_object

JOURNAL: Final = "journal.json"
FORMAT: Final = 1
_FILES: Final = r"[a-z]+\.jsonl?(\.(broken|kept)-[0-9]{1,6})?"
"""What a journal may name: files of ours, in the folder itself."""
BEFORE: Final = 200
"""How many bytes before a new end are compared, so that it is not put behind something else."""


@dataclass(frozen=True, slots=True)
class Change:
    """What a file shall hold: ``data``; or behind its first ``at`` bytes, the last of which are
    ``before``. A file whose ``data`` is None shall be no more."""

    name: str
    data: bytes | None
    at: int | None = None
    before: bytes = b""

    @classmethod
    def end(cls, name: str, now: bytes, at: int, data: bytes) -> Change:
        """The change after which ``data`` stands behind the ``at`` bytes of ``name`` that end as
        ``now`` does."""
        return cls(name, data, at, now[-min(BEFORE, at) :] if at else b"")

    def on(self, now: bytes) -> bytes:
        """What the file holds after the change, if it holds ``now`` or the change is begun."""
        if self.at is None:
            return self.data or b""
        if len(now) < self.at or not now[: self.at].endswith(self.before):
            raise DataError(f"{self.name} is another file")
        return now[: self.at] + (self.data or b"")

    def carry_out(self, folder: Path) -> None:
        """Make the change, which may have been made or begun before."""
        path = folder / self.name
        if self.data is None:
            remove(path)
        elif self.at is None:
            write_whole(path, self.data)
        else:
            write_end(path, self.at, self.data)


class UnfinishedError(OSError):
    """What was written is safe in the journal, but could not be carried out yet."""


class Journal:
    """The journal of a folder, and the changes that it holds and that are not all carried out."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._path = folder / JOURNAL
        self.waiting: tuple[Change, ...] = ()

    def recall(self) -> None:
        """Read what whoever wrote here last could not carry out any more.

        Raises ``ValueError`` where that cannot be read, and ``OSError`` where nothing can.
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
        """Put a journal out of the way that cannot be read; its new name."""
        return set_aside(self._path)

    def forget(self) -> None:
        """The folder is gone, and with it all that was to be done in it."""
        self.waiting = ()

    def read(self, name: str) -> bytes:
        """What the file ``name`` holds, with what is still to be carried out."""
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

        Raises ``OSError`` where none is made, and ``UnfinishedError`` where they count as made,
        but have to be carried out later.
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
        """Carry out what is still to be done."""
        if not self.waiting:
            return
        for change in self.waiting:
            change.carry_out(self._folder)
        sync_folder(self._folder)
        remove(self._path)
        # What is written next must not be undone by a journal that the power's failure brings back.
        sync_folder(self._folder)
        self.waiting = ()


def _text(changes: Sequence[Change]) -> bytes:
    import zlib  # only where a game has ended, not for each start

    written = json.dumps([_data(change) for change in changes])
    check = zlib.crc32(written.encode())
    return f'{{"format": {FORMAT}, "check": {check},\n"changes": {written}}}\n'.encode()


def _data(change: Change) -> Mapping[str, object]:
    data: dict[str, object] = {"file": change.name}
    if change.at is not None:
        data |= {"at": change.at, "before": _as_text(change.before)}
    return data | {"text": None if change.data is None else _as_text(change.data)}


def _changes(text: bytes) -> tuple[Change, ...]:
    """The changes that a journal holds; ``DataError`` where it is damaged."""
    import zlib

    data = parse_object(text.decode("utf-8"))
    if number(data, "format") != FORMAT:
        raise DataError(f"format: {data['format']}")
    written = data.get("changes")
    if not isinstance(written, list):
        raise DataError("changes: not a list")
    if zlib.crc32(json.dumps(written).encode()) != data.get("check"):
        raise DataError("check: another one")
    return tuple(map(_change, written))


def _change(data: object) -> Change:
    if not isinstance(data, dict) or not re.fullmatch(_FILES, str(data.get("file"))):
        raise DataError("file: none of ours")
    text, before = data.get("text"), data.get("before", "")
    if not isinstance(text, str | None) or not isinstance(before, str):
        raise DataError("text: none")
    at = None if "at" not in data else int(number(data, "at"))
    return Change(data["file"], None if text is None else _as_bytes(text), at, _as_bytes(before))


def _as_text(data: bytes) -> str:
    """Bytes as the text that they are; what was damaged before stays as it was."""
    return data.decode("utf-8", "surrogateescape")


def _as_bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")
