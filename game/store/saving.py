"""Saves files in a thread of its own, in order. Work that fails is kept, and the player is told.

Failed work is tried again: when there is something else to save, every few seconds, and once more
at the end. Until it succeeds, it and everything after it stay in memory, and ``unsaved`` is True.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from functools import partial
from typing import Final

from game.support.errors import cause_text
from game.support.lock import ElsewhereError
from game.support.texts import texts, tr, tr_later

RETRY: Final = 5.0
"""The number of seconds after which failed work is tried again."""
ELSEWHERE: Final = tr_later("Vierfeld is open in another window. This one doesn't save.")
Work = Callable[[], None]
Phrase = Callable[[], str]
"""A function that returns part of a message; it is called when the message is shown."""


class Saver:
    """Does work in order; work that raises an error is kept, reported to the player, and tried
    again.

    ``reason`` is the last error; None if the last attempt succeeded.
    """

    def __init__(self) -> None:
        self.reason: Exception | None = None
        self._messages: list[tuple[str, dict[str, object]]] = []
        self._queue: list[tuple[str, Work]] = []
        self._changed = threading.Condition()
        self._due = self._busy = self._failing = self._closed = False
        self._thread: threading.Thread | None = None

    # -- what the player is told ---------------------------------------------------------------

    def add_message(self, message: str, **values: object) -> None:
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

    def unsaved_text(self) -> str:
        """Return the message to show while something is unsaved."""
        if self.reason is None:
            return texts.one(ELSEWHERE)
        return tr("Not saved yet: {reason}. Trying again.", reason=cause_text(self.reason))

    def failed(self, error: Exception) -> None:
        """Record that something could not be saved.

        The player is told when saving first fails, and when the kind of error changes. If another
        window is the one that saves, the player was told when this window opened, and is not told
        again.
        """
        before, self.reason = self.reason, error
        if isinstance(error, ElsewhereError):
            self.reason = None
        elif before is None or _kind_of(before) != _kind_of(error):
            reason = partial(cause_text, error)
            self.add_message(tr_later("Can't save the game: {reason}."), reason=reason)

    # -- work ----------------------------------------------------------------------------------

    @property
    def unsaved(self) -> bool:
        """Whether there is work that could not be written and is only in memory."""
        return self._failing and bool(self._queue)

    def queue(self, name: str, work: Work) -> None:
        """Do ``work`` soon, after everything queued before.

        If it replaces the file ``name``, an earlier replacement of that file is dropped, unless
        there is work without a name between them.
        """
        with self._changed:
            at = len(self._queue)
            while name and at > self._busy and (before := self._queue[at - 1][0]):
                at -= 1
                if before == name:
                    del self._queue[at]
                    break
            self._queue.append((name, work))
            self._wake()

    def drop_files(self) -> None:
        """Discard all queued work that would replace files."""
        with self._changed:
            begun, left = self._queue[: self._busy], self._queue[self._busy :]
            self._queue = begun + [one for one in left if not one[0]]

    def retry(self, wait: float | None = None) -> bool:
        """Try the failed work again, waiting up to ``wait`` seconds; return whether everything has
        been written."""
        with self._changed:
            if self._queue:
                self._wake()
            return self._changed.wait_for(self._idle, wait) and not self._queue

    def flush(self) -> None:
        """Wait until everything already queued has been written or has failed."""
        with self._changed:
            self._changed.wait_for(self._idle)

    def close(self) -> None:
        """Try to write whatever is still queued, and end the thread."""
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
        """Do the queued work, up to the first failure."""
        with self._changed:
            self._due, self._busy = False, bool(self._queue)
            # Work queued during the previous round may have been done in that round, so there may
            # be nothing left to do.
            self._changed.notify_all()
        while self._busy:
            self._failing = not self._succeeds(self._queue[0][1])
            with self._changed:
                if not self._failing:
                    del self._queue[0]
                if not self._queue:
                    if self.reason is not None:
                        self.add_message(tr_later("Everything is saved again."))
                    self.reason = None
                self._busy = not self._failing and bool(self._queue)
                self._changed.notify_all()

    def _succeeds(self, work: Work) -> bool:
        try:
            work()
        except Exception as error:
            # Whatever the error is, the thread must keep running: otherwise nothing more would be
            # saved, and callers that wait for the thread would wait forever.
            self.failed(error)
            return False
        return True


def _kind_of(error: Exception) -> object:
    """Return a value that is equal for errors of the same kind, whatever file they concern."""
    return (type(error), error.errno) if isinstance(error, OSError) else str(error)
