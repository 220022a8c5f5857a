"""Saves in a thread of its own, in order, and keeps what could not be written.

What fails is tried again: with the next thing that is to be saved, every few seconds, and once more
at the end. Until then it and all that follows stay in memory, and ``unsaved`` says so.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from typing import Final

from game.support.errors import cause_text
from game.support.lock import ElsewhereError
from game.support.texts import tr

RETRY: Final = 5.0
"""Seconds after which what could not be written is tried again."""
Work = Callable[[], None]
Told = Callable[[], str]
"""A line for the player, or a phrase of one; put into words when it is told, as files are read
before the language is known."""


class Notices:
    """Collects lines for the player. ``reason`` is why saving failed the last time; None if it did
    not."""

    def __init__(self) -> None:
        self._lines: list[Told] = []
        self.reason: Exception | None = None

    def take(self) -> list[str]:
        """Return what the player is to be told; each line is returned once."""
        told, self._lines = self._lines, []
        return [line() for line in told]

    def tell(self, line: Told) -> None:
        """Have ``line`` told to the player."""
        self._lines.append(line)

    def failed(self, error: Exception) -> None:
        """Note that something could not be saved; it is told when it begins, and when another kind
        of error follows. Of another window that saves the player was told when this one opened."""
        before, self.reason = self.reason, error
        if isinstance(error, ElsewhereError):
            self.reason = None
        elif before is None or _kind_of(before) != _kind_of(error):
            self.tell(lambda: tr("Can't save the game: {reason}.", reason=cause_text(error)))

    def saved(self) -> None:
        """Note that everything is saved; that is told where something was not."""
        if self.reason is not None:
            self.tell(lambda: tr("Everything is saved again."))
        self.reason = None

    def mark(self) -> str:
        """Return what is to be said as long as something is unsaved."""
        if self.reason is None:
            return tr("Vierfeld is open in another window. This one doesn't save.")
        return tr("Not saved yet: {reason}. Trying again.", reason=cause_text(self.reason))


def _kind_of(error: Exception) -> object:
    """Return what two errors of the same kind have in common, whatever file they are about."""
    return (type(error), error.errno) if isinstance(error, OSError) else str(error)


class Saver:
    """Does work in order; what raises is kept, told to ``notices``, and done again."""

    def __init__(self, notices: Notices) -> None:
        self._notices = notices
        self._queue: list[tuple[str, Work]] = []
        self._changed = threading.Condition()
        self._due = self._busy = self._failing = self._closed = False
        self._thread: threading.Thread | None = None

    @property
    def unsaved(self) -> bool:
        """Whether something could not be written, and is only in memory."""
        return self._failing and bool(self._queue)

    def put(self, name: str, work: Work) -> None:
        """Have ``work`` done soon, after all that was put before. If it replaces the file ``name``,
        it takes the place of what would have, unless something without a name is between them."""
        with self._changed:
            at = len(self._queue)
            while name and at > self._busy and (before := self._queue[at - 1][0]):
                at -= 1
                if before == name:
                    del self._queue[at]
                    break
            self._queue.append((name, work))
            self._wake()

    def drop(self, name: str) -> None:
        """Forget what would replace the file ``name``."""
        with self._changed:
            begun, left = self._queue[: self._busy], self._queue[self._busy :]
            self._queue = begun + [one for one in left if one[0] != name]

    def retry(self, wait: float | None = None) -> bool:
        """Try now to write what could not be written, and wait for it up to ``wait`` seconds;
        return whether everything is written."""
        with self._changed:
            if self._queue:
                self._wake()
            return self._changed.wait_for(self._idle, wait) and not self._queue

    def flush(self) -> None:
        """Wait until all that was put is written, or has failed."""
        with self._changed:
            self._changed.wait_for(self._idle)

    def close(self) -> None:
        """Write what is left, as far as possible, and end the thread."""
        with self._changed:
            self._closed, self._due = True, bool(self._queue)
            self._changed.notify_all()
        if self._thread is not None:
            self._thread.join()

    def _wake(self) -> None:
        self._due = True
        if sys.platform == "emscripten":
            # A browser has no threads, and its files are in memory.
            self._work()
        elif self._thread is None:
            self._thread = threading.Thread(target=self._run, name="saver", daemon=True)
            self._thread.start()
        self._changed.notify_all()

    def _idle(self) -> bool:
        return not self._due and not self._busy

    def _run(self) -> None:
        while True:
            with self._changed:
                again = RETRY if self._failing else None
                self._changed.wait_for(lambda: self._due or self._closed, again)
                if self._closed and not self._due:
                    return
            self._work()

    def _work(self) -> None:
        """Do what is in the queue, up to what fails."""
        with self._changed:
            self._due, self._busy = False, bool(self._queue)
        while self._busy:
            error = self._try(self._queue[0][1])
            with self._changed:
                self._failing = error is not None
                if not self._failing:
                    del self._queue[0]
                if not self._queue:
                    self._notices.saved()
                self._busy = not self._failing and bool(self._queue)
                self._changed.notify_all()

    def _try(self, work: Work) -> Exception | None:
        try:
            work()
        except Exception as error:
            # Whatever it is: without this thread nothing would be saved any more, and those who
            # wait for it would wait for ever.
            self._notices.failed(error)
            return error
        return None
