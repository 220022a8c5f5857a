"""Shows the program to screen readers and carries out their requests, through AccessKit.

AccessKit is an optional dependency, without which this module can't be imported. While no screen
reader is listening, no tree is built or kept. When a reader begins to listen, AccessKit calls back,
perhaps on its own thread; the callbacks only leave a message for the loop.

The adapters for Windows and macOS follow AccessKit's documentation, but have not been tested on
these systems.
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
from scenes.app.screen_tree import ScreenNode, Tree, carry_out, describe, made
from scenes.kit.services import call_in_loop

if TYPE_CHECKING:
    from scenes.app.app import App

_WINDOW_CLASS: Final = "SDLWindow"
"""SDL's window class on macOS, which keeps the keyboard focus where screen readers don't look for
it."""
_BREATH: Final = 0.0005
"""The time, in seconds, that AccessKit's thread is given to finish a callback."""
_MOST_WAITING: Final = 100
"""The maximum number of requests that may be waiting; no human makes that many."""


def joined_lines(lines: Sequence[str]) -> str:
    """Return several lines joined into one announcement.

    Each line except the last gets a full stop if it has no closing punctuation.
    """
    *before, last = lines
    stopped = (line if line[-1] in ".!?…।;:" else f"{line}." for line in before)
    return " ".join([*stopped, last])


def can_be_read(handle: int) -> bool:
    """Return whether screen readers can be reached; they need a session bus on Linux, and the
    ``handle`` of a window on other systems."""
    if sys.platform in ("win32", "darwin"):
        return handle != 0
    bus = os.path.join(os.environ.get("XDG_RUNTIME_DIR", "/"), "bus")
    found = os.environ.get("DBUS_SESSION_BUS_ADDRESS") or os.path.exists(bus)
    return hasattr(accesskit, "unix") and bool(found)


class Adapter:
    """AccessKit's adapter for this system.

    ``come`` is called when a screen reader begins to listen, ``asked`` with each of its requests,
    and ``go`` when the last reader has gone, but only on Linux. On some systems they are called on
    another thread.
    """

    def __init__(
        self,
        handle: int,
        come: Callable[[], None],
        asked: Callable[[ActionRequest], None],
        go: Callable[[], None],
    ) -> None:
        self._adapter: Any
        if sys.platform == "win32":
            self._adapter = accesskit.windows.SubclassingAdapter(handle, come, asked)
        elif sys.platform == "darwin":
            accesskit.macos.add_focus_forwarder_to_window_class(_WINDOW_CLASS)
            self._adapter = accesskit.macos.SubclassingAdapter.for_window(handle, come, asked)
        else:
            self._adapter = accesskit.unix.Adapter(come, asked, go)

    def update(self, factory: Callable[[], TreeUpdate]) -> None:
        """Send screen readers the tree that ``factory`` returns; ``factory`` is called only if one
        is listening."""
        _raise(self._adapter.update_if_active(factory))

    def focus(self, focused: bool) -> None:
        """Report whether the window has the focus; Windows itself reports that."""
        if sys.platform == "darwin":
            _raise(self._adapter.update_view_focus_state(focused))
        elif sys.platform != "win32":
            self._adapter.update_window_focus_state(focused)

    def report_place(self, place: tuple[int, int, int, int]) -> None:
        """Report where the window is on the screen (left, top, width and height); Windows and macOS
        themselves report that."""
        if sys.platform not in ("win32", "darwin"):
            x, y, width, height = place
            rect = Rect(x, y, x + width, y + height)
            self._adapter.set_root_window_bounds(rect, rect)


def _raise(events: Any) -> None:
    """Raise the events that an adapter has queued, if there are any."""
    if events:
        events.raise_events()


class Access:
    """Keeps the tree that screen readers see up to date.

    It connects to AccessKit if this system can have a screen reader; on Windows and macOS the
    window must not have been shown yet. If AccessKit fails, the program carries on without it. The
    loop calls ``show`` and ``serve`` on every pass.
    """

    def __init__(self, app: App) -> None:
        self._app = app
        self._announcer = app.kit.announcer
        self._adapter: Adapter | None = None
        self._heard: deque[ActionRequest | bool] = deque(maxlen=_MOST_WAITING)
        """Messages from AccessKit: requests; True when a screen reader begins to listen; False when
        the last reader has gone."""
        self._active = False
        self._focused: bool | None = None
        self._lines: list[str] = []
        self._news = (0, "")
        self._ids: dict[str, int] = {}
        self._shown: dict[int, ScreenNode] = {}
        """The nodes as they were last sent, keyed by number."""
        if can_be_read(app.window.handle):
            self._attempt(self._connect)

    def _connect(self) -> None:
        def on_request(request: ActionRequest) -> None:
            self._heard.append(request)
            call_in_loop(self.serve)

        # These two run while the adapter's lock is held, so they must not let another thread run:
        # they don't wake the loop, which checks often enough.
        come, go = partial(self._heard.append, True), partial(self._heard.append, False)
        self._adapter = Adapter(self._app.window.handle, come, on_request, go)

    def _attempt(self, act: Callable[[], None]) -> None:
        """Call AccessKit; if that fails, do without it from now on."""
        try:
            act()
        except BaseException as error:
            # A failure inside AccessKit raises an error that is not an ``Exception``.
            if isinstance(error, (KeyboardInterrupt, SystemExit)):
                raise
            self.close()
            reason = str(error) or type(error).__name__
            print_error(
                f"vierfeld: {tr('Screen readers are not supported here: {reason}', reason=reason)}"
            )

    def close(self) -> None:
        self._active = False
        self._announcer.tell(None)
        self._adapter = None

    # -- to the reader -------------------------------------------------------------------------

    def show(self, *, changed: bool) -> None:
        """Send readers what is new; ``changed`` says whether the contents of the window have
        changed."""
        adapter = self._adapter
        if adapter is None or not self._active:
            return
        focused = pygame.key.get_focused()
        if changed or self._lines or focused != self._focused:
            # A callback about a screen reader holds the adapter's lock and may be waiting for this
            # thread, so give it time to finish.
            time.sleep(_BREATH)
            self._focused = focused
            self._attempt(partial(self._tell, adapter, focused))

    def _tell(self, adapter: Adapter, focused: bool) -> None:
        """Send the reader the window and everything in it."""
        adapter.focus(focused)
        adapter.report_place(self._app.window.on_screen)
        adapter.update(self._update)

    def _tree(self) -> Tree:
        """Return the tree of the window, with the announcements made since the last call."""
        tree = describe(self._app)
        lines = [line for line in self._lines if line != tree.spoken]
        self._lines.clear()
        if lines:
            self._news = self._news[0] + 1, joined_lines(lines)
        return tree.with_announcement(*self._news) if self._news[1] else tree

    def _update(self) -> TreeUpdate:
        """Return an update with all nodes; AccessKit finds out which have changed."""
        tree = self._tree()
        self._shown = {self._id(node.key): node for node in tree.root.walk()}
        update = TreeUpdate(self._id(tree.focus))
        update.tree = accesskit.Tree(self._id(tree.root.key))
        update.nodes = [
            (number, made(node, [self._id(one.key) for one in node.children]))
            for number, node in self._shown.items()
        ]
        return update

    def _id(self, key: str) -> int:
        """Return the number by which AccessKit knows the node with this ``key``."""
        return self._ids.setdefault(key, len(self._ids) + 1)

    # -- from the reader -----------------------------------------------------------------------

    def serve(self) -> None:
        """Carry out what screen readers have requested since the last call."""
        while self._heard:
            word = self._heard.popleft()
            if isinstance(word, bool):
                self._listened(word)
            else:
                self._do(word)

    def _listened(self, now: bool) -> None:
        """Record whether any screen reader is listening ``now``."""
        self._active = now
        self._focused = None
        self._lines.clear()
        self._announcer.tell(self._lines.append if now else None)

    def _do(self, request: ActionRequest) -> None:
        """Carry out one request; ignore it if its node is gone."""
        found = self._shown.get(request.target)
        if found is not None:
            director = self._app.director
            director.scene.player_acted()
            carry_out(request, found)
            # Whatever the request was, a new frame is needed.
            director.invalidate()
