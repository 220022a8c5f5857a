"""The terminal's side of a command: one line for what is wrong, closed streams, Ctrl+C."""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, TextIO

from game.support.texts import tr

BAD_INPUT: Final = 2
INTERRUPTED: Final = 130
PIPE_CLOSED: Final = 141
"""As the shell reports a program that SIGPIPE has ended."""


class LineParser(argparse.ArgumentParser):
    """A parser of arguments whose options are never abbreviated, and that tells where its help
    cannot be written; what an error comes to is for those who derive from it."""

    def __init__(self, **more: Any) -> None:
        super().__init__(allow_abbrev=False, **more)

    def print_help(self, file: object = None) -> None:
        """The library's own would not say if nobody has got it."""
        if sys.stdout is None:
            super().print_help()
        else:
            write_line(self.format_help().rstrip("\n"))


def dashes_alone(words: Iterable[str]) -> str:
    """What is wrong where an option among ``words`` is given two dashes for its value, of which
    argparse makes an empty list; empty where none is."""
    for word in words:
        name, mark, value = word.partition("=")
        if name[:1] == "-" and mark and value == "--":
            return tr("-- is no value for {option}", option=repr(name))
    return ""


def one_line(text: str) -> str:
    """``text`` with everything written out that could break the line or the terminal."""
    return "".join(
        sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in text
    )


def tell(text: str) -> None:
    """A line on standard error; where nobody can read it, it is lost and nothing else happens."""
    stream = sys.stderr
    if stream is None:
        return
    try:
        stream.write(one_line(text) + "\n")
        stream.flush()
    except OSError:
        abandon(stream)


def abandon(stream: TextIO | None) -> None:
    """Nobody reads ``stream`` any more: what is still to be written goes nowhere, so that the
    interpreter does not fail over it at its end."""
    if stream is None:
        return
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


def fill_standard_streams() -> None:
    """Have no file or pipe opened later get the number of a standard stream that is closed: what
    a library writes there would go into it."""
    filled = os.open(os.devnull, os.O_RDWR)
    while filled <= 2:
        filled = os.open(os.devnull, os.O_RDWR)
    os.close(filled)


def write_line(text: str) -> None:
    """``text`` and the line's end to standard output, at once and as a whole.

    Ctrl+C meanwhile counts when the line is out; a second one at once, as nobody may be reading.
    """
    with _unbroken():
        stream = sys.stdout
        raw = getattr(stream, "buffer", None)
        if isinstance(raw, io.RawIOBase):
            # PYTHONUNBUFFERED: what a signal has cut off would be lost.
            rest = (text + "\n").encode(stream.encoding, stream.errors or "strict")
            while rest:
                rest = rest[raw.write(rest) or 0 :]
        else:
            stream.write(text + "\n")
        stream.flush()


@contextlib.contextmanager
def _unbroken() -> Iterator[None]:
    """Nothing within is cut by a first Ctrl+C, which only the main thread ever hears of."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    noted: list[int] = []

    def note(number: int, _: object) -> None:
        if noted:
            raise KeyboardInterrupt
        noted.append(number)

    before = signal.getsignal(signal.SIGINT)
    if before is not signal.default_int_handler:
        yield
        return
    signal.signal(signal.SIGINT, note)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if noted:
        raise KeyboardInterrupt


def exit_status(run: Callable[[], int]) -> int:
    """What ``run`` returns, or what it was ended by, once all that it has printed is out.

    A reader that has seen enough gives 141, an output that cannot be written 2; no traceback.
    """
    try:
        status = _finished(run)
        if sys.stdout is not None:
            sys.stdout.flush()
    except KeyboardInterrupt:
        _flush_or_abandon()
        status = INTERRUPTED
    except BrokenPipeError:
        # The reader, `head` for one, has seen enough.
        abandon(sys.stdout)
        status = PIPE_CLOSED
    except OSError as error:
        abandon(sys.stdout)
        tell(tr("cannot write: {reason}", reason=error.strerror or str(error)))
        status = BAD_INPUT
    return status


def _finished(run: Callable[[], int]) -> int:
    try:
        return run()
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else 0


def _flush_or_abandon() -> None:
    """Let a line that is half out go out whole, unless nobody reads it."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except (OSError, KeyboardInterrupt):
        abandon(sys.stdout)
