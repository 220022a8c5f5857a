"""What all figures of the Court deck share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from game.art.drawings import CX, CY, HEIGHT
from tools.make_decks.elements import CREAM, GOLD, SUIT, fill, fine, line
from tools.make_decks.paths import (
    Polygon,
    circle,
    clipped,
    flattened,
    inside,
    moved,
    polygon,
    wedges,
)

# -- the place on the card, the sash, the poses ----------------------------------------------------

LEFT: Final = 5.0
RIGHT: Final = 58.0
"""The left and right limits of a figure, as x coordinates."""
SLOPE: Final = 0.27
"""The slope of the sash that divides the two halves."""


@dataclass(frozen=True)
class Pose:
    """Where a figure's parts are on the card, in mm."""

    head_x: float
    head_y: float
    """The y coordinate of the point between the eyes."""
    head: float
    """The scale of the head."""
    grip_x: float
    grip_y: float
    """The y coordinate of the middle of the hand."""
    held: float
    """The scale of the held object."""
    tilt: float
    """How far the shaft leans to the right, in degrees."""
    wrist: float
    """How far the hand leans to the right, in degrees."""
    wide: bool = False
    """Whether the figure is beside an extra-large index."""


ORDINARY: Final = Pose(35.4, 18.3, 1.1, 48.4, 38.0, 1.0, 8.0, 4.0)
WIDE: Final = Pose(46.6, 18.4, 1.04, 31.6, 35.6, 0.94, -66.0, -44.0, wide=True)
POSES: Final = {"half": ORDINARY, "wide half": WIDE}
"""The poses, by their names in the drawings."""


def sash_y(x: float) -> float:
    """Return the y coordinate of the sash's middle at ``x``."""
    return CY + SLOPE * (x - CX)


UPPER_HALF: Final[Polygon] = [(LEFT, 0), (RIGHT, 0), (RIGHT, sash_y(RIGHT)), (LEFT, sash_y(LEFT))]


@dataclass(frozen=True)
class Dress:
    """The colours of one figure."""

    robe: str
    sleeve: str
    motif: str
    hair: str
    yoke: str
    gem: str


@dataclass(frozen=True)
class Figure:
    """The parts of a figure that every pose shares."""

    head: str
    """The head, drawn around the eyes."""
    held: str
    """The object that the figure holds, drawn around the grip."""


def sash() -> str:
    """Return the dividing sash, symmetric under a half-turn."""

    def strip(half: float, colour: str) -> str:
        left, right = sash_y(LEFT), sash_y(RIGHT)
        corners = [(LEFT, left - half), (RIGHT, right - half), (RIGHT, right + half)]
        return fill(polygon([*corners, (LEFT, left + half)]), colour)

    beads = ""
    for i in range(-4, 5):
        x = CX + 5.3 * i
        y, drop = sash_y(x), 1.5 * SLOPE
        beads += polygon([(x - 1.5, y - drop), (x, y - 1.05), (x + 1.5, y + drop), (x, y + 1.05)])
    return strip(2.7, CREAM) + strip(1.9, GOLD) + fill(beads, SUIT)


# -- robes, cut at the sash, and their fabrics -----------------------------------------------------

_YOKE_Y: Final = 23.0

CUTS: Final = {
    # kings: an angular robe, a round mantle
    "robe": (
        "M5,54L5,34L9,31.4L28,26.6L42,26.6L54,30L58,33L58,54Z",
        "M5,54L5,36L24,30.4L40,26.6L53,26.6L58,28.4L58,54Z",
    ),
    "mantle": (
        "M5,54L5,38C6,31.6 16,28 29,26.2L42,26.2C51,28 57,31.6 58,38L58,54Z",
        "M5,54L5,38.4C10,33 26,28.2 40,26.4L53,26.4C55,26.8 57,27.6 58,28.6L58,54Z",
    ),
    # queens: sloping shoulders, a narrow bodice between puffs
    "gown": (
        "M5.5,54L5.5,38C8,33.6 13,31.8 20,30L30,27L40,27L47,29C53.4,30.8 57.6,33.6 58,38.6L58,54Z",
        "M5,54L5,39C12,34.6 24,31.4 34,29.2L42,27.3L52,27.3L58,29.6L58,54Z",
    ),
    "bodice": (
        "M8,54L8,42C10,35 20,31 31,27.4L40,27.4C50,30.4 55,34 56.4,41L56.4,54Z",
        "M12,54L12,40C18,36 30,32 41.6,27.4L52,27.4L58,30.6L58,54Z",
    ),
    # jacks: a square coat, a padded doublet
    "coat": (
        "M5,54L5,31.6C5,29.6 6,28.6 8,28.4L28,26.6L42,26.6L55,28.4C57,28.6 58,29.6 58,31.6L58,54Z",
        "M5,54L5,35.8L40,26.8L53,26.8L56,27.6C57.4,28 58,29 58,30.6L58,54Z",
    ),
    "doublet": (
        "M7,54L7,38C7.6,33.4 12,30.8 18,29.6L30,27L41,27L46,28.2C53,30 56.4,33 57,38L57,54Z",
        "M9,54L9,38C16,34 28,30.4 41,27L52,27L58,29L58,54Z",
    ),
}
"""The convex outline of each garment in both poses."""


class Robe:
    """A garment. Everything drawn on it is clipped to its shape."""

    def __init__(self, cut: str, pose: Pose) -> None:
        self.pose = pose
        self.shape: Polygon = clipped(flattened(CUTS[cut][pose.wide])[0], UPPER_HALF)

    @property
    def middle(self) -> float:
        """The x coordinate of the figure's middle."""
        return self.pose.head_x

    def plain(self, colour: str) -> str:
        return fill(polygon(self.shape), colour)

    def edge(self, colour: str, width: float = 1.0) -> str:
        """Return a hem along the garment's outline, between ``LEFT`` and ``RIGHT``."""
        left, right = LEFT + width / 2, RIGHT - width / 2
        box: Polygon = [(left, 0), (right, 0), (right, HEIGHT), (left, HEIGHT)]
        return line(polygon(clipped(self.shape, box)), colour, width)

    def on(self, d: str, colour: str) -> str:
        return fill(inside(d, self.shape), colour)

    def yoke(self, r: float, colour: str, trim: str, width: float = 1.2) -> str:
        """Return a round, trimmed collar around the neck."""
        return self.on(circle(self.middle, _YOKE_Y, r + width), trim) + self.on(
            circle(self.middle, _YOKE_Y, r), colour
        )

    def strewn(
        self, motif: str, colour: str, size: float, dx: float, dy: float, bare: float = 0
    ) -> str:
        """Return staggered rows of ``motif``. They stay at least ``bare`` away from the middle."""
        out = ""
        for row in range(-1, 3):
            for column in range(-6, 6):
                aside = (column + (row % 2) / 2) * dx
                if abs(aside) >= bare:
                    place = self.middle + aside, 36 + row * dy
                    out += inside(moved(motif, *place, size), self.shape)
        return fill(out, colour)

    def gores(self, colour: str, count: int, part: float = 0.5) -> str:
        """Return ``count`` folds that spread from the neck over ``part`` of the cloth."""
        rays = wedges(self.middle, 16, count, part, 5, 175)
        return fill("".join(inside(polygon(ray), self.shape) for ray in rays), colour)

    def within(self, shape: Polygon) -> str:
        """Return the path of a shape clipped to the garment."""
        return inside(polygon(shape), self.shape)

    def bars(self, colour: str, left: float, right: float, width: float, gap: float) -> str:
        """Return vertical stripes between ``left`` and ``right``, ``gap`` apart."""
        out = ""
        while left < right:
            end = min(left + width, right)
            out += inside(polygon([(left, 20), (end, 20), (end, 60), (left, 60)]), self.shape)
            left += width + gap
        return fill(out, colour)

    def panel(self, colour: str, trim: str, top: float, foot: float, width: float = 1.3) -> str:
        """Return the panel of an open robe.

        ``top`` and ``foot`` are half its width at the top and at the bottom.
        """

        def front(more: float) -> str:
            x = self.middle
            return polygon(
                [
                    (x - top - more, 22),
                    (x + top + more, 22),
                    (x + foot + more, 56),
                    (x - foot - more, 56),
                ]
            )

        return self.on(front(width), trim) + self.on(front(0), colour)


# -- arms: shoulder, elbow, cuff --------------------------------------------

_INNER: Final[Polygon] = [(5.6, 0), (RIGHT - 0.6, 0), (RIGHT - 0.6, 60), (5.6, 60)]
"""The area that a hem must stay within."""

_UPPER: Final = "M47,24L60,24L60,54L50.8,54L52.2,44.4C49,41 46.6,35.4 47,24Z"
"""The upper part of a tight sleeve, not yet clipped."""
_PUFF: Final = (
    "M45.6,35C45,31 48.2,28.4 52,28.8C55.8,29.2 58.6,32 58.4,36.4C58.2,40.6 55.6,43 52.6,42.6"
    "C49.2,42.2 46.2,39.6 45.6,35Z"
)
_SLASHES: Final = (
    "M48.8,31.8C48,34.6 48.6,38 50.4,40.6M52.2,30.2C51.2,33.4 51.4,38 52.8,41.4"
    "M55.6,31.6C56.4,34.6 56.2,37.8 55.2,40.4"
)
_FOREARM: Final = "M53.4,38L60,44.4L60,56L43.8,56C46,51.4 47.6,47.6 48.4,43.4Z"
_CUFF: Final[Polygon] = [(47.8, 43.0), (53.0, 37.6), (55.1, 39.4), (49.6, 45.6)]
_FOLDS: Final = "M55.6,44.4C54.4,46.6 52.8,48.6 50.6,50.6M52.4,44.8C51.6,46.6 50.2,48.4 48.6,50"

_ACROSS: Final = (
    "M36.4,33.4L48.6,35C51.6,33.4 54.4,31.4 57,28L60,28L60,56L42,56C39.4,50.6 37,45 34.8,41.2Z"
)
"""The arm that crosses the body in the wide pose."""
_ACROSS_CUFF: Final[Polygon] = [(36.0, 32.6), (38.5, 32.8), (38.2, 43.4), (34.2, 41.8)]
_ACROSS_FOLDS: Final = (
    "M41,35.6C41.4,38.4 41.2,41 40.6,43.6M44.8,36C45,38.8 44.6,41.8 43.8,44.4"
    "M48.6,35.2C49.4,38.6 52.4,40.6 56.4,41.4M52.4,33.4C53,35.8 54.6,37.2 56.8,38"
)


def _part(d: str, colour: str, *regions: Polygon) -> str:
    """Return part of a sleeve with a light hem, cut off at the sash."""
    hem = polygon(clipped(flattened(d)[0], _INNER))
    return (
        line(inside(hem, UPPER_HALF, *regions), CREAM, 1.4)
        + fill(inside(d, UPPER_HALF, *regions), colour)
    )  # fmt: skip


def _folds(d: str) -> str:
    return fine(line(d, CREAM, 0.32, cap="round"))


def upper_arm(garment: Polygon, pose: Pose, colour: str, *, puffed: bool) -> str:
    """Return a drawing of the upper arm, or an empty string in the wide pose."""
    if pose.wide:
        return ""
    if puffed:
        return _part(_PUFF, colour) + fine(line(_SLASHES, CREAM, 0.6, cap="round"))
    return _part(_UPPER, colour, garment)


def forearm(garment: Polygon, pose: Pose, colour: str) -> str:
    """Return the forearm or, in the wide pose, the whole arm."""
    if pose.wide:
        arm = _part(_ACROSS, colour, garment) + _folds(_ACROSS_FOLDS)
        return arm + fill(inside(polygon(_ACROSS_CUFF), UPPER_HALF), GOLD)
    return _part(_FOREARM, colour) + _folds(_FOLDS) + fill(polygon(_CUFF), GOLD)


def puff(pose: Pose, colour: str) -> str:
    """Return the puffed sleeve of the far arm."""
    x = pose.head_x - (24.0 if pose.wide else 22.2)
    d = "M-6.4,40C-7.8,34.4 -5,31 -.4,31.2C3.8,31.4 7.2,34 6.8,40L6,46L-6,46Z"
    slashes = "M-3.4,33.6C-4.6,36 -4.6,38.6 -3.8,41M.2,32.8C-.4,35.6 -.2,38.4 .4,41"
    return _part(moved(d, x), colour) + fine(line(moved(slashes, x), CREAM, 0.6, cap="round"))
