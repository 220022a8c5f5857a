"""What every court figure shares: its place on the card, the slanting sash, its parts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from scenes.art.measures import CX, CY, HEIGHT
from scenes.art.palette import CREAM, GOLD, SUIT
from scenes.art.paths import Polygon, polygon
from scenes.art.svg import fill

LEFT: Final = 5.0
RIGHT: Final = 58.0
"""The figure's margins."""
SLOPE: Final = 0.27
"""Rise of the sash that divides the two halves."""
HEAD_X: Final = 35.4
HEAD_Y: Final = 18.3
"""Between the eyes."""
HEAD_SCALE: Final = 1.1
GRIP_X: Final = 52.0
GRIP_Y: Final = 34.6
"""The middle of the hand; what it holds is drawn about this point, its shaft on x = 0."""


def sash_y(x: float) -> float:
    """The middle of the sash at ``x``."""
    return CY + SLOPE * (x - CX)


UPPER_HALF: Final[Polygon] = [(LEFT, 0), (RIGHT, 0), (RIGHT, sash_y(RIGHT)), (LEFT, sash_y(LEFT))]
BODY_BOX: Final[Polygon] = [(LEFT, 0), (RIGHT, 0), (RIGHT, HEIGHT), (LEFT, HEIGHT)]


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
    """The parts of a figure's upper half, from the back to the front."""

    body: str
    """On the card's coordinates."""
    head: str
    """About the eyes."""
    held: str
    """About the grip."""


def sash() -> str:
    """The dividing sash: its own half-turn image."""

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
