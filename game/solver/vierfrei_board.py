"""Packed positions of Vierfrei, for searching.

A card is its index, rank * 4 + suit with ace = 0. A set of cards is a mask of 52 bits. A *long*
column has two or more cards. A *loose* card is in a cell or alone in a column.
"""

from __future__ import annotations

from random import Random
from typing import Final, NamedTuple

from game.core.state import CELLS, FOUNDATIONS, State
from game.rules.vierfrei import COLUMNS

PLACES: Final = 12
"""The number of cells and columns together."""

ALONE: Final = 52
"""Stands for "no card underneath" where the index of a card is expected."""

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
"""For each card, a mask of the cards it may lie on. For ``ALONE``, the mask is 0."""

GIVERS: Final = tuple(
    sum(BIT[card] for card in range(52) if TAKERS[card] >> under & 1) for under in range(53)
)
"""For each card, a mask of the cards that may lie on it. For ``ALONE``, the mask is 0."""

ALL: Final = (1 << 52) - 1
_SUIT: Final = sum(BIT[::4])  # the mask of the first suit

# With 88 bits, a search of a million positions confuses two of them less than once in 10^14 times.
_RANDOM: Final = Random(1993)
ZOBRIST: Final = tuple(tuple(_RANDOM.getrandbits(88) for _ in range(ALONE + 1)) for _ in range(52))
"""``ZOBRIST[card][under]`` is part of a position's key if ``card`` lies on ``under``."""

FIXED: Final = tuple(_RANDOM.getrandbits(88) for _ in range(52))
"""The number that each card adds to a position's key while the card is in ``Position.fixed``."""

LOOSE: Final = 52  # a free cell or empty column, for one card; in vierfrei_short only a cell
EMPTY: Final = 53  # an empty column, for several cards; in vierfrei_short also for one
HOMEWARD: Final = 54  # a foundation
"""``LOOSE``, ``EMPTY`` and ``HOMEWARD`` are targets of packed moves that don't end on a card."""

FROM_LOOSE: Final = 15
ONTO_LOOSE: Final = 8
"""``FROM_LOOSE`` in a position's code means that a loose card was moved. ``ONTO_LOOSE`` means that
cards were moved onto a loose card."""

SETTLE: Final = 1 << 24
"""The bit that is set in a move's code if the move may bring cards home."""

CODE_BITS: Final = 25  # one number is cheaper than two, and most are never looked at again
"""The number of bits for a move's code. They are the lowest bits of a successor."""

Cards = tuple[int, ...]

Home = tuple[tuple[int, int, int, int], int, int, int]
"""The state of the foundations: their heights, a mask of the cards that can go home next, a mask of
the safe cards, and the number of cards not yet home."""


class _Homes(dict[int, Home]):
    """The states of the foundations. The key is a mask of the cards that can go home next."""

    __slots__ = ()

    def __missing__(self, following: int) -> Home:
        clubs, diamonds, hearts, spades = heights = [
            (following & _SUIT << suit or 1 << 52).bit_length() - 1 >> 2 for suit in range(4)
        ]
        # A card is safe if both cards of the other colour one rank lower are home. It is also safe
        # if the cards of the other colour two ranks lower, and those of its own colour three ranks
        # lower, are home (``close``). This goes beyond what the rules call safe.
        #
        # To see why, compare a player who keeps such a card back with a second one, who sends it
        # home and otherwise makes the same moves. The first may lay a card of the other colour on
        # it. The second sends that card home, since the next lower card of its suit is home. The
        # first may then lay a card of the safe card's colour on top, two ranks lower than the safe
        # card. The second sends that card home too, since the next lower card of its suit is home.
        # After that, no lower card is left to lay on top. Cards never come back from the
        # foundations. So the second player always has at least as many free places, and needs no
        # more moves.
        safe = 0
        for suit, height in enumerate(heights):
            others = (diamonds, hearts) if suit in (0, 3) else (clubs, spades)
            low = min(others)
            close = low >= height - 1 and heights[3 - suit] >= height - 2
            # Nothing can lie on an ace, and only aces on a two.
            if height < 13 and (height < 2 or low >= height or close):
                safe |= BIT[height * 4 + suit]
        found = (clubs, diamonds, hearts, spades), following, safe, 52 - sum(heights)
        self[following] = found
        return found


HOMES: Final = _Homes()


def home_of(heights: tuple[int, ...]) -> Home:
    """Return the state of the foundations with these heights."""
    return HOMES[sum([BIT[up * 4 + suit] for suit, up in enumerate(heights) if up < 13])]


PILES: Final = (*COLUMNS, *CELLS)


class Board(NamedTuple):
    """The cards in columns and cells, and the foundations' heights."""

    piles: tuple[tuple[int, ...], ...]  # 8 columns and then 4 cells, each from the bottom card up
    heights: tuple[int, ...]


def board_of(state: State) -> Board:
    return Board(
        tuple([tuple([rank * 4 - 4 + suit for rank, suit in state[pile]]) for pile in PILES]),
        tuple([len(state[pile]) for pile in FOUNDATIONS]),
    )
