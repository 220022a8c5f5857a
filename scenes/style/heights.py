"""Heights of the bars and lines around the table, in pixels.

``density`` is the screen's, as in ``scenes.style.theme.unit``.
"""

from __future__ import annotations

from scenes.style.theme import unit


def bar_height(size: tuple[int, int], density: float) -> int:
    """Return the height of the bar at the top; its buttons are at least 32 pixels high."""
    low = min(size[0] / 640, size[1] / 420) < density
    return round((38 if low else 42) * unit(size, density))


def strip_height(size: tuple[int, int], density: float, rows: int = 1) -> int:
    """Return the height of the prompt at the foot, whose buttons take ``rows`` rows."""
    return round((44 + 40 * (rows - 1)) * unit(size, density))


def line_height(size: tuple[int, int], density: float) -> int:
    """Return the height of a line of text at the foot of the table."""
    return round(25 * unit(size, density))
