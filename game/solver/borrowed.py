"""A line that wins from one position, tried card by card from another: often it wins there too.

Two positions a move apart mostly do with the same plan, though piles and counts may differ. What
comes of it was played by the rules, so it is proven; that it fails says nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from game.core.cards import Card
from game.core.moves import Move, Refusal, Verb
from game.core.state import HOME, PileId, Role, State
from game.rules.choices import written
from game.rules.registry import Rules

_ASTRAY: Final = 8
"""After so many moves in a row that cannot be made the line is given up."""


@dataclass(frozen=True, slots=True)
class _Aim:
    """What a move of a line does: it carries ``card``, with what lies on it, onto the card ``on``
    or into an empty pile of that ``role``; what carries nothing is done as it stands."""

    move: Move
    card: Card | None = None
    on: Card | None = None
    role: Role | None = None


class Plan:
    """What a line that wins from ``state`` does, whatever piles the cards lie on."""

    def __init__(self, rules: Rules, state: State, line: Sequence[Move]) -> None:
        self.rules = rules
        self._state = state
        self._line = line

    @cached_property
    def _aims(self) -> tuple[_Aim, ...]:
        return tuple(_aims(self.rules, self._state, self._line))

    def win(self, state: State) -> tuple[Move, ...]:
        """Return the moves by which it wins from ``state``; nothing if it does not."""
        rules, astray = self.rules, 0
        lies = {card: pile for pile, cards in state.piles.items() for card in cards}
        done: list[tuple[State, Move]] = []
        for aim in self._aims:
            found = self._fitting(state, lies, aim)
            if found is None:
                astray += 1
                if astray > _ASTRAY:
                    return ()
                continue
            astray = 0
            done.append((state, found))
            for step in rules.expand(state, found):
                state = step.after
                for card, _, pile in step.transfers:
                    lies[card] = pile
        if not rules.won(state):
            return ()
        return tuple([written(rules, before, move) for before, move in done])

    def _fitting(self, state: State, lies: Mapping[Card, PileId], aim: _Aim) -> Move | None:
        """Return the move from ``state`` that does the same; None if there is none, or need not
        be. ``lies`` tells on which pile each card lies."""
        rules = self.rules
        if aim.card is None:
            found = rules.resolve(state, aim.move)
            return None if isinstance(found, Refusal) else found
        source, target = lies[aim.card], _target(state, lies, aim)
        if source.role is Role.FOUNDATION or target is None:
            return None
        count = len(state[source]) - state[source].index(aim.card)
        found = rules.resolve(state, Move.carry(source, target, count))
        return None if isinstance(found, Refusal) else found


def _aims(rules: Rules, state: State, line: Sequence[Move]) -> Iterable[_Aim]:
    for move in line:
        found = rules.resolve(state, move)
        if isinstance(found, Refusal):
            return
        if found.verb is Verb.CARRY:
            card = state[found.source][-(found.count or 1)]
            on = state[found.target][-1] if state[found.target] else None
            yield _Aim(found, card, on, found.target.role)
        else:
            yield _Aim(found)
        state = rules.expand(state, found)[-1].after


def _target(state: State, lies: Mapping[Card, PileId], aim: _Aim) -> PileId | None:
    if aim.role is Role.FOUNDATION:
        return HOME
    if aim.on is not None:
        pile = lies[aim.on]
        return pile if state[pile][-1] == aim.on else None
    for pile, cards in state.piles.items():
        if pile.role is aim.role and not cards:
            return pile
    return None
