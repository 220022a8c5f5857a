"""Vierfrei positions packed for searching; how to search them is up to other modules.

A card is its index, rank * 4 + suit with ace = 0, and a set of cards is a mask of 52 bits. A
position consists of two sets: the *long* columns, which have two or more cards, and the *loose*
cards, which are in cells or alone in a column. So one position stands for many boards. As long as a
place is free, each of these boards can be reached from every other, since a card alone in its
column and a card in a cell can swap by way of the free place. So the search need not distinguish
the boards. With no place free it has to distinguish them (see ``fixed`` of ``Position``).
"""

from __future__ import annotations

from random import Random
from typing import Final, NamedTuple

from game.core.state import CELLS, FOUNDATIONS, State
from game.rules.vierfrei import COLUMNS

PLACES: Final = 12
"""The number of cells and columns together."""

ALONE: Final = 52
"""Stands in for the card below when a card lies on no other card."""

BIT: Final = tuple(1 << card for card in range(52))

UNDER: Final = tuple(
    tuple(
        (BIT[card // 4 * 4 + 4 + suit], card // 4 * 4 + 4 + suit)
        for suit in range(4)
        if card < 48 and (suit in (1, 2)) != (card % 4 in (1, 2))
    )
    for card in range(52)
)
"""For each card, the two cards on which it may lie, each as its bit and its index."""

TAKERS: Final = (*(sum(bit for bit, _ in under) for under in UNDER), 0)
"""For each card, the mask of the two cards on which it may lie; 0 for ``ALONE``."""

GIVERS: Final = tuple(
    sum(BIT[card] for card in range(52) if TAKERS[card] >> under & 1) for under in range(53)
)
"""For each card, the mask of the two cards that may lie on it; 0 for ``ALONE``."""

ALL: Final = (1 << 52) - 1
"""The mask of all 52 cards."""

_SUIT: Final = sum(BIT[::4])
"""The mask of the first suit."""

_RANDOM: Final = Random(1993)
ZOBRIST: Final = tuple(tuple(_RANDOM.getrandbits(88) for _ in range(ALONE + 1)) for _ in range(52))
"""``ZOBRIST[card][under]`` is what ``card`` contributes to the key of a position when it lies on
``under``.

A position is defined by which card lies on which, so a move changes one summand of its key. With 88
bits, a search of a million positions confuses two of them with a probability of 1 in 10^14.
"""

FIXED: Final = tuple(_RANDOM.getrandbits(88) for _ in range(52))
"""What each card of ``Position.fixed`` contributes to the key."""

LOOSE: Final = 52
"""The target of a packed move of one card into any free cell or empty column."""

EMPTY: Final = 53
"""The target of a packed move of several cards into an empty column."""

HOMEWARD: Final = 54
"""The target of a packed move to the foundation."""

ONTO_LOOSE: Final = 8
"""Replaces the index of the target column if the target is a loose card."""

FROM_LOOSE: Final = 15
"""Replaces the index of the source column if the card is loose."""

SETTLE: Final = 1 << 24
"""A bit of a move's code, set if the move sends a card home, or if a card can safely go home after
it."""

CODE_BITS: Final = 25
"""The number of bits for the code of a move in a successor.

A successor of a position is a single number, because most are never looked at again: its evaluation
in the upper bits, and the code of the move in the lower bits.
"""

Cards = tuple[int, ...]

Home = tuple[tuple[int, int, int, int], int, int, int]
"""The heights of the foundations, the mask of the next card of every suit, the mask of those next
cards that are safe, and the number of cards not home."""


class _Homes(dict[int, Home]):
    """What a search needs to know about the foundations, keyed by the mask of the next card of
    every suit; worked out when first asked for.

    A card is safe if every card that could be laid on it is home, or can go home instead of being
    laid there. That is so if both cards of the other colour one rank lower are home; or if all
    cards of the other colour two ranks lower, and of its own colour three ranks lower, are home.
    The second condition goes beyond what the rules call safe.

    To see that it is enough, compare a player who keeps the safe card back with a second player who
    sends it home and otherwise makes the same moves. If the first player lays a card of the other
    colour on the safe card, the second sends that card home, since the next lower card of its suit
    is home. If the first player then lays a card of the safe card's colour on top, the second sends
    that card home too: it is two ranks lower than the safe card, and all cards of this colour three
    ranks lower are home. (Of the safe card's own suit all lower cards are home.) After that, no
    lower card is left to lay on top. Cards never come back from the foundations, so all of this
    stays true, and the second player always has at least as many free places and needs no more
    moves. Nothing can lie on an ace, and only aces on a two.
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
    """Return what a search needs to know about foundations of these heights."""
    return HOMES[sum([BIT[up * 4 + suit] for suit, up in enumerate(heights) if up < 13])]


PILES: Final = (*COLUMNS, *CELLS)


class Board(NamedTuple):
    """A position laid out in the real piles, with each card given by its index."""

    piles: tuple[tuple[int, ...], ...]
    """The 8 columns and 4 cells, each from the bottom card up."""
    heights: tuple[int, ...]
    """The number of cards on each foundation, by suit."""


def board_of(state: State) -> Board:
    return Board(
        tuple([tuple([rank * 4 - 4 + suit for rank, suit in state[pile]]) for pile in PILES]),
        tuple([len(state[pile]) for pile in FOUNDATIONS]),
    )
