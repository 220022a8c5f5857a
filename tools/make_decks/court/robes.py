"""Robes: the body of a figure, cut at the sash, and its fabrics."""

from __future__ import annotations

from typing import Final

from game.art.measures import HEIGHT
from tools.make_decks.court.frame import LEFT, RIGHT, UPPER_HALF, Pose
from tools.make_decks.elements import fill, line
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
"""The ordinary and the wide cut of each garment; all convex."""


class Robe:
    """A garment, cut at the sash; everything on it is cut to its shape."""

    def __init__(self, cut: str, pose: Pose) -> None:
        self.pose = pose
        self.shape: Polygon = clipped(flattened(CUTS[cut][pose.wide])[0], UPPER_HALF)

    @property
    def middle(self) -> float:
        """The middle of the figure."""
        return self.pose.head_x

    def plain(self, colour: str) -> str:
        return fill(polygon(self.shape), colour)

    def edge(self, colour: str, width: float = 1.0) -> str:
        """Return a hem that stays within the figure's margins."""
        left, right = LEFT + width / 2, RIGHT - width / 2
        box: Polygon = [(left, 0), (right, 0), (right, HEIGHT), (left, HEIGHT)]
        return line(polygon(clipped(self.shape, box)), colour, width)

    def on(self, d: str, colour: str) -> str:
        return fill(inside(d, self.shape), colour)

    def yoke(self, r: float, colour: str, trim: str, width: float = 1.2) -> str:
        """Return a round collar about the neck with a trim."""
        return self.on(circle(self.middle, _YOKE_Y, r + width), trim) + self.on(
            circle(self.middle, _YOKE_Y, r), colour
        )

    def strewn(
        self, motif: str, colour: str, size: float, dx: float, dy: float, bare: float = 0
    ) -> str:
        """Return a motif in staggered rows, leaving out those closer than ``bare`` to the
        middle."""
        out = ""
        for row in range(-1, 3):
            for column in range(-6, 6):
                aside = (column + (row % 2) / 2) * dx
                if abs(aside) >= bare:
                    place = self.middle + aside, 36 + row * dy
                    out += inside(moved(motif, *place, size), self.shape)
        return fill(out, colour)

    def gores(self, colour: str, count: int, part: float = 0.5) -> str:
        """Return folds that spread from the neck; ``part`` of the cloth is in this colour."""
        rays = wedges(self.middle, 16, count, part, 5, 175)
        return fill("".join(inside(polygon(ray), self.shape) for ray in rays), colour)

    def within(self, shape: Polygon) -> str:
        """Return the part of a shape that lies on the garment, as a path."""
        return inside(polygon(shape), self.shape)

    def bars(self, colour: str, left: float, right: float, width: float, gap: float) -> str:
        """Return upright stripes."""
        out = ""
        while left < right:
            end = min(left + width, right)
            out += inside(polygon([(left, 20), (end, 20), (end, 60), (left, 60)]), self.shape)
            left += width + gap
        return fill(out, colour)

    def panel(self, colour: str, trim: str, top: float, foot: float, width: float = 1.3) -> str:
        """Return what an open front shows, from ``top`` wide at the neck to ``foot`` wide at the
        sash."""

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
