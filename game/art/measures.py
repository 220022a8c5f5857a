"""The card's measures, and the layout of index and pips that the vector decks share.

All measures are in millimetres. The top of a card is reserved for the index, as no more than that
shows in a long fanned column: the pips of all ranks begin on one line right below it, so that a
covered card shows either none of them or enough to recognise them.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

WIDTH: Final = 63.0
HEIGHT: Final = 88.0
CX: Final = WIDTH / 2
CY: Final = HEIGHT / 2
CORNER: Final = 3.8
"""Radius of the card's corners."""


def card_size(width: int) -> tuple[int, int]:
    """Return width and height, in pixels, of a card ``width`` pixels wide."""
    return width, round(width * HEIGHT / WIDTH)


UPPER_PART: Final = 56.0
"""How far down the upper half of a two-way picture reaches, including its slant."""


class IndexLayout(NamedTuple):
    """Where rank and suit are: side by side, so that a low strip shows both."""

    rank_x: float
    """The middle of the rank."""
    top: float
    cap: float
    """Height of the rank."""
    sign_x: float
    """The middle of the suit sign."""
    sign: float
    """Height of the suit sign."""
    ten_aside: float
    """How much farther to the right the sign is beside a 10, whose two figures are wide."""


INDEX: Final = IndexLayout(rank_x=8.0, top=3.0, cap=11.6, sign_x=18.9, sign=9.4, ten_aside=3.2)
LARGE_INDEX: Final = IndexLayout(
    rank_x=10.4, top=2.4, cap=18.0, sign_x=26.6, sign=15.0, ten_aside=4.8
)

_TAIL: Final = 0.075
"""How far the Q reaches below its line, in heights of the rank."""


def index_strip(*, large: bool = False) -> float:
    """Return the fraction of a card's height that shows the whole rank, with a slight margin."""
    index = LARGE_INDEX if large else INDEX
    return (index.top + index.cap * (1 + _TAIL)) / HEIGHT + 0.006


def index_side(*, large: bool = False) -> float:
    """Return the fraction of a card's width that shows rank and suit, with a slight margin."""
    index = LARGE_INDEX if large else INDEX
    return (index.sign_x + index.ten_aside + index.sign / 2) / WIDTH + 0.006


class Place(NamedTuple):
    """Where a pip is, from the card's centre; below the centre it is upside down."""

    x: float
    y: float

    @property
    def turned(self) -> bool:
        return self.y > 0.1


TALLEST: Final = 1.061
"""The height of the diamond's sign if a pip's size is 1; the others are slightly lower."""


class PipLayout(NamedTuple):
    """How the pips of the number cards stand."""

    top: float
    """Where the highest pips begin, from the card's upper edge: the same for all ranks."""
    column: float
    """The outer columns, from the middle."""
    sizes: Mapping[int, float]
    """By rank. Few pips are a little larger, so that low ranks do not look empty."""

    def places(self, rank: int, height: float | None = None) -> tuple[Place, ...]:
        """Return where the pips of a rank are; ``height``, in mm, if it is not the usual one."""
        high = self.sizes[rank] * TALLEST if height is None else height
        end, x = CY - self.top - high / 2, self.column
        columns, middle = _ROWS[rank]
        return (
            *(Place(side * x, end * part) for part in columns for side in (-1, 1)),
            *(Place(0, end * part) for part in middle),
        )

    def slivers(self, rank: int) -> list[tuple[float, float]]:
        """Return the ranges, in mm from the top, in which the edge of a covering card would leave a
        sliver of a pip visible."""
        high = self.sizes[rank] * TALLEST
        tops = {CY + place.y - high / 2 for place in self.places(rank)}
        return [(top, top + _TOLD * high) for top in sorted(tops)]


_TOLD: Final = 0.4
"""The part of a pip by which its suit can be told; less of it is a sliver."""
_THIRD: Final = 1 / 3
_ROWS: Final[Mapping[int, tuple[tuple[float, ...], tuple[float, ...]]]] = {
    2: ((), (-1, 1)),
    3: ((), (-1, 0, 1)),
    4: ((-1, 1), ()),
    5: ((-1, 1), (0,)),
    6: ((-1, 0, 1), ()),
    7: ((-1, 0, 1), (-0.5,)),
    8: ((-1, 0, 1), (-0.5, 0.5)),
    9: ((-1, -_THIRD, _THIRD, 1), (0,)),
    10: ((-1, -_THIRD, _THIRD, 1), (-2 * _THIRD, 2 * _THIRD)),
}
"""The rows of the two outer columns and of the middle one, from -1, the first, to 1, the last."""

PIPS: Final = PipLayout(
    top=16.6,
    column=14.0,
    sizes={2: 13.8, 3: 13.6, 4: 13.4, 5: 13.2, 6: 13.0, 7: 12.0, 8: 12.0, 9: 10.4, 10: 10.4},
)
LARGE_PIPS: Final = PipLayout(
    top=22.9,
    column=15.0,
    sizes={2: 12.0, 3: 10.8, 4: 11.6, 5: 11.2, 6: 10.8, 7: 9.8, 8: 9.8, 9: 8.2, 10: 8.2},
)
"""Beside the extra-large index."""


def pip_layout(*, large: bool = False) -> PipLayout:
    """Return the layout of the pips beside the ordinary or the extra-large index."""
    return LARGE_PIPS if large else PIPS


_ONE_BIT_SIDE: Final = {False: 0.5, True: 0.735}
"""What the index of a 10 takes up at most in the 1993 deck, whose bitmaps only grow by whole
multiples; on cards less than 34 pixels wide it takes up one or two pixels more."""


@cache
def fan_side(*, large: bool = False, one_bit: bool = False) -> float:
    """Return the fraction of a card's width that a card of the fanned waste shows: its index, and
    of the pips in the middle either none or enough to recognise them."""
    if one_bit:
        return _ONE_BIT_SIDE[large]
    side = index_side(large=large)
    sizes = pip_layout(large=large).sizes
    middle = [high for rank, high in sizes.items() if _ROWS[rank][1]]
    if CX - max(middle) / 2 >= side * WIDTH:
        return side
    return max(side, *((CX + (_TOLD - 0.5) * high) / WIDTH for high in middle))


@cache
def clear_strips(*, large: bool = False) -> tuple[tuple[float, float], ...]:
    """Return the fractions of a covered card's height that may be visible without showing slivers
    of pips on any card, as ranges, lowest first. Below the first there is ``index_strip``, which
    shows no pips at all."""
    pips = pip_layout(large=large)
    slivers = sorted(sliver for rank in pips.sizes for sliver in pips.slivers(rank))
    out: list[tuple[float, float]] = []
    seen = slivers[0][1]
    for top, told in slivers:
        if top > seen:
            out.append((seen / HEIGHT, top / HEIGHT))
        seen = max(seen, told)
    return (*out, (seen / HEIGHT, 1.0))


ACE_BESIDE_LARGE: Final = 0.78
"""Scale of the aces beside the extra-large index, so that nothing crowds it."""
