"""What all court figures share: their place on the card, the slanting sash, their parts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from game.art.measures import CX, CY
from tools.make_decks.elements import CREAM, GOLD, SUIT, fill
from tools.make_decks.paths import Polygon, polygon

LEFT: Final = 5.0
RIGHT: Final = 58.0
"""The figure's margins."""
SLOPE: Final = 0.27
"""Rise of the sash that divides the two halves."""


@dataclass(frozen=True)
class Pose:
    """Where the parts of a figure stand on the card, in mm."""

    head_x: float
    head_y: float
    """Between the eyes."""
    head: float
    """Scale of the head."""
    grip_x: float
    grip_y: float
    """The middle of the hand; what it holds is drawn about this point, its shaft on x = 0."""
    held: float
    """The scale of what is held."""
    tilt: float
    """Degrees by which the shaft leans to the right."""
    wrist: float
    """The same for the hand itself."""
    wide: bool = False
    """The figure stands beside an extra-large index: its head at the right, an arm across."""


ORDINARY: Final = Pose(35.4, 18.3, 1.1, 48.4, 38.0, 1.0, 8.0, 4.0)
WIDE: Final = Pose(46.6, 18.4, 1.04, 31.6, 35.6, 0.94, -66.0, -44.0, wide=True)
POSES: Final = {"half": ORDINARY, "wide half": WIDE}
"""The poses by their names in the drawings."""


def sash_y(x: float) -> float:
    """Return the middle of the sash at ``x``."""
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
    """The parts of a figure that are the same in every pose."""

    head: str
    """Drawn about the eyes."""
    held: str
    """Drawn about the grip."""


def sash() -> str:
    """Return the dividing sash, which looks the same rotated by 180°."""

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
