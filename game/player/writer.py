"""Saves in a thread of its own, and keeps what could not be written.

All that waits when the thread comes to it is written together, by the journal; of one file only
the latest. What fails is tried again: with the next thing that is to be saved, every few seconds,
and once more at the end. Until then it stays in memory, and ``unsaved`` says so.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from game.support.errors import cause_text
from game.support.journal import UnfinishedError
from game.support.texts import tr

if TYPE_CHECKING:
    from game.player.lines import PlayedEdit
    from game.record.entries import Entry

RETRY: Final = 5.0
"""Seconds after which what could not be written is tried again."""


Text = str | bytes | None
"""The new content of a file; None removes it."""


def kind_of(error: Exception) -> object:
    """Return what two errors of the same kind have in common, whatever file they are about."""
    return (type(error), error.errno) if isinstance(error, OSError) else str(error)


@dataclass(frozen=True, slots=True)
class Batch:
    """Changes to be written together: the text of each whole file by its name, all entries of the
    record if it has changed, and the edits of what was played."""

    whole: Mapping[str, Text] = field(default_factory=dict)
    entries: list[Entry] | None = None
    played: tuple[PlayedEdit, ...] = ()

    def then(self, later: Batch) -> Batch:
        """Return both together; where they differ ``later`` counts."""
        return Batch(
            {**self.whole, **later.whole},
            self.entries if later.entries is None else later.entries,
            (*self.played, *later.played),
        )

    def __bool__(self) -> bool:
        return bool(self.whole or self.entries is not None or self.played)


class Writer:
    """Has ``write`` write batches, in order; it raises ``OSError`` if none of a batch could be
    written, and ``UnfinishedError`` if it is safe but not done yet.

    ``failed`` is told the first of each kind in a row of errors, and ``recovered`` that all is
    written after one, both from the writing thread.
    """

    def __init__(
        self,
        write: Callable[[Batch], None],
        failed: Callable[[Exception], None],
        recovered: Callable[[], None] = lambda: None,
    ) -> None:
        self._write = write
        self._failed = failed
        self._recovered = recovered
        self._pending = self._writing = Batch()
        self._changed = threading.Condition()
        self._busy = self._closed = self._last = self._unfinished = False
        self._due = False
        """Whether something new waits to be written."""
        self._failing = False
        self._told: object = None
        """The kind of error that was told last, since everything was last written."""
        self._held = 0
        self._thread: threading.Thread | None = None

    @property
    def unsaved(self) -> bool:
        """Whether something could not be written, and is only in memory."""
        return self._failing and bool(self._pending or self._writing)

    def put(self, batch: Batch) -> None:
        """Queue ``batch``, to be written soon with all that was put before."""
        with self._changed:
            self._pending = self._pending.then(batch)
            self._due = True
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
                self._thread.start()
            self._changed.notify_all()

    @contextmanager
    def together(self) -> Iterator[None]:
        """Write what is put meanwhile at once, all or nothing."""
        with self._changed:
            # A batch on its way holds nothing of this; but the next one waits until all is here.
            self._held += 1
        try:
            yield
        finally:
            with self._changed:
                self._held -= 1
                self._changed.notify_all()

    def retry(self, wait: float) -> bool:
        """Try now to write what could not be written, and wait for it up to ``wait`` seconds;
        return whether everything is written."""
        with self._changed:
            self._due = self._due or bool(self._pending)
            self._changed.notify_all()
            return self._changed.wait_for(self._idle, wait) and not self._pending

    def flush(self) -> None:
        """Wait until all that was put is written, or has failed."""
        with self._changed:
            self._changed.wait_for(self._idle)

    def _idle(self) -> bool:
        return not self._due and not self._busy

    def close(self) -> None:
        """Write what is left, as far as possible, and end the thread."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        while self._wait():
            with self._changed:
                batch = self._writing = self._pending
                self._pending = Batch()
                self._busy, self._due = True, False
            error = self._try(batch)
            with self._changed:
                if error is not None and not isinstance(error, UnfinishedError):
                    self._pending = batch.then(self._pending)
                self._unfinished = isinstance(error, UnfinishedError)
                self._failing = error is not None
                self._busy, self._writing = False, Batch()
                self._changed.notify_all()

    def _wait(self) -> bool:
        """Sleep until there is something to do; return False once there will never be again."""
        with self._changed:
            while True:
                again = RETRY if self._failing else None
                woken = self._changed.wait_for(self._wanted, again)
                if woken and self._closed and not self._due:
                    # What would not be written is tried once more at the very end.
                    left, self._last = not self._last, True
                    return left and (bool(self._pending) or self._unfinished)
                if woken or not self._held:
                    return True

    def _wanted(self) -> bool:
        return (self._due or self._closed) and not self._held

    def _try(self, batch: Batch) -> Exception | None:
        """Write ``batch``; return the error if that fails."""
        try:
            self._write(batch)
        except Exception as error:
            # Whatever it is: without this thread nothing would be saved any more, and those who
            # wait for it would wait for ever.
            kind = kind_of(error)
            if kind != self._told:
                self._told = kind
                self._failed(error)
            return error
        if self._failing:
            self._told = None
            self._recovered()
        return None


Line = Callable[[], str]
"""A line for the player, or a phrase of one; put into words when it is told, as files are read
before the language is known."""


class Problems:
    """Collects lines for the player. ``reason`` is why saving failed the last time; None if it did
    not."""

    def __init__(self) -> None:
        self._lines: list[Line] = []
        self.reason: Exception | None = None

    def take(self) -> list[str]:
        """Return what the player is to be told; each line is returned once."""
        told, self._lines = self._lines, []
        return [line() for line in told]

    def tell(self, line: Line) -> None:
        """Have ``line`` told to the player."""
        self._lines.append(line)

    def unwritable(self, error: Exception) -> None:
        """Note that something could not be saved; it is told when it begins, and when another kind
        of error follows."""
        before, self.reason = self.reason, error
        if before is None or kind_of(before) != kind_of(error):
            self.tell(lambda: tr("Can't save the game: {reason}.", reason=cause_text(error)))

    def saved(self) -> None:
        """Note that everything is saved; that is told where something was not."""
        if self.reason is not None:
            self.tell(lambda: tr("Everything is saved again."))
        self.reason = None

    @property
    def mark(self) -> str:
        """What is to be said as long as something is unsaved."""
        if self.reason is None:
            return elsewhere()
        return tr("Not saved yet: {reason}. Trying again.", reason=cause_text(self.reason))


def elsewhere() -> str:
    """Return that another window saves, and this one does not."""
    return tr("Vierfeld is open in another window. This one doesn't save.")
