"""Works on many deals in several processes, and returns the results in the order of the input."""

from __future__ import annotations

import contextlib
import multiprocessing
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import suppress
from queue import Full, Queue
from typing import Final, Generic, TypeVar

from game.support.errors import GivenError
from game.support.processes import (
    end_with_the_parent,
    leave_ctrl_c_to_the_parent,
    starting_processes,
)
from game.support.texts import tr_later

Item = TypeVar("Item")
Task = TypeVar("Task")
Result = TypeVar("Result")

_AHEAD: Final = 5000
"""How many tasks may be handed out before the first of them is done."""

_TICK: Final = 0.5
"""The longest single wait, in seconds; on Windows Ctrl+C only takes effect between waits."""


Workers = contextlib.AbstractContextManager[Executor]
"""A context manager that provides the executor for the tasks."""


class _Results(threading.Thread, Generic[Item, Result]):
    """A thread that passes each item to ``take`` with its result, in the order of the items, until
    an error occurs."""

    def __init__(self, take: Callable[[Item, Result], None]) -> None:
        super().__init__(daemon=True)
        self._take = take
        self._awaited: Queue[tuple[Item, Future[Result]] | None] = Queue(_AHEAD)
        self._taking = threading.Lock()
        self.errors: list[BaseException] = []

    def run(self) -> None:
        while (entry := self._awaited.get()) is not None:
            try:
                result = _result(entry[1])
                with self._taking:
                    if not self.errors:
                        self._take(entry[0], result)
            except BaseException as error:
                self.errors.append(error)

    def put(self, entry: tuple[Item, Future[Result]] | None) -> None:
        """Queue ``entry``, so that its result is passed on as soon as it is available; raise the
        first error, if there was one.

        None means that no more entries will follow.
        """
        while not self.errors:
            with suppress(Full):
                return self._awaited.put(entry, timeout=_TICK)
        raise self.errors[0]

    def abandon(self, error: BaseException) -> None:
        """Record ``error``, so that ``take`` is not called again.

        If a call of ``take`` is in progress, wait for it to finish first.
        """
        with self._taking:
            self.errors.append(error)

    def finish(self) -> None:
        """Wait until all results have been passed on; raise the first error."""
        self.put(None)
        while self.is_alive():
            self.join(_TICK)
        if self.errors:
            raise self.errors[0]


def _result(future: Future[Result]) -> Result:
    try:
        return future.result()
    except BaseException as error:
        raise _failed(error) from None


def _failed(error: BaseException) -> GivenError:
    reason = str(error).partition("\n")[0] or type(error).__name__
    return GivenError(tr_later("the work failed: {reason}"), reason=reason)


def spread(
    items: Iterable[tuple[Item, Task | None]],
    work: Callable[[Task], Result],
    take: Callable[[Item, Result | None], None],
    *,
    workers: Workers | None,
) -> None:
    """Pass each item to ``take`` with the result of its task, in the order of the items.

    An item without a task is passed with None. The tasks run in ``workers``, or in this process if
    ``workers`` is None. With workers, ``take`` runs in a thread of its own, so that results are
    shown while the calling thread waits for the next item. Raises ``GivenError`` if the work fails,
    or whatever ``take`` raised.
    """
    if workers is None:
        for item, task in items:
            take(item, None if task is None else work(task))
        return
    results = _Results[Item, Result | None](take)
    with workers as executor:
        results.start()
        try:
            for item, task in items:
                future: Future[Result | None] = Future()
                if task is None:
                    future.set_result(None)
                else:
                    with starting_processes():
                        future = executor.submit(work, task)
                results.put((item, future))
            results.finish()
        except BrokenExecutor as error:
            # A worker process died between two tasks.
            results.abandon(error)
            raise _failed(error) from None
        except BaseException as error:
            results.abandon(error)
            raise


def workers_of(jobs: int | None) -> Workers | None:
    """Return a pool of ``jobs`` processes; None if ``jobs`` is 1 or None, which means that this
    process does the work itself."""
    return None if jobs in (None, 1) else _processes(jobs)


@contextlib.contextmanager
def _processes(count: int) -> Iterator[Executor]:
    """Provide an executor with ``count`` processes.

    The processes end when the context is left, even after an exception.
    """
    others = set(multiprocessing.active_children())
    if sys.platform == "win32":
        count = min(count, 61)
    executor = ProcessPoolExecutor(count, initializer=_begin_work)
    try:
        yield executor
    except BaseException:
        # The running searches are no longer needed.
        for process in set(multiprocessing.active_children()) - others:
            process.kill()
        raise
    finally:
        executor.shutdown(wait=True, cancel_futures=True)


def _begin_work() -> None:
    leave_ctrl_c_to_the_parent()
    end_with_the_parent()
