"""The places and sizes of a table's piles and cards.

Lengths are in pixels unless stated otherwise. Cards have their *ordinary* width unless they have
shrunk for a long column.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import groupby
from typing import Final, NamedTuple

from pygame import Rect

from game.art.decks import DeckStyle
from game.art.drawings import card_size, clear_strips, fan_side, index_strip
from game.core.state import (
    CELLS,
    FOUNDATION_ORDER,
    FOUNDATIONS,
    RESERVE,
    SHOWN_WASTE,
    STOCK,
    WASTE,
    PileId,
    Role,
)
from game.rules import canfield, vierfrei
from scenes.style.theme import bar_height, line_height, strip_height

READABLE: Final = 13
"""How many cards at the end of an overlong column stay readable, if there is room for them."""
STACKED: Final = 3
"""The maximum number of card edges visible under the top card of a stock or reserve."""

Point = tuple[int, int]


def edge_of(height: int) -> int:
    """Return how much of a covered card shows in a stack."""
    return max(1, round(height * 0.01))


Ranges = tuple[tuple[int, int], ...]


def settled(apart: int, strip: int, clear: Ranges) -> int:
    """Return the largest allowed spacing that isn't above ``apart``.

    ``clear`` are the allowed ones. If all are above, returns ``strip``."""
    return max((min(apart, high) for low, high in clear if low <= apart), default=strip)


class TableLayout(NamedTuple):
    """Where everything on a table is, and how large."""

    size: tuple[int, int]
    top: int  # the pixel row where the table begins, below the bar
    foot: int  # the pixel row where it ends
    card: tuple[int, int]
    slots: Mapping[PileId, Point]  # the upper left corners of the empty places
    floor: int  # the pixel row at which the space for cards ends
    room: int  # the greatest distance between a column's first and last card
    strip: int  # how much of a fanned card shows its index
    clear: Ranges  # how much of a fanned card may show without slivers of pips
    spread: int  # the most of a fanned card that shows
    waste_fan: Point  # the offset from one card of the waste to the next
    reach: int  # how far from a pile a click still belongs to it
    mirrored: bool = False
    step: int = 0  # how many sizes smaller than ordinary the cards are
    density: float = 1.0

    @property
    def edge(self) -> int:
        """The visible height of each covered card in a stack."""
        return edge_of(self.card[1])

    @property
    def rows(self) -> list[list[PileId]]:
        """The rows of piles in reading order."""
        piles = sorted(self.slots, key=lambda pile: self.slots[pile][::-1])
        return [list(row) for _, row in groupby(piles, key=lambda pile: self.slots[pile][1])]

    # -- cards ---------------------------------------------------------------------------------

    @property
    def capacity(self) -> int:
        """The maximum number of cards in a column if each card's index is to be visible."""
        return 1 + max(0, self.room // self.strip)

    def fan(self, count: int) -> tuple[int, ...]:
        """Return how far each card of a column lies below the first card."""
        gaps = max(count, 1) - 1
        if not gaps:
            return (0,)
        apart = min(self.spread, self.room // gaps)
        if apart >= self.strip:
            apart = settled(apart, self.strip, self.clear)
            return tuple(index * apart for index in range(count))
        # Only the last cards show their index; the cards above share the remaining height.
        open_gaps = max(0, min(READABLE - 1, self.room // self.strip))
        deep = gaps - open_gaps
        depth = max(0, self.room - open_gaps * self.strip)
        return (
            *(depth * index // deep for index in range(deep)),
            *(depth + index * self.strip for index in range(open_gaps + 1)),
        )

    def place(self, pile: PileId, index: int, count: int) -> Point:
        """Return the upper left corner of card ``index`` (from 0) of a pile of ``count`` cards."""
        x, y = self.slots[pile]
        if pile.role is Role.COLUMN:
            return x, y + self.fan(count)[index]
        if pile.role is Role.WASTE:
            shown = min(max(1, count), SHOWN_WASTE)
            along = max(0, index - max(1, count) + shown)
            if self.mirrored and self.waste_fan[0] > 0:
                # The top card keeps its place, and the others show at its left. If each card were
                # to the left of the one below, it would cover that card's index.
                along -= shown - 1
            return x + along * self.waste_fan[0], y + along * self.waste_fan[1]
        return x, y

    def slot(self, pile: PileId) -> Rect:
        return Rect(self.slots[pile], self.card)

    def region(self, pile: PileId) -> Rect:
        """Return the largest area that the cards of ``pile`` may cover."""
        if pile.role is Role.WASTE:
            return self.covered(pile, SHOWN_WASTE)
        region = self.slot(pile)
        if pile.role is Role.COLUMN:
            region.height = self.floor - region.top
        elif pile.role in (Role.RESERVE, Role.STOCK):
            region.height += STACKED * self.edge
        return region

    def covered(self, pile: PileId, count: int) -> Rect:
        """Return the area of a pile of ``count`` cards, or of its empty place if ``count`` is 0."""
        return self.last(pile, count, count)

    def last(self, pile: PileId, number: int, count: int) -> Rect:
        """Return the area that the last ``number`` cards of a pile take up.

        ``count`` is the number of all its cards.
        """
        first = Rect(self.place(pile, max(0, count - number), count), self.card)
        return first.union(Rect(self.place(pile, max(0, count - 1), count), self.card))

    # -- what a point means --------------------------------------------------------------------

    def pile_at(self, point: Point) -> PileId | None:
        """Return the pile at or near ``point``, if any."""
        if not Rect(0, self.top, self.size[0], self.foot - self.top).collidepoint(point):
            return None
        far, nearest = min([(_far(self.region(pile), point), pile) for pile in self.slots])
        return nearest if far <= self.reach**2 else None

    def cards_at(self, pile: PileId, count: int, point: Point) -> int:
        """Return how many of the pile's ``count`` cards a click at ``point`` selects."""
        if pile.role is not Role.COLUMN or not count:
            return min(count, 1)
        below = point[1] - self.slots[pile][1]
        fan = self.fan(count)
        if below >= fan[-1] + self.card[1] + self.reach:
            return 0
        return count - max(0, bisect_right(fan, below) - 1)


def _far(rect: Rect, point: Point) -> int:
    dx = max(rect.left - point[0], 0, point[0] - rect.right + 1)
    dy = max(rect.top - point[1], 0, point[1] - rect.bottom + 1)
    return dx * dx + dy * dy


# -- making a layout -----------------------------------------------------------------------------

DEALT: Final = 7
"""The longest column of a new Vierfrei deal, in cards."""
_REFERENCE: Final = (8 * 1.08 + 0.3, 1.4 * 2.1 + 6 * 0.22)
"""The width and height of a new Vierfrei deal, in card widths."""
_AT_LEAST: Final = 0.86
"""Vierfrei's cards are normally at least this wide. At width 1, a new deal just fits the window."""
_RACK_GAP: Final = 2
"""The largest gap between Vierfrei's cells or foundations, in units of ``_grain``."""
_GAP: Final = 0.4
"""The largest gap between two columns, in card widths."""


class TableArea(NamedTuple):
    """The space for a table, before a card size has been chosen."""

    size: tuple[int, int]
    top: int  # the pixel row where it begins, below the bar
    foot: int  # the pixel row where it ends
    line: int  # the height of a line of text at the foot
    style: DeckStyle

    def strip(self, width: int) -> int:
        """Return how many pixels of a fanned card must show so that its index can be read."""
        return math.ceil(card_size(width)[1] * index_strip(large=self.style.large_index))

    def clear(self, width: int) -> Ranges:
        """Return how much of a fanned card may show so that no pip is cut to a sliver.

        The result is a tuple of ranges, in pixels.
        """
        height, pips = card_size(width)[1], clear_strips(large=self.style.large_index)
        ends = ((round(low * height), int(high * height)) for low, high in pips)
        return tuple((low, max(low, high)) for low, high in ends)

    @property
    def waste_fan(self) -> float:
        """The visible part of a covered card in the waste, in card widths."""
        return fan_side(large=self.style.large_index, one_bit=self.style.one_bit)

    def floor(self, width: int) -> int:
        """Return the pixel row at which the space for cards ends."""
        return self.foot - max(self.line, _PAD * _grain(width))

    def room(self, width: int, rows: int) -> int:
        """Return the greatest distance between a column's first and last card."""
        rest = self.floor(width) - self.top - rows * card_size(width)[1]
        return rest - (_PAD + (rows - 1) * _ROW_GAP) * _grain(width)

    def capacity(self, width: int, rows: int) -> int:
        """Return the maximum number of cards in a column if each card's index is to be visible."""
        return 1 + self.room(width, rows) // self.strip(width)

    def showing(self, needed: int, width: int, rows: int) -> TableArea:
        """Return this area. If ``needed`` cards don't fit in a column, the text line is dropped."""
        return self._replace(line=0) if self.capacity(width, rows) < needed else self


_PAD: Final = 3
_ROW_GAP: Final = 5
"""Rows are at least ``_ROW_GAP`` apart. ``_PAD`` is the minimum space above the first row and below
the last row. The unit is ``_grain``."""


def _grain(width: int) -> int:
    """Return the unit for measuring gaps: a fortieth of a card's width, in pixels."""
    return max(1, round(width / 40))


def _largest(least: int, most: int, fits: Callable[[int], bool]) -> int:
    """Return the largest width from ``least`` to ``most`` that fits; ``least`` if none does."""
    return least + bisect_right(range(least + 1, most + 1), False, key=lambda w: not fits(w))


class Arrangement(NamedTuple):
    """One way to arrange the piles of a table in rows."""

    rows: int
    slots: dict[PileId, tuple[int, int]]  # each pile's left edge at the ordinary width, and row
    waste_fan: Point  # the offset from one card of the waste to the next
    gap: int  # between columns
    spare: int | None = None  # the most height to add above and between rows; None: no limit


Arrange = Callable[[TableArea, int, int], Arrangement]
"""Arranges the piles in an area. The numbers are the ordinary and the actual width of a card."""


def _gap(window: TableArea, width: int, used: float, shares: float) -> int:
    """Divide the unused width into ``shares`` gaps. Return their width, but at most ``_GAP``."""
    grain = _grain(width)
    return int(min((window.size[0] - used) / shares, width * _GAP)) // grain * grain


# -- Vierfrei ------------------------------------------------------------------------------------


def _vierfrei_width(window: TableArea) -> int:
    across, down = _REFERENCE
    reference = min(window.size[0] / across, (window.size[1] - window.top) / down)
    bare = window._replace(line=0)
    dealt = _largest(1, int(reference), lambda width: bare.capacity(width, 2) >= DEALT)
    least = min(dealt, math.ceil(reference * _AT_LEAST))
    usual = FAMILIES["vierfrei"].usual
    return _largest(least, dealt, lambda width: window.capacity(width, 2) >= usual)


def _arrange_vierfrei(window: TableArea, width: int, _: int) -> Arrangement:
    gap = _gap(window, width, 8 * width, 8.6)
    left = (window.size[0] - 8 * width - 7 * gap) // 2
    slots = {
        column: (left + index * (width + gap), 1) for index, column in enumerate(vierfrei.COLUMNS)
    }
    # Cells are close together, and so are foundations, so that each set of four is seen as a group.
    right = left + 7 * (width + gap)
    apart = width + min(max(1, gap // 2), _RACK_GAP * _grain(width))
    slots |= {cell: (left + place * apart, 0) for place, cell in enumerate(CELLS)}
    for place, suit in enumerate(reversed(FOUNDATION_ORDER)):
        slots[FOUNDATIONS[suit]] = (right - place * apart, 0)
    return Arrangement(2, slots, (0, 0), gap)


# -- Canfield ------------------------------------------------------------------------------------


def _choose_for_canfield(window: TableArea, bare: TableArea) -> tuple[int, Arrange]:
    usual = FAMILIES["canfield"].usual

    def most(across: float, rows: int, spare: Callable[[TableArea, int], int] | None = None) -> int:
        return _largest(
            1,
            int(window.size[0] / across),
            lambda width: (
                window.capacity(width, rows) >= usual
                and (spare is None or spare(window, width) >= 0)
            ),
        )

    wide = most(5 + 1 + (SHOWN_WASTE - 1) * window.waste_fan + 0.94, 2)
    side, tall = most(5 + 0.9, 2, _side_room), most(4 + 0.54, 3)
    # Use the classic arrangement unless another one allows clearly larger cards.
    arrangement: Arrange
    best, arrangement = wide, _arrange_wide
    if side > best * 1.1:
        best, arrangement = side, _arrange_side
    if tall > best * 1.08:
        best, arrangement = tall, _arrange_tall
    # The cards are at least as large as Vierfrei's, which have no strip below them.
    return max(best, _vierfrei_width(bare)), arrangement


def _arrange_wide(window: TableArea, width: int, now: int) -> Arrangement:
    """Put stock and waste beside the foundations, and the reserve beside the columns."""
    used = 6 * width + (SHOWN_WASTE - 1) * round(width * window.waste_fan)
    gap = _gap(window, width, used, 4 + 2.5 + 2.6)
    wide = min(round(gap * 2.5), width)
    left = (window.size[0] - used - 4 * gap - wide) // 2
    slots = {STOCK: (left, 0), WASTE: (left + width + gap, 0), RESERVE: (left, 1)}
    slots |= _four(left + used - 4 * width + gap + wide, width + gap, 1)
    return Arrangement(2, slots, (round(now * window.waste_fan), 0), gap)


def _arrange_side(window: TableArea, width: int, now: int) -> Arrangement:
    """Put the reserve, stock and waste one below another, beside the other piles."""
    gap = _gap(window, width, 5 * width, 3 + 2 + 2.6)
    left = (window.size[0] - 5 * width - 5 * gap) // 2
    slots = {RESERVE: (left, 0), STOCK: (left, 1), WASTE: (left, 2)}
    slots |= _four(left + width + 2 * gap, width + gap, 1)
    return Arrangement(2, slots, (0, window.strip(now)), gap, _side_room(window, now))


def _side_room(window: TableArea, width: int) -> int:
    room = window.room(width, 3) - (SHOWN_WASTE - 1) * window.strip(width)
    return room - STACKED * edge_of(card_size(width)[1])


def _arrange_tall(window: TableArea, width: int, _: int) -> Arrangement:
    """Put the foundations above the reserve, stock and waste, and the columns below."""
    gap = _gap(window, width, 4 * width, 3 + 1.6)
    left = (window.size[0] - 4 * width - 3 * gap) // 2
    apart = width + gap
    slots = {RESERVE: (left, 1), STOCK: (left + apart, 1), WASTE: (left + 2 * apart, 1)}
    return Arrangement(3, slots | _four(left, apart, 2), (apart // (SHOWN_WASTE - 1), 0), gap)


def _four(left: int, apart: int, row: int) -> dict[PileId, tuple[int, int]]:
    slots: dict[PileId, tuple[int, int]] = {}
    for index, column in enumerate(canfield.COLUMNS):
        slots[FOUNDATIONS[FOUNDATION_ORDER[index]]] = (left + index * apart, 0)
        slots[column] = (left + index * apart, row)
    return slots


# -- a layout ------------------------------------------------------------------------------------


class Family(NamedTuple):
    """The settings for laying out similar tables. Column lengths are numbers of cards."""

    dealt: int  # the longest column of a new deal
    usual: int  # the longest for which, if possible, the cards don't shrink
    longest: int  # the longest of which, if possible, every index shows
    alike: int  # the longest that is fanned as widely as a short one
    tall: int  # like ``alike``, in a window with height to spare
    loose: int  # like ``alike``, if no pips would show otherwise
    # Takes the window as it is, and without a strip at its foot. Returns the ordinary width of a
    # card, and the function that arranges the piles.
    choose: Callable[[TableArea, TableArea], tuple[int, Arrange]]


FAMILIES: Final[dict[str, Family]] = {
    "vierfrei": Family(
        dealt=DEALT,
        usual=12,
        longest=19,  # the longest possible: king to ace on six buried cards
        alike=8,
        tall=10,
        loose=DEALT,
        choose=lambda window, _: (_vierfrei_width(window), _arrange_vierfrei),
    ),
    "canfield": Family(
        dealt=1,
        usual=8,
        longest=20,  # few columns grow longer
        alike=6,
        tall=8,
        loose=5,
        choose=_choose_for_canfield,
    ),
}
"""The families of tables, keyed by ``GameKind.table``."""


LEAST_WIDTH: Final = 30
"""The smallest width to which cards shrink for a long column."""
_STEP: Final = 1.22
"""The approximate factor by which the cards shrink from one step to the next."""
_GROW_AT: Final = 2
"""Shrunken cards grow back once the longest column would fit with this many more cards."""
_SPREAD: Final = 0.4
_TALL_SPREAD: Final = 0.75
"""A covered card shows at most ``_SPREAD`` of its height, or ``_TALL_SPREAD`` in a tall window."""
_USUAL_DECK: Final = DeckStyle()


def table_layout(
    family: str,  # a key of ``FAMILIES``
    size: tuple[int, int],
    density: float,
    style: DeckStyle = _USUAL_DECK,
    *,
    longest: int = DEALT,  # the number of cards in the longest column
    now: TableLayout | None = None,  # the current layout, whose cards don't grow back at once
    strip: bool = False,  # leaves room at the foot for decisions, such as the casino's
    passing: int = 0,  # the height of a temporary strip at the foot
    mirrored: bool = False,  # swaps left and right
) -> TableLayout:
    """Return the layout of a table in a window of this ``size``."""
    steps = _steps(family, size, density, strip, passing, style, mirrored)

    def step_for(count: int) -> int:
        return next((one.step for one in steps if one.capacity >= count), len(steps) - 1)

    wanted = step_for(longest)
    if now is not None and now.size == size and wanted < now.step:
        grown = step_for(longest + (_GROW_AT if longest > DEALT else 1))
        wanted = min(grown, now.step, len(steps) - 1)
    return steps[wanted]


@lru_cache(maxsize=16)
def _steps(
    family: str,
    size: tuple[int, int],
    density: float,
    strip: bool,
    passing: int,
    style: DeckStyle,
    mirrored: bool,
) -> tuple[TableLayout, ...]:
    if mirrored:
        return tuple(map(_mirror, _steps(family, size, density, strip, passing, style, False)))
    kind, window = FAMILIES[family], _window(size, density, style, strip=strip)
    # ``passing`` only shortens columns; the ordinary width stays.
    clear = window
    if size[1] - passing < window.foot:
        clear = window._replace(foot=size[1] - passing, line=0)
    ordinary, arrange = kind.choose(window, _window(size, density, style, strip=False))
    rows = arrange(window, ordinary, ordinary).rows
    # All widths are odd, or all are even, so that cards of one width can be centred on the places
    # of another.
    least = min(ordinary, LEAST_WIDTH + (ordinary - LEAST_WIDTH) % 2)
    smallest = _largest(least, ordinary, lambda width: clear.capacity(width, rows) >= kind.longest)
    count = math.ceil(math.log(ordinary / smallest) / math.log(_STEP))
    # All sizes fan alike, so that only a long column looks compressed.
    room, height = window.room(ordinary, rows), card_size(ordinary)[1]
    most = min(max(_SPREAD, room / (kind.tall - 1) / height), _TALL_SPREAD)
    spread = min(most, room / (kind.alike - 1) / height)
    layouts = []
    for step in range(count + 1):
        width = round(ordinary * (smallest / ordinary) ** (step / max(1, count)))
        width -= (ordinary - width) % 2
        needed = kind.dealt if not step else kind.longest if width == least else 0
        shown, free = (one.showing(needed, width, rows) for one in (window, clear))
        arrangement = arrange(shown, ordinary, width)
        layout = _laid(arrangement, kind, shown, free.floor(width), ordinary, width, spread)
        layouts.append(layout._replace(foot=clear.foot, step=step, density=density))
    return tuple(layouts)


def _laid(
    arrangement: Arrangement,
    kind: Family,
    window: TableArea,
    floor: int,
    ordinary: int,
    width: int,
    spread: float,  # how much of a fanned card to show, in card heights
) -> TableLayout:
    """Return the layout of an arrangement with cards of this ``width``."""
    height, grain, rows = card_size(width)[1], _grain(width), arrangement.rows
    inset = (ordinary - width) // 2
    strip, clear = window.strip(width), window.clear(width)
    room = window.room(width, rows)
    fan = settled(max(strip, int(height * spread)), strip, clear)
    if fan == strip:  # some pips on most columns are better than none on any
        fan = settled(room // (kind.loose - 1), strip, clear[:1])
    # Only part of the height that no column needs goes above and between the rows, because a table
    # looks best with its weight above the middle.
    free = max(room - max((READABLE - 1) * fan, (kind.longest - 1) * strip), room % strip)
    part = max(0, free if arrangement.spare is None else min(free, arrangement.spare)) // (2 * rows)
    between = height + _ROW_GAP * grain + min(part, height // 5) // grain * grain
    top = window.top + _PAD * grain + min(part, height // 2) // grain * grain
    return TableLayout(
        size=window.size,
        top=window.top,
        foot=window.foot,
        card=(width, height),
        slots={
            pile: (x + inset, top + row * between) for pile, (x, row) in arrangement.slots.items()
        },
        floor=floor,
        room=floor - top - (rows - 1) * between - height,
        strip=strip,
        clear=clear,
        spread=fan,
        waste_fan=arrangement.waste_fan,
        reach=max(round(width * 0.2), (arrangement.gap + 1) // 2 + inset),
    )


def _window(size: tuple[int, int], density: float, style: DeckStyle, *, strip: bool) -> TableArea:
    foot = size[1] - (strip_height(size, density) if strip else 0)
    # A message usually replaces the text in a strip of decisions, so it needs no space of its own.
    line = 0 if strip else line_height(size, density)
    return TableArea(size, bar_height(size, density), foot, line, style)


def _mirror(layout: TableLayout) -> TableLayout:
    far = layout.size[0] - layout.card[0]
    slots = {pile: (far - x, y) for pile, (x, y) in layout.slots.items()}
    return layout._replace(slots=slots, mirrored=True)
