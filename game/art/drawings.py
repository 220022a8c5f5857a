"""The measurements of a card in millimetres, the stored drawings, and SVG documents of them.

Drawings name colours by roles such as ``$gold``. Only large cards show what is in braces, and only
small ones what is in brackets.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from game.support.assets import assets_folder

WIDTH: Final = 63.0
HEIGHT: Final = 88.0
CX: Final = WIDTH / 2
CY: Final = HEIGHT / 2
CORNER: Final = 3.8


def card_size(width: int) -> tuple[int, int]:
    """Return the size in pixels of a card of this width."""
    return width, round(width * HEIGHT / WIDTH)


class IndexLayout(NamedTuple):
    """The places of the rank and the suit sign in the corner of a card.

    They are side by side, so that a narrow strip of the card shows both.
    """

    rank_x: float
    """The distance from the left edge of the card to the centre of the rank, in mm."""
    top: float
    cap: float
    """The height of the rank, in mm."""
    sign_x: float
    """The distance from the left edge of the card to the centre of the suit sign, in mm."""
    sign: float
    """The height of the suit sign, in mm."""
    ten_aside: float
    """On a 10, the suit sign is this many millimetres farther right."""


INDEX: Final = IndexLayout(rank_x=8.0, top=3.0, cap=11.6, sign_x=18.9, sign=9.4, ten_aside=3.2)
LARGE_INDEX: Final = IndexLayout(
    rank_x=10.4, top=2.4, cap=18.0, sign_x=26.6, sign=15.0, ten_aside=4.8
)

_TAIL: Final = 0.075
"""How far the tail of the Q reaches below the baseline, as a fraction of the letter's height."""


def index_strip(*, large: bool = False) -> float:
    """Return the fraction of a card's height that must be visible to show its whole rank."""
    index = LARGE_INDEX if large else INDEX
    return (index.top + index.cap * (1 + _TAIL)) / HEIGHT + 0.006


def index_side(*, large: bool = False) -> float:
    """Return the fraction of a card's width that must be visible to show its rank and suit."""
    index = LARGE_INDEX if large else INDEX
    return (index.sign_x + index.ten_aside + index.sign / 2) / WIDTH + 0.006


class Place(NamedTuple):
    """A pip's position relative to the card's centre, in mm. ``y`` increases downwards."""

    x: float
    y: float

    @property
    def turned(self) -> bool:
        return self.y > 0.1


TALLEST: Final = 1.061
"""The height of the diamond, the tallest suit sign, as a multiple of the pip size."""


class PipLayout(NamedTuple):
    """The places and sizes of the pips on number cards."""

    top: float
    """The distance from the top of the card to its highest pips, in mm, the same for all ranks."""
    column: float
    """The distance of the outer columns of pips from the centre of the card, in mm."""
    sizes: Mapping[int, float]
    """The pip size of each rank, in mm."""

    def places(self, rank: int, height: float | None = None) -> tuple[Place, ...]:
        """Return the places of a rank's pips. ``height``, in mm, replaces their usual height."""
        high = self.sizes[rank] * TALLEST if height is None else height
        end, x = CY - self.top - high / 2, self.column
        columns, middle = _ROWS[rank]
        return (
            *(Place(side * x, end * part) for part in columns for side in (-1, 1)),
            *(Place(0, end * part) for part in middle),
        )

    def slivers(self, rank: int) -> list[tuple[float, float]]:
        """Return how much of a covered card shows when a pip is cut to a sliver.

        The result is a list of ranges in millimetres.
        """
        high = self.sizes[rank] * TALLEST
        tops = {CY + place.y - high / 2 for place in self.places(rank)}
        return [(top, top + _TOLD * high) for top in sorted(tops)]


_TOLD: Final = 0.4
"""The fraction of a pip that must be visible to show its suit."""
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
"""For each rank, how high the pips are in its outer columns and in its middle column.

Heights go from -1 (top) to 1 (bottom)."""

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


def pip_layout(*, large: bool = False) -> PipLayout:
    """Return the layout of the pips. ``large`` is for cards with extra-large indices."""
    return LARGE_PIPS if large else PIPS


# On cards less than 34 pixels wide, the index takes a pixel or two more.
_ONE_BIT_SIDE: Final = {False: 0.5, True: 0.735}
"""The width of a 10's index in the 1993 deck, as a fraction of the card's width.

True is for extra-large indices.
"""


@cache
def fan_side(*, large: bool = False, one_bit: bool = False) -> float:
    """Return the fraction of a card's width that stays visible under the next card of the waste."""
    if one_bit:
        return _ONE_BIT_SIDE[large]
    side = index_side(large=large)
    sizes = pip_layout(large=large).sizes
    # No sliver of a pip in the middle column may show.
    middle = [high for rank, high in sizes.items() if _ROWS[rank][1]]
    if CX - max(middle) / 2 >= side * WIDTH:
        return side
    return max(side, *((CX + (_TOLD - 0.5) * high) / WIDTH for high in middle))


@cache
def clear_strips(*, large: bool = False) -> tuple[tuple[float, float], ...]:
    """Return how much of a covered card may show so that no pip is cut to a sliver.

    The result is a series of ranges, lowest first. They are fractions of the card's height.
    """
    pips = pip_layout(large=large)
    slivers = sorted(sliver for rank in pips.sizes for sliver in pips.slivers(rank))
    out: list[tuple[float, float]] = []
    seen = slivers[0][1]
    for top, told in slivers:
        if top > seen:
            out.append((seen / HEIGHT, top / HEIGHT))
        seen = max(seen, told)
    return (*out, (seen / HEIGHT, 1.0))


# -- the drawings ---------------------------------------------------------------------------------

FINE_FROM: Final = 80
"""The smallest width, in pixels, of a card with fine detail."""

PAPER: Final = "$paper"
EDGE: Final = "$edge"
"""``PAPER`` and ``EDGE`` are the roles of a blank card's colours."""

_ROLE = re.compile(r"\$([a-z]+)")
_FINE = re.compile(r"\{[^{}]*\}")
_COARSE = re.compile(r"\[[^][]*\]")
_MARKS = str.maketrans("", "", "{}[]")
_PART = re.compile("@([^@]+)@")


def complete(drawing: str, drawings: Mapping[str, str]) -> str:
    """Return ``drawing`` with each ``@name@`` replaced by the drawing of that name."""
    return _PART.sub(lambda match: drawings[match[1]], drawing)


def path_of(deck: str) -> Path:
    """Return the path of a deck's file. Each line has a name, a tab and a drawing."""
    return assets_folder() / "decks" / f"{deck}.deck"


@cache
def drawings_of(deck: str) -> Mapping[str, str]:
    """Return a deck's drawings by name."""
    lines = path_of(deck).read_text(encoding="utf-8").splitlines()
    return dict(line.split("\t", 1) for line in lines)


class View(NamedTuple):
    """A part of a drawing, in the drawing's units."""

    x: float
    y: float
    width: float
    height: float


WHOLE_CARD: Final = View(0, 0, WIDTH, HEIGHT)


def document(drawing: str, roles: Mapping[str, str], width: int, view: View = WHOLE_CARD) -> str:
    """Return a part of a drawing as SVG. ``width`` is the card's width in pixels."""
    body = coloured(drawing, roles, width)
    w, h = num(view.width, 4), num(view.height, 4)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{w}" height="{h}" '
        f'viewBox="{num(view.x, 4)} {num(view.y, 4)} {w} {h}">{body}</svg>'
    )


def coloured(drawing: str, roles: Mapping[str, str], width: int) -> str:
    """Fill in a drawing's colours. The card's ``width``, in pixels, decides the level of detail."""
    drawing = (_FINE if width < FINE_FROM else _COARSE).sub("", drawing)
    return _ROLE.sub(lambda match: roles[match[1]], drawing.translate(_MARKS))


def paper(width: int) -> str:
    """Return the SVG of a blank card with a hairline edge."""
    edge = max(0.3, 0.75 * WIDTH / width)
    inner = box(edge, edge, WIDTH - 2 * edge, HEIGHT - 2 * edge, PAPER, CORNER - edge)
    return box(0, 0, WIDTH, HEIGHT, EDGE, CORNER) + inner


def num(value: float, digits: int = 2) -> str:
    """Return ``value`` rounded to ``digits`` decimals, without trailing zeros."""
    text = f"{value:.{digits}f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def box(x: float, y: float, width: float, height: float, colour: str, r: float = 0) -> str:
    """Return the SVG of a rectangle with corners rounded by ``r``."""
    corner = f' rx="{num(r)}"' if r else ""
    return (
        f'<rect x="{num(x)}" y="{num(y)}" width="{num(width)}" height="{num(height)}"'
        f'{corner} fill="{colour}"/>'
    )
