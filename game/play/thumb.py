"""A hint for Canfield from what a player can see: a rule of thumb, and no more than that."""

from __future__ import annotations

from collections.abc import Iterator

from game.core.moves import Move, Refusal, Verb
from game.core.state import HOME, RESERVE, WASTE, PileId, Role, State
from game.rules.registry import Rules


def rules_of_thumb(rules: Rules, state: State) -> Iterator[Move]:
    """Yield the moves of a careful player who sees neither the stock nor the reserve below its top,
    the best first, each made definite by the rules.

    The reserve first, for it hides most; then cards home, from columns before the waste; then
    whatever brings the reserve or the waste onto a column; then the joining of two columns; at
    last the next cards of the stock. Nothing where nothing of this is legal.
    """
    told: set[Move] = set()
    for move in _wishes(rules, state):
        found = rules.resolve(state, move)
        if not isinstance(found, Refusal) and found not in told:
            told.add(found)
            yield found


def _wishes(rules: Rules, state: State) -> Iterator[Move]:
    columns = [pile for pile in rules.piles if pile.role is Role.COLUMN]
    yield Move.carry(RESERVE, HOME)
    for column in columns:
        yield Move.carry(column, HOME)
    yield Move.carry(WASTE, HOME)
    yield from _onto(RESERVE, columns, state)
    yield from _joins(columns, state)
    yield from _onto(WASTE, columns, state)
    yield Move(Verb.INSPECT)
    yield Move(Verb.DEAL)
    yield Move(Verb.PAY)
    yield Move(Verb.TURN)


def _onto(source: PileId, columns: list[PileId], state: State) -> Iterator[Move]:
    """Yield the moves of a card onto the columns, those that have cards first."""
    for column in sorted(columns, key=lambda pile: not state[pile]):
        yield Move.carry(source, column)


def _joins(columns: list[PileId], state: State) -> Iterator[Move]:
    """Yield the moves of whole columns onto others, which let the reserve fill a column while it
    has cards."""
    if not state[RESERVE]:
        return
    for source in columns:
        for target in columns:
            if source != target and state[source] and state[target]:
                yield Move.carry(source, target, len(state[source]))
