"""The rules of Vierfrei, better known as FreeCell.

They follow VIERFREI for the Atari ST (1993).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Final

from game.core.cards import RED, Card
from game.core.moves import Move, Refusal, Step, Verb, no_fit
from game.core.state import CELLS, FOUNDATIONS, HOME, Pile, PileId, Role, State, Transfer, columns

COLUMNS: Final = columns(8)
PILES: Final = (*CELLS, *FOUNDATIONS, *COLUMNS)
_LOOSE: Final = (*COLUMNS, *CELLS)


def free_cells(state: State) -> list[PileId]:
    """Return the empty cells, in order."""
    return [cell for cell in CELLS if not state[cell]]


def capacity(state: State, target: PileId) -> int:
    """Return how many cards can move together to the column ``target``."""
    # VIERFREI's manual: (free cells + 1) · 2^(empty columns other than the target).
    empty = sum([not state[column] for column in COLUMNS if column != target])
    return (len(free_cells(state)) + 1) << empty


class Vierfrei:
    """The rules of Vierfrei; ``game.rules.registry.Rules`` describes the methods.

    Subclasses with other building rules override ``fits`` and ``is_safe``.
    """

    piles: Final = PILES
    counts_home: Final = False
    deals_base: Final = False

    def fits(self, card: Card, on: Card) -> bool:
        """Return whether ``card`` is one rank lower than ``on`` and of the other colour."""
        return card.rank == on.rank - 1 and RED[card.suit] != RED[on.suit]

    def is_safe(self, state: State, card: Card) -> bool:
        """Return whether ``card`` is safe. Ask only about a card that can go home now."""
        # VIERFREI's manual: a card may be needed until both cards that could be laid on it are
        # home. Aces and twos never are.
        return card.rank <= 2 or all(
            len(state[foundation]) >= card.rank - 1
            for foundation in FOUNDATIONS
            if (foundation.number in (1, 2)) != card.is_red
        )

    def run_length(self, pile: Pile) -> int:
        """Return the length of the run at the end of ``pile``."""
        length = min(len(pile), 1)
        while length < len(pile) and self.fits(pile[-length], pile[-length - 1]):
            length += 1
        return length

    def deal(self, deck: Sequence[Card]) -> State:
        """Return the layout: card i of ``deck`` goes to column i mod 8."""
        piles: dict[PileId, Pile] = dict.fromkeys(PILES, ())
        for column in COLUMNS:
            piles[column] = tuple(deck[column.number :: 8])
        return State(piles)

    def won(self, state: State) -> bool:
        return state.cards_home == 52

    def counts(self, state: State, pile: PileId) -> Sequence[int]:
        if pile.role is Role.COLUMN:
            return range(1, self.run_length(state[pile]) + 1)
        return (1,) if pile.role is Role.CELL and state[pile] else ()

    def resolve(self, state: State, move: Move) -> Move | Refusal:
        if move.verb is not Verb.CARRY:
            return Refusal("no-stages" if move.verb in _PAYMENTS else "no-stock")
        source, target, count = move.source, move.target, move.count
        if source.role not in (Role.COLUMN, Role.CELL):
            return Refusal("no-return" if source.role is Role.FOUNDATION else "no-source")
        if source == target:
            return Refusal("same-pile")
        pile = state[source]
        if not pile:
            return Refusal("empty-source")
        if target.role is not Role.COLUMN:
            return self._single_card(state, move)
        run = self.run_length(pile)
        if count is not None and not 1 <= count <= run:
            return Refusal("not-a-run" if count > 0 else "bad-count")
        wanted = self._wanted(state, pile, run, move)
        if isinstance(wanted, Refusal):
            return wanted
        if wanted > 1 and wanted > (may := capacity(state, target)):
            return Refusal("too-many", {"may": may, "wanted": wanted})
        return Move(Verb.CARRY, source, target, wanted)

    def _wanted(self, state: State, pile: Pile, run: int, move: Move) -> int | Refusal:
        onto, count = state[move.target], move.count
        if onto:
            needed = onto[-1].rank - pile[-1].rank
            fitting = 1 <= needed <= run and self.fits(pile[-needed], onto[-1])
            return needed if fitting and count in (None, needed) else no_fit(self.fits, onto[-1])
        if count is None:
            return run if run == 1 else min(run, capacity(state, move.target))
        return count

    def _single_card(self, state: State, move: Move) -> Move | Refusal:
        source, target = move.source, move.target
        if move.count is not None and move.count != 1:
            return Refusal("one-card-home" if target.role is Role.FOUNDATION else "bad-count")
        if target.role is Role.CELL:
            return Refusal("cell-taken") if state[target] else Move.carry(source, target, 1)
        if target.role is Role.FOUNDATION:
            card = state[source][-1]
            home = FOUNDATIONS[card.suit]
            if card.rank != len(state[home]) + 1:
                return Refusal("not-next")
            return Move.carry(source, home, 1)
        return Refusal("no-target")

    def expand(self, state: State, resolved: Move) -> tuple[Step, ...]:
        """Return the steps of the legal move ``resolved``, each moving a single card."""
        source, target = resolved.source, resolved.target
        ways: Iterable[tuple[PileId, PileId]] = ((source, target),)
        count = resolved.count or 1
        if count > 1:
            empty = [pile for pile in COLUMNS if not state[pile] and pile != target]
            ways = _transfers(source, target, count, free_cells(state), empty)
        steps = []
        for start, end in ways:
            transfers = (Transfer(state[start][-1], start, end),)
            only = None
            if start.role is end.role is Role.COLUMN and not state[end]:
                # In the notation, no count means as many cards as possible.
                most = min(self.run_length(state[start]), capacity(state, end))
                only = 1 if most > 1 else None
            state = state.apply(transfers)
            steps.append(Step(Move(Verb.CARRY, start, end, only), transfers, state))
        return tuple(steps)

    def to_cells(self, state: State, source: PileId, count: int) -> tuple[Move, ...] | Refusal:
        if source.role is not Role.COLUMN or not state[source]:
            return Refusal("no-source" if source.role is not Role.COLUMN else "empty-source")
        if count > self.run_length(state[source]):
            return Refusal("not-a-run")
        free = free_cells(state)
        if count > len(free):
            return Refusal("too-few-cells", {"free": len(free)})
        return tuple(Move.carry(source, cell, 1) for cell in free[:count])

    def home_move(
        self, state: State, stay: Collection[Card] = (), *, safe: bool = False
    ) -> Move | None:
        for source in _LOOSE:
            pile = state[source]
            if pile and pile[-1] not in stay:
                card = pile[-1]
                fits = card.rank == len(state[FOUNDATIONS[card.suit]]) + 1
                if fits and (not safe or self.is_safe(state, card)):
                    return Move.carry(source, HOME)
        return None

    def finish_move(self, state: State) -> Move | None:
        """Return a move that sends a card home, or None."""
        return self.home_move(state)

    def stuck(self, state: State) -> bool:
        """Return whether the game is not won and no move is possible."""
        if self.won(state) or free_cells(state) or self.home_move(state):
            return False
        ends = [state[pile][-1] for pile in _LOOSE if state[pile]]
        targets = [state[column][-1] for column in COLUMNS if state[column]]
        if len(targets) < len(COLUMNS):
            return False
        return not any(self.fits(card, target) for card in ends for target in targets)


_PAYMENTS: Final = (Verb.INSPECT, Verb.PAY, Verb.STOP)


def _transfers(
    source: PileId, target: PileId, count: int, cells: list[PileId], empty: list[PileId]
) -> list[tuple[PileId, PileId]]:
    if count <= len(cells) + 1:
        parked = cells[: count - 1]
        return [
            *((source, cell) for cell in parked),
            (source, target),
            *((cell, target) for cell in reversed(parked)),
        ]
    aside, rest = empty[0], empty[1:]
    below = (len(cells) + 1) << len(rest)
    upper = count - min(below, count - 1)
    return [
        *_transfers(source, aside, upper, cells, rest),
        *_transfers(source, target, count - upper, cells, rest),
        *_transfers(aside, target, upper, cells, rest),
    ]
