"""A bar on stderr that shows how far a long run has come, where there is somebody to see it."""

from __future__ import annotations

import contextlib
import importlib
import sys
import threading
from types import TracebackType
from typing import Any

from game.support.terminal import write_line


class Progress:
    """The bar for ``count`` answers; None if that is not known.

    Drawn by ``tqdm``, and not at all where that is not installed, stderr is no terminal, or
    there is but one answer.
    """

    def __init__(self, count: int | None) -> None:
        # Untyped, since the package need not be there.
        self._bar: Any = None
        if count == 1 or sys.stderr is None or not sys.stderr.isatty():
            return
        with contextlib.suppress(ImportError):
            tqdm = importlib.import_module("tqdm").tqdm
            tqdm.monitor_interval = 0
            # Its own lock is one between processes, which would start yet another process.
            tqdm.set_lock(threading.RLock())
            self._bar = tqdm(total=count, unit="", dynamic_ncols=True, leave=False)

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._bar is not None:
            self._bar.close()

    def print(self, text: str) -> None:
        """Write ``text`` to stdout at once, and count it as an answer."""
        if self._bar is None:
            write_line(text)
            return
        with self._bar.external_write_mode(file=sys.stdout):
            write_line(text)
        self._bar.update(1)
