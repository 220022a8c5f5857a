"""Where everything lies on a table: pure functions from the window's size to rectangles.

All lengths are pixels. A layout holds for any position of its game: how far a column's cards are
fanned follows from how many there are.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from pygame import Rect

from game import canfield, vierfrei
from game.games import VIERFREI
from game.piles import CELLS, FOUNDATION_ORDER, FOUNDATIONS, RESERVE, STOCK, WASTE, PileId, Role
from scenes.faces import card_size
from scenes.theme import unit

FAN: Final = 0.25
"""The most that a fanned card shows, in card heights; the index needs 0.22."""
_DEALT_FAN: Final = 0.2
"""The fan that a dealt column must at least have room for."""
_SHOWN_WASTE: Final = 3
_ASIDE_FAN: Final = 0.36
"""How far the waste's cards lie apart, in card widths."""

STACKED: Final = 3
"""Of how many cards below the top one of the stock and the reserve an edge is seen."""

Point = tuple[int, int]


@dataclass(frozen=True, slots=True)
class TableLayout:
    """The places of one game in a window of one size.

    ``slots`` holds the upper left corner of each pile's first card; ``floor`` is the lowest
    pixel row that a column may reach.
    """

    size: tuple[int, int]
    bar: Rect
    card: tuple[int, int]
    slots: Mapping[PileId, Point]
    floor: int

    def fan(self, count: int) -> float:
        """How many pixels lie between the tops of neighbouring cards in a column of ``count``."""
        height = self.card[1]
        if count < 2:
            return height * FAN
        top = next(y for pile, (_, y) in self.slots.items() if pile.role is Role.COLUMN)
        return min(height * FAN, (self.floor - top - height) / (count - 1))

    def place(self, pile: PileId, index: int, count: int) -> Point:
        """The upper left corner of card ``index`` (from 0) of a pile of ``count`` cards."""
        x, y = self.slots[pile]
        if pile.role is Role.COLUMN:
            return x, y + round(index * self.fan(count))
        if pile.role is Role.WASTE:
            hidden = max(0, count - _SHOWN_WASTE)
            return x + round(max(0, index - hidden) * self.card[0] * _ASIDE_FAN), y
        return x, y

    @property
    def edge(self) -> int:
        """How much is seen of each card that lies below the top one of a stack, in pixels."""
        return max(1, round(self.card[1] * 0.01))

    def slot(self, pile: PileId) -> Rect:
        """The outline of the pile's first card."""
        return Rect(self.slots[pile], self.card)

    def region(self, pile: PileId) -> Rect:
        """All that cards of this pile may cover, however many there are."""
        region = self.slot(pile)
        if pile.role is Role.COLUMN:
            region.height = self.floor - region.top
        elif pile.role in (Role.RESERVE, Role.STOCK):
            region.height += STACKED * self.edge
        elif pile.role is Role.WASTE:
            region.width += round((_SHOWN_WASTE - 1) * self.card[0] * _ASIDE_FAN)
        return region

    def covered(self, pile: PileId, count: int) -> Rect:
        """What ``count`` cards of the pile cover; the slot where there is none."""
        rect = self.slot(pile)
        if count:
            rect.union_ip(Rect(self.place(pile, count - 1, count), self.card))
        return rect


def bar_height(size: tuple[int, int]) -> int:
    """The height of the strip at the top, in pixels."""
    return round((36 if min(size[0] / 640, size[1] / 420) < 1 else 42) * unit(size))


def strip_height(size: tuple[int, int]) -> int:
    """The height of the line of decisions at the foot of the casino's table, in pixels."""
    return round(44 * unit(size))


def table_layout(game: str, size: tuple[int, int], *, strip: bool = False) -> TableLayout:
    """The layout of ``game`` in a window of ``size``; ``strip`` leaves room for the casino's
    line of decisions at the foot."""
    if game == VIERFREI:
        return _vierfrei(size)
    return _canfield(size, size[1] - (strip_height(size) if strip else 0))


def _card_width(size: tuple[int, int], bar: int, across: float) -> int:
    """The greatest card width for ``across`` card widths side by side and a dealt table."""
    per_width = card_size(1000)[1] / 1000
    down = per_width * (2 + 6 * _DEALT_FAN + 0.22)
    return max(20, int(min(size[0] / across, (size[1] - bar) / down)))


def _vierfrei(size: tuple[int, int]) -> TableLayout:
    bar = bar_height(size)
    width = _card_width(size, bar, 8 + 7 * 0.08 + 2 * 0.12)
    card = card_size(width)
    # What is left over goes between the columns, but never so far that they fall apart.
    gap = min(int((size[0] - 8 * width) / 8.6), round(width * 0.45))
    left = (size[0] - 8 * width - 7 * gap) // 2
    pad = round(card[1] * 0.06)
    top = bar + pad
    low = top + card[1] + round(card[1] * 0.1)
    slots: dict[PileId, Point] = {}
    for index, column in enumerate(vierfrei.COLUMNS):
        x = left + index * (width + gap)
        slots[column] = (x, low)
        if index < 4:
            slots[CELLS[index]] = (x, top)
        else:
            slots[FOUNDATIONS[FOUNDATION_ORDER[index - 4]]] = (x, top)
    return TableLayout(size, Rect(0, 0, size[0], bar), card, slots, size[1] - pad)


def _canfield(size: tuple[int, int], foot: int) -> TableLayout:
    bar = bar_height(size)
    waste = 1 + (_SHOWN_WASTE - 1) * _ASIDE_FAN
    # Stock and waste, the four columns, and the gaps: two narrow, three ordinary, one wide.
    width = _card_width((size[0], foot), bar, 5 + waste + 5 * 0.1 + 0.3 + 2 * 0.12)
    card = card_size(width)
    used = (5 + waste) * width
    gap = min(int((size[0] - used) / 8), round(width * 0.3))
    wide = gap * 3
    total = round(used) + 4 * gap + wide
    left = (size[0] - total) // 2
    pad = round(card[1] * 0.06)
    top = bar + pad
    low = top + card[1] + round(card[1] * 0.1)
    slots: dict[PileId, Point] = {
        STOCK: (left, top),
        WASTE: (left + width + gap, top),
        RESERVE: (left, low),
    }
    first = left + round((1 + waste) * width) + gap + wide
    for index, column in enumerate(canfield.COLUMNS):
        x = first + index * (width + gap)
        slots[column] = (x, low)
        slots[FOUNDATIONS[FOUNDATION_ORDER[index]]] = (x, top)
    return TableLayout(size, Rect(0, 0, size[0], bar), card, slots, foot - pad)
