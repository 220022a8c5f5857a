"""Names of the piles; the rules decide what may lie in them."""

from __future__ import annotations

from enum import IntEnum
from typing import Final, NamedTuple

from game.core.cards import SUITS, Suit


class Role(IntEnum):
    """What a pile is for."""

    COLUMN = 0
    CELL = 1
    FOUNDATION = 2
    RESERVE = 3
    STOCK = 4
    WASTE = 5


class PileId(NamedTuple):
    """One pile of a game: its role, and which one of that role, from 0.

    A foundation's number is its suit.
    """

    role: Role
    number: int = 0

    @property
    def letter(self) -> str:
        """The pile as it is written when it is the source of a move."""
        if self.role is Role.COLUMN:
            return str(self.number + 1)
        if self.role is Role.CELL:
            return "abcd"[self.number]
        if self.role is Role.FOUNDATION:
            return SUITS[self.number]
        return {Role.RESERVE: "r", Role.WASTE: "w", Role.STOCK: "s"}[self.role]


RESERVE: Final = PileId(Role.RESERVE)
STOCK: Final = PileId(Role.STOCK)
WASTE: Final = PileId(Role.WASTE)
CELLS: Final = tuple(PileId(Role.CELL, index) for index in range(4))
FOUNDATIONS: Final = tuple(PileId(Role.FOUNDATION, suit) for suit in Suit)
"""One for each suit, in suit order; a table shows them in ``FOUNDATION_ORDER``."""

FOUNDATION_ORDER: Final = (Suit.CLUBS, Suit.HEARTS, Suit.SPADES, Suit.DIAMONDS)
"""The foundations from left to right, as in the original of 1993."""

HOME: Final = PileId(Role.FOUNDATION, -1)
"""As the target of a move: the foundation of the card's own suit."""


def columns(count: int) -> tuple[PileId, ...]:
    """Return the first ``count`` columns."""
    return tuple(PileId(Role.COLUMN, index) for index in range(count))
