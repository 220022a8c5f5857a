"""Turns the packed moves of a search into moves of the real game.

The search leaves open which loose card lies in a cell and which in a column. Here it is decided,
looking ahead at what each card is needed for, and where that does not do, a card is moved aside.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from game.moves import Move, Refusal
from game.piles import CELLS, FOUNDATIONS, HOME, PileId
from game.solver.vierfrei_board import (
    BIT,
    EMPTY,
    HOMEWARD,
    LOOSE,
    ONTO_LOOSE,
    PLACES,
    Position,
    card_index,
    run_of,
)
from game.state import State
from game.vierfrei import COLUMNS, Vierfrei

_RULES: Final = Vierfrei()


class CannotPlay(Exception):
    """No real board can play the line; the search is to go on without it."""


def chain(end: Position) -> list[Position]:
    """All positions of a line, the first one first."""
    line = [end]
    while (parent := line[-1][8]) is not None:
        line.append(parent)
    line.reverse()
    return line


def real_moves(state: State, line: Sequence[Position]) -> tuple[Move, ...]:
    """The moves of the real game that play ``line`` from ``state`` and then bring all cards home.

    Every move home is among them. Raises ``CannotPlay`` where the real board does not allow it.
    """
    player = _Player(state, line)
    for step in range(1, len(line)):
        player.play(step)
    player.bring_home((13, 13, 13, 13))
    return tuple(player.moves)


class _Table(State):
    """A state that is changed in place, so that a long line is judged in little time."""

    __slots__ = ()

    def carry(self, resolved: Move) -> None:
        """What a move does that the rules have permitted."""
        count = resolved.count or 1
        taken = self._piles[resolved.source]
        self._piles[resolved.source] = taken[:-count]
        self._piles[resolved.target] += taken[-count:]


def is_won(state: State, moves: Sequence[Move]) -> bool:
    """Whether ``moves`` are legal from ``state`` by the real rules, and win."""
    table = _Table(state.piles)
    for move in moves:
        resolved = _RULES.resolve(table, move)
        if isinstance(resolved, Refusal):
            return False
        table.carry(resolved)
    return _RULES.won(table)


class _Player:
    """A real board, cards as indices, that carries out one packed move after the other."""

    def __init__(self, state: State, line: Sequence[Position]) -> None:
        self.moves: list[Move] = []
        self.line = line
        self.columns = [[card_index(card) for card in state[column]] for column in COLUMNS]
        self.cells = [card_index(state[cell][0]) if state[cell] else -1 for cell in CELLS]
        self.heights = [len(state[foundation]) for foundation in FOUNDATIONS]
        self.built_on = self._built_on()
        self.bring_home(line[0][3][0])

    def _built_on(self) -> dict[int, list[int]]:
        """For each card the steps at which, while loose, it gets another card laid on it."""
        found: dict[int, list[int]] = {}
        for step in range(1, len(self.line)):
            code = self.line[step][9]
            if code >> 20 & 15 == ONTO_LOOSE:
                found.setdefault(code >> 6 & 63, []).append(step)
        return found

    def needs_column(self, card: int, step: int) -> int:
        """The next step at which ``card`` must lie in a column, or a large number if none.

        Told of a loose card; one that is laid away before it is built on is wrongly told to need a
        column now and then, at the worst at the price of a longer line.
        """
        return next((at for at in self.built_on.get(card, ()) if at >= step), 1 << 20)

    # Carrying out

    def play(self, step: int) -> None:
        """Carry out the packed move number ``step`` of the line, and the moves home after it."""
        code = self.line[step][9]
        card, target, count = code & 63, code >> 6 & 63, code >> 12 & 15
        before, after = self.line[step - 1], self.line[step]
        if target == HOMEWARD:
            self._home(self._source(card, 1))
        else:
            if _free(before) > 0 and _free(after) == 0:
                self._prepare_for_none_free(step, card)
            if target == LOOSE:
                self._carry(card, 1, self._loose_place(card, step))
            elif target == EMPTY:
                self._carry(card, count, self._room(step, card, count, None))
            else:
                if code >> 20 & 15 == ONTO_LOOSE:
                    self._into_column(target, step, card)
                self._carry(card, count, self._room(step, card, count, target))
        self.bring_home(after[3][0])

    def bring_home(self, heights: tuple[int, int, int, int]) -> None:
        """Send cards home until the foundations have ``heights``."""
        moved = tuple(self.heights) != heights
        while moved:
            moved = False
            for pile in (*COLUMNS, *CELLS):
                card = self._end(pile)
                while card >= 0 and self.heights[card & 3] == card >> 2 < heights[card & 3]:
                    self._home(pile)
                    card = self._end(pile)
                    moved = True
        if tuple(self.heights) != heights:
            raise CannotPlay

    def _end(self, pile: PileId) -> int:
        if pile.role == CELLS[0].role:
            return self.cells[pile.number]
        column = self.columns[pile.number]
        return column[-1] if column else -1

    def _home(self, pile: PileId) -> None:
        card = self._end(pile)
        if pile.role == CELLS[0].role:
            self.cells[pile.number] = -1
        else:
            self.columns[pile.number].pop()
        self.heights[card & 3] += 1
        self.moves.append(Move.carry(pile, HOME))

    def _source(self, card: int, count: int) -> PileId:
        """Where ``card`` lies as the ``count``-th from the end."""
        if card in self.cells and count == 1:
            return CELLS[self.cells.index(card)]
        for number, column in enumerate(self.columns):
            if len(column) >= count and column[-count] == card:
                return COLUMNS[number]
        raise CannotPlay

    def _carry(self, card: int, count: int, target: PileId) -> None:
        source = self._source(card, count)
        written: int | None = None
        if target.role == CELLS[0].role:
            self.cells[target.number] = card
            self._take(source, 1)
        else:
            onto = self.columns[target.number]
            if not onto and source.role != CELLS[0].role:
                longest = min(run_of(self.columns[source.number]), self._capacity(target.number))
                written = None if longest == count else count
            onto += self._take(source, count)
        self.moves.append(Move.carry(source, target, written))

    def _take(self, source: PileId, count: int) -> list[int]:
        if source.role == CELLS[0].role:
            card = self.cells[source.number]
            self.cells[source.number] = -1
            return [card]
        column = self.columns[source.number]
        taken = column[-count:]
        del column[-count:]
        return taken

    # Finding places

    def _free_cell(self) -> PileId | None:
        return CELLS[self.cells.index(-1)] if -1 in self.cells else None

    def _empty_column(self) -> PileId | None:
        return COLUMNS[self.columns.index([])] if [] in self.columns else None

    def _capacity(self, target: int) -> int:
        empty = sum(not column for n, column in enumerate(self.columns) if n != target)
        return (self.cells.count(-1) + 1) << empty

    def _loose_place(self, card: int, step: int) -> PileId:
        """Where to put a card that becomes loose: into a column if it is to be built on."""
        cell, column = self._free_cell(), self._empty_column()
        if self.needs_column(card, step) < 1 << 20:
            place = column or cell
        else:
            place = cell or column
        if place is None:
            raise CannotPlay
        return place

    def _room(self, step: int, card: int, count: int, onto: int | None) -> PileId:
        """The column that ends with ``onto``, or an empty one, with way for ``count`` cards."""
        while True:
            if onto is None:
                target = self._empty_column()
            else:
                target = next(
                    (COLUMNS[n] for n, cards in enumerate(self.columns) if cards[-1:] == [onto]),
                    None,
                )
                if target is None:
                    raise CannotPlay
            if target is not None and self._capacity(target.number) >= count:
                return target
            self._clear_column(step, {card} if onto is None else {card, onto})

    def _clear_column(self, step: int, keep: set[int]) -> PileId:
        """Move a card that is alone in its column, none of ``keep``, into a free cell."""
        alone = [column[0] for column in self.columns if len(column) == 1 and column[0] not in keep]
        cell = self._free_cell()
        if cell is None or not alone:
            raise CannotPlay
        card = max(alone, key=lambda card: self.needs_column(card, step))
        column = self._source(card, 1)
        self._carry(card, 1, cell)
        return column

    def _into_column(self, card: int, step: int, keep: int) -> None:
        """See to it that the loose ``card`` lies in a column, with ``keep`` left where it can."""
        if card not in self.cells:
            return
        column = self._empty_column()
        if column is None:
            try:
                column = self._clear_column(step, {card, keep})
            except CannotPlay:
                column = self._clear_column(step, {card})
        self._carry(card, 1, column)

    def _prepare_for_none_free(self, step: int, card: int) -> None:
        """Before the last free place goes: all that must lie in columns while none is free."""
        needed = []
        at = step + 1
        while at < len(self.line) and _free(self.line[at - 1]) == 0:
            code = self.line[at][9]
            if code >> 20 & 15 == ONTO_LOOSE:
                needed.append(code >> 6 & 63)
            at += 1
        loose = self.line[step - 1][2]
        keep = {card, *needed}
        for other in needed:
            if loose & BIT[other] and other in self.cells:
                self._carry(other, 1, self._empty_column() or self._clear_column(step, keep))
        if card in needed and self._empty_column() is None:
            self._clear_column(step, keep)


def _free(position: Position) -> int:
    return PLACES - len(position[0]) - len(position[1])
