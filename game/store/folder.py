"""The folder of a player's files: reading, writing and locking.

A failed write is tried again, and all later writes wait for it.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeVar

from game.support import disk
from game.support.disk import free_name, read_file, write_whole
from game.support.errors import why
from game.support.json_values import NewerFileError
from game.support.lock import ElsewhereError, FolderLock
from game.support.texts import texts, tr, tr_later

_PATIENCE: Final = 1.0
"""How long to wait for the disk when the program closes, in seconds."""
RETRY: Final = 5.0
"""Seconds until a failed write is tried again."""
_ELSEWHERE: Final = tr_later("Vierfeld is open in another window. This one doesn't save.")
Work = Callable[[], object]
Phrase = Callable[[], str]
"""Returns part of a message; called when the message is shown."""
_Read = TypeVar("_Read")


def data_folder() -> Path:
    """Return ``$VIERFELD_HOME`` or, by default, a folder in the user's data folder."""
    if chosen := os.environ.get("VIERFELD_HOME"):
        return Path(chosen)
    if sys.platform == "linux":
        # This gives the same answer as platformdirs, without importing its two dozen modules.
        usual = os.path.join(os.environ.get("HOME", ""), ".local", "share")
        for folder in (os.environ.get("XDG_DATA_HOME", ""), usual):
            if os.path.isabs(folder):
                return Path(folder, "vierfeld")
    # Imported here because Linux rarely needs this package, and a browser never does.
    import platformdirs

    return Path(platformdirs.user_data_dir("vierfeld", False))


class PlayerFolder:
    """The files of one player, written by the window that was opened first."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.reason: Exception | None = None
        """The error that prevents saving, or None if saving works."""
        self._lock = FolderLock(folder)
        self._left_alone = set[str]()
        """The names of files that must not be written."""
        self._latest: dict[str, bytes] = {}
        """The latest contents of files that are rewritten as a whole."""
        self._messages: list[tuple[str, dict[str, object]]] = []
        self._queue: list[tuple[str, Work]] = []
        self._changed = threading.Condition()
        self._due = self._closed = self._is_second = self._gone = False
        self._thread: threading.Thread | None = None
        try:
            self._is_second = not self._lock.acquire()
        except OSError as error:
            self._report(error)
        if self._is_second:
            self._tell(_ELSEWHERE)

    @property
    def saves(self) -> bool:
        """Whether this window holds the lock that it needs to save."""
        return self._lock.held

    # -- what the player is told ---------------------------------------------------------------

    def _tell(self, message: str, **values: object) -> None:
        """Add a message for the player, to be translated when it is shown."""
        self._messages.append((message, values))

    def take_problems(self) -> list[str]:
        """Return the messages for the player, and forget them."""
        told, self._messages = self._messages, []
        return [
            texts.one(message, **{n: one() if callable(one) else one for n, one in values.items()})
            for message, values in told
        ]

    @property
    def unsaved_text(self) -> str:
        """The message to show while something can't be saved; empty otherwise."""
        if self._is_second:
            return texts.one(_ELSEWHERE)
        if not self._queue or self.reason is None:
            return ""
        return tr("Not saved yet: {reason}. Trying again.", reason=why(self.reason))

    def _report(self, error: Exception | None) -> None:
        """Remember why saving failed, or None if it succeeded. Tell the player about any change."""
        before, self.reason = self.reason, error
        if error is not None and (before is None or why(before) != why(error)):
            self._tell(tr_later("Can't save the game: {reason}."), reason=lambda: why(error))
        elif error is None and before is not None:
            self._tell(tr_later("Everything is saved again."))

    # -- reading -------------------------------------------------------------------------------

    def _read(self, name: str, parse: Callable[[bytes], _Read]) -> _Read | None:
        """Return a file's parsed contents; None if it can't be read.

        A damaged file is set aside if possible.
        """
        try:
            data = read_file(self.folder / name)
            found = parse(data)
            self._latest.setdefault(name, data)
            return found
        except (FileNotFoundError, NotADirectoryError):
            pass
        except NewerFileError:
            self._left_alone.add(name)
            self._tell(
                tr_later("{file} is from a newer Vierfeld, so it was left alone."), file=name
            )
        except (OSError, ValueError, RecursionError) as error:
            self._set_aside(name, error)
        return None

    def _set_aside(self, name: str, error: Exception) -> None:
        try:
            if not self.saves:
                raise ElsewhereError
            aside = disk.set_aside(self.folder / name).name
        except OSError:
            self._left_alone.add(name)
            self._tell(tr_later("{file} can't be read."), file=name)
            return
        message = tr_later("{file} couldn't be read ({reason}). It was set aside as {aside}.")
        self._tell(message, file=name, reason=lambda: why(error), aside=aside)

    def _keep_damaged(self, name: str, damaged: bytes, what: Phrase) -> None:
        """Tell the player about a damaged file, and queue its damaged part to be saved in a new
        file."""
        message = tr_later("{file} is damaged: {what}.")
        if self.saves:
            message = tr_later("{file} is damaged: {what}. The unreadable part is kept as {aside}.")
        aside = free_name(self.folder / name, "broken", damaged).name
        self._replace(aside, damaged)
        self._tell(message, file=name, what=what, aside=aside)

    # -- writing -------------------------------------------------------------------------------

    def _replace(self, name: str, data: str | bytes) -> None:
        """Queue the replacement of a file by ``data``, unless the file must not be changed."""
        whole = data.encode("utf-8", "backslashreplace") if isinstance(data, str) else data
        if name not in self._left_alone:
            self._latest[name] = whole
            self._do_later(lambda: write_whole(self.folder / name, whole), name)

    def _do_later(self, work: Work, name: str = "") -> None:
        """Queue ``work`` unless this is a second window. If it replaces a file, ``name`` says which
        file."""
        if self._is_second:
            return
        with self._changed:
            # Only the newest contents are needed. The first in the queue may be under way.
            if name and self._queue[1:] and self._queue[-1][0] == name:
                del self._queue[-1]
            self._queue.append((name, work))
            self.try_again()

    def try_again(self) -> None:
        """Start on the queued work at once, even after a failure."""
        with self._changed:
            self._due = bool(self._queue)
            if sys.platform == "emscripten":
                # A browser has no threads, and its files are in memory.
                self._work()
            elif self._due and self._thread is None:
                self._thread = threading.Thread(target=self._run, name="saver", daemon=True)
                self._thread.start()
            self._changed.notify_all()

    def _run(self) -> None:
        while True:
            with self._changed:
                again = RETRY if self.reason else None
                self._changed.wait_for(lambda: self._due or self._closed, again)
                if self._closed and not self._due:
                    return
                self._due = True
            self._work()

    def _work(self) -> None:
        """Do the queued work, up to the first failure."""
        while self._due:
            failure: Exception | None = None
            try:
                self._ensure_folder()
                self._queue[0][1]()
            except Exception as error:
                # Whatever went wrong, the thread must go on: others wait for it.
                failure = error
            with self._changed:
                if failure is None:
                    del self._queue[0]
                if failure is not None or not self._queue:
                    self._report(failure)
                self._due = bool(self._queue) and failure is None
                self._changed.notify_all()

    def _ensure_folder(self) -> None:
        """Make sure that the folder exists and is locked, or raise ``OSError``."""
        if self._lock.lost():
            self._lock.release()
            self._gone = True
        if not self._lock.held and not self._lock.acquire():
            raise ElsewhereError
        # If the folder was removed, all files but the log are written again.
        for name, data in self._latest.items() if self._gone else ():
            if not (self.folder / name).exists():
                write_whole(self.folder / name, data)
        self._gone = False

    def flush(self) -> None:
        """Wait until everything is written, or writing has failed."""
        with self._changed:
            self._changed.wait_for(lambda: not self._due)

    def settle(self) -> bool:
        """Wait up to a second for everything to be written; return False if a write failed."""
        self.try_again()
        with self._changed:
            self._changed.wait_for(lambda: not self._due, _PATIENCE)
            return not (self._queue and self.reason)

    def close(self) -> None:
        """Try to write everything, and unlock the folder."""
        with self._changed:
            self._closed, self._due = True, bool(self._queue)
            self._changed.notify_all()
        if self._thread is not None:
            self._thread.join()
        self._lock.release()
