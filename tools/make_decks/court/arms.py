"""The arms: from the shoulder over the elbow to the cuff."""

from __future__ import annotations

from typing import Final

from tools.make_decks.court.frame import RIGHT, UPPER_HALF, Pose
from tools.make_decks.elements import CREAM, GOLD, fill, fine, line
from tools.make_decks.paths import Polygon, clipped, flattened, inside, moved, polygon

_INNER: Final[Polygon] = [(5.6, 0), (RIGHT - 0.6, 0), (RIGHT - 0.6, 60), (5.6, 60)]
"""Where a hem may run."""

_UPPER: Final = "M47,24L60,24L60,54L50.8,54L52.2,44.4C49,41 46.6,35.4 47,24Z"
"""The upper arm of a tight sleeve; it keeps the garment's shoulder."""
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
"""The arm of a figure in the wide pose, which comes across from its far shoulder."""
_ACROSS_CUFF: Final[Polygon] = [(36.0, 32.6), (38.5, 32.8), (38.2, 43.4), (34.2, 41.8)]
_ACROSS_FOLDS: Final = (
    "M41,35.6C41.4,38.4 41.2,41 40.6,43.6M44.8,36C45,38.8 44.6,41.8 43.8,44.4"
    "M48.6,35.2C49.4,38.6 52.4,40.6 56.4,41.4M52.4,33.4C53,35.8 54.6,37.2 56.8,38"
)


def _part(d: str, colour: str, *regions: Polygon) -> str:
    """Return a part of a sleeve, cut at the sash, with a light hem about it."""
    hem = polygon(clipped(flattened(d)[0], _INNER))
    return (
        line(inside(hem, UPPER_HALF, *regions), CREAM, 1.4)
        + fill(inside(d, UPPER_HALF, *regions), colour)
    )  # fmt: skip


def _folds(d: str) -> str:
    return fine(line(d, CREAM, 0.32, cap="round"))


def upper_arm(garment: Polygon, pose: Pose, colour: str, *, puffed: bool) -> str:
    """Return what lies behind the thing that is held; empty in the wide pose."""
    if pose.wide:
        return ""
    if puffed:
        return _part(_PUFF, colour) + fine(line(_SLASHES, CREAM, 0.6, cap="round"))
    return _part(_UPPER, colour, garment)


def forearm(garment: Polygon, pose: Pose, colour: str) -> str:
    """Return the forearm with its cuff; in the wide pose the whole arm."""
    if pose.wide:
        arm = _part(_ACROSS, colour, garment) + _folds(_ACROSS_FOLDS)
        return arm + fill(inside(polygon(_ACROSS_CUFF), UPPER_HALF), GOLD)
    return _part(_FOREARM, colour) + _folds(_FOLDS) + fill(polygon(_CUFF), GOLD)


def puff(pose: Pose, colour: str) -> str:
    """Return the puffed sleeve of the other arm, which goes down behind the sash."""
    x = pose.head_x - (24.0 if pose.wide else 22.2)
    d = "M-6.4,40C-7.8,34.4 -5,31 -.4,31.2C3.8,31.4 7.2,34 6.8,40L6,46L-6,46Z"
    slashes = "M-3.4,33.6C-4.6,36 -4.6,38.6 -3.8,41M.2,32.8C-.4,35.6 -.2,38.4 .4,41"
    return _part(moved(d, x), colour) + fine(line(moved(slashes, x), CREAM, 0.6, cap="round"))
