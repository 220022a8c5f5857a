"""How high the lines of the chrome are, in pixels: what the table leaves free for them."""

from __future__ import annotations

from scenes.style.theme import Desktop, unit


def bar_height(size: tuple[int, int]) -> int:
    """The height of the strip at the top; its buttons are at least 32 pixels high."""
    low = min(size[0] / 640, size[1] / 420) < Desktop.density
    return round((38 if low else 42) * unit(size))


def strip_height(size: tuple[int, int], rows: int = 1) -> int:
    """The height of the strip of decisions at the foot, with its buttons in so many rows."""
    return round((44 + 40 * (rows - 1)) * unit(size))


def line_height(size: tuple[int, int]) -> int:
    """The height of a line of words at the foot of the table."""
    return round(25 * unit(size))
