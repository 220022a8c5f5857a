"""Converts the packed moves of a search into moves of the real game, as ``Step``.

The search leaves open which loose card lies in a cell and which in a column. This is decided here,
by looking ahead at what each card is needed for; if that is not enough, a card is moved aside.
"""

from __future__ import annotations

from typing import Final

from game.solver.vierfrei_board import (
    BIT,
    EMPTY,
    HOMEWARD,
    LOOSE,
    ONTO_LOOSE,
    PLACES,
    Board,
)
from game.solver.vierfrei_pack import Position
from game.solver.vierfrei_referee import AT_HOME, Step, capacity, run_of


class CannotPlay(Exception):
    """No real board can play the line; the search should continue without it."""


def chain(end: Position) -> list[Position]:
    """Return all positions of a line, in order."""
    line = []
    position: Position | None = end
    while position is not None:
        line.append(position)
        position = position.parent
    line.reverse()
    return line


def real_steps(board: Board, line: list[Position]) -> list[Step]:
    """Return the moves of the real game that play ``line`` from ``board`` and then bring all cards
    home.

    Every move home is included. Raises ``CannotPlay`` if the real board does not allow it.
    """
    player = _Player(board, line)
    for step in range(1, len(line)):
        player.play(step)
    player.bring_home((13, 13, 13, 13))
    return player.steps


def plain_steps(board: Board, codes: list[tuple[int, tuple[int, int, int, int]]]) -> list[Step]:
    """Return the moves of a line that distinguishes cells from columns.

    ``codes`` are its moves, each with the heights of the foundations that it leads to; the code of
    the first, for what goes home before any move, does not count.
    """
    player = _Player(board, [])
    player.bring_home(codes[0][1])
    for code, heights in codes[1:]:
        player.play_plainly(code)
        player.bring_home(heights)
    player.bring_home((13, 13, 13, 13))
    return player.steps


_CELLS: Final = range(8, 12)
_NEVER: Final = 1 << 20


class _Player:
    """A real board, cards as indices, that carries out packed moves one by one.

    Its piles are those of ``Board``: 8 columns, 4 cells.
    """

    def __init__(self, board: Board, line: list[Position]) -> None:
        self.steps: list[Step] = []
        self.line = line
        self.free = [PLACES - len(position.columns) - len(position.loose) for position in line]
        self.piles = [list(cards) for cards in board.piles]
        self.where = {card: number for number, pile in enumerate(self.piles) for card in pile}
        self.heights = list(board.heights)
        self.built_on: dict[int, list[int]] = {}
        """For each card the steps at which another card is laid on it while it is loose."""
        for step in range(1, len(line)):
            code = line[step].code
            if code >> 20 & 15 == ONTO_LOOSE:
                self.built_on.setdefault(code >> 6 & 63, []).append(step)
        if line:
            self.bring_home(line[0].home[0])

    def play(self, step: int) -> None:
        """Carry out packed move number ``step`` of the line, and the moves home after it."""
        before, after = self.line[step - 1], self.line[step]
        code = after.code
        card, target, count = code & 63, code >> 6 & 63, code >> 12 & 15
        if target == HOMEWARD:
            self._home(card)
        else:
            if self.free[step] == 0 and self.free[step - 1] > 0:
                self._prepare_for_none_free(step, card)
            if target == LOOSE:
                self._carry(card, 1, self._loose_place(card, step))
            elif target == EMPTY:
                self._carry(card, count, self._room(step, card, count, None))
            else:
                if code >> 20 & 15 == ONTO_LOOSE:
                    self._into_column(target, step, card)
                self._carry(card, count, self._room(step, card, count, target))
        if after.home is not before.home:
            self.bring_home(after.home[0])

    def play_plainly(self, code: int) -> None:
        """Carry out a move that says whether it goes into a cell or into a column."""
        card, target = code & 63, code >> 6 & 63
        if target == HOMEWARD:
            self._home(card)
            return
        if target < LOOSE:
            place: int | None = self.where[target]
        else:
            place = self._free_cell() if target == LOOSE else self._empty_column()
        if place is None:
            raise CannotPlay
        self._carry(card, code >> 12 & 15, place)

    def bring_home(self, heights: tuple[int, int, int, int]) -> None:
        """Send cards home until the foundations have ``heights``."""
        piles, where, now, steps = self.piles, self.where, self.heights, self.steps
        waiting = [suit for suit in range(4) if now[suit] < heights[suit]]
        while waiting:
            still = []
            before = len(steps)
            for suit in waiting:
                for card in range(now[suit] * 4 + suit, heights[suit] * 4, 4):
                    source = where[card]
                    pile = piles[source]
                    if pile[-1] != card:
                        still.append(suit)
                        break
                    pile.pop()
                    now[suit] += 1
                    steps.append((source, AT_HOME, None))
            if len(steps) == before:
                raise CannotPlay
            waiting = still

    def _home(self, card: int) -> None:
        source = self.where[card]
        if self.piles[source].pop() != card or self.heights[card & 3] != card >> 2:
            raise CannotPlay
        self.heights[card & 3] += 1
        self.steps.append((source, AT_HOME, None))

    def _carry(self, card: int, count: int, target: int) -> None:
        """Move ``count`` cards, beginning with ``card``, to the end of a pile."""
        source = self.where[card]
        cards, onto = self.piles[source], self.piles[target]
        if len(cards) < count or cards[-count] != card:
            raise CannotPlay
        written = None
        if not onto and source < 8 and target < 8:
            longest = min(run_of(cards), capacity(self.piles, target))
            written = None if longest == count else count
        taken = cards[-count:]
        del cards[-count:]
        onto += taken
        for card in taken:
            self.where[card] = target
        self.steps.append((source, target, written))

    # Finding places

    def _free_cell(self) -> int | None:
        piles = self.piles
        for cell in _CELLS:
            if not piles[cell]:
                return cell
        return None

    def _empty_column(self) -> int | None:
        piles = self.piles
        for column in range(8):
            if not piles[column]:
                return column
        return None

    def _needs_column(self, card: int, step: int) -> int:
        """Return the next step at which the loose ``card`` must lie in a column, or a large number
        if none.

        A card that is laid away before that is sometimes wrongly said to need a column; at worst
        this makes the line longer.
        """
        for at in self.built_on.get(card, ()):
            if at >= step:
                return at
        return _NEVER

    def _loose_place(self, card: int, step: int) -> int:
        """Return where to put a card that becomes loose: into a column if it is to be built on."""
        cell, column = self._free_cell(), self._empty_column()
        if cell is None or (column is not None and self._needs_column(card, step) < _NEVER):
            cell = column
        if cell is None:
            raise CannotPlay
        return cell

    def _room(self, step: int, card: int, count: int, onto: int | None) -> int:
        """Return the column that ends with ``onto``, or an empty one, after making way for
        ``count`` cards."""
        while True:
            target = self._empty_column() if onto is None else self.where[onto]
            if target is not None and (count == 1 or capacity(self.piles, target) >= count):
                return target
            self._clear_column(step, {card} if onto is None else {card, onto})

    def _clear_column(self, step: int, keep: set[int]) -> int:
        """Move a card that is alone in its column, none of ``keep``, into a free cell."""
        alone = [pile[0] for pile in self.piles[:8] if len(pile) == 1 and pile[0] not in keep]
        cell = self._free_cell()
        if cell is None or not alone:
            raise CannotPlay
        card = alone[0]
        for other in alone:
            if self._needs_column(other, step) > self._needs_column(card, step):
                card = other
        column = self.where[card]
        self._carry(card, 1, cell)
        return column

    def _into_column(self, card: int, step: int, keep: int) -> None:
        """Get the loose ``card`` into a column, leaving ``keep`` in place if possible."""
        if self.where[card] < 8:
            return
        column = self._empty_column()
        if column is None:
            try:
                column = self._clear_column(step, {card, keep})
            except CannotPlay:
                column = self._clear_column(step, {card})
        self._carry(card, 1, column)

    def _prepare_for_none_free(self, step: int, card: int) -> None:
        """Before the last free place is used, move into columns all cards that must lie there while
        none is free."""
        needed = []
        at = step + 1
        while at < len(self.line) and self.free[at - 1] == 0:
            code = self.line[at].code
            if code >> 20 & 15 == ONTO_LOOSE:
                needed.append(code >> 6 & 63)
            at += 1
        loose = self.line[step - 1].lying
        keep = {card, *needed}
        for other in needed:
            if loose & BIT[other] and self.where[other] >= 8:
                column = self._empty_column()
                if column is None:
                    column = self._clear_column(step, keep)
                self._carry(other, 1, column)
        if card in needed and self._empty_column() is None:
            self._clear_column(step, keep)
