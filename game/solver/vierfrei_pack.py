"""Creates packed positions of Vierfrei, moves cards on them and evaluates them."""

from __future__ import annotations

from functools import cache
from typing import Final

from game.solver import bits
from game.solver.vierfrei_board import (
    ALL,
    ALONE,
    BIT,
    EMPTY,
    FIXED,
    FROM_LOOSE,
    HOMEWARD,
    LOOSE,
    ONTO_LOOSE,
    PLACES,
    ZOBRIST,
    Board,
    Home,
)
from game.solver.vierfrei_column import Column, Columns, Weights

_SUIT: Final = sum(1 << rank * 4 for rank in range(13))
"""The mask of the first suit."""


@cache
def home_of(heights: tuple[int, int, int, int]) -> Home:
    """Return what the search needs to know of foundations of these heights.

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
    return _home(heights)


def _home(heights: tuple[int, int, int, int]) -> Home:
    following = safe = 0
    for suit, height in enumerate(heights):
        if height == 13:
            continue
        bit = BIT[height * 4 + suit]
        following |= bit
        others = (1, 2) if suit in (0, 3) else (0, 3)
        low = min(heights[others[0]], heights[others[1]])
        if height < 2 or low >= height or (low >= height - 1 and heights[3 - suit] >= height - 2):
            safe |= bit
    return heights, following, safe, 52 - sum(heights)


class Homes(dict[int, Home]):
    """What is home, by the mask of the next card of each suit; filled in when asked for."""

    __slots__ = ()

    def __missing__(self, following: int) -> Home:
        clubs, diamonds, hearts, spades = [
            (following & _SUIT << suit or 1 << 52).bit_length() - 1 >> 2 for suit in range(4)
        ]
        found = self[following] = home_of((clubs, diamonds, hearts, spades))
        return found


_HOMES: Final = Homes()


class Position:
    """A packed position, and how the search came to it.

    ``fixed`` is 0 while a place is free. With none free it is the mask of loose cards that
    certainly lie in a column; which of the others took the remaining columns while a place was free
    is still open, but no more of them than there are columns. A card that is then built on lay in
    one of those, which is one column fewer that is not long; a card left alone in its column is
    fixed there. Of two positions that differ in this only, the one with fewer fixed cards can do
    all that the other can.
    """

    __slots__ = (
        "base",
        "code",
        "columns",
        "depth",
        "fixed",
        "home",
        "key",
        "loose",
        "lying",
        "parent",
    )
    columns: list[Column]
    loose: tuple[int, ...]
    lying: int
    """Mask of the loose cards."""
    home: Home
    key: int
    base: int
    """The evaluation without places and depth."""
    fixed: int
    depth: int
    """Moves since the start, not counting those home."""
    parent: Position | None
    code: int
    """The move from there, card | target << 6 | count << 12 | source column << 16 | target column
    << 20: the first card that moves, the card it is to lie on, and how many move."""


@cache
def _places(weights: Weights) -> list[int]:
    penalty = {0: weights.none_free, 1: weights.one_free, 2: weights.two_free}
    return [
        weights.loose * loose + weights.emptied * (8 - long) + penalty.get(PLACES - long - loose, 0)
        for long in range(9)
        for loose in range(16)
    ]


class Packer:
    """Creates the positions of one search, each with its key and its evaluation."""

    __slots__ = ("buried", "columns", "depth", "homeward", "left", "places", "weights")

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        self.buried, self.depth = weights.buried, weights.depth
        self.homeward, self.left = weights.homeward, weights.left
        self.columns = Columns(weights)
        self.places = _places(weights)
        """The cost of the places, indexed by 16 * long columns + loose cards."""

    def value(self, position: Position) -> int:
        """Return the whole evaluation of ``position``."""
        at = 16 * len(position.columns) + len(position.loose)
        return position.base + self.places[at] + self.depth * position.depth

    def start(self, board: Board) -> Position:
        """Return the position of ``board`` after all safe moves home."""
        found = Position()
        found.parent, found.code, found.depth, found.fixed = None, 0, 0, 0
        found.columns, key = [], 0
        loose: list[int] = []
        for cards in board.piles[:8]:
            if len(cards) > 1:
                found.columns.append(self.columns[cards])
                key += key_of(cards)
            elif cards:
                loose += cards
                found.fixed |= BIT[cards[0]]
        for cards in board.piles[8:]:
            loose += cards
        found.loose, found.lying = tuple(loose), 0
        for card in loose:
            key += ZOBRIST[card][ALONE]
            found.lying |= BIT[card]
        clubs, diamonds, hearts, spades = board.heights
        return self._settled(found, home_of((clubs, diamonds, hearts, spades)), key)

    def enter(self, parent: Position, code: int, key: int, value: int) -> Position:
        """Return the position after a move that no safe move home follows.

        ``key`` is its key, ``value`` its whole evaluation.
        """
        found = self._carried(parent, code)
        depth = parent.depth + 1
        long, loose = len(found.columns), len(found.loose)
        if long + loose < PLACES:
            found.fixed = 0
        found.home, found.key, found.depth = parent.home, key, depth
        found.base = value - self.places[16 * long + loose] - self.depth * depth
        return found

    def settle(self, parent: Position, code: int) -> Position:
        """Return the position after a move, which may be one home, and all safe moves home."""
        home, key, depth = parent.home, parent.key, parent.depth
        card = code & 63
        target = code >> 6 & 63
        source = code >> 16 & 15
        if parent.fixed:
            key -= _fixed_key(parent.loose, parent.fixed)
        under = ALONE
        if source != FROM_LOOSE:
            column, place = parent.columns[source], code >> 12 & 15
            cards = column.cards
            if len(cards) > place:
                under = cards[-1 - place]
        key -= ZOBRIST[card][under]
        if target != HOMEWARD:
            key += ZOBRIST[card][target if target < 52 else ALONE]
            depth += 1
        else:
            bit, following = BIT[card], home[1]
            home = _HOMES[following ^ bit | bit << 4 & ALL]
        found = self._carried(parent, code)
        found.depth = depth
        return self._settled(found, home, key)

    def _settled(self, found: Position, home: Home, key: int) -> Position:
        """Bring all safe cards of ``found`` home, and complete and return it.

        ``key`` comes without its fixed cards.
        """
        columns, loose, mask, fixed = found.columns, found.loose, found.lying, found.fixed
        exposed = 0
        for column in columns:
            exposed |= column.end
        while True:
            safe = home[2]
            if safe & mask:
                card = bits.length(safe & mask) - 1
                bit = BIT[card]
                key -= ZOBRIST[card][ALONE]
                mask ^= bit
                loose = _without(loose, card)
            elif safe & exposed:
                bit = safe & exposed
                bit &= -bit
                card = bits.length(bit) - 1
                at = 0
                column = columns[0]
                while column.end != bit:
                    at += 1
                    column = columns[at]
                exposed ^= bit
                cards = column.cards
                key -= ZOBRIST[card][cards[-2]]
                if len(cards) > 2:
                    column = column.below or self.columns.below(column)
                    columns[at] = column
                    exposed |= column.end
                else:
                    del columns[at]
                    loose += (cards[0],)
                    alone = BIT[cards[0]]
                    mask |= alone
                    fixed |= alone
            else:
                break
            following = home[1]
            home = _HOMES[following ^ bit | bit << 4 & ALL]
        if len(columns) + len(loose) < PLACES:
            fixed = 0
        elif fixed:
            fixed &= mask
            key += _fixed_key(loose, fixed)
        found.loose, found.lying, found.fixed = loose, mask, fixed
        found.home, found.key, found.base = home, key, self.worth(columns, home)
        return found

    def worth(self, columns: list[Column], home: Home) -> int:
        """Return the evaluation without places and depth."""
        following = home[1]
        base = self.left * home[3]
        buried = 0
        for column in columns:
            base += column.cost
            wanted = column.stays & following
            while wanted:
                card = bits.length(wanted) - 1
                wanted ^= BIT[card]
                buried += column.count - 1 - column.cards.index(card)
        return base + self.buried * buried

    def _carried(self, parent: Position, code: int) -> Position:
        """Return the position after a move alone: only where the cards are, and which are fixed (as
        if no place were free)."""
        found = Position()
        found.parent, found.code = parent, code
        columns = list(parent.columns)
        loose, mask, fixed = parent.loose, parent.lying, parent.fixed
        card, target, count = code & 63, code >> 6 & 63, code >> 12 & 15
        source = code >> 16 & 15
        if source == FROM_LOOSE:
            cards: tuple[int, ...] = (card,)
            loose = _without(loose, card)
            bit = BIT[card]
            mask ^= bit
            fixed = 0
        else:
            column = columns[source]
            cards = column.cards
        if target < 52:
            into = code >> 20 & 15
            if into == ONTO_LOOSE:
                loose = _without(loose, target)
                bit = BIT[target]
                mask ^= bit
                fixed &= ~bit
                columns.append(self.columns[(target, *cards[-count:])])
            else:
                onto = columns[into]
                columns[into] = self.columns[onto.cards + cards[-count:]]
        elif target == LOOSE:
            loose += (card,)
            bit = BIT[card]
            mask |= bit
        elif target == EMPTY:
            columns.append(self.columns[cards[-count:]])
        if source != FROM_LOOSE:
            left = len(cards) - count
            if left > 1:
                if count == 1:
                    columns[source] = column.below or self.columns.below(column)
                else:
                    columns[source] = self.columns[cards[:left]]
            else:
                del columns[source]
                if left:
                    loose += (cards[0],)
                    bit = BIT[cards[0]]
                    mask |= bit
                    fixed |= bit
        found.columns, found.loose, found.lying, found.fixed = columns, loose, mask, fixed
        return found


def _without(loose: tuple[int, ...], card: int) -> tuple[int, ...]:
    at = loose.index(card)
    return loose[:at] + loose[at + 1 :]


def key_of(cards: tuple[int, ...]) -> int:
    """Return what a column of ``cards`` contributes to the key."""
    key = ZOBRIST[cards[0]][ALONE]
    for place in range(1, len(cards)):
        key += ZOBRIST[cards[place]][cards[place - 1]]
    return key


def _fixed_key(loose: tuple[int, ...], fixed: int) -> int:
    """Return what the cards of ``loose`` that are ``fixed`` contribute to the key."""
    return sum([FIXED[card] for card in loose if BIT[card] & fixed])
