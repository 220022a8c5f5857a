"""Turns the line of a search into legal moves of the real game.

A loose card is in a cell or alone in a column. The search doesn't say which, so this
module decides.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from game.core.moves import Move
from game.core.state import HOME
from game.solver.vierfrei_board import (
    BIT,
    EMPTY,
    HOMEWARD,
    LOOSE,
    ONTO_LOOSE,
    PILES,
    PLACES,
    TAKERS,
    Board,
)
from game.solver.vierfrei_pack import Position

_COLUMNS: Final = range(8)
_CELLS: Final = range(8, 12)
_NEVER: Final = 1 << 20


class CannotPlay(Exception):
    """Raised if a line can't be played by the rules."""


def real_moves(board: Board, end: Position) -> tuple[Move, ...]:
    """Return the moves that win ``board``. They lead to ``end``, and from there all cards go home.

    Raises ``CannotPlay`` if they can't all be played.
    """
    line: list[Position] = []
    position: Position | None = end
    while position is not None:
        line.append(position)
        position = position.parent
    line.reverse()
    player = Player(board, line)
    player.bring_home(line[0].home[0])
    for step in range(1, len(line)):
        player.play(step)
    player.bring_home((13, 13, 13, 13))
    return tuple(player.moves)


def plain_moves(
    board: Board, codes: list[tuple[int, tuple[int, int, int, int]]]
) -> tuple[Move, ...]:
    """Return the moves of a line, including all moves home.

    ``codes`` is a ``Line`` of ``vierfrei_short``. Raises ``CannotPlay`` if a move can't be played.
    """
    player = Player(board)
    player.bring_home(codes[0][1])
    for code, heights in codes[1:]:
        player.play_plainly(code)
        player.bring_home(heights)
    player.bring_home((13, 13, 13, 13))
    return tuple(player.moves)


@cache
def _move(source: int, target: int, count: int | None) -> Move:
    return Move.carry(PILES[source], PILES[target] if target < 12 else HOME, count)


def _run_of(cards: list[int]) -> int:
    """Return the length of the run at the end of ``cards``."""
    run = 1
    while run < len(cards) and TAKERS[cards[-run]] >> cards[-run - 1] & 1:
        run += 1
    return run


class Player:
    """Plays a line, and decides which of its loose cards go into cells."""

    def __init__(self, board: Board, line: Sequence[Position] = ()) -> None:
        self.piles = [list(cards) for cards in board.piles]
        self.heights = list(board.heights)
        self.moves: list[Move] = []
        self._where = [0] * 52
        for number, pile in enumerate(self.piles):
            for card in pile:
                self._where[card] = number
        self._line = line
        self._free = [PLACES - len(position.columns) - len(position.loose) for position in line]
        # For each card, the steps at which another card is laid on it while it is loose.
        self._built_on: dict[int, list[int]] = {}
        for step in range(1, len(line)):
            code = line[step].code
            if code >> 20 & 15 == ONTO_LOOSE:
                self._built_on.setdefault(code >> 6 & 63, []).append(step)

    def carry(self, card: int, count: int, target: int | None) -> None:
        """Move the run of ``count`` cards that starts with ``card`` to ``target``.

        Raises ``CannotPlay`` if ``target`` is None or the rules refuse the move.
        """
        if target is None:
            raise CannotPlay
        # The conditions are those of ``Vierfrei.resolve``.
        source, onto = self._where[card], self.piles[target]
        cards = self.piles[source]
        taken = cards[-count:]
        if taken[0] != card or len(taken) < count or source == target:
            raise CannotPlay
        if onto and not (target < 8 and TAKERS[card] & BIT[onto[-1]]):
            raise CannotPlay
        written = None
        if count > 1 or (target < 8 and source < 8):
            longest = min(_run_of(cards), self._capacity(target)) if target < 8 else 1
            if count > longest:
                raise CannotPlay
            written = None if onto or count == longest else count
        del cards[-count:]
        onto += taken
        for card in taken:
            self._where[card] = target
        self.moves.append(_move(source, target, written))

    def _capacity(self, target: int) -> int:
        """Return the maximum number of cards that can move to column ``target`` at once."""
        empty = [at for at, pile in enumerate(self.piles) if not pile and at != target]
        columns = sum([at < 8 for at in empty])
        return (len(empty) - columns + 1) << columns

    def play(self, step: int) -> None:
        """Play move ``step`` of the line, and the moves home after it."""
        before, after = self._line[step - 1], self._line[step]
        code = after.code
        card, target, count = code & 63, code >> 6 & 63, code >> 12 & 15
        if target == HOMEWARD:
            if not self.sends_home(card):
                raise CannotPlay
        else:
            if self._free[step] == 0 and self._free[step - 1] > 0:
                self._prepare_for_none_free(step, card)
            if target == LOOSE:
                self.carry(card, 1, self._loose_place(card, step))
            elif target == EMPTY:
                self.carry(card, count, self._room(step, card, count, None))
            else:
                if code >> 20 & 15 == ONTO_LOOSE:
                    try:
                        self._into_column(target, step, {target, card})
                    except CannotPlay:
                        self._into_column(target, step, {target})
                self.carry(card, count, self._room(step, card, count, target))
        if after.home is not before.home:
            self.bring_home(after.home[0])

    def play_plainly(self, code: int) -> None:
        """Play the move that is packed into ``code``, without the moves home after it."""
        card, target = code & 63, code >> 6 & 63
        if target < LOOSE:
            place: int | None = self._where[target]
        else:
            place = self._empty(_CELLS if target == LOOSE else _COLUMNS)
        self.carry(card, code >> 12 & 15, place)

    def bring_home(self, heights: tuple[int, int, int, int]) -> None:
        """Send cards home until the foundations reach ``heights``, or raise ``CannotPlay``."""
        now, going = self.heights, True
        while going:
            going = False
            for suit in range(4):
                while now[suit] < heights[suit] and self.sends_home(now[suit] * 4 + suit):
                    going = True
        if tuple(now) != heights:
            raise CannotPlay

    def sends_home(self, card: int) -> bool:
        """Send ``card`` home if possible; return whether it went."""
        source = self._where[card]
        pile = self.piles[source]
        if not pile or pile[-1] != card or self.heights[card & 3] != card >> 2:
            return False
        pile.pop()
        self.heights[card & 3] += 1
        self.moves.append(_move(source, 12, None))
        return True

    # Finding places

    def _empty(self, among: range) -> int | None:
        for pile in among:
            if not self.piles[pile]:
                return pile
        return None

    def _needs_column(self, card: int, step: int) -> int:
        """Return the next step at which ``card`` must be in a column, or ``_NEVER``."""
        # If the card moves before that, the answer is wrong, and at worst makes the line longer.
        return next((at for at in self._built_on.get(card, ()) if at >= step), _NEVER)

    def _loose_place(self, card: int, step: int) -> int | None:
        """Return an empty cell or column for ``card`` alone; None if there is neither."""
        cell, column = self._empty(_CELLS), self._empty(_COLUMNS)
        if cell is None or (column is not None and self._needs_column(card, step) < _NEVER):
            return column
        return cell

    def _room(self, step: int, card: int, count: int, onto: int | None) -> int:
        """Make room for ``count`` cards, and return the column to move them to.

        The column contains ``onto``, or is empty if ``onto`` is None. Raises ``CannotPlay`` if
        there isn't enough room.
        """
        while True:
            target = self._empty(_COLUMNS) if onto is None else self._where[onto]
            if target is not None and (count == 1 or self._capacity(target) >= count):
                return target
            self._clear_column(step, {card} if onto is None else {card, onto})

    def _clear_column(self, step: int, keep: set[int]) -> int:
        """Move a card that is alone in its column to a cell; return that column, now empty.

        Cards in ``keep`` stay where they are. Raises ``CannotPlay`` if no other card can be moved.
        """
        alone = [pile[0] for pile in self.piles[:8] if len(pile) == 1 and pile[0] not in keep]
        if not alone:
            raise CannotPlay
        card = max(alone, key=lambda card: self._needs_column(card, step))
        column = self._where[card]
        self.carry(card, 1, self._empty(_CELLS))
        return column

    def _into_column(self, card: int, step: int, keep: set[int]) -> None:
        """Ensure that ``card`` is in a column, or raise ``CannotPlay``."""
        if self._where[card] >= 8:
            column = self._empty(_COLUMNS)
            if column is None:
                column = self._clear_column(step, keep)
            self.carry(card, 1, column)

    def _prepare_for_none_free(self, step: int, card: int) -> None:
        """Put loose cards into columns as needed, before ``card`` fills the last free place."""
        # Afterwards no column is empty until a place is free again. So the loose cards on which
        # others will be laid before that have to be in columns now.
        needed = []
        at = step + 1
        while at < len(self._line) and self._free[at - 1] == 0:
            code = self._line[at].code
            if code >> 20 & 15 == ONTO_LOOSE:
                needed.append(code >> 6 & 63)
            at += 1
        loose = self._line[step - 1].lying
        keep = {card, *needed}
        for other in needed:
            if loose & BIT[other]:
                self._into_column(other, step, keep)
        if card in needed and self._empty(_COLUMNS) is None:
            self._clear_column(step, keep)
