"""Creates packed positions of Vierfrei, moves cards on them and evaluates them."""

from __future__ import annotations

from functools import cache

from game.solver import bits
from game.solver.vierfrei_board import (
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
    Column,
    Home,
    Position,
    home_of,
)
from game.solver.vierfrei_column import Columns, Weights


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
        at = 16 * len(position[0]) + len(position[1])
        base, depth = position[5], position[7]
        return base + self.places[at] + self.depth * depth

    def start(self, board: Board) -> Position:
        """Return the position of ``board`` after all safe moves home."""
        columns: list[Column] = []
        loose: list[int] = []
        key = fixed = 0
        for cards in board.piles[:8]:
            if len(cards) > 1:
                columns.append(self.columns[cards])
                key += key_of(cards)
            elif cards:
                loose += cards
                fixed |= BIT[cards[0]]
        for cards in board.piles[8:]:
            loose += cards
        mask = 0
        for card in loose:
            key += ZOBRIST[card][ALONE]
            mask |= BIT[card]
        home = home_of((board.heights[0], board.heights[1], board.heights[2], board.heights[3]))
        return self._settled(columns, tuple(loose), mask, home, key, fixed, 0, None, 0)

    def enter(self, parent: Position, code: int, key: int, value: int) -> Position:
        """Return the position after a move that no safe move home follows.

        ``key`` is its key, ``value`` its whole evaluation.
        """
        columns, loose, mask, fixed = self._carried(parent, code)
        depth = parent[7]
        depth += 1
        taken = 16 * len(columns) + len(loose)
        base = value - self.places[taken] - self.depth * depth
        if (taken >> 4) + (taken & 15) < PLACES:
            fixed = 0
        return tuple(columns), loose, mask, parent[3], key, base, fixed, depth, parent, code

    def settle(self, parent: Position, code: int) -> Position:
        """Return the position after a move, which may be one home, and all safe moves home."""
        columns, loose, _, home, key, _, fixed, depth, _, _ = parent
        card = code & 63
        target = code >> 6 & 63
        source = code >> 16 & 15
        if fixed:
            key -= _fixed_key(loose, fixed)
        under = ALONE
        if source != FROM_LOOSE:
            cards, place = columns[source][0], code >> 12 & 15
            if len(cards) > place:
                under = cards[-1 - place]
        key -= ZOBRIST[card][under]
        if target != HOMEWARD:
            key += ZOBRIST[card][target if target < 52 else ALONE]
            depth += 1
        else:
            heights = list(home[0])
            heights[card & 3] += 1
            home = home_of((heights[0], heights[1], heights[2], heights[3]))
        now, lying, mask, fixed = self._carried(parent, code)
        return self._settled(now, lying, mask, home, key, fixed, depth, parent, code)

    def _settled(
        self,
        columns: list[Column],
        loose: tuple[int, ...],
        mask: int,
        home: Home,
        key: int,
        fixed: int,
        depth: int,
        parent: Position | None,
        code: int,
    ) -> Position:
        """Return the position after all safe moves home; ``key`` comes without its fixed cards."""
        exposed = 0
        for column in columns:
            end = column[6]
            exposed |= end
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
                at = 0
                while (end := columns[at][6]) != bit:
                    at += 1
                cards = columns[at][0]
                card = cards[-1]
                exposed ^= bit
                key -= ZOBRIST[card][cards[-2]]
                if len(cards) > 2:
                    columns[at] = left = self.columns[cards[:-1]]
                    end = left[6]
                    exposed |= end
                else:
                    del columns[at]
                    loose += (cards[0],)
                    bit = BIT[cards[0]]
                    mask |= bit
                    fixed |= bit
            else:
                break
            heights = list(home[0])
            heights[card & 3] += 1
            home = home_of((heights[0], heights[1], heights[2], heights[3]))
        if len(columns) + len(loose) < PLACES:
            fixed = 0
        elif fixed:
            fixed &= mask
            key += _fixed_key(loose, fixed)
        base = self.worth(columns, home)
        return tuple(columns), loose, mask, home, key, base, fixed, depth, parent, code

    def worth(self, columns: list[Column], home: Home) -> int:
        """Return the evaluation without places and depth."""
        following = home[1]
        base = self.left * home[3]
        buried = 0
        for column in columns:
            cards, count, _, cost, wanted, _, _, _, _, _ = column
            base += cost
            wanted &= following
            while wanted:
                card = bits.length(wanted) - 1
                bit = BIT[card]
                wanted ^= bit
                place = cards.index(card)
                buried += count - 1 - place
        return base + self.buried * buried

    def _carried(
        self, parent: Position, code: int
    ) -> tuple[list[Column], tuple[int, ...], int, int]:
        """Return columns, loose cards, their mask and the fixed ones (as if no place were free)
        after a move alone."""
        columns = list(parent[0])
        loose, mask, fixed = parent[1], parent[2], parent[6]
        card, target, count = code & 63, code >> 6 & 63, code >> 12 & 15
        source = code >> 16 & 15
        if source == FROM_LOOSE:
            cards: tuple[int, ...] = (card,)
            loose = _without(loose, card)
            bit = BIT[card]
            mask ^= bit
            fixed = 0
        else:
            cards = columns[source][0]
        if target < 52:
            into = code >> 20 & 15
            if into == ONTO_LOOSE:
                loose = _without(loose, target)
                bit = BIT[target]
                mask ^= bit
                fixed &= ~bit
                columns.append(self.columns[(target, *cards[-count:])])
            else:
                columns[into] = self.columns[columns[into][0] + cards[-count:]]
        elif target == LOOSE:
            loose += (card,)
            bit = BIT[card]
            mask |= bit
        elif target == EMPTY:
            columns.append(self.columns[cards[-count:]])
        if source != FROM_LOOSE:
            left = len(cards) - count
            if left > 1:
                columns[source] = self.columns[cards[:left]]
            else:
                del columns[source]
                if left:
                    loose += (cards[0],)
                    bit = BIT[cards[0]]
                    mask |= bit
                    fixed |= bit
        return columns, loose, mask, fixed


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
