"""Jobs that run in a second process, so that the window never waits for them."""

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
    PipeEnd = Connection[Any, Any]

Found = TypeVar("Found")
Found_co = TypeVar("Found_co", covariant=True)

SERVE: Final = "--serve"
"""The first argument that makes a packaged executable run jobs."""

_ROOT: Final = Path(__file__).resolve().parents[__name__.count(".")]
_CODE: Final = f"import sys; sys.path.append({str(_ROOT)!r})\nfrom {__name__} import serve_here"
# The process needs only the standard library and the program itself, so nothing else is on its
# path, and the user's start-up code isn't run.
_PYTHON_OPTIONS: Final = ("-P", "-S")
_FOREIGN: Final = "PYTHONPATH"

_MAX_DEATHS_IN_A_ROW: Final = 2
_MAX_DEATHS: Final = 6
SILENCE: Final = 20.0
"""If a busy process sends nothing for this many seconds, it is abandoned."""
PULSE: Final = 1.0
"""The minimum time between two messages that show that a job is still running, in seconds."""
# If two polls are more seconds apart than this, this process itself was probably suspended.
_MAX_POLL_GAP: Final = 0.5
_NICE: Final = 5


class Job(Protocol[Found_co]):
    """Work to be done; jobs are hashable and can be pickled."""

    def __hash__(self) -> int: ...

    def run(self, cancelled: Callable[[], bool]) -> Iterator[Found_co]:
        """Yield better and better answers until the job is done or ``cancelled`` returns True.

        ``cancelled`` must be called every few seconds.
        """


RESTARTED: Final = tr_later("The solver stopped responding and was restarted.")
NOT_RESPONDING: Final = tr_later(
    "The solver isn't responding. Restart Vierfeld to get solutions again."
)
CRASHING: Final = tr_later("The solver keeps crashing. Restart Vierfeld to get solutions again.")


class Jobs(Protocol):
    """Runs one job at a time. A new job replaces the current one.

    No method blocks or raises.
    """

    @property
    def is_available(self) -> bool:
        """Whether jobs can be run; False after too many failures."""

    def submit(
        self, job: Job[Found], found: Callable[[Found], None], ended: Callable[[bool], None]
    ) -> int:
        """Start ``job``, replacing any current job. Return the number of the new job.

        ``poll`` calls ``found`` with each answer, and finally ``ended`` with True if the process
        failed, otherwise with False. Neither is called once the job is cancelled or replaced.
        """

    def cancel(self, number: int) -> None:
        """Cancel the job with the given number if it is running."""

    def poll(self) -> None:
        """Deliver the answers that have arrived; must be called regularly."""

    def take_messages(self) -> list[str]:
        """Return and forget the untranslated messages for the player."""

    def close(self) -> None:
        """Cancel all work; jobs can still be submitted afterwards."""


# Messages to the process are ``(number, job)``, or ``(number, None)`` to cancel the running job.
# Messages from it are ``(number, answer)``, ``(number, None)`` when this and all earlier jobs have
# ended, and None as a sign of life.
class JobProcess:
    """Runs jobs in a second process, and replaces it after failures."""

    def __init__(self) -> None:
        self._process: Process | None = None
        self._number = 0
        self._ended = 0
        """The number of the last job that has ended."""
        self._running: tuple[Job[Any], Callable[[Any], None], Callable[[bool], None]] | None = None
        """The current job with its ``found`` and ``ended``, if any."""
        # How often the process has died, in all and since its last answer.
        self._deaths = self._in_a_row = 0
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
            # Once the pipe, a message or its receiver has raised an error, the process is unusable.
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
        """Abandon the process. ``silent`` says that it stopped answering instead of crashing."""
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
    """The second process. Raises ``OSError`` if it can't be started."""

    def __init__(self) -> None:
        with starting_processes():
            # On Windows, the ends of a pipe have a different class that works the same way.
            self._pipe, theirs = cast("tuple[Connection[Any, Any], ...]", Pipe())
            with theirs:
                self.pid, self.kill, self._await = _start(theirs)
        # Two threads use the pipe, so that neither sending nor receiving blocks the window.
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
        """Return the new messages.

        Raises ``EOFError`` if there are none and the process has ended.
        """
        gone = self._gone
        found = [self._incoming.get() for _ in range(self._incoming.qsize())]
        if gone and not found:
            raise EOFError
        return found

    def _write(self) -> None:
        # If the process has ended, the reading thread notices it.
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
    """Run the jobs that arrive through ``pipe`` until it is closed."""
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
        # Any new message cancels the running job, and only the newest counts.
        while pipe.poll():
            newest[:] = [pipe.recv()]
        return bool(newest)

    # The pipe is also closed when the main process dies.
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
    """Run the jobs from the pipe with file descriptor ``handle``."""
    serve(Connection(int(handle)))


if sys.platform == "win32":

    def _start(pipe: PipeEnd) -> tuple[int | None, Callable[[], None], Callable[[], object]]:
        process = get_context("spawn").Process(target=serve, args=(pipe,), daemon=True)
        process.start()
        return process.pid, process.kill, process.join

else:
    # ``multiprocessing`` would import the main module here and keep another process running.
    def _start(pipe: PipeEnd) -> tuple[int | None, Callable[[], None], Callable[[], object]]:
        handle = str(pipe.fileno())
        if getattr(sys, "frozen", False):
            command = [sys.executable, SERVE, handle]
        else:
            command = [sys.executable, *_PYTHON_OPTIONS, "-c", f"{_CODE}; serve_here({handle!r})"]
        environment = {name: value for name, value in os.environ.items() if name != _FOREIGN}
        process = subprocess.Popen(command, pass_fds=(int(handle),), env=environment)
        return process.pid, process.kill, process.wait
