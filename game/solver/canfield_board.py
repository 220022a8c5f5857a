"""Positions of Canfield, packed into numbers for searching.

Cards are numbered 0 to 51 as ``4 * place + suit``, where the place is counted from the base rank. A
set of cards is an ``int`` of 52 bits, one for each card.
"""

from __future__ import annotations

from typing import Any, Final

from game.core.cards import PACK, Card
from game.core.state import FOUNDATIONS, RESERVE, STOCK, WASTE, State, base_rank
from game.rules.canfield import CARDS_A_DEAL, COLUMNS

FULL: Final = (1 << 52) - 1
BASES: Final = 15
"""The mask of the four base cards."""

# A node consists of:
# - columns: their numbers in ``CanfieldColumns``, sorted
# - home: the set of cards on the foundations
# - reserve: how many cards are left in it
# - pack: the number in ``Packs`` of stock and waste together
# - reach: the set of cards of the pack that can be played next, except those tried before
# - parent: the node before this one
# - moves: the packed moves from the parent to this node
# The reserve and the pack follow from where all the other cards are. So columns and home say
# everything about a position except the place in the pack.
Node = tuple[tuple[int, int, int, int], int, int, int, int, Any, tuple[int, ...]]

# A move is packed as ``card << 6 | target``. The target is the card on which ``card`` is laid, or:
HOME_TARGET: Final = 62  # a foundation
OPEN_TARGET: Final = 63  # an empty column

EMPTY: Final = 0  # the number of the empty column

_LOW: Final = sum(1 << 4 * place for place in range(13))
_BLACK: Final = 9
_RED: Final = 6


def followers(hosts: int) -> int:
    """Return the set of cards that may be laid on at least one card of ``hosts``."""
    on_black = (hosts | hosts >> 3) & _LOW
    on_red = (hosts >> 1 | hosts >> 2) & _LOW
    found = on_black * _RED | on_red * _BLACK
    return found >> 4 | (found & BASES) << 48


def cards_of(mask: int) -> list[int]:
    """Return the cards in the set ``mask``, lowest number first."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


BIT: Final = tuple(1 << card for card in range(52))

FOLLOWERS: Final = tuple(followers(1 << card) for card in range(52))
"""For each card, the set of the two cards that may be laid on it."""


class CanfieldColumns:
    """Every column that searches have reached. A column's number is its index in each list."""

    def __init__(self) -> None:
        self.below = [EMPTY]  # the column that is left when the last card is taken away
        self.last = [-1]
        self.last_bit = [0]
        self.first_bit = [0]
        self.mask = [0]
        self.fixed = [0]  # the cards that lie on another card
        self.wanted = [0]  # the cards that may be laid on the last card
        self.suits = [0]  # the suits of the cards, one bit each
        # Bit ``4 * suit + under`` is set if a card of ``suit`` lies anywhere above a card of suit
        # ``under``.
        self.over = [0]
        self._longer: dict[int, int] = {}

    def push(self, column: int, card: int) -> int:
        """Return the number of the column that results from laying ``card`` on ``column``."""
        key = column << 6 | card
        found = self._longer.get(key)
        if found is None:
            found = self._longer[key] = len(self.below)
            bit = BIT[card]
            self.below.append(column)
            self.last.append(card)
            self.last_bit.append(bit)
            self.first_bit.append(self.first_bit[column] if column else bit)
            self.mask.append(self.mask[column] | bit)
            self.fixed.append(self.fixed[column] | bit if column else 0)
            self.wanted.append(FOLLOWERS[card])
            suits = self.suits[column]
            self.suits.append(suits | 1 << (card & 3))
            self.over.append(self.over[column] | suits << 4 * (card & 3))
        return found

    def cards(self, column: int) -> list[int]:
        """Return the cards of a column from the bottom card up."""
        found = []
        while column:
            found.append(self.last[column])
            column = self.below[column]
        return found[::-1]

    def split(self, column: int, card: int) -> tuple[int, list[int]]:
        """Return the column below ``card``, and the cards from ``card`` up."""
        run: list[int] = []
        while not run or run[-1] != card:
            run.append(self.last[column])
            column = self.below[column]
        return column, run[::-1]


class Packs:
    """Every pack that searches have reached. A pack's number is its index in each list.

    A pack consists of the cards in stock and waste, in the order in which they are dealt.
    """

    def __init__(self) -> None:
        self.order: list[bytes] = []
        self.mask: list[int] = []
        # The cards that come to the top of the waste whatever the current place in the pack is.
        self.always: list[int] = []
        self.last_bit: list[int] = []
        self._opens: list[dict[int, int] | None] = []
        self._numbers: dict[bytes, int] = {}
        self._played: dict[int, tuple[int, int]] = {}

    def number(self, order: bytes, mask: int | None = None) -> int:
        """Return the number of the pack whose cards are ``order``; add the pack if it is new."""
        found = self._numbers.get(order)
        if found is None:
            found = self._numbers[order] = len(self.order)
            self.order.append(order)
            self.mask.append(mask_of(order) if mask is None else mask)
            last_bit = BIT[order[-1]] if order else 0
            self.always.append(mask_of(order[CARDS_A_DEAL - 1 :: CARDS_A_DEAL]) | last_bit)
            self.last_bit.append(last_bit)
            self._opens.append(None)
        return found

    def opens(self, pack: int) -> dict[int, int]:
        """Return which cards may come within reach when a card of the pack is played.

        The keys are the bits of the played cards, and the values are bit masks.
        """
        found = self._opens[pack]
        if found is None:
            found = self._opens[pack] = {}
            behind = 0
            order = self.order[pack]
            for place in range(len(order) - 1, -1, -1):
                bit = BIT[order[place]]
                # The card before it is uncovered. All cards after it move up one place, so that
                # dealing by threes brings up different ones.
                found[bit] = behind | BIT[order[place - 1]] if place else behind
                behind |= bit
        return found

    def reach(self, pack: int, waste: int) -> int:
        """Return the set of cards that can be played next when ``waste`` cards are in the waste."""
        found = self.always[pack]
        if waste % CARDS_A_DEAL:
            # Before the next redeal, every third card from the current place on comes up.
            found |= mask_of(self.order[pack][waste - 1 :: CARDS_A_DEAL])
        return found

    def play(self, pack: int, card: int) -> tuple[int, int]:
        """Return the pack without ``card``, and the set of cards that can be played next."""
        key = pack << 6 | card
        found = self._played.get(key)
        if found is None:
            order = self.order[pack]
            place = order.index(card)
            after = self.number(order[:place] + order[place + 1 :], self.mask[pack] ^ BIT[card])
            found = self._played[key] = (after, self.reach(after, place))
        return found


def mask_of(cards: bytes) -> int:
    """Return the bit mask of ``cards``, which must not contain duplicates."""
    return sum(map(BIT.__getitem__, cards))


class CanfieldBoard:
    """A starting position for a search. Numbers stand for its cards, its columns and its pack."""

    def __init__(
        self, state: State, packs: Packs | None = None, columns: CanfieldColumns | None = None
    ) -> None:
        self.base = base_rank(state)
        self.columns = columns or CanfieldColumns()
        self.packs = packs or Packs()
        self.reserve = tuple(self.number(card) for card in state[RESERVE])
        self.reserve_masks = tuple(
            mask_of(bytes(self.reserve[:count])) for count in range(len(self.reserve) + 1)
        )
        pack = (*state[WASTE], *reversed(state[STOCK]))
        self.start_pack = self.packs.number(bytes(self.number(card) for card in pack))
        self.start_reach = self.packs.reach(self.start_pack, len(state[WASTE]))
        self.home = sum(1 << self.number(card) for pile in FOUNDATIONS for card in state[pile])
        numbers = []
        for pile in COLUMNS:
            column = EMPTY
            for card in state[pile]:
                column = self.columns.push(column, self.number(card))
            numbers.append(column)
        self.start_columns = numbers

    def number(self, card: Card) -> int:
        return (card.rank - self.base) % 13 * 4 + card.suit

    def card(self, number: int) -> Card:
        return PACK[(number + 4 * self.base - 4) % 52]
