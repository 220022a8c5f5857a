"""What the window shows: one scene, and over it at most one panel; or a small picture of both."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import pygame

from game.player.settings import Speed
from game.support.texts import tr
from scenes.kit.commands import key_words
from scenes.kit.services import Kit, Scene, Way
from scenes.style.shapes import rounded
from scenes.style.text import TextPainter
from scenes.style.theme import Theme
from scenes.widgets.page import Page
from scenes.widgets.panel import Panel, Slide

if TYPE_CHECKING:
    from scenes.review.review_scene import ReviewScene
    from scenes.shell.app import App
    from scenes.widgets.items import Item
    from scenes.widgets.panel import Panel, Sheet, Slide


class Screen:
    """The scene and the panel that are shown."""

    scene: Scene

    def __init__(self, kit: Kit, app: App) -> None:
        self._kit = kit
        self._app = app
        self.panel: Panel | None = None
        self.leaving: Slide | None = None
        """A panel that was just closed and is still sliding out."""
        self.review: ReviewScene | None = None
        """The review, while it is shown."""

    @property
    def kit(self) -> Kit:
        return self._kit

    @property
    def size(self) -> tuple[int, int]:
        return self._app.size

    @property
    def full(self) -> bool:
        """Whether the window fills the screen."""
        return self._app.full

    def invalidate(self) -> None:
        """Have the window drawn again."""
        self.scene.invalidate()

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
        self._app.set_title(self.scene.title)

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
                self.leaving = Slide(self.panel, out=True)
            else:
                self.panel.let_go()
            self.panel = None
            self.invalidate()


class Miniature:
    """The picture of the compact window. ``shot`` is what the window showed before it shrank."""

    def __init__(self, shot: pygame.Surface, theme: Theme, text: TextPainter) -> None:
        self._shot = shot
        self._theme = theme
        self._text = text

    @property
    def spoken(self) -> str:
        """What screen readers are told."""
        return tr("The game is paused in a small window. Enter brings it back.")

    def paint(self, target: pygame.Surface) -> None:
        """Fill ``target`` with the picture, and draw the two bars of a pause in its corner."""
        size = target.get_size()
        target.blit(pygame.transform.smoothscale(self._shot, size), (0, 0))
        side = max(14, size[1] // 5)
        mark = pygame.Rect(0, 0, side, side)
        mark.bottomright = (size[0] - 4, size[1] - 4)
        rounded(target, self._theme.accent, mark, radius=side // 4)
        bar = pygame.Rect(0, 0, max(2, side // 6), side // 2)
        for offset in (-side // 6, side // 6):
            bar.center = (mark.centerx + offset, mark.centery)
            pygame.draw.rect(target, self._theme.on_accent, bar)
