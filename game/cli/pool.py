"""Runs tasks in one or more processes, and passes on their results in order."""

from __future__ import annotations

import contextlib
import multiprocessing
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import (
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
    wait,
)
from typing import Final, TypeVar

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
"""The number of tasks to hand out before waiting for the first."""

_TICK: Final = 0.5
"""The length of a single wait for a task, in seconds. Windows notices Ctrl+C only between waits."""


Workers = contextlib.AbstractContextManager[Executor]
"""A context manager that provides the executor for the tasks."""


def _failed(error: BaseException) -> GivenError:
    reason = str(error).partition("\n")[0] or type(error).__name__
    return GivenError(tr_later("the work failed: {reason}"), reason=reason)


def spread(
    items: Iterable[tuple[Item, Task]],
    work: Callable[[Task], Result],
    take: Callable[[Item, Result], None],
    *,
    workers: Workers | None,
) -> None:
    """Run each item's task, and pass the results to ``take`` in order.

    With ``workers``, ``take`` runs in a thread, and failed tasks raise ``GivenError``.
    """
    if workers is None:
        for item, task in items:
            take(item, work(task))
        return
    shown = deque[Future[None]]()
    stopped = False

    def show(item: Item, future: Future[Result]) -> None:
        nonlocal stopped
        try:
            result = _result(future)
            if not stopped:
                take(item, result)
        except BaseException:
            stopped = True
            raise

    # The thread shows results while the next item is awaited.
    with ThreadPoolExecutor(1) as thread, workers as executor:
        try:
            for item, task in items:
                with starting_processes():
                    future = executor.submit(work, task)
                shown.append(thread.submit(show, item, future))
                while len(shown) > _AHEAD or (shown and shown[0].done()):
                    _await(shown.popleft())
            while shown:
                _await(shown.popleft())
        except BrokenExecutor as error:
            # A worker process died between two tasks.
            raise _failed(error) from None
        finally:
            stopped = True


def _result(future: Future[Result]) -> Result:
    try:
        return future.result()
    except BaseException as error:
        raise _failed(error) from None


def _await(future: Future[None]) -> None:
    """Wait for ``future``, and raise its exception if it failed."""
    while not future.done():
        wait([future], _TICK)
    future.result()


def workers_of(jobs: int | None) -> Workers | None:
    """Return a pool of ``jobs`` processes; None if ``jobs`` is None or 1."""
    return None if jobs in (None, 1) else _processes(jobs)


@contextlib.contextmanager
def _processes(count: int) -> Iterator[Executor]:
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
