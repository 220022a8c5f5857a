"""Work done by several processes, or by a cluster, with the results in the order of the input."""

from __future__ import annotations

import contextlib
import importlib
import logging
import multiprocessing
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from typing import Final, Generic, TypeVar

from game.cli.inputs import BadInput
from game.rules.which_deal import quoted
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

_CLUSTER_SECONDS: Final = 10


class WorkFailed(Exception):
    """A process or a cluster has not done its work; the message is one line for the user."""


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
            while len(self._open) >= _AHEAD and self._error is None:
                self._change.wait(_TICK)
            self._raise_error()
            self._open.append((item, future))
        future.add_done_callback(self._flush)

    def finish(self) -> None:
        """Wait for everything added; raises ``WorkFailed``, or what ``emit`` has raised."""
        with self._change:
            while self._open and self._error is None:
                self._change.wait(_TICK)
            self._raise_error()

    def close(self) -> None:
        """Hand on no further results."""
        with self._change:
            self._closed = True

    def _raise_error(self) -> None:
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
    jobs: int,
    address: str | None,
) -> None:
    """Have ``take`` receive every item with the result of its task, in their order; None for those
    that have no task.

    ``work`` is done here if there is to be one job only, else by so many processes, or by the
    cluster at ``address``.
    """
    if address is None and jobs == 1:
        for item in items:
            given = task(item)
            take(item, None if given is None else work(given))
        return
    order = InOrder[Item, Result | None](take)
    with processes(jobs) if address is None else cluster(address) as executor:
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


@contextlib.contextmanager
def processes(count: int) -> Iterator[Executor]:
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


@contextlib.contextmanager
def cluster(address: str) -> Iterator[Executor]:
    """Provide the cluster of ``dask.distributed`` whose scheduler listens at ``address``."""
    try:
        distributed = importlib.import_module("distributed")
    except ImportError:
        needed = tr("--cluster needs the package distributed, which isn't installed")
        raise BadInput(needed) from None
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    try:
        client = distributed.Client(address, timeout=_CLUSTER_SECONDS, set_as_default=False)
    except Exception as error:
        reason = str(error).partition("\n")[0] or type(error).__name__
        message = tr("no cluster at {address}: {reason}", address=quoted(address), reason=reason)
        raise BadInput(message) from None
    executor: Executor = client.get_executor()
    try:
        yield executor
    finally:
        # Without waiting: what is still open is called off.
        executor.shutdown(wait=False)
        client.close()
