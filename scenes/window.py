"""The program's window: ordinary, full screen, or shrunk to a small picture; and its place.

Only one of the three holds at a time. ``place`` is where the ordinary window lies, also while it
does not; the other two lead back to it. An ordinary window may be maximised; its place is then
still the one that it goes back to.
"""

from __future__ import annotations

import io
from enum import Enum, auto
from typing import Final

import pygame

MINIMUM: Final = (480, 300)
FIRST: Final = (1280, 800)
"""The size at the first start, or what the desktop has room for."""
COMPACT_WIDTH: Final = 160

ICON: Final = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">
<rect x="2" y="2" width="60" height="60" rx="12" fill="#1c5c42"/>
<g transform="translate(20 12) rotate(-14 12 18)">
<rect width="26" height="37" rx="4" fill="#e9e4d4"/></g>
<g transform="translate(24 13) rotate(9 13 18)">
<rect width="27" height="38" rx="4" fill="#fffdf6"/>
<path d="M13.5 8C17 14 22.5 16.5 22.5 22A4.8 4.8 0 0 1 14.4 25.2Q14.6 28.6 17 30.5H10Q12.4 28.6 12.6
25.2A4.8 4.8 0 0 1 4.5 22C4.5 16.5 10 14 13.5 8Z" fill="#1b1b1f"/></g></svg>"""


class Form(Enum):
    """The three forms of the window."""

    ORDINARY = auto()
    FULLSCREEN = auto()
    COMPACT = auto()


class GameWindow:
    """One window of the desktop."""

    def __init__(
        self, size: tuple[int, int] | None, place: tuple[int, int, int, int] | None
    ) -> None:
        desktop = pygame.display.get_desktop_sizes()[0]
        room = (desktop[0] - 40, desktop[1] - 90)
        if size is None:
            size = min(FIRST[0], room[0]), min(FIRST[1], room[1])
            if place:
                # The screen of today may be smaller than the one of last time.
                width, height = _screens()
                size = min(place[2], width), min(place[3], height)
        size = max(MINIMUM[0], size[0]), max(MINIMUM[1], size[1])
        self._window = pygame.Window("Vierfeld", size, resizable=True, hidden=True)
        if place and _on_a_screen(place):
            self._window.position = place[:2]
        self._window.minimum_size = MINIMUM
        self._window.set_icon(pygame.image.load_sized_svg(io.BytesIO(ICON.encode()), (64, 64)))
        self.form = Form.ORDINARY
        self.maximised = False
        self._largest = (0, 0)
        self._in_doubt = False
        self._before_compact = Form.ORDINARY
        self._place = (*self._window.position, *size)

    @property
    def surface(self) -> pygame.Surface:
        """What is drawn on; it stays the same through changes of size."""
        return self._window.get_surface()

    @property
    def size(self) -> tuple[int, int]:
        return self.surface.get_size()

    @property
    def place(self) -> tuple[int, int, int, int]:
        """x, y, width and height of the ordinary window, in pixels of the desktop."""
        return self._place

    def show(self) -> None:
        """Appear, an ordinary window just where it was asked to lie."""
        asked = self._window.position
        self._window.show()
        if self.form is Form.ORDINARY:
            # Until the window is there nobody knows how thick its frame is, and it lies by that
            # much too low; left so, it would wander from one start to the next.
            pygame.event.pump()
            self._window.position = asked

    @property
    def on_screen(self) -> tuple[int, int, int, int]:
        """Left, top, width and height of the window as it is now."""
        return (*self._window.position, *self._window.size)

    def flip(self) -> None:
        """Present what was drawn."""
        self._window.flip()

    def set_title(self, title: str) -> None:
        self._window.title = title

    def moved(self) -> None:
        """The window has told of another place or size: keep it, if it is the ordinary one."""
        if self.form is not Form.ORDINARY:
            return
        if self.maximised and not (self._in_doubt and self._window.size != self._largest):
            self._largest = self._window.size
            return
        self.maximised = False
        self._place = (*self._window.position, *self._window.size)

    def told_maximised(self) -> None:
        """The desktop has maximised the window."""
        if self.form is Form.ORDINARY:
            self.maximised, self._in_doubt = True, False

    def told_restored(self) -> None:
        """The desktop has brought the window back: from its greatest size, or only into sight.

        Which of the two it was, the next size tells.
        """
        self._in_doubt = True

    def maximise(self) -> None:
        """Become as large as the desktop lets an ordinary window be."""
        self._window.maximize()
        self.told_maximised()

    def set_fullscreen(self, full: bool) -> None:
        """Fill the screen, or go back to the ordinary window."""
        if full and self.form is Form.ORDINARY:
            self.moved()
            self.form = Form.FULLSCREEN
            self._window.set_fullscreen(True)
        elif not full and self.form is Form.FULLSCREEN:
            self._window.set_windowed()
            self.form = Form.ORDINARY

    def shrink(self) -> tuple[int, int]:
        """Become a small picture of the same shape; its size in pixels."""
        width, height = self.size
        self._before_compact = self.form
        self.moved()
        if self.form is Form.FULLSCREEN:
            self._window.set_windowed()
        if self.maximised:
            # Only what SDL itself knows to be maximised is restored, and it may have forgotten.
            self._window.maximize()
            self._window.restore()
        small = (COMPACT_WIDTH, max(80, round(COMPACT_WIDTH * height / width)))
        self.form = Form.COMPACT
        self._window.minimum_size = (1, 1)
        self._window.size = small
        return small

    def restore(self) -> None:
        """Back from the small picture to the former form, size and place."""
        if self.form is not Form.COMPACT:
            return
        self._window.size = self._place[2:]
        self._window.position = self._place[:2]
        self._window.minimum_size = MINIMUM
        self.form = Form.ORDINARY
        if self.maximised:
            self.maximise()
        if self._before_compact is Form.FULLSCREEN:
            self.set_fullscreen(True)

    def close(self) -> None:
        self._window.destroy()


def _screens() -> tuple[int, int]:
    """Width and height of all screens side by side."""
    sizes = pygame.display.get_desktop_sizes()
    return sum(size[0] for size in sizes), max(size[1] for size in sizes)


def _on_a_screen(place: tuple[int, int, int, int]) -> bool:
    """Whether the window's title would be within reach, on some screen of today."""
    width, height = _screens()
    return -place[2] + 80 <= place[0] <= width - 80 and 0 <= place[1] <= height - 80
