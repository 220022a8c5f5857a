"""Where the parts of a review lie in a window: the cards, the marks with the curve, the story; and
for columns of which length the cards of each position are sized.

The story stands at the side or below wherever the cards hardly shrink for it; else only what it
says of the position that is looked at is told, in a few rows above the marks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from pygame import Rect

from game.art.decks import DeckStyle
from scenes.board.layout import table_layout
from scenes.kit.services import Kit
from scenes.style.theme import SMALL, bar_height, unit

_USUAL: Final = 11
"""The length of column by which the ways to divide a window are compared."""
_SHRINKS: Final = {"side": 0.92, "below": 0.97}
"""How small cards may become for the sake of a whole story, as shares of their width without."""
_LOW: Final = 420
"""In a window less high, at unit 1, there is no curve and a single row of words."""
_BUTTON: Final = 36
PATIENCE: Final = 12
"""How many positions in a row the larger size must fit before cards that shrank grow back."""


@dataclass(frozen=True, slots=True)
class Areas:
    """The areas of one window, in pixels.

    ``story`` is empty where there is no room for a whole story; ``rows`` are then as many as are
    told in ``words``. ``curve`` is empty in a very low window. ``table`` is the size of what the
    cards have.
    """

    table: tuple[int, int]
    foot: Rect
    marks: Rect
    curve: Rect
    words: Rect
    rows: int
    story: Rect

    @property
    def grip(self) -> Rect:
        """Where a press means a position: from the curve to the edge below the marks."""
        low = self.story.top if self.story and self.story.top > self.marks.top else self.foot.bottom
        top = self.curve.top
        return Rect(self.marks.left, top, self.marks.width, low - top)


def _divide(size: tuple[int, int], density: float, way: str) -> Areas:
    """Divide a window in one of the ways."""
    scale = unit(size, density)
    pad = round(4 * scale)
    row = round(SMALL * 1.36 * scale)
    curve, marks, rows = {
        "side": (40, 32, 0),
        "below": (40, 32, 0),
        "rows": (18, 26, 2 if size[0] >= 1000 * scale else 3),
        "row": (0, 32, 1),
    }[way]
    words = row * rows + (pad if rows else 0)
    story = round(138 * scale) if way == "below" else 0
    height = 2 * pad + words + story + round((curve + marks) * scale)
    foot = Rect(0, size[1] - height, size[0], height)
    button = round(_BUTTON * scale)
    left = pad + 3 * button + pad
    right = size[0] - 2 * pad - button
    low = foot.top + pad + words
    along = Rect(left, low, right - left, round(curve * scale))
    areas = Areas(
        (size[0], size[1] - height),
        foot,
        Rect(left, along.bottom, right - left, round(marks * scale)),
        along,
        Rect(3 * pad, foot.top + pad, size[0] - 6 * pad, row * rows),
        rows,
        Rect(0, 0, 0, 0),
    )
    if way == "side":
        width = round(min(380 * scale, max(250 * scale, size[0] * 0.24)))
        cards = size[0] - width, areas.table[1]
        # The bar is as high as is right for what the cards have.
        top = bar_height(cards, density)
        area = Rect(size[0] - width, top, width, foot.top - top)
        return replace(areas, story=area, table=cards)
    if way == "below":
        top = areas.marks.bottom + pad
        return replace(areas, story=Rect(0, top, size[0], size[1] - top))
    return areas


@lru_cache(maxsize=16)
def areas(
    family: str, size: tuple[int, int], density: float, mirrored: bool, style: DeckStyle
) -> Areas:
    """The areas of a window of ``size`` for a review of that ``family`` of tables."""

    def card(way: Areas) -> int:
        return table_layout(
            family,
            way.table,
            density,
            style,
            longest=_USUAL,
            mirrored=mirrored,
        ).card[0]

    if size[1] < _LOW * unit(size, density):
        return _divide(size, density, "row")
    least = _divide(size, density, "rows")
    for way, share in _SHRINKS.items():
        found = _divide(size, density, way)
        if found.table[0] > 0 and card(found) >= share * card(least):
            return found
    return least


def areas_of(kit: Kit, family: str, size: tuple[int, int]) -> Areas:
    """The areas of a window of ``size`` by the player's options."""
    return areas(family, size, kit.text.density, kit.settings.mirrored, kit.style)


# -- the length of column for which cards are sized ------------------------------------------------


class Rooms:
    """The lengths of column for which the cards are sized, given each position's ``longest``
    column."""

    def __init__(self, longest: Sequence[int]) -> None:
        self._longest = longest
        self._needed = room_needed(longest)

    def jump(self, at: int) -> int:
        """Return the room for position ``at``, wherever the walk comes from."""
        return self._needed[at]

    def step(self, at: int, room: int) -> int:
        """The room for position ``at``, to which one steps from a neighbour that had ``room``.

        It stays as it is while the cards fit and there is a longer column near by, so that a few
        steps to and fro never change the size of the cards each time.
        """
        if self._longest[at] > room:
            return self._needed[at]
        return min(room, max(self._longest[max(0, at - PATIENCE) : at + PATIENCE + 1]))


def room_needed(longest: Sequence[int]) -> list[int]:
    """For each position the column length that its cards are sized for, from the length of its
    ``longest`` column.

    Never less than that; more only between longer columns that are less than ``PATIENCE``
    positions apart, so that the cards do not change their size to and fro. It depends on the
    position alone, not on how one got there. (A morphological closing: the least of the maxima
    over all windows of ``PATIENCE`` positions around one.)
    """
    count = len(longest)
    most = [max(longest[max(0, start) : start + PATIENCE]) for start in range(1 - PATIENCE, count)]
    return [min(most[at : at + PATIENCE]) for at in range(count)]
