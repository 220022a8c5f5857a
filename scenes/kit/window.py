"""The program's window in its three forms (ordinary, full screen and compact), and the screens."""

from __future__ import annotations

import io
import math
import os
import sys
import time
from collections.abc import Iterable
from enum import Enum, auto
from functools import cache
from typing import Final

import pygame
from pygame import Rect

from game.support.assets import assets_folder

MINIMUM: Final = (480, 300)
"""The smallest size of an ordinary window, in the desktop's units."""
FIRST: Final = (1280, 800)
"""The window's size at the first start, on a screen of size ``USUAL``."""
COMPACT_WIDTH: Final = 160
"""The compact window's width in the desktop's units, on a screen of size ``USUAL``."""

POINTER: Final = (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)
"""The types of event that have a position in the window."""
_MAX_GROWTH: Final = 4
"""If a picture is enlarged in proportion, neither side grows beyond this many times its minimum."""

_SLOWEST: Final = 1.0
"""How many seconds a slow desktop may need to leave full screen. Whenever the desktop moves the
window during this time, the program puts the window back."""


class Form(Enum):
    ORDINARY = auto()
    FULLSCREEN = auto()
    COMPACT = auto()


class GameWindow:
    """The program's window, hidden until ``show`` is called."""

    def __init__(
        self, size: tuple[int, int] | None, place: tuple[int, int, int, int] | None
    ) -> None:
        desktop = screens()
        if size is None:
            size = first_size(desktop[0])
            if place:
                # The screens may be smaller than last time.
                whole = desktop[0].unionall(desktop)
                size = min(place[2], whole.w), min(place[3], whole.h)
        size = max(MINIMUM[0], size[0]), max(MINIMUM[1], size[1])
        self._wayland = pygame.display.get_driver() == "wayland"
        self._larger: pygame.Surface | None = None
        """A surface of ``size`` to draw on while the window has fewer pixels; otherwise None."""
        if self._wayland:
            # The driver for Wayland can't share plain memory, so let SDL choose another way.
            os.environ.pop("SDL_FRAMEBUFFER_ACCELERATION", None)
        self._window = pygame.Window(
            "Vierfeld", size, resizable=True, hidden=True, allow_high_dpi=True
        )
        try:
            self._window.get_surface()
        except pygame.error as error:
            raise NoScreenError(str(error)) from None
        if place and home_of(place, desktop):
            self._window.position = place[:2]
        self._window.minimum_size = MINIMUM
        icon = (assets_folder() / "icon.svg").read_bytes()
        self._window.set_icon(pygame.image.load_sized_svg(io.BytesIO(icon), (64, 64)))
        self.form = Form.ORDINARY
        self.maximised = False
        self._largest = self._flipped = (0, 0)
        self._in_doubt = False
        self._before_compact = Form.ORDINARY
        self._left_full = -math.inf
        self.place = (*self._window.position, *size)
        """The rectangle to restore the window to, in the desktop's units."""

    @property
    def surface(self) -> pygame.Surface:
        """The surface on which the window's contents are drawn."""
        size = self.size
        if size == self._pixels:
            self._larger = None
            return self._window.get_surface()
        if self._larger is None or self._larger.get_size() != size:
            self._larger = pygame.Surface(size, 0, 32)
        return self._larger

    @property
    def size(self) -> tuple[int, int]:
        """The width and height of the surface in pixels."""
        pixels = self._pixels
        return pixels if self.form is Form.COMPACT else at_least(pixels, self.density)

    @property
    def _pixels(self) -> tuple[int, int]:
        """The width and height of the window's own surface, in pixels."""
        return self._window.get_surface().get_size()

    @property
    def density(self) -> float:
        """The display scale; 1 on an ordinary screen."""
        return max(desktop_density(), self._pixels[0] / self._window.size[0])

    def events(self) -> list[pygame.Event]:
        """Return new events, with pointer positions in the surface's pixels."""
        try:
            found = pygame.event.get()
        except SystemError as error:
            cause = error.__cause__
            if not isinstance(cause, UnicodeDecodeError):
                raise
            # The name of a dropped file isn't UTF-8; pygame can't make an event from such a name.
            found = [pygame.Event(pygame.DROPFILE, file=os.fsdecode(cause.object))]
        for event in found:
            if event.type in POINTER:
                event.pos = self.pixel(event.pos)
        return found

    def pixel(self, point: tuple[int, int]) -> tuple[int, int]:
        """Convert a point of the window, in the desktop's units, to a surface pixel."""
        pixels, points = self.size, self._window.size
        return point[0] * pixels[0] // points[0], point[1] * pixels[1] // points[1]

    def show(self) -> None:
        """Show the window and its picture. An ordinary window keeps its position."""
        asked = self._window.position
        self._window.show()
        self.flip()
        if self.form is Form.ORDINARY:
            # When the window is shown, its frame shifts it; without this correction it would move
            # a little at each start. Setting the position makes SDL sleep for 10 ms, so the first
            # frame comes before.
            pygame.event.pump()
            self._window.position = asked

    @property
    def on_screen(self) -> tuple[int, int, int, int]:
        """The window's present rectangle in the desktop's units."""
        return (*self._window.position, *self._window.size)

    def flip(self) -> None:
        """Show on the screen what has been drawn."""
        if self.surface is self._larger:
            seen = pygame.transform.smoothscale(self._larger, self._pixels)
            self._window.get_surface().blit(seen, (0, 0))
        self._window.flip()
        if self._wayland and self.size != self._flipped:
            # On Wayland SDL shows the first picture of a new size at the old size, so present it
            # twice.
            self._window.flip()
        self._flipped = self.size

    @property
    def handle(self) -> int:
        """The desktop's handle for the window; 0 if there is none."""
        return self._window.handle

    def set_title(self, title: str) -> None:
        self._window.title = title

    def moved(self) -> None:
        """Remember the position and size of an ordinary window that isn't maximised. If the window
        has just left full screen, put it back where it was."""
        # The player can't make the window this small: a slow desktop reports late that it was
        # compact.
        small = any(side < least for side, least in zip(self._window.size, MINIMUM, strict=True))
        if small or self.form is not Form.ORDINARY:
            return
        if time.monotonic() < self._left_full + _SLOWEST:
            self._put_back()
            return
        # After being restored, a window whose size changes is no longer maximised.
        if self.maximised and not (self._in_doubt and self._window.size != self._largest):
            self._largest = self._window.size
            return
        self.maximised = False
        self.place = (*self._window.position, *self._window.size)

    def note_maximised(self) -> None:
        """Record that the desktop has maximised the window, unless it is full screen or compact."""
        if self.form is Form.ORDINARY:
            self.maximised, self._in_doubt = True, False

    def note_restored(self) -> None:
        """Record that the desktop has restored the window."""
        self._in_doubt = True

    def maximise(self) -> None:
        """Maximise an ordinary window now, and any other window when it becomes ordinary again."""
        if self.form is Form.ORDINARY:
            self._window.maximize()
        self.maximised, self._in_doubt = True, False

    def set_fullscreen(self, full: bool) -> None:
        """Enter or leave full screen. While compact, do nothing."""
        if full and self.form is Form.ORDINARY:
            self.moved()
            self.form = Form.FULLSCREEN
            self._window.set_fullscreen(True)
        elif not full and self.form is Form.FULLSCREEN:
            self._window.set_windowed()
            self.form = Form.ORDINARY
            self._left_full = time.monotonic()
            pygame.event.pump()
            self._put_back()

    def shrink(self) -> None:
        """Make the window compact, with the same proportions but at most twice as wide as high."""
        width, height = self.size
        self._before_compact = self.form
        self.moved()
        if self.form is Form.FULLSCREEN:
            self._window.set_windowed()
        if self.maximised:
            # SDL restores only windows that it knows to be maximised, and it may have forgotten.
            self._window.maximize()
            self._window.restore()
        wide = round(COMPACT_WIDTH * fineness(self._screen(screens())))
        self.form = Form.COMPACT
        self._window.minimum_size = (1, 1)
        self._window.size = wide, max(wide // 2, round(wide * height / width))

    def restore(self) -> None:
        """Turn a compact window back into what it was before: ordinary or full screen."""
        if self.form is not Form.COMPACT:
            return
        self._window.size = self.place[2:]
        self._window.minimum_size = MINIMUM
        self.form = Form.ORDINARY
        self._put_back()
        if self._before_compact is Form.FULLSCREEN:
            self.set_fullscreen(True)

    def close(self) -> None:
        self._window.destroy()

    def _put_back(self) -> None:
        """Put the ordinary window where it was, and maximise it if it was maximised."""
        if self.maximised and self._window.size != self.place[2:]:
            # Some desktops maximise the window again by themselves.
            return
        # The position that SDL restores may ignore the frame, or be out of the player's reach.
        self._window.position = self._spot()
        if self.maximised:
            self.maximise()

    def _spot(self) -> tuple[int, int]:
        """Return the ordinary window's last position, moved onto a screen if it is out of reach."""
        known, place = screens(), Rect(self.place)
        if not home_of(self.place, known):
            place.clamp_ip(self._screen(known))
        return place.topleft

    def _screen(self, known: list[Rect]) -> Rect:
        return home_of(self.on_screen, known) or known[0]


def at_least(size: tuple[int, int], density: float) -> tuple[int, int]:
    """Return ``size``, in pixels, enlarged if it is smaller than ``MINIMUM`` times ``density``."""
    least = [round(side * density) for side in MINIMUM]
    grown = max(1.0, least[0] / size[0], least[1] / size[1])
    width, height = (
        max(low, side, min(round(side * grown), _MAX_GROWTH * low))
        for side, low in zip(size, least, strict=True)
    )
    return width, height


def first_size(screen: Rect) -> tuple[int, int]:
    """Return the window's size at the first start on ``screen``."""
    scale = fineness(screen)
    # Leave room for the frame and for the desktop's panel.
    return (
        min(round(FIRST[0] * scale), screen.w - 40),
        min(round(FIRST[1] * scale), screen.h - 90),
    )


GRIP: Final = 80
"""The width and height of the part of a title bar that must stay visible, in desktop units."""
USUAL: Final = (1920, 1080)
"""The screen size for which pixel sizes are designed; on larger screens they are scaled up."""


class NoScreenError(Exception):
    """No desktop can show the program's windows."""


def connect() -> None:
    """Connect to the desktop; raise ``NoScreenError`` if there is none."""
    try:
        pygame.display.init()
    except pygame.error as error:
        raise NoScreenError(str(error)) from None
    if pygame.display.get_driver() == "offscreen" and "SDL_VIDEODRIVER" not in os.environ:
        # SDL falls back to this driver, with which nobody would see the game.
        raise NoScreenError("no desktop answers")


def screen_set() -> str:
    """Return all screen sizes as text like ``1920x1080 1280x800``. The main screen comes first."""
    sizes = pygame.display.get_desktop_sizes()
    return " ".join(f"{width}x{height}" for width, height in sizes)


def screens() -> list[pygame.Rect]:
    """Return the rectangle of each screen in the desktop's units, main screen first."""
    sizes = pygame.display.get_desktop_sizes()
    if len(sizes) == 1:
        return [pygame.Rect((0, 0), sizes[0])]
    # pygame reports only the sizes; a hidden window centred on a screen shows where the screen is.
    found = []
    for number, (width, height) in enumerate(sizes):
        middle = pygame.WINDOWPOS_CENTERED | number
        probe = pygame.Window("", (2, 2), (middle, middle), hidden=True)
        x, y = probe.position
        probe.destroy()
        found.append(pygame.Rect(x - (width - 2) // 2, y - (height - 2) // 2, width, height))
    return found


def home_of(place: tuple[int, int, int, int], among: Iterable[pygame.Rect]) -> pygame.Rect | None:
    """Return the screen that shows most of a window's upper edge.

    Returns None if no screen shows enough of the edge to drag the window.
    """
    edge = pygame.Rect(*place[:3], GRIP)
    seen = [(edge.clip(screen), screen) for screen in among]
    within = [(part.w, screen) for part, screen in seen if part.w >= GRIP and part.h == GRIP]
    return max(within, key=lambda pair: pair[0])[1] if within else None


def fineness(screen: pygame.Rect) -> float:
    """Return the factor by which sizes designed for ``USUAL`` grow on ``screen``; at least 1."""
    return max(desktop_density(), min(screen.w / USUAL[0], screen.h / USUAL[1]))


@cache
def desktop_density() -> float:
    """Return the display scale set in Windows; 1 elsewhere."""
    # Elsewhere, ``GameWindow.density`` works out the scale from the window's sizes.
    if sys.platform != "win32":
        return 1.0
    import ctypes  # Windows only

    dots: int = ctypes.windll.user32.GetDpiForSystem()
    return max(1.0, dots / 96)
