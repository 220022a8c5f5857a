"""Heights of the bars and lines around the table, in pixels."""

from __future__ import annotations

from scenes.style.theme import Desktop, unit


def bar_height(size: tuple[int, int]) -> int:
    """Return the height of the bar at the top; its buttons are at least 32 pixels high."""
    low = min(size[0] / 640, size[1] / 420) < Desktop.density
    return round((38 if low else 42) * unit(size))


def strip_height(size: tuple[int, int], rows: int = 1) -> int:
    """Return the height of the prompt at the foot, whose buttons take ``rows`` rows."""
    return round((44 + 40 * (rows - 1)) * unit(size))


def line_height(size: tuple[int, int]) -> int:
    """Return the height of a line of text at the foot of the table."""
    return round(25 * unit(size))
