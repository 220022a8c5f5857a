"""The desktop's screens: where they lie, how fine they are, and whether a window is in reach."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from functools import cache
from typing import Final

import pygame

GRIP: Final = 80
"""How much of a window's upper edge must be in sight, in pixels: by it the window is moved."""
USUAL: Final = (1920, 1080)
"""The screen for which sizes in pixels are given; on a finer one they grow in its proportion."""


class NoScreenError(Exception):
    """There is no desktop, or none that shows the program's windows."""


def connect() -> None:
    """Begin to use the desktop; ``NoScreenError`` if there is none."""
    try:
        pygame.display.init()
    except pygame.error as error:
        raise NoScreenError(str(error)) from None
    if pygame.display.get_driver() == "offscreen" and "SDL_VIDEODRIVER" not in os.environ:
        # SDL's last resort, in which nobody would see or reach the game.
        raise NoScreenError("no desktop answers")


def screens() -> list[pygame.Rect]:
    """Where each screen lies on the desktop, in pixels; the main one first.

    pygame tells their sizes alone. But a window can be asked for in the middle of the screen of a
    number, and where it then lies, unseen, tells the rest.
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
    """The screen with most of a window's upper edge; None if it is out of reach on all of them."""
    edge = pygame.Rect(*place[:3], GRIP)
    seen = [(edge.clip(screen), screen) for screen in among]
    within = [(part.w, screen) for part, screen in seen if part.w >= GRIP and part.h == GRIP]
    return max(within, key=lambda pair: pair[0])[1] if within else None


def fineness(screen: pygame.Rect) -> float:
    """How many times as many pixels a thing needs on ``screen`` as on the usual one; at least 1."""
    return max(desktop_density(), min(screen.w / USUAL[0], screen.h / USUAL[1]))


@cache
def desktop_density() -> float:
    """By how much the desktop wants things to be larger, where it leaves that to the programs.

    Windows does. Elsewhere a finer screen has windows whose surface is larger than they are.
    """
    if sys.platform != "win32":
        return 1.0
    import ctypes

    return max(1.0, ctypes.windll.user32.GetDpiForSystem() / 96)
