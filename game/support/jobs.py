"""Jobs (work that is done elsewhere, so that nobody waits for it), and a process that does them.

Where file descriptors can be inherited by number, the process is not started by
``multiprocessing``, because that would import the program's main module and keep another process
running for the whole game. On Windows ``multiprocessing`` does neither, so it is used there.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from multiprocessing import Pipe, get_context
from multiprocessing.connection import Connection
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar, cast

from game.support.processes import leave_ctrl_c_to_the_parent, starting_processes
from game.support.texts import tr_later

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    PipeEnd = Connection[Any, Any]

Found = TypeVar("Found")
Found_co = TypeVar("Found_co", covariant=True)

SERVE: Final = "--serve"
"""The first argument of a packed executable when the program starts it to do jobs; not for
players."""

_ROOT: Final = Path(__file__).resolve().parents[__name__.count(".")]
"""The folder from which this module is imported: the source, or the site packages."""
_CODE: Final = f"import sys; sys.path.append({str(_ROOT)!r})\nfrom {__name__} import serve_here"
# The process needs only the standard library and the program itself, so nothing else is on its
# path, and the user's start-up code isn't run.
_PYTHON_OPTIONS: Final = ("-P", "-S")
_FOREIGN: Final = "PYTHONPATH"

_MAX_DEATHS_IN_A_ROW: Final = 2
_MAX_DEATHS: Final = 6
"""The number of deaths after which the process is not started again."""
SILENCE: Final = 20.0
"""The process is replaced after this many seconds without a sign of life while it has work."""
PULSE: Final = 1.0
"""The number of seconds between a running job's signs of life, which it sends when it asks whether
it has been cancelled."""
_MAX_POLL_GAP: Final = 0.5
"""The maximum number of seconds between two polls that count as silence; if the gap is longer, this
process itself was probably suspended."""
_NICE: Final = 5
"""The niceness of the process, so that the table has priority."""


class Job(Protocol[Found_co]):
    """Work to be done, as a value that can be pickled and compared."""

    def __hash__(self) -> int: ...

    def run(self, cancelled: Callable[[], bool]) -> Iterator[Found_co]:
        """Yield answers, each better than the one before, until ``cancelled`` returns True."""


RESTARTED: Final = tr_later("The solver stopped responding and was restarted.")
NOT_RESPONDING: Final = tr_later(
    "The solver isn't responding. Restart Vierfeld to get solutions again."
)
CRASHING: Final = tr_later("The solver keeps crashing. Restart Vierfeld to get solutions again.")


class Jobs(Protocol):
    """Does jobs one at a time; a new job replaces the running one.

    None of these methods waits or raises.
    """

    @property
    def is_available(self) -> bool:
        """Whether jobs can be done; False after too many failures."""

    def submit(
        self, job: Job[Found], found: Callable[[Found], None], ended: Callable[[bool], None]
    ) -> int:
        """Start ``job`` in place of any other, and return its number.

        ``poll`` calls ``found`` with each answer, and ``ended`` after the last, with True if the
        job was lost before it finished. It calls neither for a job that was cancelled or replaced.
        """

    def cancel(self, number: int) -> None:
        """Cancel the job with this number, if it is still running."""

    def poll(self) -> None:
        """Pass on the answers that have arrived since the last call; must be called regularly."""

    def take_messages(self) -> list[str]:
        """Return messages for the player, in English; each is returned once."""

    def close(self) -> None:
        """End all work. Jobs can still be submitted afterwards."""


class JobProcess:
    """Does jobs in a second process.

    ``poll`` starts the process when there is a job, and restarts it if it has ended or gone silent,
    unless that happens too often.

    Each job is sent through the pipe as a pair, its number and the job; with None instead of the
    job, the pair only cancels the running job. Each answer comes back paired with the job's number;
    with None instead of an answer, the pair means that this job and all before it are finished.
    None by itself is a sign of life.
    """

    def __init__(self) -> None:
        self._process: Process | None = None
        self._number = 0
        self._ended = 0
        """The number of the latest job that sends no more messages, even if it was cancelled."""
        self._running: tuple[Job[Any], Callable[[Any], None], Callable[[bool], None]] | None = None
        """The job with the current number and its callbacks, unless it has ended or was
        cancelled."""
        self._deaths = self._in_a_row = 0
        """How often the process has ended, in total and since its last message."""
        self._silence, self._last_poll = 0.0, 0.0
        self._messages: list[str] = []

    @property
    def is_available(self) -> bool:
        return self._in_a_row < _MAX_DEATHS_IN_A_ROW and self._deaths < _MAX_DEATHS

    def submit(
        self, job: Job[Found], found: Callable[[Found], None], ended: Callable[[bool], None]
    ) -> int:
        self._number += 1
        self._running = job, found, ended
        if self._process is not None:
            self._process.send((self._number, job))
        return self._number

    def cancel(self, number: int) -> None:
        if number != self._number or self._running is None:
            return
        self._running = None
        if self._process is None:
            self._ended = number
        else:
            self._process.send((number, None))

    def poll(self) -> None:
        try:
            if self._process is not None and self._ended < self._number:
                self._receive(self._process)
            if self._process is None and self._running is not None and self.is_available:
                self._process = Process()
                self._process.send((self._number, self._running[0]))
                self._silence, self._last_poll = 0.0, time.monotonic()
        except Exception:
            self._give_up()

    def take_messages(self) -> list[str]:
        found, self._messages = self._messages, []
        return found

    def close(self) -> None:
        process, self._process = self._process, None
        self._running, self._ended = None, self._number
        if process is not None:
            # The process may have ended already.
            with contextlib.suppress(Exception):
                process.kill()

    def _receive(self, process: Process) -> None:
        messages = process.receive()
        now = time.monotonic()
        self._silence = (
            0.0 if messages else self._silence + min(now - self._last_poll, _MAX_POLL_GAP)
        )
        self._last_poll = now
        for number, found in filter(None, messages):
            self._in_a_row = 0
            running = self._running if number == self._number else None
            if found is None:
                self._ended = number
                if running is not None:
                    self._running = None
                    running[2](False)
            elif running is not None:
                running[1](found)
        if self._ended < self._number and self._silence > SILENCE:
            self._give_up(silent=True)

    def _give_up(self, *, silent: bool = False) -> None:
        """Abandon the process and its current job; the process has ended or, with ``silent``, has
        stopped responding."""
        lost = self._running
        self.close()
        self._deaths += 1
        self._in_a_row += 1
        if not self.is_available:
            self._messages.append(NOT_RESPONDING if silent else CRASHING)
        elif silent:
            self._messages.append(RESTARTED)
        if lost is not None:
            lost[2](True)


class Process:
    """The second process, and the pipe to it.

    Raises ``OSError`` if the process can't be started. The process ends when the pipe is closed,
    and therefore also when the main process dies. One thread writes to the pipe and another reads
    from it, so sending and receiving never block, even if the process is stopped or dying.
    """

    def __init__(self) -> None:
        with starting_processes():
            # On Windows, the ends of a pipe have a different class that works the same way.
            self._pipe, theirs = cast("tuple[Connection[Any, Any], ...]", Pipe())
            with theirs:
                self.pid, self.kill, self._await = _start(theirs)
        self._outgoing = SimpleQueue[Any]()
        self._incoming = SimpleQueue[Any]()
        self._gone = False
        self._writer = threading.Thread(target=self._write, daemon=True)
        self._writer.start()
        threading.Thread(target=self._read, daemon=True).start()

    def send(self, message: tuple[int, Job[Any] | None]) -> None:
        """Send ``message`` as soon as the pipe has room."""
        self._outgoing.put(message)

    def receive(self) -> list[Any]:
        """Return all messages received since the last call.

        Raises ``EOFError`` once the process has ended and no messages remain.
        """
        gone = self._gone
        found = [self._incoming.get() for _ in range(self._incoming.qsize())]
        if gone and not found:
            raise EOFError
        return found

    def _write(self) -> None:
        # The reading thread notices the end.
        with contextlib.suppress(OSError):
            for message in iter(self._outgoing.get, None):
                self._pipe.send(message)

    def _read(self) -> None:
        # If a message can't be received, the process counts as ended.
        with contextlib.suppress(Exception):
            while True:
                self._incoming.put(self._pipe.recv())
        self._gone = True
        self._outgoing.put(None)
        self._writer.join()
        self._pipe.close()
        with contextlib.suppress(Exception):
            self._await()


def serve(pipe: PipeEnd) -> None:
    """Do one job after another until the pipe is closed.

    A new message cancels the running job, and only the newest message counts. Runs in the second
    process.
    """
    leave_ctrl_c_to_the_parent()
    if hasattr(os, "nice"):
        with contextlib.suppress(OSError):
            os.nice(_NICE)
    newest: list[tuple[int, Job[Any] | None]] = []
    shown = time.monotonic()

    def cancelled() -> bool:
        nonlocal shown
        now = time.monotonic()
        if now - shown >= PULSE:
            shown = now
            pipe.send(None)
        while pipe.poll():
            newest[:] = [pipe.recv()]
        return bool(newest)

    with contextlib.suppress(EOFError, OSError):
        while True:
            number, job = newest.pop() if newest else pipe.recv()
            # If a job fails because of a bug, only its answers are lost; the game continues.
            with contextlib.suppress(Exception):
                if job is not None and not cancelled():
                    for found in job.run(cancelled):
                        pipe.send((number, found))
            pipe.send((number, None))


def serve_here(handle: str) -> None:
    """Do the jobs from the pipe whose file descriptor is ``handle``."""
    serve(Connection(int(handle)))


if sys.platform == "win32":

    def _start(pipe: PipeEnd) -> tuple[int | None, Callable[[], None], Callable[[], object]]:
        process = get_context("spawn").Process(target=serve, args=(pipe,), daemon=True)
        process.start()
        return process.pid, process.kill, process.join

else:

    def _start(pipe: PipeEnd) -> tuple[int | None, Callable[[], None], Callable[[], object]]:
        handle = str(pipe.fileno())
        if getattr(sys, "frozen", False):
            command = [sys.executable, SERVE, handle]
        else:
            command = [sys.executable, *_PYTHON_OPTIONS, "-c", f"{_CODE}; serve_here({handle!r})"]
        environment = {name: value for name, value in os.environ.items() if name != _FOREIGN}
        process = subprocess.Popen(command, pass_fds=(int(handle),), env=environment)
        return process.pid, process.kill, process.wait
