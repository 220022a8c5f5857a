"""Exposes the program to screen readers, and carries out their requests.

Importing this fails without AccessKit. The adapters for Windows and macOS are untested.
"""

from __future__ import annotations

import os
import sys
import time
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import accesskit
import pygame
from accesskit import ActionRequest, Rect, TreeUpdate

from game.support.terminal import print_error
from game.support.texts import tr
from scenes.app.screen_tree import ScreenNode, carry_out, describe, made
from scenes.kit.services import call_in_loop

if TYPE_CHECKING:
    from scenes.app.app import App

_CALLBACK_TIME: Final = 0.0005
"""How long AccessKit's thread gets to finish a callback, in seconds."""


def joined_lines(lines: Sequence[str]) -> str:
    """Join lines into one announcement, adding full stops where needed."""
    *before, last = lines
    stopped = (line if line[-1] in ".!?…।;:" else f"{line}." for line in before)
    return " ".join([*stopped, last])


def can_be_read(handle: int) -> bool:
    """Return whether screen readers can connect to the program."""
    if sys.platform in ("win32", "darwin"):
        return handle != 0
    bus = os.path.join(os.environ.get("XDG_RUNTIME_DIR", "/"), "bus")
    found = os.environ.get("DBUS_SESSION_BUS_ADDRESS") or os.path.exists(bus)
    return hasattr(accesskit, "unix") and bool(found)


class Adapter:
    """AccessKit's adapter for this system; it may call back on another thread."""

    def __init__(
        self,
        handle: int,
        come: Callable[[], None],  # called when a screen reader starts listening
        asked: Callable[[ActionRequest], None],
        go: Callable[[], None],  # called when the last reader has gone, only on Linux
    ) -> None:
        self._adapter: Any
        if sys.platform == "win32":
            self._adapter = accesskit.windows.SubclassingAdapter(handle, come, asked)
        elif sys.platform == "darwin":
            # SDL's windows keep the keyboard focus where macOS screen readers don't look for it.
            accesskit.macos.add_focus_forwarder_to_window_class("SDLWindow")
            self._adapter = accesskit.macos.SubclassingAdapter.for_window(handle, come, asked)
        else:
            self._adapter = accesskit.unix.Adapter(come, asked, go)

    def update(self, factory: Callable[[], TreeUpdate]) -> None:
        """Send the tree from ``factory`` if any screen reader is listening."""
        _raise_events(self._adapter.update_if_active(factory))

    def report_window(self, focused: bool, place: tuple[int, int, int, int]) -> None:
        """Report the window's focus and place (left, top, width, height)."""
        if sys.platform == "darwin":
            _raise_events(self._adapter.update_view_focus_state(focused))
        elif sys.platform != "win32":
            self._adapter.update_window_focus_state(focused)
            x, y, width, height = place
            rect = Rect(x, y, x + width, y + height)
            self._adapter.set_root_window_bounds(rect, rect)


def _raise_events(queued: Any) -> None:
    if queued:
        queued.raise_events()


class Access:
    """Connects the program to screen readers, if possible.

    On Windows and macOS, create it before the window is first shown.
    """

    def __init__(self, app: App) -> None:
        self._app = app
        self._announcer = app.kit.announcer
        self._adapter: Adapter | None = None
        self._received = deque[ActionRequest | bool]()
        """The requests received. There is also a True when screen readers start to listen, and a
        False when they stop."""
        self._active = False
        self._focused: bool | None = None
        self._lines: list[str] = []
        self._news = (0, "")
        self._ids: dict[str, int] = {}
        self._sent: dict[int, ScreenNode] = {}
        if can_be_read(app.window.handle):
            self._attempt(self._connect)

    def _connect(self) -> None:
        def on_request(request: ActionRequest) -> None:
            self._received.append(request)
            call_in_loop(self.serve)

        # These two run while the adapter's lock is held, so they must not let another thread run,
        # and don't wake the loop, which looks for messages often enough.
        come, go = partial(self._received.append, True), partial(self._received.append, False)
        self._adapter = Adapter(self._app.window.handle, come, on_request, go)

    def _attempt(self, act: Callable[[], None]) -> None:
        """Call ``act``. If AccessKit fails, print an error and disconnect from screen readers."""
        try:
            act()
        except BaseException as error:
            # A panic inside AccessKit raises an error that is not an ``Exception``.
            if isinstance(error, (KeyboardInterrupt, SystemExit)):
                raise
            self.close()
            reason = str(error) or type(error).__name__
            print_error(
                f"vierfeld: {tr('Screen readers are not supported here: {reason}', reason=reason)}"
            )

    def close(self) -> None:
        """Disconnect from screen readers."""
        self._announcer.read_to(None)
        self._adapter = None

    # -- to the reader -------------------------------------------------------------------------

    def show(self, *, changed: bool) -> None:
        """Tell screen readers what is new; ``changed`` says whether a new frame has been drawn."""
        adapter = self._adapter
        if adapter is None or not self._active:
            return
        focused = pygame.key.get_focused()
        if changed or self._lines or focused != self._focused:
            # A callback about a screen reader holds the adapter's lock and may be waiting for this
            # thread, so give it time to finish.
            time.sleep(_CALLBACK_TIME)
            self._focused = focused
            self._attempt(partial(self._send, adapter, focused))

    def _send(self, adapter: Adapter, focused: bool) -> None:
        adapter.report_window(focused, self._app.window.on_screen)
        adapter.update(self._update)

    def _update(self) -> TreeUpdate:
        """Return an update with all nodes; AccessKit works out which ones have changed. The nodes
        are also stored, because screen readers' requests refer to them."""
        tree = describe(self._app)
        lines = [line for line in self._lines if line != tree.spoken]
        self._lines.clear()
        if lines:
            self._news = self._news[0] + 1, joined_lines(lines)
        if self._news[1]:
            tree = tree.with_announcement(*self._news)
        self._sent = {self._id(node.key): node for node in tree.root.walk()}
        update = TreeUpdate(self._id(tree.focus))
        update.tree = accesskit.Tree(self._id(tree.root.key))
        update.nodes = [
            (number, made(node, [self._id(one.key) for one in node.children]))
            for number, node in self._sent.items()
        ]
        return update

    def _id(self, key: str) -> int:
        """Return AccessKit's number for ``key``, assigning one if it's new."""
        return self._ids.setdefault(key, len(self._ids) + 1)

    # -- from the reader -----------------------------------------------------------------------

    def serve(self) -> None:
        """Handle the messages that have arrived from AccessKit."""
        while self._received:
            message = self._received.popleft()
            if isinstance(message, bool):
                self._active, self._focused = message, None
                self._lines.clear()
                self._announcer.read_to(self._lines.append if message else None)
            elif node := self._sent.get(message.target):
                director = self._app.director
                director.scene.player_acted()
                carry_out(message, node)
                # Whatever the request was, a new frame is needed.
                director.invalidate()
