"""Where the cards of a table lie, and which pile a point means.

All lengths are whole pixels. A ``TableLayout`` holds for any position of its game;
``scenes.board.layout`` makes it for the size of the window.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from pygame import Rect

from game.core.state import PileId, Role

READABLE: Final = 13
"""How many of the last cards of a column stay readable where it is longer than the table has room
for."""
SHOWN_WASTE: Final = 3
"""How many of the waste's last cards are fanned."""
STACKED: Final = 3
"""How many cards below the top one of the stock or the reserve show an edge."""

Point = tuple[int, int]


def seen(pile: PileId, count: int) -> int:
    """Return how many cards at the end of a pile of ``count`` can be told by looking at it."""
    if pile.role in (Role.COLUMN, Role.CELL):
        return count
    return min(count, {Role.STOCK: 0, Role.WASTE: SHOWN_WASTE}.get(pile.role, 1))


def edge_of(height: int) -> int:
    """Return the visible height of each card below the top one of a stack, for cards of this
    height."""
    return max(1, round(height * 0.01))


Ranges = tuple[tuple[int, int], ...]


def settled(apart: int, strip: int, clear: Ranges) -> int:
    """The most that a fanned card may show up to ``apart``: within the ranges that are ``clear`` of
    slivers of pips, or its ``strip``."""
    return max((min(apart, high) for low, high in clear if low <= apart), default=strip)


@lru_cache(maxsize=512)
def offsets(count: int, strip: int, clear: Ranges, spread: int, room: int) -> tuple[int, ...]:
    """How far below the first card of a column each of its ``count`` cards lies.

    Neighbours lie ``spread`` apart, or less where ``room`` is all that there is between the first
    and the last card; but never less than ``strip``, which shows the index, except deep in a column
    that is longer than that allows: there the last ``READABLE`` cards keep their strip, and those
    below them share what is left. What is more than the strip lies within the ranges that are
    ``clear`` of slivers of pips.
    """
    gaps = max(count, 1) - 1
    if not gaps:
        return (0,)
    apart = min(spread, room // gaps)
    if apart >= strip:
        apart = settled(apart, strip, clear)
        return tuple(index * apart for index in range(count))
    open_gaps = max(0, min(READABLE - 1, room // strip))
    deep = gaps - open_gaps
    depth = max(0, room - open_gaps * strip)
    return (
        *(depth * index // deep for index in range(deep)),
        *(depth + index * strip for index in range(open_gaps + 1)),
    )


@dataclass(frozen=True, slots=True)
class TableLayout:
    """The places of one game in a window of one size.

    ``slots`` holds the upper left corner of each pile's first card. Cards may lie from the row
    ``top`` down to ``floor``; clicks mean a card down to ``foot``. Between the tops of a column's
    first and last card there may be ``room``; a fanned card shows its ``strip``, or what lies in a
    range of ``clear``, up to ``spread``. ``aside`` is how far a card of the waste lies from the one
    that it covers, ``reach`` how far beside a pile a click still means it. ``step`` tells how far
    the cards are shrunk for the sake of a long column, 0 is not at all;
    ``density`` is that of the screen.
    """

    size: tuple[int, int]
    top: int
    foot: int
    card: tuple[int, int]
    slots: Mapping[PileId, Point]
    floor: int
    room: int
    strip: int
    clear: Ranges
    spread: int
    aside: Point
    reach: int
    mirrored: bool = False
    step: int = 0
    density: float = 1.0

    @property
    def bar(self) -> Rect:
        """The area of the bar at the top."""
        return Rect(0, 0, self.size[0], self.top)

    @property
    def edge(self) -> int:
        """The visible height of each card below the top one of a stack."""
        return edge_of(self.card[1])

    @property
    def rows(self) -> tuple[tuple[PileId, ...], ...]:
        """The piles in reading order: from the top row down, each row from left to right."""
        heights = sorted({y for _, y in self.slots.values()})
        return tuple(
            tuple(sorted((p for p in self.slots if self.slots[p][1] == y), key=self._left))
            for y in heights
        )

    def _left(self, pile: PileId) -> int:
        return self.slots[pile][0]

    # -- cards ---------------------------------------------------------------------------------

    @property
    def capacity(self) -> int:
        """The longest column of which every index is seen."""
        return 1 + max(0, self.room // self.strip)

    def fan(self, count: int) -> tuple[int, ...]:
        """Return how far below the first card of a column each of its ``count`` cards lies."""
        return offsets(count, self.strip, self.clear, self.spread, self.room)

    def place(self, pile: PileId, index: int, count: int) -> Point:
        """Return the upper left corner of card ``index`` (from 0) of a pile of ``count`` cards."""
        x, y = self.slots[pile]
        if pile.role is Role.COLUMN:
            down = offsets(count, self.strip, self.clear, self.spread, self.room)
            return x, y + down[index]
        if pile.role is Role.WASTE:
            shown = max(1, min(count, SHOWN_WASTE))
            along = max(0, index - count + shown)
            if self._trails:
                along -= shown - 1
            return x + along * self.aside[0], y + along * self.aside[1]
        return x, y

    @property
    def _trails(self) -> bool:
        """Whether the waste's top card keeps its place and the others come out from under it, as
        they do where the stock lies at the right: a card's index is at its left, and a fan to the
        left would cover it."""
        return self.mirrored and self.aside[0] > 0

    def slot(self, pile: PileId) -> Rect:
        """Return the outline of the pile's first card."""
        return Rect(self.slots[pile], self.card)

    def region(self, pile: PileId) -> Rect:
        """Return all that cards of this pile may cover, however many there are."""
        region = Rect(self.slots[pile], self.card)
        if pile.role is Role.COLUMN:
            region.height = self.floor - region.top
        elif pile.role in (Role.RESERVE, Role.STOCK):
            region.height += STACKED * self.edge
        elif pile.role is Role.WASTE:
            for index in (0, SHOWN_WASTE - 1):
                region.union_ip(Rect(self.place(pile, index, SHOWN_WASTE), self.card))
        return region

    def covered(self, pile: PileId, count: int) -> Rect:
        """Return what ``count`` cards of the pile cover; the slot if there are none."""
        slot = self.slot(pile)
        return slot.union(self.last(pile, count, count)) if count else slot

    def last(self, pile: PileId, number: int, count: int) -> Rect:
        """Return what the last ``number`` of ``count`` cards of the pile cover; where the first one
        would lie if there are none."""
        first = Rect(self.place(pile, max(0, count - number), count), self.card)
        return first.union(Rect(self.place(pile, max(0, count - 1), count), self.card))

    # -- what a point means --------------------------------------------------------------------

    def pile_at(self, point: Point) -> PileId | None:
        """Return the pile that a click or a drop at ``point`` means: the nearest, if it is near."""
        if not Rect(0, self.top, self.size[0], self.foot - self.top).collidepoint(point):
            return None
        far, nearest = min([(_far(self.region(pile), point), pile) for pile in self.slots])
        return nearest if far <= self.reach**2 else None

    def cards_at(self, pile: PileId, count: int, point: Point) -> int:
        """Return how many of the pile's ``count`` cards a point in its reach means: those from
        there to the end; 0 well below the last one."""
        if pile.role is not Role.COLUMN or not count:
            return min(count, 1)
        below = point[1] - self.slots[pile][1]
        fan = self.fan(count)
        if below >= fan[-1] + self.card[1] + self.reach:
            return 0
        return count - max(0, bisect_right(fan, below) - 1)


def _far(rect: Rect, point: Point) -> int:
    """Return the square of the distance from a rectangle; 0 inside."""
    dx = max(rect.left - point[0], 0, point[0] - rect.right + 1)
    dy = max(rect.top - point[1], 0, point[1] - rect.bottom + 1)
    return dx * dx + dy * dy
