"""Lays out a table in a window: how large the cards are, and where the piles lie.

Everything here is a pure function; lengths are pixels. The ordinary cards are as large as a new
deal and a column of usual length allow. Where the window is too low for the longest column of a
position, the cards shrink in a few coarse steps, the last of which has room for the longest column
of a usual game. A line of words at the foot has room of its own, so that it covers no card.
"""

from __future__ import annotations

import math
from dataclasses import replace
from functools import lru_cache
from typing import Final

from game.art.measures import card_size, clear_strips, fan_side, index_strip
from scenes.style.heights import bar_height, line_height, strip_height
from scenes.table.draw.families import DEALT, FAMILIES, Cards, Window, largest
from scenes.table.draw.places import TableLayout

LEAST_WIDTH: Final = 30
"""The width below which cards are never shrunk for a long column."""
_STEP: Final = 1.22
"""The approximate factor of one step in size."""
_GROW_AT: Final = 2
"""How many more cards than there are the larger size must have room for before the cards grow back;
one more is enough where no column is longer than in a new deal."""
_SPREAD: Final = 0.4
_TALL_SPREAD: Final = 0.75
"""The most that a fanned card shows, in card heights: as a rule, and in a window with height to
spare."""
_Index = tuple[bool, bool]
"""Whether the deck's index is extra-large, and whether it is a bitmap."""


def table_layout(
    family: str,
    size: tuple[int, int],
    density: float,
    *,
    longest: int = DEALT,
    now: TableLayout | None = None,
    strip: bool = False,
    passing: int = 0,
    mirrored: bool = False,
    large_index: bool = False,
    one_bit: bool = False,
) -> TableLayout:
    """The layout of a ``family`` of tables, as kinds name it, in a window of ``size``, on a
    screen of that ``density`` (see ``scenes.style.theme.unit``).

    ``longest`` is how many cards the longest column holds, and ``now`` the layout that the table
    has in this window: cards that were shrunk grow back with some delay. ``strip`` leaves room for
    the casino's strip of decisions at the foot; of what lies there in passing, ``passing`` pixels
    high, only the columns keep clear, and everything else stays where it is. ``mirrored`` swaps
    left and right, ``large_index`` is the deck's, and ``one_bit`` whether it is that of 1993.
    """
    steps = _steps(family, size, density, strip, passing, (large_index, one_bit), mirrored)
    last = len(steps) - 1
    wanted = next((one.step for one in steps if one.capacity >= longest), last)
    if now is not None and now.size == size and wanted < now.step:
        later = longest + (_GROW_AT if longest > DEALT else 1)
        grown = next((one.step for one in steps if one.capacity >= later), last)
        wanted = min(grown, now.step, last)
    return steps[wanted]


@lru_cache(maxsize=16)
def _steps(
    family: str,
    size: tuple[int, int],
    density: float,
    strip: bool,
    passing: int,
    index: _Index,
    mirrored: bool,
) -> tuple[TableLayout, ...]:
    """Return the layouts for one window, from the ordinary cards to the smallest."""
    if mirrored:
        plain = _steps(family, size, density, strip, passing, index, False)
        return tuple(map(_mirror, plain))
    kind, window = FAMILIES[family], _window(size, density, strip, index)
    clear = window
    if size[1] - passing < window.foot:
        clear = replace(window, foot=size[1] - passing, line=0)
    ordinary, arrangement = kind.choose(kind.usual, window, _window(size, density, False, index))
    # All widths are odd or all are even, so that one can stand in the middle of another.
    least = min(ordinary, LEAST_WIDTH + (ordinary - LEAST_WIDTH) % 2)
    smallest = largest(
        least, ordinary, lambda width: clear.capacity(width, arrangement.rows) >= kind.longest
    )
    count = math.ceil(math.log(ordinary / smallest) / math.log(_STEP))
    widths = [ordinary]
    for step in range(1, count + 1):
        width = round(ordinary * (smallest / ordinary) ** (step / count))
        widths.append(width - (ordinary - width) % 2)
    # All sizes fan alike, so that only a long column looks compressed.
    room = window.room(ordinary, arrangement.rows)
    height = card_size(ordinary)[1]
    most = min(max(_SPREAD, room / (kind.tall - 1) / height), _TALL_SPREAD)
    spread = min(most, room / (kind.alike - 1) / height)
    layouts = []
    for step, width in enumerate(widths):
        needed = kind.dealt if not step else kind.longest if width == least else 0
        shown, free = (one.showing(needed, width, arrangement.rows) for one in (window, clear))
        layout = arrangement.lay(
            Cards(shown, free, ordinary, width, spread, kind.loose, kind.longest)
        )
        layouts.append(replace(layout, step=step, density=density))
    return tuple(layouts)


def _window(size: tuple[int, int], density: float, strip: bool, kind: _Index) -> Window:
    large, one_bit = kind
    aside = fan_side(large=large, one_bit=one_bit)
    foot = size[1] - (strip_height(size, density) if strip else 0)
    # Over a strip of decisions a line takes the place of its words.
    line = 0 if strip else line_height(size, density)
    index, pips = index_strip(large=large), clear_strips(large=large)
    return Window(size, bar_height(size, density), foot, line, index, pips, aside)


def _mirror(layout: TableLayout) -> TableLayout:
    far = layout.size[0] - layout.card[0]
    slots = {pile: (far - x, y) for pile, (x, y) in layout.slots.items()}
    return replace(layout, slots=slots, mirrored=True)
