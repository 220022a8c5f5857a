"""The folder of a player's files: its lock, the thread that writes, and damaged files that are set
aside.

What can't be written is tried again: when there is something else to save, every few seconds, and
once more at the end. Until it succeeds, it and everything after it stay in memory.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

from game.player.settings import NewerFileError
from game.store.log import GameLog
from game.support import disk
from game.support.disk import free_name, read_file, write_whole
from game.support.errors import why
from game.support.lock import ElsewhereError, FolderLock
from game.support.texts import texts, tr, tr_later

_PATIENCE: Final = 1.0
"""The number of seconds to wait, when the program closes, for a disk that has refused to write."""
RETRY: Final = 5.0
"""The number of seconds after which failed work is tried again."""
_ELSEWHERE: Final = tr_later("Vierfeld is open in another window. This one doesn't save.")
Work = Callable[[], object]
Phrase = Callable[[], str]
"""A function that returns part of a message; it is called when the message is shown."""
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


class PlayerFolder:
    """The files of one player, which only one window writes at a time.

    ``reason`` is the error that made the last attempt to save fail; None if it succeeded, or if
    another window is the one that saves.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.came_late = False
        """Whether this window got the lock only after the other window had closed, and has yet to
        read the files again before it can save."""
        self.reason: Exception | None = None
        self._log = GameLog(folder)
        self._lock = FolderLock(folder)
        self._contents: dict[str, bytes | None] = {}
        """The contents that the files have, or will have once they are written; None for files that
        must not be written."""
        self._gone = False
        """Whether the folder has disappeared and has not been created again yet."""
        self._messages: list[tuple[str, dict[str, object]]] = []
        self._queue: list[tuple[str, Work]] = []
        self._changed = threading.Condition()
        self._due = self._failing = self._closed = False
        self._thread: threading.Thread | None = None
        try:
            if not self._lock.acquire():
                self._tell(_ELSEWHERE)
        except OSError as error:
            self._failed(error)

    @property
    def saves(self) -> bool:
        """Whether this window is the one that saves."""
        return self._lock.held and not self.came_late

    # -- what the player is told ---------------------------------------------------------------

    def _tell(self, message: str, **values: object) -> None:
        """Add a message for the player.

        It is translated when it is shown, because files are read before the language is known.
        """
        self._messages.append((message, values))

    def take_problems(self) -> list[str]:
        """Return the messages that the player should see; each is returned once."""
        told, self._messages = self._messages, []
        return [
            texts.one(message, **{n: one() if callable(one) else one for n, one in values.items()})
            for message, values in told
        ]

    @property
    def unsaved_text(self) -> str:
        """The message to show while something is unsaved; empty if everything is saved."""
        if not (self._failing and self._queue):
            return ""
        if self.reason is None:
            return texts.one(_ELSEWHERE)
        return tr("Not saved yet: {reason}. Trying again.", reason=why(self.reason))

    def _failed(self, error: Exception) -> None:
        """Record that something could not be saved.

        The player is told when saving first fails, and when the kind of error changes. If another
        window is the one that saves, the player was told when this window opened, and is not told
        again.
        """
        before, self.reason = self.reason, error
        if isinstance(error, ElsewhereError):
            self.reason = None
        elif before is None or why(before) != why(error):
            self._tell(tr_later("Can't save the game: {reason}."), reason=partial(why, error))

    # -- reading -------------------------------------------------------------------------------

    def _read(self, name: str, parse: Callable[[bytes], _Read]) -> _Read | None:
        """Return what ``parse`` makes of the file ``name``; None if there is no such file or it
        can't be read.

        A file that can't be read is reported to the player.
        """
        try:
            data = self._contents[name] if name in self._contents else read_file(self.folder / name)
            found = None if data is None else parse(data)
        except (FileNotFoundError, NotADirectoryError):
            return None
        except NewerFileError:
            self._contents[name] = None
            self._tell(
                tr_later("{file} is from a newer Vierfeld, so it was left alone."), file=name
            )
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
            self._contents[name] = None
            self._tell(tr_later("{file} can't be read."), file=name)
            return
        message = tr_later("{file} couldn't be read ({reason}). It was set aside as {aside}.")
        self._tell(message, file=name, reason=partial(why, error), aside=aside)

    def _keep_damaged(self, name: str, what: Phrase, damaged: bytes | None = None) -> None:
        """Keep a copy of the ``damaged`` part of the file ``name``, or of the whole file, and tell
        the player ``what`` is lost."""
        damaged = damaged or self._contents[name] or b""
        message = tr_later("{file} is damaged: {what}.")
        aside = free_name(self.folder / name, "broken", damaged).name
        if self.saves:
            self._replace(aside, damaged)
            message = tr_later("{file} is damaged: {what}. The unreadable part is kept as {aside}.")
        self._tell(message, file=name, what=what, aside=aside)

    # -- writing -------------------------------------------------------------------------------

    def _replace(self, name: str, data: str | bytes) -> None:
        """Replace the contents of the file ``name`` with ``data`` soon; characters that UTF-8 can't
        represent are escaped."""
        whole = data.encode("utf-8", "backslashreplace") if isinstance(data, str) else data
        if self._contents.get(name, b"") is not None:
            self._contents[name] = whole
            self._do_later(lambda: write_whole(self.folder / name, whole), name)

    def _do_later(self, work: Work, name: str = "") -> None:
        """Do ``work`` as soon as files may be written, after everything queued before.

        If it replaces the file ``name``, and so does what was queued last, that is dropped.
        """
        with self._changed:
            # The first in the queue may be being done.
            if name and self._queue[1:] and self._queue[-1][0] == name:
                del self._queue[-1]
            self._queue.append((name, work))
            self._wake()

    def _wake(self) -> None:
        """Have the queued work done, though it may have failed before."""
        self._due = True
        if sys.platform == "emscripten":
            # A browser has no threads, and its files are in memory.
            self._work()
        elif self._thread is None:
            self._thread = threading.Thread(target=self._run, name="saver", daemon=True)
            self._thread.start()
        self._changed.notify_all()

    def _run(self) -> None:
        while True:
            with self._changed:
                again = RETRY if self._failing else None
                self._changed.wait_for(lambda: self._due or self._closed, again)
                if self._closed and not self._due:
                    return
                self._due = True
            self._work()

    def _work(self) -> None:
        """Do the queued work, up to the first failure."""
        while self._due:
            begun = self._queue[:1]
            try:
                for _, work in begun:
                    self._ensure_folder()
                    work()
                self._failing = False
            except Exception as error:
                # Whatever the error is, the thread must keep running: otherwise nothing more would
                # be saved, and callers that wait for the thread would wait forever.
                self._failed(error)
                self._failing = True
            with self._changed:
                if not self._failing:
                    self._queue = [one for one in self._queue if one not in begun]
                if not self._queue:
                    if self.reason is not None:
                        self._tell(tr_later("Everything is saved again."))
                    self.reason = None
                self._due = bool(self._queue) and not self._failing
                self._changed.notify_all()

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
            if opened and self._gone and not self._log.path.exists():
                try:
                    for name, data in self._contents.items():
                        if data is not None:
                            write_whole(self.folder / name, data)
                    self._log.restore()
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

    def try_again(self) -> None:
        """Try again soon to write what could not be written.

        This is also how a window that has nothing to write finds out whether it may save now.
        """
        self._do_later(lambda: None)

    def flush(self) -> None:
        """Wait until everything is on the disk, or the disk has refused it."""
        with self._changed:
            self._changed.wait_for(lambda: not self._due)

    def settle(self) -> bool:
        """Try once more to write what could not be written, waiting briefly for the disk.

        Returns whether everything is saved, apart from what this window may not save because
        another window saves.
        """
        with self._changed:
            if self._queue:
                self._wake()
            self._changed.wait_for(lambda: not self._due, _PATIENCE)
            return not (self._queue and self.reason)

    def close(self) -> None:
        """Try to write whatever is still unsaved, and release the folder."""
        with self._changed:
            self._closed, self._due = True, bool(self._queue)
            self._changed.notify_all()
        if self._thread is not None:
            self._thread.join()
        self._lock.release()
