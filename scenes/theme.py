"""Colours and sizes of all that is drawn, as data; nothing here draws."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

Colour = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of one look.

    ``felt`` is the table, ``slot`` the outline of an empty pile, ``bar`` the strip at the top,
    ``panel`` the ground of what slides over the table; ``ink`` and ``faint`` are the strong and
    the quiet text on both. ``glow`` marks where something may go, ``focus`` what the keyboard
    is on.
    """

    felt: Colour
    slot: Colour
    bar: Colour
    panel: Colour
    button: Colour
    hover: Colour
    ink: Colour
    faint: Colour
    accent: Colour
    on_accent: Colour
    glow: Colour
    focus: Colour


GREEN: Final = Theme(
    felt=(28, 92, 66),
    slot=(70, 138, 108),
    bar=(18, 58, 42),
    panel=(20, 50, 39),
    button=(38, 84, 65),
    hover=(52, 106, 83),
    ink=(244, 242, 232),
    faint=(178, 203, 188),
    accent=(240, 196, 86),
    on_accent=(34, 30, 14),
    glow=(255, 222, 120),
    focus=(255, 255, 255),
)


def unit(size: tuple[int, int]) -> float:
    """How large the chrome is drawn in a window of ``size`` pixels; 1 up to 1400 × 875."""
    width, height = size
    return max(1.0, min(width / 1400, height / 875, 3.0))


SMALL: Final = 13
NORMAL: Final = 16
LARGE: Final = 26
"""The three sizes of text, in pixels at unit 1."""
