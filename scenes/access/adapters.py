"""Wrappers for AccessKit's adapters, with the same methods on every system.

The adapters for Windows and macOS need a window that has not been shown yet. They follow
AccessKit's documentation, but have not been tested on these systems.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Final

import accesskit
from accesskit import ActionRequest, Rect, TreeUpdate

_WINDOW_CLASS: Final = "SDLWindow"
"""SDL's window class on macOS, which keeps the keyboard focus where screen readers don't look for
it."""

Come = Callable[[], None]
"""A callback that is called when a screen reader begins to listen, or when none is listening any
more."""
Asked = Callable[[ActionRequest], None]
"""A callback for each request from a screen reader; the thread it is called on depends on the
system."""


class UnixAdapter:
    """The adapter for Linux, which reaches screen readers through the session bus.

    AccessKit calls back on a thread of its own.
    """

    def __init__(self, come: Come, asked: Asked, go: Come) -> None:
        self._adapter = accesskit.unix.Adapter(come, asked, go)

    def update(self, factory: Callable[[], TreeUpdate]) -> None:
        """Send screen readers the tree that ``factory`` returns; ``factory`` is called only if one
        is listening."""
        self._adapter.update_if_active(factory)

    def focus(self, focused: bool) -> None:
        """Report whether the window has the focus, on systems that don't report it themselves."""
        self._adapter.update_window_focus_state(focused)

    def report_place(self, place: tuple[int, int, int, int]) -> None:
        """Report where the window is on the screen (left, top, width and height), on systems that
        don't report it themselves."""
        x, y, width, height = place
        rect = Rect(x, y, x + width, y + height)
        self._adapter.set_root_window_bounds(rect, rect)


class WindowsAdapter:
    """The adapter for Windows, which reaches screen readers through the messages of the window
    ``handle``.

    These messages report focus and position too.
    """

    def __init__(self, handle: int, come: Come, asked: Asked) -> None:
        self._adapter = accesskit.windows.SubclassingAdapter(handle, come, asked)

    def update(self, factory: Callable[[], TreeUpdate]) -> None:
        if events := self._adapter.update_if_active(factory):
            events.raise_events()

    def focus(self, focused: bool) -> None:
        """Do nothing, because Windows itself reports the focus."""

    def report_place(self, place: tuple[int, int, int, int]) -> None:
        """Do nothing, because Windows itself reports the position."""


class MacAdapter:
    """The adapter for macOS, which reaches screen readers through the content view of the window
    ``handle``.

    macOS knows the position of this view.
    """

    def __init__(self, handle: int, come: Come, asked: Asked) -> None:
        accesskit.macos.add_focus_forwarder_to_window_class(_WINDOW_CLASS)
        make = accesskit.macos.SubclassingAdapter.for_window
        self._adapter = make(handle, come, asked)

    def update(self, factory: Callable[[], TreeUpdate]) -> None:
        if events := self._adapter.update_if_active(factory):
            events.raise_events()

    def focus(self, focused: bool) -> None:
        if events := self._adapter.update_view_focus_state(focused):
            events.raise_events()

    def report_place(self, place: tuple[int, int, int, int]) -> None:
        """Do nothing, because macOS itself reports the position."""


Adapter = UnixAdapter | WindowsAdapter | MacAdapter


def has_bus() -> bool:
    """Return whether there is a session bus, which screen readers on Linux need."""
    if os.environ.get("DBUS_SESSION_BUS_ADDRESS"):
        return True
    folder = os.environ.get("XDG_RUNTIME_DIR")
    return bool(folder) and os.path.exists(os.path.join(str(folder), "bus"))


def connect(handle: int, come: Come, asked: Asked, go: Come) -> Adapter | None:
    """Return this system's adapter for the window ``handle``; None if screen readers can't be
    reached, or if the window is not on a desktop.

    ``go`` is called when the last reader has gone, but only on Linux.
    """
    if sys.platform in ("win32", "darwin"):
        if not handle:
            return None
        make = WindowsAdapter if sys.platform == "win32" else MacAdapter
        return make(handle, come, asked)
    return UnixAdapter(come, asked, go) if hasattr(accesskit, "unix") and has_bus() else None
