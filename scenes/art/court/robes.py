"""Robes: the body of a figure, cut at the sash, and the cloths it is made of."""

from __future__ import annotations

from typing import Final

from scenes.art.court.frame import (
    BODY_BOX,
    GRIP_X,
    GRIP_Y,
    HEAD_X,
    LEFT,
    RIGHT,
    UPPER_HALF,
)
from scenes.art.measures import HEIGHT
from scenes.art.paths import Polygon, circle, clipped, flattened, inside, moved, polygon, wedges
from scenes.art.svg import fill, line

_YOKE_Y: Final = 23.0

CUTS: Final = {
    "K": "M5,54L5,34L9,31.4L28,26.6L42,26.6L54,30L58,33L58,54Z",
    "Q": "M5.5,54L5.5,38C8,33.6 13,31.8 20,30L30,27L40,27L47,29C53.4,30.8 57.6,33.6 58,38.6L58,54Z",
    "J": "M5,54L5,31.6C5,29.6 6,28.6 8,28.4L28,26.6L42,26.6L55,28.4C57,28.6 58,29.6 58,31.6L58,54Z",
}
"""Convex; kings angular, queens sloping, jacks square."""


class Robe:
    """A rank's robe, cut at the sash; whatever lies on it is cut to it."""

    def __init__(self, rank: str) -> None:
        self.shape: Polygon = clipped(flattened(CUTS[rank])[0], UPPER_HALF)

    def plain(self, colour: str) -> str:
        return fill(polygon(self.shape), colour)

    def edge(self, colour: str, width: float = 1.0) -> str:
        """A hem that keeps within the figure's margins."""
        left, right = LEFT + width / 2, RIGHT - width / 2
        box: Polygon = [(left, 0), (right, 0), (right, HEIGHT), (left, HEIGHT)]
        return line(polygon(clipped(self.shape, box)), colour, width)

    def on(self, d: str, colour: str) -> str:
        return fill(inside(d, self.shape), colour)

    def yoke(self, r: float, colour: str, trim: str, width: float = 1.2) -> str:
        """A round collar about the neck with a trim."""
        return self.on(circle(HEAD_X, _YOKE_Y, r + width), trim) + self.on(
            circle(HEAD_X, _YOKE_Y, r), colour
        )

    def strewn(self, motif: str, colour: str, size: float, dx: float, dy: float) -> str:
        """A motif in staggered rows."""
        out = ""
        for row in range(-1, 5):
            for column in range(-5, 5):
                x = HEAD_X + (column + (row % 2) / 2) * dx
                out += inside(moved(motif, x, 36 + row * dy, size), self.shape)
        return fill(out, colour)

    def gores(self, colour: str, count: int, part: float = 0.5) -> str:
        """Folds that spread from the neck; ``part`` of the cloth is in this colour."""
        rays = wedges(HEAD_X, 16, count, part, 5, 175)
        return fill("".join(inside(polygon(ray), self.shape) for ray in rays), colour)

    def bars(self, colour: str, left: float, right: float, width: float, gap: float) -> str:
        """Upright stripes."""
        out = ""
        while left < right:
            end = min(left + width, right)
            out += inside(polygon([(left, 20), (end, 20), (end, 60), (left, 60)]), self.shape)
            left += width + gap
        return fill(out, colour)


def sleeve(colour: str, trim: str, cuff: str) -> str:
    """A wide sleeve that rises to the hand."""
    x, y = GRIP_X, GRIP_Y

    def bell(wider: float) -> str:
        d = (
            f"M{x - 3.8 - wider},{y + 3}L60,{y + 3}L60,60L{x - 17 - wider * 1.6},60"
            f"C{x - 9 - wider * 1.6},{y + 11} {x - 5.4 - wider},{y + 8} {x - 3.8 - wider},{y + 3}Z"
        )
        return inside(d, UPPER_HALF)

    edge = polygon([(x - 4.6, y + 2.1), (x + 4.6, y + 2.1), (x + 5.2, y + 5), (x - 5.2, y + 5)])
    return fill(bell(0.8), trim) + fill(bell(0), colour) + fill(inside(edge, BODY_BOX), cuff)
