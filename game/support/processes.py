"""What starting other processes needs to be done well: Ctrl+C, closed streams, and their end."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from collections.abc import Iterator
from typing import TYPE_CHECKING

from game.support.terminal import fill_standard_streams

if TYPE_CHECKING:
    from multiprocessing.process import BaseProcess


@contextlib.contextmanager
def starting_processes() -> Iterator[None]:
    """Processes started meanwhile leave Ctrl+C to this one, from their first moment on.

    And no pipe to them gets the number of a standard stream that is closed, for which they would
    take it.
    """
    fill_standard_streams()
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def leave_ctrl_c_to_the_parent() -> None:
    """In a process just started: the same where there are no signal masks."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def end_with_the_parent() -> None:
    """In a process just started: end when the one that started it has, however that came."""
    import multiprocessing

    parent = multiprocessing.parent_process()
    assert parent is not None
    threading.Thread(target=_end_after, args=(parent,), daemon=True).start()


def _end_after(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)
