"""Many deals worked on by several processes: the results in the order of the input."""

from __future__ import annotations

import contextlib
import multiprocessing
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from typing import Final, Generic, TypeVar

from game.support.processes import (
    end_with_the_parent,
    leave_ctrl_c_to_the_parent,
    starting_processes,
)
from game.support.texts import tr

Item = TypeVar("Item")
Task = TypeVar("Task")
Result = TypeVar("Result")

_AHEAD: Final = 5000
"""How many tasks may be given out before the first one of them is done."""

_TICK: Final = 0.5
"""Seconds after which whoever waits looks up; on Windows Ctrl+C waits for that."""


Workers = contextlib.AbstractContextManager[Executor]
"""What does the tasks, for as long as it is entered."""


class WorkFailed(Exception):
    """Work could not be done; the message is one line for the user."""


class InOrder(Generic[Item, Result]):
    """Hands results on in the order in which their tasks were added, each as soon as it can.

    ``emit`` may run in another thread, but only once at a time, and not any more after ``close``.
    """

    def __init__(self, emit: Callable[[Item, Result], None]) -> None:
        self._emit = emit
        self._open: deque[tuple[Item, Future[Result]]] = deque()
        self._change = threading.Condition(threading.RLock())
        self._error: BaseException | None = None
        self._closed = False

    def add(self, item: Item, future: Future[Result]) -> None:
        """Take on ``item``; waits while there are too many, raises what ``emit`` has raised."""
        with self._change:
            self._wait(_AHEAD)
            self._open.append((item, future))
        future.add_done_callback(self._flush)

    def finish(self) -> None:
        """Wait for everything added; raises ``WorkFailed``, or what ``emit`` has raised."""
        with self._change:
            self._wait(1)

    def close(self) -> None:
        """Hand on no further results."""
        with self._change:
            self._closed = True

    def _wait(self, count: int) -> None:
        """Wait until fewer than ``count`` results are open; raise what ``emit`` has raised."""
        while len(self._open) >= count and self._error is None:
            self._change.wait(_TICK)
        if self._error is not None:
            raise self._error

    def _flush(self, _: Future[Result]) -> None:
        with self._change:
            while self._open and self._open[0][1].done() and not self._closed:
                item, future = self._open.popleft()
                try:
                    self._emit(item, _result(future))
                except BaseException as error:
                    self._error = error
                    self._closed = True
            self._change.notify_all()


def _result(future: Future[Result]) -> Result:
    try:
        return future.result()
    except BaseException as error:
        reason = str(error).partition("\n")[0] or type(error).__name__
        raise WorkFailed(tr("the work failed: {reason}", reason=reason)) from None


def spread(
    items: Iterable[Item],
    task: Callable[[Item], Task | None],
    work: Callable[[Task], Result],
    take: Callable[[Item, Result | None], None],
    *,
    workers: Workers | None,
) -> None:
    """Have ``take`` receive every item with the result of its task, in their order; None for those
    that have no task.

    ``work`` is done by ``workers``, or in this process if there are none.
    """
    if workers is None:
        for item in items:
            given = task(item)
            take(item, None if given is None else work(given))
        return
    order = InOrder[Item, Result | None](take)
    with workers as executor:
        try:
            for item in items:
                future: Future[Result | None] = Future()
                given = task(item)
                if given is None:
                    future.set_result(None)
                else:
                    with starting_processes():
                        future = _submitted(executor, work, given)
                order.add(item, future)
            order.finish()
        finally:
            order.close()


def _submitted(
    executor: Executor, work: Callable[[Task], Result], given: Task
) -> Future[Result | None]:
    # A future of a result is one of a result or nothing, which its type cannot say.
    submit: Callable[..., Future[Result | None]] = executor.submit
    try:
        return submit(work, given)
    except BrokenExecutor as error:
        # A process died between two tasks: told in its turn, as if it had died amid this one.
        broken: Future[Result | None] = Future()
        broken.set_exception(error)
        return broken


def workers_of(jobs: int | None) -> Workers | None:
    """Return so many processes; None for a single job, which this process does itself."""
    return None if jobs in (None, 1) else _processes(jobs)


@contextlib.contextmanager
def _processes(count: int) -> Iterator[Executor]:
    """Provide an executor with that many processes on this machine, and end them all in any
    case."""
    others = set(multiprocessing.active_children())
    if sys.platform == "win32":
        count = min(count, 61)
    executor = ProcessPoolExecutor(count, initializer=_begin_work)
    try:
        yield executor
    except BaseException:
        # The searches under way are of no use any more.
        for process in set(multiprocessing.active_children()) - others:
            process.kill()
        raise
    finally:
        executor.shutdown(wait=True, cancel_futures=True)


def _begin_work() -> None:
    leave_ctrl_c_to_the_parent()
    end_with_the_parent()
