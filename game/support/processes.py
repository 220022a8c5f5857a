"""Helpers for starting processes that ignore Ctrl+C and end with their parent."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Iterator
from typing import TYPE_CHECKING

from game.support.terminal import fill_standard_streams

if TYPE_CHECKING:
    from multiprocessing.process import BaseProcess


@contextlib.contextmanager
def starting_processes() -> Iterator[None]:
    """Make processes started in this block ignore Ctrl+C, except on Windows."""
    # Otherwise, a pipe might get one of the file descriptors 0 to 2.
    fill_standard_streams()
    if sys.platform == "win32":
        # Windows has no signal masks.
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def leave_ctrl_c_to_the_parent() -> None:
    """Ignore Ctrl+C in this newly started process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def end_with_the_parent() -> None:
    """Make this newly started process end when its parent ends."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    threading.Thread(target=_end_after, args=(parent,), daemon=True).start()


def _end_after(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)
