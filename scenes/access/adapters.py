"""AccessKit's adapter of each system, behind one form.

Those of Windows and macOS take over a window that has never been shown. They are written by what
AccessKit says of them, and are untried: no machine of these systems has run them.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol

import accesskit

_WINDOW_CLASS: Final = "SDLWindow"
"""SDL's class of windows on macOS. It keeps the keyboard's focus to itself, where readers do not
look for it."""

Factory = Callable[[], accesskit.TreeUpdate]


@dataclass(frozen=True, slots=True)
class Ears:
    """What AccessKit calls: ``come`` when a reader begins to listen, ``go`` when the last one has
    gone (on Linux alone), ``asked`` with each request. From which thread depends on the system."""

    come: Callable[[], None]
    asked: Callable[[accesskit.ActionRequest], None]
    go: Callable[[], None]


class Adapter(Protocol):
    """The window, to the system's readers."""

    def update(self, factory: Factory) -> None:
        """Tell what ``factory`` returns, which is called only if somebody listens."""

    def focus(self, focused: bool) -> None:
        """Tell whether the window has the focus."""

    def lie(self, place: tuple[int, int, int, int]) -> None:
        """Tell where the window is on the screen: left, top, width and height."""


class _Queue(Protocol):
    def raise_events(self) -> None: ...


def _raise(events: _Queue | None) -> None:
    """Hand on what an update has caused, if anything."""
    if events is not None:
        events.raise_events()


class UnixAdapter:
    """Through the session's bus; AccessKit calls from a thread of its own."""

    def __init__(self, ears: Ears) -> None:
        self._adapter = accesskit.unix.Adapter(ears.come, ears.asked, ears.go)

    def update(self, factory: Factory) -> None:
        self._adapter.update_if_active(factory)

    def focus(self, focused: bool) -> None:
        self._adapter.update_window_focus_state(focused)

    def lie(self, place: tuple[int, int, int, int]) -> None:
        x, y, width, height = place
        rect = accesskit.Rect(x, y, x + width, y + height)
        self._adapter.set_root_window_bounds(rect, rect)


class WindowsAdapter:
    """Through the messages of the window ``handle``, which tell it of focus and place as well."""

    def __init__(self, handle: int, ears: Ears) -> None:
        self._adapter = accesskit.windows.SubclassingAdapter(handle, ears.come, ears.asked)

    def update(self, factory: Factory) -> None:
        _raise(self._adapter.update_if_active(factory))

    def focus(self, focused: bool) -> None:
        pass

    def lie(self, place: tuple[int, int, int, int]) -> None:
        pass


class MacAdapter:
    """Through the content of the window ``handle``, which knows its own place."""

    def __init__(self, handle: int, ears: Ears) -> None:
        accesskit.macos.add_focus_forwarder_to_window_class(_WINDOW_CLASS)
        make = accesskit.macos.SubclassingAdapter.for_window
        self._adapter = make(handle, ears.come, ears.asked)

    def update(self, factory: Factory) -> None:
        _raise(self._adapter.update_if_active(factory))

    def focus(self, focused: bool) -> None:
        _raise(self._adapter.update_view_focus_state(focused))

    def lie(self, place: tuple[int, int, int, int]) -> None:
        pass


def has_bus() -> bool:
    """Return whether there is a session bus, through which Linux's readers are reached."""
    if os.environ.get("DBUS_SESSION_BUS_ADDRESS"):
        return True
    folder = os.environ.get("XDG_RUNTIME_DIR")
    return bool(folder) and os.path.exists(os.path.join(str(folder), "bus"))


def connect(handle: int, ears: Ears) -> Adapter | None:
    """Return the adapter of this system for the window ``handle``, or None where there can be no
    readers, or the window is none of the desktop's."""
    if sys.platform in ("win32", "darwin"):
        if not handle:
            return None
        return WindowsAdapter(handle, ears) if sys.platform == "win32" else MacAdapter(handle, ears)
    return UnixAdapter(ears) if hasattr(accesskit, "unix") and has_bus() else None
