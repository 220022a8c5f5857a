"""A Canfield position packed into a few small integers, for the search; knows no strategy.

Cards are numbered 0 to 51 as ``4 * place + suit``, the place counted from the base rank, so that
a foundation always runs from place 0 to place 12 and a set of cards is an ``int`` of 52 bits in
which the next card of a suit is four bits up.

A node is a tuple ``(columns, home, reserve, pack, parent, moves)``: the four columns as sorted
numbers from ``Columns``, the set of cards on the foundations, how many cards the reserve still
has, the pack (stock and waste together) as a number from ``Packs``, the node it came from and
the moves that led here. Which cards the reserve and the pack have left follows from where all
the others lie, so ``(columns, home)`` names a position but for the place in the pack.
"""

from __future__ import annotations

from typing import Any, Final

from game.canfield import CARDS_A_DEAL, COLUMNS, base_rank
from game.cards import Card, Suit
from game.piles import FOUNDATIONS, RESERVE, STOCK, WASTE
from game.state import State

FULL: Final = (1 << 52) - 1
BASES: Final = 15
"""The set of the four base cards."""

Node = tuple[tuple[int, int, int, int], int, int, int, Any, tuple[int, ...]]

HOME_TARGET: Final = 62
OPEN_TARGET: Final = 63
"""As the target of a move: the foundation, an empty column; any other target is the card that
the moved one is laid on. A move is ``card << 6 | target``."""

EMPTY: Final = 0
"""The column without cards."""

_LOW: Final = sum(1 << 4 * place for place in range(13))
_BLACK: Final = 9
_RED: Final = 6


def followers(hosts: int) -> int:
    """The cards that may be laid in a column on a card of the set ``hosts``."""
    on_black = (hosts | hosts >> 3) & _LOW
    on_red = (hosts >> 1 | hosts >> 2) & _LOW
    found = on_black * _RED | on_red * _BLACK
    return found >> 4 | (found & BASES) << 48


def cards_of(mask: int) -> list[int]:
    """The cards of a set, lowest first."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


FOLLOWERS: Final = tuple(followers(1 << card) for card in range(52))
"""For each card, the two that may be laid on it."""


class Columns:
    """All columns met so far, each one numbered; what is known of a column by its number.

    A column is its lower part and its last card; the lists are indexed by the number.
    """

    def __init__(self) -> None:
        self.below = [EMPTY]
        self.last = [-1]
        self.last_bit = [0]
        self.first_bit = [0]
        self.mask = [0]
        self.fixed = [0]
        """The cards that lie on another one."""
        self.wanted = [0]
        """The cards that may be laid on the last one."""
        self.length = [0]
        self._longer: dict[int, int] = {}
        self._joined: dict[tuple[int, int], int] = {}

    def push(self, column: int, card: int) -> int:
        """The column with ``card`` laid on it."""
        key = column << 6 | card
        found = self._longer.get(key)
        if found is None:
            found = self._longer[key] = len(self.below)
            bit = 1 << card
            self.below.append(column)
            self.last.append(card)
            self.last_bit.append(bit)
            self.first_bit.append(self.first_bit[column] if column else bit)
            self.mask.append(self.mask[column] | bit)
            self.fixed.append(self.fixed[column] | bit if column else 0)
            self.wanted.append(FOLLOWERS[card])
            self.length.append(self.length[column] + 1)
        return found

    def cards(self, column: int) -> list[int]:
        """The cards of a column, first card first."""
        found = []
        while column:
            found.append(self.last[column])
            column = self.below[column]
        return found[::-1]

    def join(self, onto: int, column: int) -> int:
        """The column that ``column`` laid on ``onto`` gives."""
        key = (onto, column)
        found = self._joined.get(key)
        if found is None:
            found = onto
            for card in self.cards(column):
                found = self.push(found, card)
            self._joined[key] = found
        return found

    def split(self, column: int, card: int) -> tuple[int, int]:
        """The part under ``card``, and the run that begins with it."""
        run = []
        while True:
            last = self.last[column]
            run.append(last)
            column = self.below[column]
            if last == card:
                break
        tail = EMPTY
        for moved in reversed(run):
            tail = self.push(tail, moved)
        return column, tail


class Packs:
    """All packs met so far, each one numbered: the cards left in order, and the waste's length.

    With n cards and w of them in the waste, dealing and turning bring to the top the cards at
    the places (from 1) that are a multiple of 3, the last one, and w, w + 3, …; so a waste whose
    length is a multiple of 3, or n, is no better than an empty one, and is numbered as that.
    """

    def __init__(self) -> None:
        self.order: list[bytes] = []
        self.waste: list[int] = []
        self.mask: list[int] = []
        self.reach: list[int] = []
        """The cards that come to the top of the waste before one is played."""
        self.free_last: list[int] = []
        """The last card if taking it brings every other card no further away, else 0."""
        self.before_shift: list[dict[int, int]] = []
        self._numbers: dict[tuple[bytes, int], int] = {}
        self._played: dict[int, int] = {}

    def number(self, order: bytes, waste: int) -> int:
        """The number of the pack ``order`` with its first ``waste`` cards in the waste."""
        if waste % CARDS_A_DEAL == 0 or waste == len(order):
            waste = 0
        key = (order, waste)
        found = self._numbers.get(key)
        if found is None:
            found = self._numbers[key] = len(self.order)
            places = order[CARDS_A_DEAL - 1 :: CARDS_A_DEAL] + order[-1:]
            if waste:
                places += order[waste - 1 :: CARDS_A_DEAL]
            self.order.append(order)
            self.waste.append(waste)
            self.mask.append(_mask(order))
            self.reach.append(_mask(places))
            self.free_last.append(1 << order[-1] if order and not waste else 0)
        return found

    def play(self, pack: int, card: int) -> int:
        """The pack after the reachable ``card`` has been played."""
        key = pack << 6 | card
        found = self._played.get(key)
        if found is None:
            order = self.order[pack]
            place = order.index(card)
            found = self.number(order[:place] + order[place + 1 :], place)
            self._played[key] = found
        return found


def _mask(cards: bytes) -> int:
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


class Board:
    """What stays the same while one position is searched, and the position itself, packed."""

    def __init__(self, state: State) -> None:
        self.base = base_rank(state)
        self.columns = Columns()
        self.packs = Packs()
        self.reserve = tuple(self.number(card) for card in state[RESERVE])
        self.reserve_masks = tuple(
            _mask(bytes(self.reserve[:count])) for count in range(len(self.reserve) + 1)
        )
        pack = (*state[WASTE], *reversed(state[STOCK]))
        self.start_pack = self.packs.number(
            bytes(self.number(card) for card in pack), len(state[WASTE])
        )
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
        return Card((number // 4 + self.base - 1) % 13 + 1, Suit(number % 4))
