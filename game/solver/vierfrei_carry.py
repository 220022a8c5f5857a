"""Carries cards where cells and columns are distinguished, for both searches for short lines.

A column is what a cache of columns, ``known``, has for its cards: a tuple that begins with these
and whose seventh entry is the bit of the last one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from game.solver.vierfrei_board import (
    ALONE,
    BIT,
    EMPTY,
    FROM_LOOSE,
    HOMEWARD,
    LOOSE,
    ZOBRIST,
    Home,
)


def places_of(cell: int, emptied: int, none_free: int, one_free: int, two_free: int) -> list[int]:
    """Return the cost of the places by these weights, indexed by 8 * columns that hold a card +
    cards in cells."""
    penalty = {0: none_free, 1: one_free, 2: two_free}
    return [
        cell * cells + emptied * (8 - long) + penalty.get(12 - long - cells, 0)
        for long in range(9)
        for cells in range(8)
    ]


def carried(
    known: Mapping[tuple[int, ...], Any], columns: list[Any], cells: list[int], code: int
) -> int:
    """Carry out the move of that ``code`` on ``columns`` and ``cells``, and return the card that
    the first one moved lay on in its column; ``ALONE`` where there is none."""
    card, target = code & 63, code >> 6 & 63
    count, source = code >> 12 & 15, code >> 16 & 15
    under = ALONE
    if source == FROM_LOOSE:
        moved: tuple[int, ...] = (card,)
        cells.remove(card)
    else:
        cards = columns[source][0]
        moved = cards[-count:]
        if len(cards) > count:
            under = cards[-1 - count]
    if target < 52:
        into = code >> 20 & 15
        columns[into] = known[columns[into][0] + moved]
    elif target == LOOSE:
        cells.append(card)
    elif target == EMPTY:
        columns.append(known[moved])
    if source != FROM_LOOSE:
        take(known, columns, source, count)
    return under


def take(known: Mapping[tuple[int, ...], Any], columns: list[Any], at: int, count: int) -> None:
    """Take the last cards off a column."""
    cards = columns[at][0]
    if len(cards) == count:
        del columns[at]
    else:
        columns[at] = known[cards[:-count]]


def key_after(key: int, in_cell: tuple[int, ...], code: int, under: int) -> int:
    """Return the key of the position after the move of that ``code`` from ``under``, alone, if
    ``key`` was that before; ``in_cell`` is what the cards contribute to it in a cell."""
    card, target = code & 63, code >> 6 & 63
    key -= in_cell[card] if code >> 16 & 15 == FROM_LOOSE else ZOBRIST[card][under]
    if target == LOOSE:
        key += in_cell[card]
    elif target != HOMEWARD:
        key += ZOBRIST[card][target if target < 52 else ALONE]
    return key


def settled(
    home_of: Callable[[tuple[int, int, int, int]], Home],
    known: Mapping[tuple[int, ...], Any],
    in_cell: tuple[int, ...],
    columns: list[Any],
    cells: list[int],
    heights: list[int],
    key: int,
) -> tuple[Home, int]:
    """Carry out all moves home on ``columns`` and ``cells`` that are safe by ``home_of``; return
    what is home then, and the key."""
    while True:
        home = home_of((heights[0], heights[1], heights[2], heights[3]))
        safe = home[2]
        for card in cells:
            bit = BIT[card]
            if bit & safe:
                key -= in_cell[card]
                cells.remove(card)
                break
        else:
            for at, column in enumerate(columns):
                bit = column[6]
                if bit & safe:
                    cards = column[0]
                    card = cards[-1]
                    key -= ZOBRIST[card][cards[-2] if len(cards) > 1 else ALONE]
                    take(known, columns, at, 1)
                    break
            else:
                return home, key
        heights[card & 3] += 1
