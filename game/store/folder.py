"""The folder of a player's files: its lock, files that are replaced whole, and damaged files that
are set aside."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TypeVar

from game.store.log_file import LogFile
from game.store.saving import ELSEWHERE, Phrase, Saver, Work
from game.support import disk
from game.support.disk import free_name, read_file, write_whole
from game.support.errors import cause_text
from game.support.lock import ElsewhereError, FolderLock
from game.support.texts import tr_later

_Read = TypeVar("_Read")


def data_folder() -> Path:
    """Return ``$VIERFELD_HOME``, or the user's data folder on this platform."""
    if chosen := os.environ.get("VIERFELD_HOME"):
        return Path(chosen)
    if sys.platform == "linux":
        # This gives the same answer as platformdirs, without importing its two dozen modules.
        usual = os.path.join(os.environ.get("HOME", ""), ".local", "share")
        for folder in (os.environ.get("XDG_DATA_HOME", ""), usual):
            if os.path.isabs(folder):
                return Path(folder, "vierfeld")
    # Neither Linux nor a browser needs this package.
    import platformdirs

    return Path(platformdirs.user_data_dir("vierfeld", False))


class NewerFileError(Exception):
    """The file was written by a newer version of the program."""


class PlayerFolder:
    """The files of one player, which only one window writes at a time."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.came_late = False
        """Whether this window got the lock only after the other window had closed, and has yet to
        read the files again before it can save."""
        self._saver = Saver()
        self._file = LogFile(folder)
        self._lock = FolderLock(folder)
        self._untouchable: set[str] = set()
        """The names of files that must not be written."""
        self._contents: dict[str, bytes] = {}
        """The contents that the files have, or will have once they are written."""
        self._gone = False
        """Whether the folder has disappeared and has not been created again yet."""
        try:
            if not self._lock.acquire():
                self._saver.add_message(ELSEWHERE)
        except OSError as error:
            self._saver.failed(error)

    @property
    def saves(self) -> bool:
        """Whether this window is the one that saves."""
        return self._lock.held and not self.came_late

    @property
    def unsaved(self) -> bool:
        """Whether anything is still waiting to be saved after a failure."""
        return self._saver.unsaved

    @property
    def reason(self) -> Exception | None:
        """The error that made the last attempt to save fail; None if it succeeded."""
        return self._saver.reason

    @property
    def unsaved_text(self) -> str:
        """The message to show while something is unsaved; empty if everything is saved."""
        return self._saver.unsaved_text() if self.unsaved else ""

    def take_problems(self) -> list[str]:
        """Return the messages that the player should see; each is returned once."""
        return self._saver.take_problems()

    # -- reading -------------------------------------------------------------------------------

    def _read(self, name: str, parse: Callable[[bytes], _Read]) -> _Read | None:
        """Return what ``parse`` makes of the file ``name``; None if there is no such file or it
        can't be read.

        A file that can't be read is reported to the player.
        """
        try:
            data = self._contents[name] if name in self._contents else read_file(self.folder / name)
            found = parse(data)
        except (FileNotFoundError, NotADirectoryError):
            return None
        except NewerFileError:
            self._untouchable.add(name)
            message = tr_later("{file} is from a newer Vierfeld, so it was left alone.")
            self._saver.add_message(message, file=name)
            return None
        except (OSError, ValueError, RecursionError) as error:
            self._set_aside(name, error)
            return None
        self._contents[name] = data
        return found

    def _set_aside(self, name: str, error: Exception) -> None:
        """Rename a file that can't be read at all."""
        try:
            if not self.saves:
                # Another window is using the folder, or it can't be written to, so nothing is
                # changed in it.
                raise ElsewhereError
            aside = disk.set_aside(self.folder / name).name
        except OSError:
            self._untouchable.add(name)
            self._saver.add_message(tr_later("{file} can't be read."), file=name)
            return
        message = tr_later("{file} couldn't be read ({reason}). It was set aside as {aside}.")
        self._saver.add_message(message, file=name, reason=partial(cause_text, error), aside=aside)

    def _keep_damaged(self, name: str, what: Phrase, damaged: bytes | None = None) -> None:
        """Keep a copy of the ``damaged`` part of the file ``name``, or of the whole file, and tell
        the player ``what`` is lost."""
        damaged = self._contents[name] if damaged is None else damaged
        message = tr_later("{file} is damaged: {what}.")
        aside = free_name(self.folder / name, "broken", damaged).name
        if self.saves:
            self._replace(aside, damaged)
            message = tr_later("{file} is damaged: {what}. The unreadable part is kept as {aside}.")
        self._saver.add_message(message, file=name, what=what, aside=aside)

    # -- writing -------------------------------------------------------------------------------

    def _replace(self, name: str, data: str | bytes) -> None:
        """Replace the contents of the file ``name`` with ``data`` soon; characters that UTF-8 can't
        represent are escaped."""
        whole = data.encode("utf-8", "backslashreplace") if isinstance(data, str) else data
        if name not in self._untouchable:
            self._contents[name] = whole
            self._queue(name, lambda: write_whole(self.folder / name, whole))

    def _queue(self, name: str, work: Work) -> None:
        """Do ``work`` as soon as files may be written (``Saver.queue``)."""

        def when_held() -> None:
            self._ensure_folder()
            work()

        self._saver.queue(name, when_held)

    def _ensure_folder(self) -> None:
        """Make sure that the folder exists and that this window may write to it.

        Raises ``OSError`` if that fails.
        """
        lost = self._lock.lost()
        if lost:
            self._lock.release()
            self._gone = True
        if not self._lock.held:
            opened = self._lock.acquire()
            if opened and self._gone and not self._file.path.exists():
                try:
                    for name, data in self._contents.items():
                        write_whole(self.folder / name, data)
                    self._file.restore()
                except OSError:
                    self._lock.release()
                    raise
            elif not (opened and lost):
                # The files that the other window left must be read first.
                self.came_late = opened
                raise ElsewhereError
            self._gone = False
        if self.came_late:
            raise ElsewhereError
