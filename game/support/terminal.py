"""How commands print and exit, even after errors and Ctrl+C."""

from __future__ import annotations

import contextlib
import io
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Final, TextIO

from game.support.errors import GivenError, why
from game.support.texts import printable, tr

BAD_INPUT: Final = 2
INTERRUPTED: Final = 130
PIPE_CLOSED: Final = 141
"""The exit status after SIGPIPE, as shells report it."""


def one_line(text: str) -> str:
    """Return ``text`` on one line. Line ends and other unprintable characters are escaped."""
    return "".join(
        sign if sign.isprintable() else sign.encode("unicode_escape").decode()
        for sign in printable(text)
    )


def print_error(text: str) -> None:
    """Write ``text`` as one line to standard error, if possible."""
    stream = sys.stderr
    if stream is None:
        return
    try:
        stream.write(one_line(text) + "\n")
        stream.flush()
    except OSError:
        abandon(stream)


def abandon(stream: TextIO | None) -> None:
    """Redirect ``stream`` to the null device, so that flushing it at exit doesn't fail."""
    if stream is None:
        return
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


def fill_standard_streams() -> None:
    """Open the null device for closed standard streams, so that files don't take their place."""
    filled = os.open(os.devnull, os.O_RDWR)
    while filled <= 2:
        filled = os.open(os.devnull, os.O_RDWR)
    os.close(filled)


def write_line(text: str) -> None:
    """Print and flush a line; one Ctrl+C doesn't cut it short."""
    with _unbroken():
        stream = sys.stdout
        raw = getattr(stream, "buffer", None)
        if isinstance(raw, io.RawIOBase):
            # With PYTHONUNBUFFERED, a signal can cut a write short, and the rest would be lost.
            rest = (text + "\n").encode(stream.encoding, stream.errors or "strict")
            while rest:
                rest = rest[raw.write(rest) or 0 :]
        else:
            stream.write(text + "\n")
        stream.flush()


@contextlib.contextmanager
def _unbroken() -> Iterator[None]:
    """Delay a first Ctrl+C until the end of the block; a second one takes effect immediately."""
    before = signal.getsignal(signal.SIGINT)
    is_main = threading.current_thread() is threading.main_thread()
    if not is_main or before is not signal.default_int_handler:
        yield
        return
    noted: list[int] = []

    def note(number: int, _: object) -> None:
        if noted:
            raise KeyboardInterrupt
        noted.append(number)

    signal.signal(signal.SIGINT, note)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if noted:
        raise KeyboardInterrupt


def exit_status(run: Callable[[], int]) -> int:
    """Call ``run`` and return its exit status. If it raises an error, return a matching status.

    The message of a ``GivenError`` or ``OSError`` is printed as one line.
    """
    try:
        return run()
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else 0
    except GivenError as error:
        print_error(str(error))
        return BAD_INPUT
    except KeyboardInterrupt:
        # Whole lines are flushed as they are written, so at most part of a line is lost.
        abandon(sys.stdout)
        return INTERRUPTED
    except BrokenPipeError:
        # The reader, for example `head`, has closed the pipe.
        abandon(sys.stdout)
        return PIPE_CLOSED
    except OSError as error:
        abandon(sys.stdout)
        print_error(tr("can't write: {reason}", reason=why(error)))
        return BAD_INPUT
