"""Shows the program to screen readers and carries out their requests, through AccessKit.

AccessKit is an optional requirement. Nothing is built or kept while no screen reader listens. It
calls from its own thread when one does; that thread only leaves a message and wakes the loop. On
Windows and macOS it would need the window's handle; that is untested and not attempted.
"""

from __future__ import annotations

import os
import time
from collections import deque
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Protocol

import pygame

from scenes.access.node import Stage
from scenes.desktop.wakeup import Doorbell
from scenes.kit.announce import Announcer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenes.access.kit import Told
    from scenes.access.node import Tree
    from scenes.desktop.window import GameWindow
    from scenes.kit.services import Kit

_BREATH: Final = 0.0005
"""Seconds in which AccessKit's thread can finish what it waits for."""
_MOST_WAITING: Final = 100
"""The most requests that may wait; no human asks for more."""


class Pictures(Stage, Protocol):
    """What is shown, and how to have all of it drawn again."""

    @property
    def kit(self) -> Kit: ...

    def invalidate(self) -> None:
        """Draw all of it anew."""


class Program(Protocol):
    """The program to be made accessible."""

    window: GameWindow

    @property
    def director(self) -> Pictures: ...

    @property
    def resting(self) -> str:
        """What the compact window says; empty while it is not shown."""

    def toggle_compact(self) -> None:
        """Return from the compact window."""


def has_bus() -> bool:
    """Return whether there is a session bus, through which screen readers are reached."""
    if os.environ.get("DBUS_SESSION_BUS_ADDRESS"):
        return True
    folder = os.environ.get("XDG_RUNTIME_DIR")
    return bool(folder) and os.path.exists(os.path.join(str(folder), "bus"))


def in_one(lines: Sequence[str]) -> str:
    """Return several lines as one announcement, with full stops between them."""
    *before, last = lines
    stopped = (line if line[-1] in ".!?…।;:" else f"{line}." for line in before)
    return " ".join([*stopped, last])


class Access:
    """Keeps the tree that screen readers see in step with the window.

    ``show`` and ``serve`` are called in every turn of the loop; the first ``show`` also starts
    everything, after the first picture.
    """

    def __init__(self, program: Program, doorbell: Doorbell) -> None:
        self._program = program
        self._doorbell = doorbell
        self._begun = False
        self._kit: Any = None
        self._adapter: Any = None
        self._heard: deque[Any] = deque(maxlen=_MOST_WAITING)
        """Messages from AccessKit's thread: requests, or True and False as readers come and go."""
        self._active = False
        self._focused: bool | None = None
        self._place = (0, 0, 0, 0)
        self._lines: list[str] = []
        self._news = (0, "")
        self._ids: dict[str, int] = {}
        self._shown: dict[int, Told] = {}

    @property
    def _announcer(self) -> Announcer:
        return self._program.director.kit.announcer

    def _begin(self) -> None:
        """Register with AccessKit if there can be readers."""
        self._begun = True
        if not has_bus():
            return
        try:
            # An optional package, loaded after the first picture.
            import accesskit
        except ImportError:
            return
        if not hasattr(accesskit, "unix"):
            return
        self._kit = accesskit
        ring = self._doorbell.pull()

        def request(what: object) -> None:
            self._heard.append(what)
            ring()

        # These two run under the lock that the adapter's methods take, so they must not let another
        # thread run: they do not wake the loop, which looks often enough.
        come, go = partial(self._heard.append, True), partial(self._heard.append, False)
        self._adapter = accesskit.unix.Adapter(come, request, go)

    def close(self) -> None:
        """Stop serving readers."""
        self._announcer.tell(None)
        self._adapter = None

    # -- to the reader -------------------------------------------------------------------------

    def show(self, *, changed: bool) -> None:
        """Update what readers see; ``changed`` means that the window's picture is another."""
        if not self._begun:
            if not (changed or self._program.director.scene.moving):
                self._begin()
            return
        if self._adapter is None:
            return
        focused = pygame.key.get_focused()
        if self._active and (changed or self._lines or focused != self._focused):
            # A callback about a reader coming or going holds the adapter's lock and may wait for
            # this thread: let it go first.
            time.sleep(_BREATH)
            self._focused = focused
            self._adapter.update_window_focus_state(focused)
            self._place_window()
            self._adapter.update_if_active(self._update)

    def _place_window(self) -> None:
        """Report where the window is on the screen."""
        x, y, width, height = place = self._program.window.on_screen
        if place != self._place:
            self._place = place
            rect = self._kit.Rect(x, y, x + width, y + height)
            self._adapter.set_root_window_bounds(rect, rect)

    def _tree(self) -> Tree:
        """Return the window's tree, with the announcements since the last time."""
        # Loaded once a screen reader listens.
        from scenes.access.tree import describe

        program = self._program
        rests = (program.resting, program.toggle_compact) if program.resting else None
        tree = describe(program.director, rests)
        lines = [line for line in self._lines if line != tree.spoken]
        self._lines.clear()
        if lines:
            self._news = self._news[0] + 1, in_one(lines)
        return tree.telling(*self._news) if self._news[1] else tree

    def _update(self) -> Any:
        """Return all nodes that differ from what was last told."""
        # Loaded once a screen reader listens.
        from scenes.access.kit import Told, made

        kit, tree = self._kit, self._tree()
        update = kit.TreeUpdate(self._id(tree.focus))
        update.tree = kit.Tree(self._id(tree.root.key))
        if any(isinstance(word, bool) for word in tuple(self._heard)):
            # Readers have come or gone since, which is handled later: the ones there now know
            # nothing.
            self._shown = {}
        nodes, shown = [], {}
        for node in tree.root.walk():
            number = self._id(node.key)
            told = shown[number] = Told(node, tuple(self._id(child.key) for child in node.children))
            if not told.like(self._shown.get(number)):
                nodes.append((number, made(kit, told)))
        update.nodes = nodes
        self._shown = shown
        return update

    def _id(self, key: str) -> int:
        """Return the number of a node."""
        return self._ids.setdefault(key, len(self._ids) + 1)

    # -- from the reader -----------------------------------------------------------------------

    def serve(self) -> bool:
        """Carry out the readers' requests since the last call and return whether there were any."""
        asked = False
        while self._heard:
            word = self._heard.popleft()
            if isinstance(word, bool):
                self._listened(word)
            else:
                asked = True
                self._do(word)
        return asked

    def _listened(self, now: bool) -> None:
        """Note that a reader has begun to listen, or that the last one has gone."""
        self._active = now
        self._focused = None
        self._shown = {}
        self._lines.clear()
        self._announcer.tell(self._lines.append if now else None)

    def _do(self, request: Any) -> None:
        """Carry out one request; ignore one whose node is gone."""
        # Loaded once a screen reader listens.
        from scenes.access.kit import carry_out

        found = self._shown.get(request.target)
        if found is not None:
            carry_out(self._kit, request, found.node)
            # Whatever it was, the picture must follow.
            self._program.director.invalidate()
