"""A line of moves, played through: each position on it, and how it goes on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from game.core.cards import ACE, KING, Card, Suit
from game.core.moves import Move, Refusal, Verb
from game.core.state import FOUNDATIONS, PileId, Role, State
from game.rules.registry import Rules


class Leg(NamedTuple):
    """One move of a line, as the rules have made it definite, with the position before it and the
    one after it; ``cards`` are those that it carries, bottom card first."""

    move: Move
    before: State
    after: State

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards that it carries, bottom card first; none where it carries none."""
        if self.move.verb is not Verb.CARRY:
            return ()
        return self.before[self.move.source][-(self.move.count or 1) :]


def legs(rules: Rules, state: State, line: Sequence[Move]) -> Iterator[Leg]:
    """Play ``line`` from ``state``, as far as it is legal."""
    for move in line:
        found = rules.resolve(state, move)
        if isinstance(found, Refusal):
            return
        after = rules.expand(state, found)[-1].after
        yield Leg(found, state, after)
        state = after


def next_home(state: State) -> dict[Suit, Card]:
    """Return for each suit that is not complete the card that its foundation waits for."""
    begun = [state[pile][0].rank for pile in FOUNDATIONS if state[pile]]
    base = begun[0] if begun else ACE
    return {
        suit: Card((base - 1 + len(state[pile])) % KING + 1, suit)
        for suit, pile in zip(Suit, FOUNDATIONS, strict=True)
        if len(state[pile]) < KING
    }


def empty(state: State, role: Role) -> list[PileId]:
    """Return the piles of ``role`` that hold no card."""
    return [pile for pile, cards in state.piles.items() if pile.role is role and not cards]
