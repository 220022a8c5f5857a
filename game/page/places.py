"""Where the piles of a page lie, in millimetres of the cards: on a wide and on a slim screen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from game.art.measures import HEIGHT, WIDTH, fan_side, index_strip
from game.core.state import (
    CELLS,
    FOUNDATION_ORDER,
    FOUNDATIONS,
    RESERVE,
    STOCK,
    WASTE,
    PileId,
    Role,
    State,
)
from game.rules.registry import Rules

SHOWN_WASTE: Final = 3
"""How many cards of the waste are seen."""
_GAP: Final = 7.0
_CLOSE: Final = 2.5
"""Between cells, and between foundations, so that each four are seen as a group."""
_ROWS: Final = 12.0
"""Between two rows of piles."""
_SPREAD: Final = 26.0
"""The most that a fanned card shows."""
_USUAL: Final = 220.0
"""How far a column may reach below its first card before it is fanned more closely."""
_COLUMN: Final = WIDTH + _GAP
_ROW: Final = HEIGHT + _ROWS

Spot = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Board:
    """Where each pile lies, how far apart fanned cards are, in a column and in the waste, and how
    large all of it is."""

    spots: Mapping[PileId, Spot]
    fan: float
    aside: float
    size: Spot


def board(rules: Rules, states: Iterable[State], *, slim: bool, large_index: bool) -> Board:
    """Return the board of a game for a wide or a slim screen, high enough for all ``states``."""
    columns = [pile for pile in rules.piles if pile.role is Role.COLUMN]
    if STOCK in rules.piles:
        spots = _slim_with_stock(columns) if slim else _with_stock(columns)
    else:
        spots = _without_stock(columns)
    longest = max((len(state[column]) for state in states for column in columns), default=1)
    # Small cards show a large index, and always in full: their board may be as high as it likes.
    strip = index_strip(large=large_index or slim) * HEIGHT
    fan = max(strip, min(_SPREAD, _USUAL / max(1, longest - 1)))
    low = max(spots[column][1] for column in columns) + (longest - 1) * fan + HEIGHT
    low = max(low, *(y + HEIGHT for _, y in spots.values()))
    width = max(x for x, _ in spots.values()) + WIDTH
    aside = fan_side(large=large_index or slim) * WIDTH
    if WASTE in spots:
        # It may reach as far as what stands beside it, or as the edge.
        x, y = spots[WASTE]
        beside = [left - _GAP for left, top in spots.values() if top == y and left > x]
        aside = min(aside, (min([*beside, width]) - x - WIDTH) / (SHOWN_WASTE - 1))
    return Board(spots, fan, aside, (width, low))


def _row(piles: Iterable[PileId], left: float, top: float, apart: float) -> dict[PileId, Spot]:
    return {pile: (left + at * apart, top) for at, pile in enumerate(piles)}


_HOMES: Final = tuple(FOUNDATIONS[suit] for suit in FOUNDATION_ORDER)


def _without_stock(columns: Iterable[PileId]) -> dict[PileId, Spot]:
    """Place the cells and the foundations above the columns, at either end."""
    spots = _row(columns, 0, _ROW, _COLUMN)
    right = max(x for x, _ in spots.values()) + WIDTH
    close = WIDTH + _CLOSE
    homes = right - len(_HOMES) * close + _CLOSE
    return spots | _row(CELLS, 0, 0, close) | _row(_HOMES, homes, 0, close)


def _with_stock(columns: Iterable[PileId]) -> dict[PileId, Spot]:
    """Place stock and waste above the reserve, and the columns beside them."""
    left = 3 * _COLUMN + _GAP
    spots = {STOCK: (0.0, 0.0), WASTE: (_COLUMN, 0.0), RESERVE: (0.0, _ROW)}
    return spots | _row(_HOMES, left, 0, _COLUMN) | _row(columns, left, _ROW, _COLUMN)


def _slim_with_stock(columns: Iterable[PileId]) -> dict[PileId, Spot]:
    """Place foundations, then reserve, stock and waste, then the columns."""
    spots = _row((RESERVE, STOCK, WASTE), 0, _ROW, _COLUMN)
    return spots | _row(_HOMES, 0, 0, _COLUMN) | _row(columns, 0, 2 * _ROW, _COLUMN)
