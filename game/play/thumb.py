"""A rule of thumb for Canfield, and automatic play by it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Final

from game.core.moves import Move, Refusal, Verb
from game.core.state import HOME, RESERVE, WASTE, PileId, Role, State

if TYPE_CHECKING:
    from game.play.session import Session
    from game.rules.registry import Rules


def rules_of_thumb(rules: Rules, state: State) -> Iterator[Move]:
    """Yield legal moves that a careful player of Canfield would make, best first."""
    told: set[Move] = set()
    for move in _wishes(rules, state):
        found = rules.resolve(state, move)
        if not isinstance(found, Refusal) and found not in told:
            told.add(found)
            yield found


def _wishes(rules: Rules, state: State) -> Iterator[Move]:
    columns = [pile for pile in rules.piles if pile.role is Role.COLUMN]
    yield Move.carry(RESERVE, HOME)  # first, because the reserve hides the most cards
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
    for column in sorted(columns, key=lambda pile: not state[pile]):
        yield Move.carry(source, column)


def _joins(columns: list[PileId], state: State) -> Iterator[Move]:
    """Yield moves that put a whole column onto another, so that the reserve can fill the gap."""
    if not state[RESERVE]:
        return
    for source in columns:
        for target in columns:
            if source != target and state[source] and state[target]:
                yield Move.carry(source, target, len(state[source]))


_PATIENCE: Final = 200
"""A game is given up after this many moves without a card going home."""


def play_carefully(session: Session, wishes: Callable[[Rules, State], Iterator[Move]]) -> Session:
    """Play ``session`` until it ends or is given up, and return it.

    Each move is the first one from ``wishes`` that leads to a new position.
    """

    def cards(state: State) -> tuple[object, ...]:
        return (*(state[pile] for pile in session.rules.piles), state.stage)

    seen = {cards(session.state)}
    home, since = session.state.cards_home, 0
    while not session.ended and since < _PATIENCE:
        for move in wishes(session.rules, session.state):
            after = session.outcome(move)
            if not isinstance(after, Refusal) and cards(after) not in seen:
                session.do(move)
                seen.add(cards(after))
                since = since + 1 if after.cards_home == home else 0
                home = after.cards_home
                break
        else:
            break
    return session


def by_thumb(rules: Rules, state: State) -> Iterator[Move]:
    """Yield the first move that the rule of thumb suggests."""
    return islice(rules_of_thumb(rules, state), 1)
