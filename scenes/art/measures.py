"""The card's measures and the one layout of index and pips that the vector decks share.

Millimetres throughout. The top 22 % of a card belong to the index, since that much of it shows in
a fanned column; pips begin below.
"""

from __future__ import annotations

from typing import Final, NamedTuple

WIDTH: Final = 63.0
HEIGHT: Final = 88.0
CX: Final = WIDTH / 2
CY: Final = HEIGHT / 2
CORNER: Final = 3.8
"""Radius of the card's corners."""

UPPER_PART: Final = 56.0
"""Down to here reaches the upper half of a two-way picture, its slant included."""

STRIP: Final = 0.22
"""The part of the card's height that shows of a covered card."""
STRIP_BOTTOM: Final = STRIP * HEIGHT


class IndexLayout(NamedTuple):
    """Where rank and suit stand: side by side, so that a low strip shows both."""

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
    """How much farther to the right the sign stands beside a 10, whose two figures are wide."""


INDEX: Final = IndexLayout(rank_x=8.1, top=3.4, cap=12.2, sign_x=19.2, sign=9.6, ten_aside=1.2)
LARGE_INDEX: Final = IndexLayout(
    rank_x=11.2, top=2.6, cap=16.4, sign_x=27.6, sign=14.6, ten_aside=0.6
)


class Place(NamedTuple):
    """Where a pip stands, from the card's centre; below the centre it stands on its head."""

    x: float
    y: float

    @property
    def turned(self) -> bool:
        return self.y > 0.1


COURT_BESIDE_LARGE: Final = 0.59
PIPS_BESIDE_LARGE: Final = 0.88
"""Scales of the pictures beside the extra-large index, so that nothing crowds it."""

COLUMN: Final = 13.0
"""The outer columns of pips, from the middle."""
_OUTER: Final = 16.8
_ROWS_OF_FOUR: Final = (-18.3, -6.1, 6.1, 18.3)
PIP_SIZE: Final = {
    2: 15.6, 3: 13.8, 4: 13.6, 5: 13.2, 6: 12.8, 7: 11.8, 8: 11.8, 9: 10.6, 10: 10.6,
}  # fmt: skip
"""Few pips are larger, so that low ranks do not look empty."""


def _columns(*rows: float) -> tuple[Place, ...]:
    return tuple(Place(side * COLUMN, y) for y in rows for side in (-1, 1))


def _middle(*rows: float) -> tuple[Place, ...]:
    return tuple(Place(0, y) for y in rows)


PIPS: Final[dict[int, tuple[Place, ...]]] = {
    2: _middle(-14.6, 14.6),
    3: _middle(-_OUTER, 0, _OUTER),
    4: _columns(-15.6, 15.6),
    5: _columns(-16.4, 16.4) + _middle(0),
    6: _columns(-_OUTER, 0, _OUTER),
    7: _columns(-17.7, 0, 17.7) + _middle(-8.85),
    8: _columns(-17.7, 0, 17.7) + _middle(-8.85, 8.85),
    9: _columns(*_ROWS_OF_FOUR) + _middle(0),
    10: _columns(*_ROWS_OF_FOUR) + _middle(-12.2, 12.2),
}

_TAIL: Final = 0.075
"""What the Q reaches below its line, in heights of the rank."""


def index_strip(*, large: bool = False) -> float:
    """The part of a card's height that shows the whole rank, with a hair's breadth of card."""
    index = LARGE_INDEX if large else INDEX
    return (index.top + index.cap * (1 + _TAIL)) / HEIGHT + 0.006


def index_side(*, large: bool = False) -> float:
    """The part of a card's width that shows rank and suit, with a hair's breadth of card."""
    index = LARGE_INDEX if large else INDEX
    return (index.sign_x + index.sign / 2) / WIDTH + 0.02
