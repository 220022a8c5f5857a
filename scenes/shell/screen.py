"""What the window shows: one scene, and over it at most one panel."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from game.player.settings import Speed
from scenes.kit.commands import key_words
from scenes.kit.services import Kit, Scene

if TYPE_CHECKING:
    from scenes.kit.written import Way
    from scenes.review.scene import ReviewScene
    from scenes.shell.app import App
    from scenes.widgets.items import Item
    from scenes.widgets.panel import Panel, Sheet
    from scenes.widgets.slide import Leaving


class Screen:
    """The scene and the panel that are shown.

    ``whole`` says that nothing on the window can be relied on, for the next picture.
    """

    scene: Scene

    def __init__(self, kit: Kit, frame: App) -> None:
        self._kit = kit
        self._frame = frame
        self.whole = True
        self.panel: Panel | None = None
        self.leaving: Leaving | None = None
        """A panel that was just closed and is still sliding out."""
        self.review: ReviewScene | None = None
        """The review, while it is shown."""

    @property
    def kit(self) -> Kit:
        return self._kit

    @property
    def size(self) -> tuple[int, int]:
        return self._frame.size

    @property
    def full(self) -> bool:
        """Whether the window fills the screen."""
        return self._frame.full

    def invalidate(self) -> None:
        """Have the whole window drawn again."""
        self.whole = True

    def tell(self, words: str, ways: Sequence[Way] = ()) -> None:
        """Show a line at the edge of the scene, with buttons if there are ``ways`` on, and announce
        it."""
        self.scene.notice(words, ways)
        self._kit.announcer.say(words)
        if ways:
            buttons = ", ".join(way.label for way in ways)
            self._kit.announcer.say(f"{key_words('Tab')}: {buttons}")

    def retitle(self) -> None:
        """Show the scene's title as the window's."""
        self._frame.set_title(self.scene.title)

    def resize(self, size: tuple[int, int]) -> None:
        """Adapt to another size of the window."""
        self.scene.resize(size)
        self.leaving = None
        if self.panel:
            self.panel.resize(size)
        self.invalidate()

    def enter(self, scene: Scene, *, aloud: bool = True) -> None:
        """Leave the scene that is shown, and show ``scene``; its title is announced if it is to be
        said ``aloud``."""
        self.close_panel()
        self.scene.leave()
        self.review = None
        self.show(scene, aloud=aloud)

    def show(self, scene: Scene, *, aloud: bool = True) -> None:
        """Show ``scene``, without leaving another one."""
        self.scene = scene
        self.invalidate()
        self.retitle()
        if aloud:
            self._kit.announcer.say(scene.title)

    def open_panel(
        self,
        sheet: Sheet,
        build: Callable[[], Sequence[Item]],
        accept: Callable[[], None] | None = None,
    ) -> Panel:
        """Open a panel with that page; ``accept`` is what Enter means where there is a field."""
        # A start on a table does without it.
        from scenes.widgets.page import Page
        from scenes.widgets.panel import Panel

        self.scene.steady()
        kit = self._kit
        turned = self.panel is not None or self.leaving is not None
        self.leaving = None
        self.panel = Panel(
            sheet,
            Page(kit.text, build),
            kit.text,
            kit.announcer,
            self.leave_panel,
            accept,
            kit.sounds.refuse,
            moves=kit.speed is not Speed.OFF and not turned,
        )
        self.panel.resize(self.size)
        self.invalidate()
        return self.panel

    def leave_panel(self) -> None:
        """Close the panel, as the player wants nothing but that, and say where this leads."""
        self.close_panel()
        self._kit.announcer.say(self.scene.title)

    def close_panel(self) -> None:
        """Close the panel, if one is open."""
        if self.panel is not None:
            if self._kit.speed is not Speed.OFF:
                # A start on a table does without it.
                from scenes.widgets.slide import Leaving

                self.leaving = Leaving(self.panel)
            else:
                self.panel.let_go()
            self.panel = None
            self.invalidate()
