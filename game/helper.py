"""Another process of this program, which serves at the other end of a pipe until that is closed.

Where processes are handed files by their numbers it is started without ``multiprocessing``'s own
start, which would keep a further process beside it for as long as the game runs, and would read
the game's main module in it. Elsewhere, on Windows, that start has neither and is taken.
"""

from __future__ import annotations

import contextlib
import importlib
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from game.processes import starting_processes

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

Sent = TypeVar("Sent")
Got = TypeVar("Got")

SERVE: Final = "--serve"
"""The first argument of a packed executable that is to serve; not for players."""

_ROOT: Final = Path(__file__).resolve().parent.parent
_CODE: Final = f"import sys; sys.path.insert(0, {str(_ROOT)!r})\nfrom game.helper import serve_here"
# No folder of somebody else's before the library, and no packages, of which it needs none.
_BARE: Final = ("-P", "-S")


class Helper(Generic[Sent, Got]):
    """The process, from its start on; raises ``OSError`` where there can be none.

    It ends with the pipe, which it also does when this process dies.
    """

    def __init__(self, serve: Callable[[Connection[Got, Sent]], None]) -> None:
        """``serve`` is a function of a module, and is called there with the other end."""
        from multiprocessing import Pipe

        with starting_processes():
            self.pipe, theirs = Pipe()
            with theirs:
                self.pid, self.kill, self._await = _start(serve, theirs)

    def end(self) -> None:
        """Have it gone."""
        self.pipe.close()
        # It may have gone already.
        with contextlib.suppress(Exception):
            self.kill()
            self._await()


def serve_here(function: str, handle: str) -> None:
    """In the other process: call ``module:function`` with the pipe of that number."""
    from multiprocessing.connection import Connection

    module, _, name = function.partition(":")
    pipe: Connection[Any, Any] = Connection(int(handle))
    getattr(importlib.import_module(module), name)(pipe)


if sys.platform == "win32":

    def _start(
        serve: Callable[[Connection[Got, Sent]], None], pipe: Connection[Got, Sent]
    ) -> tuple[int | None, Callable[[], None], Callable[[], object]]:
        from multiprocessing import get_context

        process = get_context("spawn").Process(target=serve, args=(pipe,), daemon=True)
        process.start()
        return process.pid, process.kill, process.join

else:

    def _start(
        serve: Callable[[Connection[Got, Sent]], None], pipe: Connection[Got, Sent]
    ) -> tuple[int | None, Callable[[], None], Callable[[], object]]:
        import subprocess

        handle = pipe.fileno()
        function = f"{serve.__module__}:{serve.__name__}"
        if getattr(sys, "frozen", False):
            command = [sys.executable, SERVE, function, str(handle)]
        else:
            code = f"{_CODE}; serve_here({function!r}, {str(handle)!r})"
            command = [sys.executable, *_BARE, "-c", code]
        process = subprocess.Popen(command, pass_fds=(handle,))
        return process.pid, process.kill, process.wait
