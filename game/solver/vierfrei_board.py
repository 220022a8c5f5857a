"""Vierfrei positions packed for searching; how to search them is left to other modules.

A card is its index, rank * 4 + suit with ace = 0, a set of cards a mask of 52 bits. A position
knows only *long* columns, of two cards and more, in no order, and the *loose* cards: those in cells
and those alone in a column, as one set. One position thus stands for many boards, each within reach
of the others as long as one place is free: a card alone and one in a cell can swap by way of it.
The search need not distinguish them. With no place free it must: see ``fixed`` of ``Position``.
"""

from __future__ import annotations

from random import Random
from typing import Final, NamedTuple

from game.core.state import CELLS, FOUNDATIONS, State
from game.rules.vierfrei import COLUMNS

PLACES: Final = 12
"""Cells and columns together."""

ALONE: Final = 52
"""Stands for the card underneath when there is none."""

BIT: Final = tuple(1 << card for card in range(52))

UNDER: Final = tuple(
    tuple(
        (BIT[card // 4 * 4 + 4 + suit], card // 4 * 4 + 4 + suit)
        for suit in range(4)
        if card < 48 and (suit in (1, 2)) != (card % 4 in (1, 2))
    )
    for card in range(52)
)
"""For each card the two that it may lie on, each as its bit and its index."""

TAKERS: Final = (*(sum(bit for bit, _ in under) for under in UNDER), 0)
"""The same as a mask; 0 for ``ALONE``."""

GIVERS: Final = tuple(
    sum(BIT[card] for card in range(52) if TAKERS[card] >> under & 1) for under in range(53)
)
"""For each card the mask of the two that may lie on it; 0 for ``ALONE``."""

ALL: Final = (1 << 52) - 1
"""The mask of the pack."""

_SUIT: Final = sum(BIT[::4])
"""The mask of the first suit."""

_RANDOM: Final = Random(1993)
ZOBRIST: Final = tuple(tuple(_RANDOM.getrandbits(88) for _ in range(ALONE + 1)) for _ in range(52))
"""``ZOBRIST[card][under]``: what a card lying on another contributes to the key of a position.

Which card lies on which defines the position, so that a move changes one summand of the key. With
88 bits, a search of a million positions confuses two with a probability of 1 in 10^14.
"""

FIXED: Final = tuple(_RANDOM.getrandbits(88) for _ in range(52))
"""What a card of ``fixed`` contributes to the key."""

LOOSE: Final = 52
"""As the target of a packed move: a free cell or an empty column, whichever."""

EMPTY: Final = 53
"""As the target of a packed move: an empty column, for several cards."""

HOMEWARD: Final = 54
"""As the target of a packed move: the foundation."""

ONTO_LOOSE: Final = 8
"""Replaces the target column's index: the target is a loose card."""

FROM_LOOSE: Final = 15
"""Replaces the source column's index: the card is a loose one."""

SETTLE: Final = 1 << 24
"""Part of the code of a move that brings a card home, or after which a card can safely go home."""

CODE_BITS: Final = 25
"""A successor of a position is a single number, for most are never asked for: its evaluation, and
in so many bits below that the code of the move."""

Cards = tuple[int, ...]

Home = tuple[tuple[int, int, int, int], int, int, int]
"""Heights of the foundations, mask of the next card of each suit, mask of those among them that
cannot be needed any more, number of cards not home."""


class _Homes(dict[int, Home]):
    """What a search needs to know of the foundations, by the mask of the next card of each suit;
    filled in when asked for.

    A card is safe if all that could ever be laid on it is home, or can go home instead of being
    laid there: both cards of the other colour one rank lower are home, or all of the other colour
    two ranks lower and of its own three ranks lower. The second condition goes beyond what the
    rules call safe.

    A player who keeps such a card back can be followed without it: a card of the other colour laid
    on it goes home instead, since the one before it is home; a card of the first colour, two ranks
    lower, laid on that one goes home too, since all three ranks lower are home. (Of the safe card's
    own suit all lower ones are home.) Nothing lower is left to be laid on that. Cards never come
    back, so all of this stays true, and the follower has at least as many places free and needs no
    more moves. Nothing can lie on an ace, and only aces on a two.
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
    """Return what a search needs to know of foundations of these heights."""
    return HOMES[sum([BIT[up * 4 + suit] for suit, up in enumerate(heights) if up < 13])]


PILES: Final = (*COLUMNS, *CELLS)


class Board(NamedTuple):
    """A position as it lies, in numbers."""

    piles: tuple[tuple[int, ...], ...]
    """8 columns, 4 cells, the bottom card of each first."""
    heights: tuple[int, ...]
    """The number of cards on each foundation, by suit."""


def board_of(state: State) -> Board:
    """Return ``state`` in numbers."""
    return Board(
        tuple([tuple([rank * 4 - 4 + suit for rank, suit in state[pile]]) for pile in PILES]),
        tuple([len(state[pile]) for pile in FOUNDATIONS]),
    )
