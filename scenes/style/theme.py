"""The colours of themes, and the sizes of text, bars and lines."""

from __future__ import annotations

from typing import Final, NamedTuple

from game.support.texts import tr_later

Colour = tuple[int, int, int]


class Theme(NamedTuple):
    """The look of the table and everything on it."""

    name: str  # in English; translated when shown
    felt: Colour  # the table
    slot: Colour  # the outline of an empty pile
    mark: Colour  # the sign in an empty pile
    bar: Colour  # the bar at the top
    panel: Colour
    button: Colour
    hover: Colour  # a button under the mouse
    ink: Colour  # strong text
    faint: Colour  # quiet text
    good: Colour  # a good verdict
    bad: Colour  # a bad verdict
    accent: Colour  # what should stand out
    on_accent: Colour  # text on ``accent``
    glow: Colour  # where cards may go
    focus: Colour  # the keyboard focus
    shade: Colour  # a second line beside ``glow`` and ``focus``, for contrast
    way: Colour  # a hint's arrow
    grain: Colour | None = None
    """The colour of the dots on the felt, or None. With dots, there are no greys or shadows."""
    deck: str | None = None  # the only deck that goes with the theme; None if all do

    def radius(self, pixels: float) -> int:
        """Return the radius of a corner; 0 in a theme with dots."""
        return 0 if self.grain else round(pixels)


_GREEN: Final = Theme(
    name=tr_later("green"),
    felt=(28, 92, 66),
    slot=(106, 174, 143),
    mark=(170, 214, 192),
    bar=(18, 58, 42),
    panel=(20, 50, 39),
    button=(38, 84, 65),
    hover=(44, 92, 71),
    ink=(244, 242, 232),
    faint=(190, 212, 199),
    good=(120, 214, 255),
    bad=(255, 148, 92),
    accent=(240, 196, 86),
    on_accent=(34, 30, 14),
    glow=(255, 222, 120),
    focus=(255, 255, 255),
    shade=(14, 30, 22),
    way=(140, 60, 255),
)

THEMES: Final[dict[str, Theme]] = {
    "green": _GREEN,
    "blue": _GREEN._replace(
        name=tr_later("blue"),
        felt=(34, 74, 112),
        slot=(108, 154, 198),
        mark=(170, 202, 232),
        bar=(18, 42, 68),
        panel=(20, 38, 58),
        button=(38, 66, 96),
        hover=(50, 84, 118),
        faint=(186, 204, 224),
    ),
    "wine": _GREEN._replace(
        name=tr_later("wine"),
        felt=(98, 36, 50),
        slot=(184, 114, 128),
        mark=(228, 180, 190),
        bar=(58, 18, 28),
        panel=(50, 20, 28),
        button=(90, 42, 54),
        hover=(112, 56, 70),
        faint=(224, 194, 200),
    ),
    "dark": _GREEN._replace(
        name=tr_later("dark"),
        felt=(30, 32, 36),
        slot=(112, 118, 128),
        mark=(168, 174, 184),
        bar=(18, 19, 22),
        panel=(22, 24, 27),
        button=(48, 52, 58),
        hover=(66, 71, 79),
        faint=(188, 192, 198),
    ),
    "light": Theme(
        name=tr_later("light"),
        felt=(206, 216, 200),
        slot=(102, 122, 100),
        mark=(64, 82, 64),
        bar=(240, 240, 232),
        panel=(248, 247, 240),
        button=(224, 228, 216),
        hover=(208, 216, 200),
        ink=(30, 38, 32),
        faint=(72, 84, 74),
        good=(0, 92, 160),
        bad=(178, 58, 0),
        accent=(122, 66, 0),
        on_accent=(255, 252, 244),
        glow=(176, 84, 0),
        focus=(20, 60, 130),
        shade=(255, 255, 255),
        way=(140, 60, 255),
    ),
    "1993": Theme(
        name=tr_later("1993"),
        felt=(0, 0, 0),
        grain=(255, 255, 255),
        slot=(0, 0, 0),
        mark=(0, 0, 0),
        bar=(255, 255, 255),
        panel=(255, 255, 255),
        button=(255, 255, 255),
        hover=(255, 255, 255),
        ink=(0, 0, 0),
        faint=(0, 0, 0),
        good=(0, 0, 0),
        bad=(0, 0, 0),
        accent=(0, 0, 0),
        on_accent=(255, 255, 255),
        glow=(0, 0, 0),
        focus=(0, 0, 0),
        shade=(255, 255, 255),
        way=(0, 0, 0),
        deck="1993",
    ),
}
"""All themes, by their names in the settings."""


def unit(size: tuple[int, int], density: float) -> float:
    """Return the factor by which all lengths are scaled for a window of this size."""
    width, height = size
    return min(max(density, min(width / 1400, height / 875)), 3 * density)


SMALL: Final = 13
NORMAL: Final = 16
LARGE: Final = 26
"""``SMALL``, ``NORMAL`` and ``LARGE``: sizes of text, in pixels, before scaling."""


def bar_height(size: tuple[int, int], density: float) -> int:
    low = min(size[0] / 640, size[1] / 420) < density
    return round((38 if low else 42) * unit(size, density))


def strip_height(size: tuple[int, int], density: float, rows: int = 1) -> int:
    """Return the height of the strip at the foot, with ``rows`` rows of buttons."""
    return round((44 + 40 * (rows - 1)) * unit(size, density))


def line_height(size: tuple[int, int], density: float) -> int:
    """Return the height of a one-line message, in pixels."""
    return round(25 * unit(size, density))
