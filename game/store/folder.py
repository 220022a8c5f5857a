"""The folder of a player's files: its lock, files that are replaced whole, and those set aside."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from game.store.log_file import LogFile
from game.store.saving import Notices, Saver, Told
from game.support import disk
from game.support.disk import free_aside, read_file, write_whole
from game.support.errors import cause_text
from game.support.lock import ElsewhereError, FolderLock
from game.support.texts import tr

_Read = TypeVar("_Read")


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
    # Neither Linux nor a browser needs this package.
    import platformdirs

    return Path(platformdirs.user_data_dir("vierfeld", False))


class NewerFileError(Exception):
    """The file is of a newer program."""


class PlayerFolder:
    """The files of one player, written by one window at a time."""

    def __init__(self, path: Path, notices: Notices, saver: Saver, log: LogFile) -> None:
        self.path = path
        self.came_late = False
        """Whether this window holds the folder, but has not read it since."""
        self._notices = notices
        self._saver = saver
        self._log = log
        self._lock = FolderLock(path)
        self._left_alone: set[str] = set()
        """The names of the files that are not to be written."""
        self._known: dict[str, bytes] = {}
        """What the files hold, or are to hold."""
        self._gone = False
        """Whether it has, and could not be made again so far."""
        try:
            if not self._lock.acquire():
                notices.tell(notices.mark)
        except OSError as error:
            notices.failed(error)

    @property
    def held(self) -> bool:
        """Whether this window is the one that writes."""
        return self._lock.held and not self.came_late

    def take_over(self) -> None:
        """Write from now on, since the other window has closed; its files are to be read again."""
        for name in self._known:
            self._saver.drop(name)
        self._known.clear()
        self.came_late = False

    def close(self) -> None:
        """Release the folder."""
        self._lock.release()

    # -- reading -------------------------------------------------------------------------------

    def read(self, name: str, parse: Callable[[bytes], _Read]) -> _Read | None:
        """Return what ``parse`` makes of the file ``name``; None if there is none, or if it cannot
        be read, which is told."""
        try:
            data = self._known[name] if name in self._known else read_file(self.path / name)
            found = parse(data)
        except (FileNotFoundError, NotADirectoryError):
            return None
        except NewerFileError:
            self._left_alone.add(name)
            self._notices.tell(
                lambda: tr("{file} is from a newer Vierfeld, so it was left alone.", file=name)
            )
            return None
        except (OSError, ValueError, RecursionError) as error:
            self.set_aside(name, error)
            return None
        self._known[name] = data
        return found

    def set_aside(self, name: str, error: Exception) -> None:
        """Rename a file of which nothing can be read."""
        try:
            if not self.held:
                # It belongs to another window, or cannot be written: nothing is changed there.
                raise ElsewhereError
            aside = disk.set_aside(self.path / name).name
        except OSError:
            self._left_alone.add(name)
            self._notices.tell(lambda: tr("{file} can't be read.", file=name))
            return
        self._notices.tell(
            lambda: tr(
                "{file} couldn't be read ({reason}). It was set aside as {aside}.",
                file=name,
                reason=cause_text(error),
                aside=aside,
            )
        )

    def keep_damaged(self, name: str, what: Told, damaged: bytes | None = None) -> None:
        """Keep a copy of the ``damaged`` part of the file ``name``, or of all of it, and tell
        ``what`` is lost."""
        damaged = self._known[name] if damaged is None else damaged
        if not self.held:
            self._notices.tell(lambda: tr("{file} is damaged: {what}.", file=name, what=what()))
            return
        aside = free_aside(self.path / name, damaged).name
        self.replace(aside, damaged)
        self._notices.tell(
            lambda: tr(
                "{file} is damaged: {what}. The unreadable part is kept as {aside}.",
                file=name,
                what=what(),
                aside=aside,
            )
        )

    # -- writing -------------------------------------------------------------------------------

    def replace(self, name: str, data: str | bytes) -> None:
        """Have the file ``name`` hold ``data`` soon; signs that UTF-8 has not are escaped."""
        whole = data.encode("utf-8", "backslashreplace") if isinstance(data, str) else data
        if name not in self._left_alone:
            self._known[name] = whole
            self.put(name, lambda: write_whole(self.path / name, whole))

    def put(self, name: str, work: Callable[[], None]) -> None:
        """Have ``work`` done as soon as files may be written (``Saver.put``)."""

        def when_held() -> None:
            self._make_sure()
            work()

        self._saver.put(name, when_held)

    def _make_sure(self) -> None:
        """Make sure that the folder is there and is this window's; raise ``OSError`` if not."""
        lost = self._lock.lost()
        if lost:
            self._lock.release()
            self._gone = True
        if not self._lock.held:
            opened = self._lock.acquire()
            if opened and self._gone and not self._log.path.exists():
                self._write_anew()
            elif not (opened and lost):
                # What the window that has ended left here is looked at first.
                self.came_late = opened
                raise ElsewhereError
            self._gone = False
        if self.came_late:
            raise ElsewhereError

    def _write_anew(self) -> None:
        """Write all that is known into a folder that has vanished and was made again."""
        try:
            for name, data in self._known.items():
                write_whole(self.path / name, data)
            self._log.write_anew()
        except OSError:
            self._lock.release()
            raise
