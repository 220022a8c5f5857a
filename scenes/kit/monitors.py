"""The desktop's screens: their positions and pixel densities, and which one a window is on."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from functools import cache
from typing import Final

import pygame

GRIP: Final = 80
"""Pixels of a window's upper edge that must be visible, so that it can be dragged."""
USUAL: Final = (1920, 1080)
"""The screen for which sizes in pixels are given; on a finer one they grow in proportion."""


class NoScreenError(Exception):
    """There is no desktop, or none that can show the program's windows."""


def connect() -> None:
    """Connect to the desktop; raise ``NoScreenError`` if there is none."""
    try:
        pygame.display.init()
    except pygame.error as error:
        raise NoScreenError(str(error)) from None
    if pygame.display.get_driver() == "offscreen" and "SDL_VIDEODRIVER" not in os.environ:
        # SDL's fallback drivers, on which nobody would see or reach the game.
        raise NoScreenError("no desktop answers")


def screen_set() -> str:
    """Return what tells this set of screens from others: their sizes, main screen first."""
    sizes = pygame.display.get_desktop_sizes()
    return " ".join(f"{width}x{height}" for width, height in sizes)


def screens() -> list[pygame.Rect]:
    """Return the rectangle of each screen on the desktop, in pixels, main screen first.

    pygame gives only their sizes. But a hidden window can be centred on the screen of a given
    number, and its position then gives the rest.
    """
    sizes = pygame.display.get_desktop_sizes()
    if len(sizes) == 1:
        return [pygame.Rect((0, 0), sizes[0])]
    found = []
    for number, (width, height) in enumerate(sizes):
        middle = pygame.WINDOWPOS_CENTERED | number
        probe = pygame.Window("", (2, 2), (middle, middle), hidden=True)
        x, y = probe.position
        probe.destroy()
        found.append(pygame.Rect(x - (width - 2) // 2, y - (height - 2) // 2, width, height))
    return found


def home_of(place: tuple[int, int, int, int], among: Iterable[pygame.Rect]) -> pygame.Rect | None:
    """Return the screen with most of a window's upper edge; None if it is out of reach on all."""
    edge = pygame.Rect(*place[:3], GRIP)
    seen = [(edge.clip(screen), screen) for screen in among]
    within = [(part.w, screen) for part, screen in seen if part.w >= GRIP and part.h == GRIP]
    return max(within, key=lambda pair: pair[0])[1] if within else None


def fineness(screen: pygame.Rect) -> float:
    """Return how many times as many pixels a thing needs on ``screen`` as on the usual one; at
    least 1."""
    return max(desktop_density(), min(screen.w / USUAL[0], screen.h / USUAL[1]))


@cache
def desktop_density() -> float:
    """Return the scale that the desktop asks for, where programs must scale themselves.

    Windows does. Elsewhere windows on a finer screen have surfaces larger than themselves.
    """
    if sys.platform != "win32":
        return 1.0
    # Windows only.
    import ctypes

    dots: int = ctypes.windll.user32.GetDpiForSystem()
    return max(1.0, dots / 96)
