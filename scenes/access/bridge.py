"""Shows the program to screen readers and carries out their requests, through AccessKit.

AccessKit is an optional dependency. While no screen reader is listening, no tree is built or kept.
When a reader begins to listen, AccessKit calls back, perhaps on its own thread; the callbacks only
leave a message for the loop.
"""

from __future__ import annotations

import time
from collections import deque
from functools import partial
from typing import TYPE_CHECKING, Final, Protocol

import pygame

from game.support.terminal import print_error
from game.support.texts import tr
from scenes.kit.announce import Announcer
from scenes.kit.services import call_in_loop

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from accesskit import ActionRequest, TreeUpdate

    from scenes.access.adapters import Adapter
    from scenes.access.tree import OnScreen, ScreenNode, Tree
    from scenes.kit.window import GameWindow

_BREATH: Final = 0.0005
"""The time, in seconds, that AccessKit's thread is given to finish a callback."""
_MOST_WAITING: Final = 100
"""The maximum number of requests that may be waiting; no human makes that many."""


class Program(Protocol):
    """The part of the program that the bridge uses."""

    window: GameWindow

    @property
    def director(self) -> OnScreen: ...

    @property
    def resting(self) -> str:
        """The text of the compact window; empty while it isn't shown."""

    def toggle_compact(self) -> None:
        """Switch to or from the compact window; the bridge uses it only to switch back."""


def joined_lines(lines: Sequence[str]) -> str:
    """Return several lines joined into one announcement.

    Each line except the last gets a full stop if it has no closing punctuation.
    """
    *before, last = lines
    stopped = (line if line[-1] in ".!?…।;:" else f"{line}." for line in before)
    return " ".join([*stopped, last])


class Access:
    """Keeps the tree that screen readers see up to date.

    The loop calls ``show`` and ``serve`` on every pass. If ``begin`` has not been called yet,
    ``show`` connects to AccessKit once the first frame has been presented and nothing is moving.
    """

    def __init__(self, program: Program) -> None:
        self._program = program
        self._begun = False
        self._adapter: Adapter | None = None
        self._heard: deque[ActionRequest | bool] = deque(maxlen=_MOST_WAITING)
        """Messages from AccessKit: requests; True when a screen reader begins to listen; False when
        the last reader has gone."""
        self._active = False
        self._focused: bool | None = None
        self._place = (0, 0, 0, 0)
        self._lines: list[str] = []
        self._news = (0, "")
        self._ids: dict[str, int] = {}
        self._shown: dict[int, ScreenNode] = {}
        """The nodes as they were last sent, keyed by number."""

    @property
    def _announcer(self) -> Announcer:
        return self._program.director.kit.announcer

    def begin(self) -> None:
        """Connect to AccessKit if this system can have a screen reader.

        If AccessKit is missing or fails, the program carries on without it.
        """
        self._begun = True
        try:
            # An optional package.
            from scenes.access.adapters import connect
        except ImportError:
            return

        def on_request(request: ActionRequest) -> None:
            self._heard.append(request)
            call_in_loop(self.serve)

        # These two run while the adapter's lock is held, so they must not let another thread run:
        # they don't wake the loop, which checks often enough.
        come, go = partial(self._heard.append, True), partial(self._heard.append, False)

        def begin() -> None:
            self._adapter = connect(self._program.window.handle, come, on_request, go)

        self._attempt(begin)

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
        if not self._begun:
            if not (changed or self._program.director.scene.moving):
                self.begin()
            return
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
        place = self._program.window.on_screen
        if place != self._place:
            self._place = place
            adapter.report_place(place)
        adapter.update(self._update)

    def _tree(self) -> Tree:
        """Return the tree of the window, with the announcements made since the last call."""
        from scenes.access.tree import describe  # needs accesskit, which is optional

        program = self._program
        rests = (program.resting, program.toggle_compact) if program.resting else None
        tree = describe(program.director, rests)
        lines = [line for line in self._lines if line != tree.spoken]
        self._lines.clear()
        if lines:
            self._news = self._news[0] + 1, joined_lines(lines)
        return tree.with_announcement(*self._news) if self._news[1] else tree

    def _update(self) -> TreeUpdate:
        """Return an update with all nodes that differ from those last sent."""
        # A reader is listening, so the optional accesskit is installed.
        from accesskit import Tree as Root
        from accesskit import TreeUpdate

        from scenes.access.tree import made  # needs accesskit

        tree = self._tree()
        update = TreeUpdate(self._id(tree.focus))
        update.tree = Root(self._id(tree.root.key))
        if any(isinstance(word, bool) for word in tuple(self._heard)):
            # A screen reader has connected or disconnected, which is handled later; a new one knows
            # no nodes yet, so send all of them.
            self._shown = {}
        nodes, shown = [], {}
        for node in tree.root.walk():
            number = self._id(node.key)
            shown[number], before = node, self._shown.get(number)
            if before is None or before.announced != node.announced:
                nodes.append((number, made(node, [self._id(one.key) for one in node.children])))
        update.nodes = nodes
        self._shown = shown
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
        self._shown = {}
        self._lines.clear()
        self._announcer.tell(self._lines.append if now else None)

    def _do(self, request: ActionRequest) -> None:
        """Carry out one request; ignore it if its node is gone."""
        from scenes.access.tree import carry_out  # needs accesskit, which is optional

        found = self._shown.get(request.target)
        if found is not None:
            self._program.director.scene.player_acted()
            carry_out(request, found)
            # Whatever the request was, a new frame is needed.
            self._program.director.invalidate()
