"""A second process of this program, which serves at the other end of a pipe until it is closed.

Where file descriptors can be inherited by number, it is not started by ``multiprocessing``, which
would keep a further process running beside it for the whole game and would import the game's main
module in it. On Windows ``multiprocessing`` does neither, so it is used there.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from enum import Enum, auto
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar, cast

from game.support.processes import starting_processes

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

Sent = TypeVar("Sent")
Got = TypeVar("Got")

SERVE: Final = "--serve"
"""The first argument of a packed executable that is to serve; not for players."""

_ROOT: Final = Path(__file__).resolve().parents[__name__.count(".")]
"""What this module's name counts from: the source, or the site packages it is installed in."""
_CODE: Final = f"import sys; sys.path.append({str(_ROOT)!r})\nfrom {__name__} import serve_here"
# No foreign folder goes before the standard library on the path, nor before the program itself, and
# nobody's start-up code is run: the process needs none.
_BARE: Final = ("-P", "-S")
_FOREIGN: Final = "PYTHONPATH"

_ON_END: Final = 2
_IN_ALL: Final = 6
"""After this many deaths a process is not started again."""


_GLANCE: Final = 0.5
"""At most so many seconds between two looks count as silence: if nobody looked for longer, this
process may have been stopped itself."""


class Trouble(Enum):
    """What has happened to a process that a player should know."""

    SILENT = auto()
    """It did not answer and was started anew."""
    GIVEN_UP_SILENT = auto()
    """It did not answer again, and is not started any more."""
    GIVEN_UP = auto()
    """It has ended too often to be started any more."""


class Deaths:
    """Counts how often a process has ended unexpectedly, until it is too often."""

    def __init__(self) -> None:
        self._all = 0
        self._on_end = 0
        self._troubles: list[Trouble] = []

    def died(self, *, silent: bool = False) -> None:
        """Count a death; a ``silent`` process was killed because it did not answer."""
        before = self.too_many
        self._all += 1
        self._on_end += 1
        if self.too_many and not before:
            self._troubles.append(Trouble.GIVEN_UP_SILENT if silent else Trouble.GIVEN_UP)
        elif silent:
            self._troubles.append(Trouble.SILENT)

    def answered(self) -> None:
        """Note that it has done its work."""
        if not self.too_many:
            self._on_end = 0

    @property
    def too_many(self) -> bool:
        """Whether to stop restarting it: it died twice in a row, or too often in all."""
        return self._on_end >= _ON_END or self._all >= _IN_ALL

    def take_troubles(self) -> list[Trouble]:
        """Return what a player should know of it, each thing once."""
        found, self._troubles = self._troubles, []
        return found


class Helper(Generic[Sent, Got]):
    """The process and the pipe to it; raises ``OSError`` if it cannot be started.

    It ends when the pipe is closed, and so also when this process dies. Its callers never wait,
    even if it is stopped or dying: two threads write and read the pipe.
    """

    def __init__(self, serve: Callable[[Connection[Got | None, Sent]], None]) -> None:
        """Start the process; it calls ``serve``, a function of a module, with its end of the
        pipe."""
        # The window starts without a second process.
        from multiprocessing import Pipe

        with starting_processes():
            # Windows has pipes of a class of its own, which does the same.
            self._pipe, theirs = cast("tuple[Connection[Any, Any], ...]", Pipe())
            with theirs:
                self.pid, self.kill, self._await = _start(serve, theirs)
        self._change = threading.Condition()
        self._outgoing: tuple[Sent] | None = None
        self._incoming: deque[Got] = deque()
        self._gone = False
        self._heard = True
        """Whether something was received since the silence was last measured."""
        self._silence, self._looked = 0.0, time.monotonic()
        self._writer = threading.Thread(target=self._write, daemon=True)
        self._writer.start()
        threading.Thread(target=self._read, daemon=True).start()

    def send(self, message: Sent) -> Sent | None:
        """Queue ``message`` until the pipe takes it, and return the one that it replaces, if any: a
        newer message replaces one that is still waiting."""
        with self._change:
            before, self._outgoing = self._outgoing, (message,)
            self._change.notify()
        return before[0] if before else None

    def receive(self) -> list[Got]:
        """Return all messages received since the last call; raise ``EOFError`` once the process has
        ended and none are left."""
        gone = self._gone
        found: list[Got] = []
        while self._incoming:
            found.append(self._incoming.popleft())
        if gone and not found:
            raise EOFError
        return found

    def listen(self) -> None:
        """Begin to measure the silence anew: what is sent now will be the first that the process is
        to answer. What is sent while it owes an answer already is no sign of life."""
        self._heard = True

    def silence(self) -> float:
        """Return the seconds since the last message or ``listen``, as far as this was called often
        meanwhile: a process that is stopped, or hangs, does not show it otherwise."""
        now = time.monotonic()
        self._silence = 0.0 if self._heard else self._silence + min(now - self._looked, _GLANCE)
        self._heard, self._looked = False, now
        return self._silence

    def end(self) -> None:
        """Close the pipe and stop the process, without waiting for it to end."""
        # It may be gone already.
        with contextlib.suppress(Exception):
            self.kill()
        self._leave()

    def _leave(self) -> None:
        with self._change:
            self._gone = True
            self._change.notify()

    def _write(self) -> None:
        while True:
            with self._change:
                while self._outgoing is None and not self._gone:
                    self._change.wait()
                outgoing, self._outgoing = self._outgoing, None
            if self._gone or outgoing is None:
                return
            try:
                self._pipe.send(outgoing[0])
            except OSError:
                # The reader notices the end.
                return

    def _read(self) -> None:
        # Treat anything that cannot be received like nothing at all.
        with contextlib.suppress(Exception):
            while True:
                message = self._pipe.recv()
                self._heard = True
                # None is merely a sign of life.
                if message is not None:
                    self._incoming.append(message)
        self._leave()
        self._writer.join()
        self._pipe.close()
        with contextlib.suppress(Exception):
            self._await()


def serve_here(function: str, handle: str) -> None:
    """Call ``module:function`` with the pipe of that number; runs in the second process."""
    # Only the process that serves needs it.
    from multiprocessing.connection import Connection

    module, _, name = function.partition(":")
    pipe: Connection[Any, Any] = Connection(int(handle))
    getattr(importlib.import_module(module), name)(pipe)


if sys.platform == "win32":

    def _start(
        serve: Callable[[Connection[Got | None, Sent]], None], pipe: Connection[Got | None, Sent]
    ) -> tuple[int | None, Callable[[], None], Callable[[], object]]:
        # The window starts without a second process.
        from multiprocessing import get_context

        process = get_context("spawn").Process(target=serve, args=(pipe,), daemon=True)
        process.start()
        return process.pid, process.kill, process.join

else:

    def _start(
        serve: Callable[[Connection[Got | None, Sent]], None], pipe: Connection[Got | None, Sent]
    ) -> tuple[int | None, Callable[[], None], Callable[[], object]]:
        # The window starts without a second process.
        import subprocess

        handle = pipe.fileno()
        function = f"{serve.__module__}:{serve.__name__}"
        if getattr(sys, "frozen", False):
            command = [sys.executable, SERVE, function, str(handle)]
        else:
            code = f"{_CODE}; serve_here({function!r}, {str(handle)!r})"
            command = [sys.executable, *_BARE, "-c", code]
        environment = {name: value for name, value in os.environ.items() if name != _FOREIGN}
        process = subprocess.Popen(command, pass_fds=(handle,), env=environment)
        return process.pid, process.kill, process.wait
