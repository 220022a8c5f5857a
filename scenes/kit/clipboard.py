"""Reads copied text of any length and encoding.

SDL can read the clipboard too, but on X11 it fails if the text comes in several pieces: it waits
for a second and then empties the clipboard. Some programs send any text longer than 4 KB in pieces.
"""

from __future__ import annotations

import codecs
import ctypes
import re
import select
import time
from collections.abc import Callable, Iterator
from functools import cache
from typing import Final

import pygame

from game.play.sharing import MAX_BYTES
from game.support.errors import GivenError
from game.support.texts import tr_later

_PATIENCE: Final = 1.0
"""How long the program that owns the text may take for each piece, in seconds."""
_CONTROLS: Final = re.compile("[\0-\x08\x0e-\x1f\x7f]")
"""Characters that occur in binary data but never in text."""

# Constants of the X11 protocol.
_ANY, _STRING, _PROPERTY_CHANGES = 0, 31, 1 << 22
_PROPERTY_NOTIFY, _SELECTION_NOTIFY, _NEW_VALUE = 28, 31, 0


def pasted() -> str:
    """Return the text on the clipboard; empty if there is none.

    Raises ``GivenError`` if it isn't text, or is longer than any game.
    """
    found = _copied()
    if len(found) > MAX_BYTES:
        raise GivenError(tr_later("The copied text is too long."))
    return decoded(found)


def decoded(found: bytes) -> str:
    """Return the text encoded in ``found``: as UTF-8 or UTF-16, or else as Windows-1252.

    Raises ``GivenError`` if the bytes are in none of these encodings.
    """
    wide = found.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    # Without a byte order mark, a zero byte at the start means UTF-16, because games are written in
    # characters from the beginning of Unicode.
    guesses = ("utf-16",) if wide else ("utf-8", "cp1252")
    if b"\0" in found[:2]:
        guesses = ("utf-16-be",) if found.startswith(b"\0") else ("utf-16-le",)
    for encoding in guesses:
        try:
            text = found.decode(encoding)
        except UnicodeDecodeError:
            continue
        if encoding == "utf-8" or not _CONTROLS.search(text):
            return text
    raise GivenError(tr_later("The copied text can't be read."))


def _copied() -> bytes:
    """Return what was copied, or its beginning if it is longer than ``MAX_BYTES``."""
    if pygame.display.get_driver() == "x11":
        try:
            return _from_x11()
        except TimeoutError:
            # A late answer must not be mistaken for the answer to another request.
            _connection.cache_clear()
            return b""
        except (OSError, AttributeError):
            pass  # The X library is missing, so SDL reads the clipboard.
    try:
        return pygame.scrap.get_text().encode("utf-8", "surrogatepass")
    except pygame.error:
        return b""
    except UnicodeDecodeError as error:
        whole: bytes = error.object
        return whole


class _Connection:
    """A connection to the X server, with a hidden window for each request."""

    def __init__(self, x: ctypes.CDLL, display: ctypes.c_void_p) -> None:
        self._x, self._display = x, display
        self._event = (ctypes.c_long * 24)()
        self._window = 0
        self._into = self.atom("VIERFELD_PASTED")

    def atom(self, name: str) -> int:
        """Return the X server's number for a name."""
        number: int = self._x.XInternAtom(self._display, name.encode("ascii"), 0)
        return number

    def ask(self, target: int) -> bool:
        """Ask for the clipboard's content in the form ``target``; return whether the owner can
        provide this form."""
        x, display, clipboard = self._x, self._display, self.atom("CLIPBOARD")
        if self._window:
            # Destroy the old window only now: if it were destroyed too early, some programs would
            # crash and the text would be lost.
            x.XDestroyWindow(display, self._window)
        root = x.XDefaultRootWindow(display)
        self._window = x.XCreateSimpleWindow(display, root, 0, 0, 1, 1, 0, 0, 0)
        x.XSelectInput(display, self._window, _PROPERTY_CHANGES)
        x.XConvertSelection(display, clipboard, target, self._into, self._window, 0)
        self._await(lambda: self._is(_SELECTION_NOTIFY))
        return self._event[7] != 0

    def take(self) -> tuple[bytes, int]:
        """Return the data that was sent, and its form; this also asks for the next piece."""
        form, size = ctypes.c_ulong(), ctypes.c_int()
        count, left, data = ctypes.c_ulong(), ctypes.c_ulong(), ctypes.c_void_p()
        answers = [ctypes.byref(one) for one in (form, size, count, left, data)]
        self._x.XGetWindowProperty(
            self._display, self._window, self._into, 0, 1 << 28, 1, _ANY, *answers
        )
        found = b""
        if data.value is not None:
            found = ctypes.string_at(data.value, count.value if size.value == 8 else 0)
            self._x.XFree(data)
        return found, form.value

    def pieces(self) -> Iterator[bytes]:
        """Yield the data piece by piece."""
        while True:
            self._await(lambda: self._is(_PROPERTY_NOTIFY) and self._number(7) == _NEW_VALUE)
            found, _ = self.take()
            if not found:
                return
            yield found

    def _number(self, place: int) -> int:
        return ctypes.c_int.from_buffer(self._event, place * ctypes.sizeof(ctypes.c_long)).value

    def _is(self, kind: int) -> bool:
        """Return whether the current event is of this kind and answers the last request."""
        return self._number(0) == kind and self._event[4] == self._window

    def _await(self, comes: Callable[[], bool]) -> None:
        """Read events one at a time until ``comes`` returns True.

        Raises ``TimeoutError`` if that takes too long.
        """
        x, socket = self._x, self._x.XConnectionNumber(self._display)
        end = time.monotonic() + _PATIENCE
        while time.monotonic() < end:
            while x.XPending(self._display):
                x.XNextEvent(self._display, self._event)
                if comes():
                    return
            # If the text is this program's own, SDL sends it during this call.
            pygame.event.pump()
            select.select([socket], [], [], 0.01)
        raise TimeoutError


@cache
def _connection() -> _Connection:
    """Return the shared connection to the X server, opening it if necessary; it stays open."""
    x = ctypes.CDLL("libX11.so.6")
    x.XOpenDisplay.restype = ctypes.c_void_p
    number, pointer = ctypes.c_ulong, ctypes.c_void_p
    # This one has too many arguments to pass each as an ``int``.
    x.XGetWindowProperty.argtypes = (
        *(pointer, number, number, ctypes.c_long, ctypes.c_long, ctypes.c_int, number),
        *[pointer] * 5,
    )
    display = ctypes.c_void_p(x.XOpenDisplay(None))
    if not display:
        raise OSError("no X server")
    return _Connection(x, display)


def _from_x11() -> bytes:
    """Return the copied text; empty if there is none.

    A text longer than ``MAX_BYTES`` may be cut off, but what is returned is still longer. Raises
    ``TimeoutError`` if the clipboard's owner doesn't send the text, and ``OSError`` or
    ``AttributeError`` if the X library is missing.
    """
    # Text that this program copied may still be waiting to be sent.
    pygame.event.pump()
    desktop = _connection()
    if not any(desktop.ask(form) for form in (desktop.atom("UTF8_STRING"), _STRING)):
        return b""
    found, form = desktop.take()
    if form != desktop.atom("INCR"):
        return found
    found = b""
    for piece in desktop.pieces():
        # Text that is too long is read to its end all the same, because the sender might not cope
        # if reading stopped early.
        if len(found) <= MAX_BYTES:
            found += piece
    return found
