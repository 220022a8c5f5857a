"""Packed positions of Vierfrei, for searching.

A card is its index, rank * 4 + suit with ace = 0, and a set of cards is a mask of 52 bits. A
position consists of two sets: the *long* columns, which have two or more cards, and the *loose*
cards, which are in cells or alone in a column. While a place (a cell or column) is free, two loose
cards can swap, so the search need not know which of them is in a cell. With no place free it has to
know (see ``fixed`` of ``Position``).
"""

from __future__ import annotations

from random import Random
from typing import Final, NamedTuple

from game.core.state import CELLS, FOUNDATIONS, State
from game.rules.vierfrei import COLUMNS

PLACES: Final = 12
"""The number of cells and columns together."""

ALONE: Final = 52
"""Stands for the card below a card that lies on no other."""

BIT: Final = tuple(1 << card for card in range(52))

UNDER: Final = tuple(
    tuple(
        (BIT[card // 4 * 4 + 4 + suit], card // 4 * 4 + 4 + suit)
        for suit in range(4)
        if card < 48 and (suit in (1, 2)) != (card % 4 in (1, 2))
    )
    for card in range(52)
)
"""For each card, the bit and the index of each card on which it may lie."""

TAKERS: Final = (*(sum(bit for bit, _ in under) for under in UNDER), 0)
"""For each card, the mask of the two cards on which it may lie; 0 for a king and ``ALONE``."""

GIVERS: Final = tuple(
    sum(BIT[card] for card in range(52) if TAKERS[card] >> under & 1) for under in range(53)
)
"""For each card, the mask of the two cards that may lie on it; 0 for an ace and ``ALONE``."""

ALL: Final = (1 << 52) - 1
_SUIT: Final = sum(BIT[::4])  # the mask of the first suit

_RANDOM: Final = Random(1993)
ZOBRIST: Final = tuple(tuple(_RANDOM.getrandbits(88) for _ in range(ALONE + 1)) for _ in range(52))
"""``ZOBRIST[card][under]`` is what ``card`` adds to a position's key when it lies on ``under``.

A move changes one of these summands. With 88 bits, the probability that a search of a million
positions confuses two positions is less than 1 in 10^14.
"""

FIXED: Final = tuple(_RANDOM.getrandbits(88) for _ in range(52))
"""For each card, the number that it adds to the key while it is in ``Position.fixed``."""

LOOSE: Final = 52
EMPTY: Final = 53
HOMEWARD: Final = 54
"""The targets of packed moves that don't end on a card.

``LOOSE`` is a free cell or empty column for one card, ``EMPTY`` an empty column for several cards,
and ``HOMEWARD`` the foundation. In ``vierfrei_short``, ``LOOSE`` is only a cell, and ``EMPTY``
takes single cards too.
"""

FROM_LOOSE: Final = 15
ONTO_LOOSE: Final = 8
"""In a move's code, these replace the index of the source or target column if the card there is
loose."""

SETTLE: Final = 1 << 24
"""A bit of a move's code, set if the move sends a card home or cards may go home after it."""

CODE_BITS: Final = 25
"""The number of low bits of a successor that hold the move's code; the evaluation is above them.

A successor is a single number because most are never looked at again, and a number is cheap.
"""

Cards = tuple[int, ...]

Home = tuple[tuple[int, int, int, int], int, int, int]
"""The state of the foundations: their heights, the mask of the next card of every suit, the mask of
those next cards that are safe, and the number of cards not home."""


class _Homes(dict[int, Home]):
    """The states of the foundations, keyed by the mask of the next card of every suit.

    A card is safe if both cards of the other colour one rank lower are home. It is also safe if the
    cards of the other colour two ranks lower, and those of its own colour three ranks lower, are
    home. This second condition goes beyond what the rules call safe.

    To see why, compare a player who keeps the safe card back with a second player who sends it home
    and otherwise makes the same moves. If the first player lays a card of the other colour on the
    safe card, the second sends that card home, since the next lower card of its suit is home. If
    the first player then lays a card of the safe card's colour on top, the second sends that card
    home too. It is two ranks lower than the safe card, and all cards of this colour three ranks
    lower are home. (Of the safe card's own suit all lower cards are home.) After that, no lower
    card is left to lay on top. Cards never come back from the foundations, so the second player
    always has at least as many free places and needs no more moves. Aces and twos are always safe,
    since nothing can lie on an ace, and only aces on a two.
    """

    __slots__ = ()

    def __missing__(self, following: int) -> Home:
        clubs, diamonds, hearts, spades = heights = [
            (following & _SUIT << suit or 1 << 52).bit_length() - 1 >> 2 for suit in range(4)
        ]
        safe = 0
        for suit, height in enumerate(heights):
            others = (diamonds, hearts) if suit in (0, 3) else (clubs, spades)
            low = min(others)
            close = low >= height - 1 and heights[3 - suit] >= height - 2
            if height < 13 and (height < 2 or low >= height or close):
                safe |= BIT[height * 4 + suit]
        found = (clubs, diamonds, hearts, spades), following, safe, 52 - sum(heights)
        self[following] = found
        return found


HOMES: Final = _Homes()


def home_of(heights: tuple[int, ...]) -> Home:
    """Return the state of foundations of these heights."""
    return HOMES[sum([BIT[up * 4 + suit] for suit, up in enumerate(heights) if up < 13])]


PILES: Final = (*COLUMNS, *CELLS)


class Board(NamedTuple):
    """The cards in the columns and cells, and the number of cards on each foundation. ``piles`` are
    the 8 columns and then the 4 cells, each from the bottom card up."""

    piles: tuple[tuple[int, ...], ...]
    heights: tuple[int, ...]


def board_of(state: State) -> Board:
    return Board(
        tuple([tuple([rank * 4 - 4 + suit for rank, suit in state[pile]]) for pile in PILES]),
        tuple([len(state[pile]) for pile in FOUNDATIONS]),
    )
