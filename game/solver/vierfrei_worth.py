"""The evaluation by which the search for short lines ranks positions; less is better.

Its weights were fitted on deals other than those of the benchmarks: in wide beams of some 2400, a
logistic regression told the positions on the way to the shortest line from others after as many
moves; those beams went by the weights of the fit before. A *unit* is what forms a run as it lies;
ranks are indices, an ace is 0.
"""

from __future__ import annotations

from typing import Final

from game.solver.vierfrei_board import TAKERS

LEFT: Final = 987
"""For each card not home."""

NEEDED: Final = 300
"""For each half of a player move that is still needed, by the middle of what it may be."""

BURIED: Final = 332
"""For each card that lies above the next card of a suit."""

HOMEWARD: Final = 2500
"""How much moves home gain before it is known which: rather too much, since a position that was
thought too good only has to wait once it is known."""

HELD: Final = 8000
"""For holding back a card that could go home."""

_UNDER: Final = -635
"""For each card that lies under the last break of order in its column."""

_RUN: Final = -892
"""For each card above it."""

_LENGTH: Final = 111
"""For each card of a unit that lies on another."""

_BOTTOM: Final = (-225, 71, 365, 317, 561, 775, 1117, 1030, 716, 853, 1080, 623, -1359)
"""By the rank of a column's first card."""

_TOP: Final = (0, 800, 812, 738, 651, 595, 465, 361, 234, 259, 277, 269, 465)
"""By that of its last."""

_BASE: Final = (1038, 939, 927, 1063, 1078, 1396, 1525, 1663, 1793, 1901, 2017, 2118, 1386)
"""By the rank of a unit's first card, where it lies on another unit."""

_STEP: Final = (
    531, 46, 234, 215, 114, 103, 127, 117, 8, 0, 75, -155, -37, -139, 108, 70, -16, 28, -27, -33,
    136, -90, -177, -52, 162,
)  # fmt: skip
"""By how many ranks that is above the card that it lies on, plus 12."""

_LOWEST: Final = (860, 736, 578, 410, 157, 190, -117, -369, -105, -293, -427, -437, -139)
"""By the lowest rank under a unit."""

_LOWEST_FORCED: Final = (733, 733, 709, 487, 390, 290, -150, -332, -438, -494, -116, -1511, 0)
"""The same if a card of the unit lies above a lower one of its suit, so that it
has to be moved aside."""

_SAME: Final = (534, 525, 424, 378, 302, 225, 289, 316, 289, 204, 275, 152, 301)
"""By the lowest rank of those, besides."""

_LOWER: Final = (796, 335, 220, 140, 103, 84, -52, -38, -62, -123, -132, -55, 0)
"""For each card under a unit that is of lower rank than its first, by its rank."""

_BENEATH: Final = (-895, -479, -380, -277, -184, -221, -140, -120, -111, -108, -101, -121, -216)
"""For each card under a unit, by its rank."""

IN_CELLS: Final = (0, -491, -242, -53, -108, 209, 282, 525, 474, 736, 777, 748, -342)
"""For a card in a cell, by its rank."""

_CELLS: Final = (0, 282, 349, 472, 1162)
"""By the number of cards in cells."""

_EMPTY: Final = (1015, -62, -630, -1205, -1391, -442)
"""By the number of empty columns; the last is for more, too."""

_FREE: Final = (1399, 743, 286)
"""By the number of cells and columns that are free; nothing for more."""


def _places() -> tuple[int, ...]:
    found = []
    for long in range(9):
        for cells in range(8):
            free = 12 - long - cells
            cost = _CELLS[min(cells, 4)] + _EMPTY[min(8 - long, 5)]
            found.append(cost + (_FREE[free] if 0 <= free < 3 else 0))
    return tuple(found)


PLACES: Final = _places()
"""The cost of the places, indexed by 8 * columns that hold a card + cards in cells."""


def disorder(cards: tuple[int, ...]) -> tuple[int, int]:
    """Return what a column of ``cards`` costs, and how many at its end form a run."""
    if not cards:
        return 0, 0
    count, card, last = len(cards), cards[0], cards[-1]
    cost = _BOTTOM[card >> 2] + _TOP[last >> 2]
    lowest, lowest_of = 13, [13, 13, 13, 13]
    begin = 0
    for end in range(1, count + 1):
        if end < count:
            card, under = cards[end], cards[end - 1]
            takers = TAKERS[card]
            if takers >> under & 1:
                continue
        if begin:
            cost += _unit(cards, begin, end, lowest, lowest_of)
        if end < count:
            for card in cards[begin:end]:
                rank, suit = card >> 2, card & 3
                lowest, lowest_of[suit] = min(lowest, rank), min(lowest_of[suit], rank)
            begin = end
    run = count - begin
    return cost + _UNDER * begin + _RUN * run, run


def _unit(cards: tuple[int, ...], begin: int, end: int, lowest: int, lowest_of: list[int]) -> int:
    """Return what a unit costs that lies on others, of which so are the ``lowest`` ranks."""
    card, under = cards[begin], cards[begin - 1]
    base = card >> 2
    cost = _BASE[base] + _STEP[12 + base - (under >> 2)] + _LENGTH * (end - begin)
    least = 13
    for card in cards[begin:end]:
        low = lowest_of[card & 3]
        if low < card >> 2 and low < least:
            least = low
    cost += _LOWEST[lowest] if least == 13 else _LOWEST_FORCED[lowest] + _SAME[least]
    for card in cards[:begin]:
        rank = card >> 2
        cost += _BENEATH[rank]
        if rank < base:
            cost += _LOWER[rank]
    return cost
