"""Writes to the folder of a player's files: one window at a time, all or nothing."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import platformdirs

from game.player.lines import PlayedFile, RecordFile, encoded
from game.player.writer import Batch, Text
from game.support.journal import Change, Journal, UnfinishedError
from game.support.lock import ElsewhereError, FolderLock

RECORD = "record.json"
PLAYED = "played.jsonl"


def data_folder() -> Path:
    """Return ``$VIERFELD_HOME``, or the user's data folder on this platform."""
    if chosen := os.environ.get("VIERFELD_HOME"):
        return Path(chosen)
    if sys.platform == "linux":
        # What platformdirs says too, for which it imports two dozen modules.
        usual = os.path.join(os.environ.get("HOME", ""), ".local", "share")
        for folder in (os.environ.get("XDG_DATA_HOME", ""), usual):
            if os.path.isabs(folder):
                return Path(folder, "vierfeld")
    return Path(platformdirs.user_data_dir("vierfeld", False))


class Home:
    """The files of one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.journal = Journal(folder)
        self.record = RecordFile(folder / RECORD)
        self.played = PlayedFile(folder / PLAYED)
        self.left_alone: set[str] = set()
        """The names of the files that are not to be written."""
        self.came_late = False
        """Whether this window holds the folder, but has not read it since."""
        self._lock = FolderLock(folder)
        self._known = Batch()
        """Everything that was read or written, in case the folder vanishes."""
        self._gone = False
        """Whether it has, and could not be made again so far."""
        self._anew = False
        """Whether it was made again, and nothing could be written to it so far."""

    @property
    def held(self) -> bool:
        """Whether this window is the one that writes."""
        return self._lock.held and not self.came_late

    def open(self) -> bool:
        """Lock the folder; return whether this window may write.

        Raises ``OSError`` if nobody can.
        """
        return self._lock.acquire()

    def close(self) -> None:
        """Release the folder."""
        self._lock.release()

    def know(self, batch: Batch) -> None:
        """Note that the files hold what is in ``batch``."""
        self._known = self._known.then(batch)

    def write(self, batch: Batch) -> None:
        """Write all of ``batch``; see ``game.player.writer.Writer``."""
        lost = self._lock.lost()
        if lost:
            self._lock.release()
            self._gone = True
        if not self._lock.held:
            self._open_again(lost)
        if not self.held:
            raise ElsewhereError
        self.journal.settle()
        if self._anew:
            batch = self._known.then(batch)
        changes = self._changes(batch)
        try:
            self.journal.write(changes)
        except UnfinishedError:
            self._written(batch)
            raise
        self._written(batch)

    def _open_again(self, lost: bool) -> None:
        """Take the lock that another window held until now or that was ``lost`` just now; raise
        ``ElsewhereError`` if nothing may be written yet."""
        opened = self.open()
        if opened and self._gone and not (self.folder / RECORD).exists():
            self._anew = True
            self.journal.forget()
            self.record.forget()
        elif not (opened and lost):
            # What the one that has ended left here is looked at first.
            self.came_late = opened
            raise ElsewhereError
        self._gone = False

    def _written(self, batch: Batch) -> None:
        if self._anew:
            self._anew, self._known = False, Batch()
        self.know(batch)
        if batch.entries is not None:
            self.record.changed()
        self.played.changed()

    def _changes(self, batch: Batch) -> list[Change]:
        whole = batch.whole.items()
        changes = [Change(name, _bytes(text)) for name, text in whole if name != PLAYED]
        if batch.entries is not None:
            changes.append(self.record.change(batch.entries))
        played = self.played.change(batch.played, anew=PLAYED in batch.whole)
        if played is not None:
            changes.append(played)
        return [change for change in changes if change.name not in self.left_alone]


def _bytes(text: Text) -> bytes | None:
    return encoded(text) if isinstance(text, str) else text
