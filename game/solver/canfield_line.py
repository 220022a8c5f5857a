"""Converts a line of the packed search into moves of the real game, and plays it there.

The search leaves out what the player has to write: dealing and redealing until the wanted card is
on top of the waste, and filling empty columns by hand where the rule set does not do it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from game.core.cards import Card
from game.core.moves import Move, Refusal, Verb
from game.core.state import FOUNDATIONS, HOME, RESERVE, STOCK, WASTE, PileId, State
from game.rules.canfield import COLUMNS, Canfield
from game.solver.canfield_board import HOME_TARGET, OPEN_TARGET, Board, Node

_DEAL: Final = Move(Verb.DEAL)
_TURN: Final = Move(Verb.TURN)


class Line:
    """A line under construction: the state that it has reached and the moves so far, all of them
    legal."""

    def __init__(self, rules: Canfield, state: State) -> None:
        self._rules = rules
        self.state = state
        self.moves: list[Move] = []

    def play(self, move: Move) -> None:
        """Play ``move``; raise ``AssertionError`` if the rules refuse it."""
        found = self._rules.resolve(self.state, move)
        if isinstance(found, Refusal):
            raise AssertionError(f"the solver's {move.text} is refused: {found.key}")
        step = self._rules.expand(self.state, found)[-1]
        self.moves.append(step.move)
        self.state = step.after

    def begin(self) -> None:
        """Pay whatever must be paid before every move is allowed."""
        if self.state.stage == 1:
            self.play(Move(Verb.INSPECT))
        if self.state.stage == 2:
            self.play(Move(Verb.PAY))

    def fill(self) -> None:
        """Fill empty columns from the reserve, where the player has to do that."""
        if self._rules.rule_set.fills_itself:
            return
        for column in COLUMNS:
            if self.state[RESERVE] and not self.state[column]:
                self.play(Move.carry(RESERVE, column))

    def carry(self, card: Card, target: PileId) -> None:
        """Move ``card``, wherever it lies, with all that lies on it."""
        piles = self.state.piles
        for column in COLUMNS:
            cards = piles[column]
            if card in cards:
                self.play(Move.carry(column, target, len(cards) - cards.index(card)))
                break
        else:
            for source in (FOUNDATIONS[card.suit], RESERVE):
                if card in piles[source]:
                    break
            else:
                self.bring_up(card)
                source = WASTE
            self.play(Move.carry(source, target))
        self.fill()

    def bring_up(self, card: Card) -> None:
        """Deal and redeal until ``card`` is on top of the waste; raise ``AssertionError`` if it
        cannot come there."""
        turned = False
        while True:
            piles = self.state.piles
            waste = piles[WASTE]
            if waste and waste[-1] == card:
                return
            if piles[STOCK]:
                self.play(_DEAL)
            elif turned:
                raise AssertionError("the solver's card is not within reach")
            else:
                turned = True
                self.play(_TURN)

    def follow(self, board: Board, moves: Iterable[int]) -> None:
        """Play packed moves."""
        self.fill()
        for move in moves:
            target = move & 63
            if target == HOME_TARGET:
                pile = HOME
            elif target == OPEN_TARGET:
                pile = self._column_under(())
            else:
                pile = self._column_under((board.card(target),))
            self.carry(board.card(move >> 6), pile)

    def _column_under(self, last: tuple[Card, ...]) -> PileId:
        """Return the column whose last card is ``last``, or that is empty where that is."""
        piles = self.state.piles
        for column in COLUMNS:
            if piles[column][-1:] == last:
                return column
        raise AssertionError("the solver's column is not there")


def packed_moves(node: Node) -> list[int]:
    """Return the packed moves that led to ``node``, in order."""
    groups = []
    at: Node | None = node
    while at is not None:
        groups.append(at[6])
        at = at[5]
    return [move for group in reversed(groups) for move in group]
