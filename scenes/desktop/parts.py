"""Presents what has changed in a window.

pygame presents the whole of it: 33 MB at 3840x2160, for one card that is dragged. The library below
it can do with less, and is asked here.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence

import pygame
from pygame import Rect


class Parts:
    """The parts of one window's picture; ``OSError`` or ``AttributeError`` where the library is not
    within reach."""

    def __init__(self, window: pygame.Window) -> None:
        library = ctypes.CDLL(pygame.base.__file__)
        library.SDL_GetWindowFromID.restype = ctypes.c_void_p
        self._update = library.SDL_UpdateWindowSurfaceRects
        self._update.argtypes = (ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int)
        self._window = library.SDL_GetWindowFromID(ctypes.c_uint32(window.id))

    def present(self, rects: Sequence[Rect]) -> bool:
        """Present what was drawn within ``rects``; return whether that was possible."""
        numbers = [number for rect in rects for number in rect]
        plain = (ctypes.c_int * len(numbers))(*numbers)
        return bool(self._update(self._window, plain, len(rects)) == 0)
