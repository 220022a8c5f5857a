"""Makes packed positions of Vierfrei, moves cards on them and evaluates them."""

from __future__ import annotations

from typing import Final, NamedTuple

from game.piles import CELLS, FOUNDATIONS
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
    TAKERS,
    ZOBRIST,
    Column,
    Home,
    Position,
    card_index,
    home_of,
)
from game.state import State
from game.vierfrei import COLUMNS


class Weights(NamedTuple):
    """What the evaluation adds up, in whole numbers so that it can be taken apart again.

    Less is better. Those in use were found by trying changes at random on deals that
    are none of those measured.
    """

    left: int
    """For each card not home."""
    homeward: int
    """How much a move home is thought to gain, before it is known what follows."""
    under: int
    """For each card that lies under the last break of order in its column."""
    breaks: int
    """For each card that lies on one it does not follow."""
    loose: int
    """For each loose card."""
    emptied: int
    """For each column that is not long."""
    buried: int
    """For each card that lies above the next card of a suit."""
    depth: int
    """For each move of the line so far."""
    none_free: int
    """With no place free."""
    one_free: int
    two_free: int


WEIGHTS: Final = Weights(311, 126, 227, 181, 130, -249, 150, 227, 812, 366, 36)
"""For finding any line. The depth counts much, so that the search does not lose its way."""

SHORT: Final = Weights(289, 643, 198, 267, 122, -234, 150, 0, 800, 441, 100)
"""For the search for short lines, where cells count as loose and each column that holds a card as
long."""


def column_of(
    cards: tuple[int, ...], run: int, cost: int, gain: int, rest: Column | None
) -> Column:
    """A column from what its maker knows of it; see ``Column``."""
    run_mask = takers = 0
    for card in cards[-run:]:
        run_mask |= BIT[card]
        takers |= TAKERS[card]
    mask = run_mask | rest[5] if rest else run_mask
    count = len(cards)
    card = cards[-1]
    end = BIT[card]
    if count > 1:
        under = cards[-2]
        below = BIT[under]
    else:
        under, below = ALONE, 0
    loosening = (
        ZOBRIST[card][ALONE] - ZOBRIST[card][under],
        mask ^ end,
        gain if run == 1 else 0,
        below,
        card | LOOSE << 6 | 1 << 12,
    )
    return cards, count, run, cost, gain, mask, run_mask, takers, end, loosening, rest


def shortened(column: Column, count: int) -> Column | None:
    """``column`` without ``count`` cards of its run; None if nothing is left."""
    cards, _, run, cost, gain, _, _, _, _, _, rest = column
    if count == run:
        return rest
    return column_of(cards[:-count], run - count, cost, gain, rest)


class Packer:
    """Makes positions, each with its key and its evaluation by one set of weights."""

    __slots__ = ("places", "weights")

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        penalty = {0: weights.none_free, 1: weights.one_free, 2: weights.two_free}
        self.places = [
            weights.loose * loose
            + weights.emptied * (8 - long)
            + penalty.get(PLACES - long - loose, 0)
            for long in range(9)
            for loose in range(16)
        ]
        """What the places cost, at 16 * long columns + loose cards."""

    def value(self, position: Position) -> int:
        """The whole evaluation of ``position``."""
        at = 16 * len(position[0]) + len(position[1])
        return position[5] + self.places[at] + self.weights.depth * position[7]

    def start(self, state: State) -> Position:
        """The position of ``state`` after all safe moves home."""
        columns: list[Column] = []
        loose: list[int] = []
        key = fixed = 0
        for pile in COLUMNS:
            cards = tuple(map(card_index, state[pile]))
            if len(cards) > 1:
                columns.append(self.column(cards))
                key += ZOBRIST[cards[0]][ALONE]
                for place in range(1, len(cards)):
                    key += ZOBRIST[cards[place]][cards[place - 1]]
            elif cards:
                loose += cards
                fixed |= BIT[cards[0]]
        for pile in CELLS:
            loose += map(card_index, state[pile])
        key += sum([ZOBRIST[card][ALONE] for card in loose])
        heights = [len(state[pile]) for pile in FOUNDATIONS]
        return self._settled(columns, loose, heights, key, fixed, 0, None, 0)

    def column(self, cards: tuple[int, ...]) -> Column:
        """The column of ``cards``, built up one run after the other."""
        weights = self.weights
        column: Column | None = None
        below = breaks = 0
        for end in range(1, len(cards) + 1):
            if end < len(cards) and TAKERS[cards[end]] >> cards[end - 1] & 1:
                continue
            cost = weights.under * below + weights.breaks * breaks
            gain = cost - column[3] if column else 0
            column = column_of(cards[:end], end - below, cost, gain, column)
            below = end
            breaks += 1
        assert column
        return column

    def enter(self, parent: Position, code: int, key: int, value: int) -> Position:
        """The position behind a move after which no card can safely go home.

        ``key`` is its key, ``value`` its whole evaluation.
        """
        columns, loose, fixed = carried(parent, code)
        mask = 0
        for card in loose:
            mask |= BIT[card]
        depth = parent[7] + 1
        base = value - self.places[16 * len(columns) + len(loose)] - self.weights.depth * depth
        return (
            tuple(columns),
            tuple(loose),
            mask,
            parent[3],
            key,
            base,
            fixed if len(columns) + len(loose) == PLACES else 0,
            depth,
            parent,
            code,
        )

    def settle(self, parent: Position, code: int) -> Position:
        """The position behind a move, which may be one home, and all safe moves home."""
        columns, loose, _, home, key, _, fixed, depth, _, _ = parent
        card = code & 63
        target = code >> 6 & 63
        source = code >> 16 & 15
        for lone in loose if fixed else ():
            if BIT[lone] & fixed:
                key -= FIXED[lone]
        under = ALONE
        if source != FROM_LOOSE:
            cards, place = columns[source][0], code >> 12 & 15
            if len(cards) > place:
                under = cards[-1 - place]
        key -= ZOBRIST[card][under]
        if target != HOMEWARD:
            key += ZOBRIST[card][target if target < 52 else ALONE]
            depth += 1
        heights = list(home[0])
        heights[card & 3] += target == HOMEWARD
        now, lying, fixed = carried(parent, code)
        return self._settled(now, lying, heights, key, fixed, depth, parent, code)

    def _settled(
        self,
        columns: list[Column],
        loose: list[int],
        heights: list[int],
        key: int,
        fixed: int,
        depth: int,
        parent: Position | None,
        code: int,
    ) -> Position:
        """The position after all safe moves home; ``key`` comes without its fixed cards."""
        while True:
            home = home_of((heights[0], heights[1], heights[2], heights[3]))
            safe = home[2]
            for card in loose:
                if BIT[card] & safe:
                    key -= ZOBRIST[card][ALONE]
                    loose.remove(card)
                    break
            else:
                for at, column in enumerate(columns):
                    if column[8] & safe:
                        cards = column[0]
                        card = cards[-1]
                        key -= ZOBRIST[card][cards[-2]]
                        fixed |= _take(columns, loose, at, 1)
                        break
                else:
                    break
            heights[card & 3] += 1
        mask = 0
        for card in loose:
            mask |= BIT[card]
        if len(columns) + len(loose) < PLACES:
            fixed = 0
        elif fixed:
            fixed &= mask
            key += sum([FIXED[card] for card in loose if BIT[card] & fixed])
        base = self.worth(columns, home)
        return tuple(columns), tuple(loose), mask, home, key, base, fixed, depth, parent, code

    def worth(self, columns: list[Column], home: Home) -> int:
        """The evaluation but for places and depth."""
        following = home[1]
        base = self.weights.left * home[3]
        buried = 0
        for column in columns:
            base += column[3]
            wanted = following & column[5]
            while wanted:
                card = wanted.bit_length() - 1
                wanted ^= BIT[card]
                buried += column[1] - 1 - column[0].index(card)
        return base + self.weights.buried * buried


def carried(parent: Position, code: int) -> tuple[list[Column], list[int], int]:
    """Columns, loose cards and fixed ones (as if no place was free) after a move alone."""
    target = code >> 6 & 63
    source = code >> 16 & 15
    columns = list(parent[0])
    loose = list(parent[1])
    fixed = parent[6]
    if source == FROM_LOOSE:
        moved: tuple[int, ...] = (code & 63,)
        loose.remove(code & 63)
        fixed = 0
    else:
        moved = columns[source][0][-(code >> 12 & 15) :]
    if target < 52:
        into = code >> 20 & 15
        if into == ONTO_LOOSE:
            loose.remove(target)
            fixed &= ~BIT[target]
            columns.append(column_of((target, *moved), 1 + len(moved), 0, 0, None))
        else:
            cards, _, run, cost, gain, _, _, _, _, _, rest = columns[into]
            columns[into] = column_of(cards + moved, run + len(moved), cost, gain, rest)
    elif target == LOOSE:
        loose += moved
    elif target == EMPTY:
        columns.append(column_of(moved, len(moved), 0, 0, None))
    if source != FROM_LOOSE:
        fixed |= _take(columns, loose, source, len(moved))
    return columns, loose, fixed


def _take(columns: list[Column], loose: list[int], at: int, count: int) -> int:
    """Take cards of its run off a column; the bit of a card that is alone now, or 0."""
    rest = shortened(columns[at], count)
    if rest is not None and rest[1] > 1:
        columns[at] = rest
        return 0
    del columns[at]
    if rest is None:
        return 0
    loose.append(rest[0][0])
    return BIT[rest[0][0]]
