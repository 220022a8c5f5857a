"""The moves among which a player chooses: every legal one, and each only once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from game.core.moves import Move, Refusal, Verb
from game.core.piles import HOME, PileId, Role
from game.core.state import State
from game.rules.registry import Rules

_VERBS: Final = (Verb.DEAL, Verb.TURN, Verb.INSPECT, Verb.PAY)
"""What a player can do besides carrying cards, while he plays on."""
_ALIKE: Final = (Role.CELL, Role.COLUMN)
"""Piles of which it makes no difference which of the empty ones takes a card."""


def choices(rules: Rules, state: State) -> Iterator[Move]:
    """Yield every legal move from ``state``, made definite by ``rules``.

    Of several empty cells or columns the first stands for all. What leaves the position as it was
    is no choice: a card from cell to cell, all of a column into an empty one. Stopping and
    beginning again are none either.
    """
    targets = list(_targets(rules, state))
    for source in rules.piles:
        for count in rules.counts(state, source):
            for target in targets:
                if _changes_nothing(state, source, count, target):
                    continue
                found = rules.resolve(state, Move.carry(source, target, count))
                if not isinstance(found, Refusal):
                    yield found
    for verb in _VERBS:
        found = rules.resolve(state, Move(verb))
        if not isinstance(found, Refusal):
            yield found


def _targets(rules: Rules, state: State) -> Iterator[PileId]:
    seen: set[Role] = set()
    for pile in rules.piles:
        if pile.role in _ALIKE and not state[pile]:
            if pile.role in seen:
                continue
            seen.add(pile.role)
        yield pile


def _changes_nothing(state: State, source: PileId, count: int, target: PileId) -> bool:
    if target.role is Role.FOUNDATION:
        return count > 1 or state[source][-1].suit != target.number
    if source.role is not target.role or state[target]:
        return False
    return source.role is Role.CELL or (source.role is Role.COLUMN and count == len(state[source]))


def choice_of(rules: Rules, state: State, move: Move) -> Move | None:
    """Return the one of ``choices`` that does the same as ``move``; None where none does, for
    ``move`` changes nothing, is illegal or ends the game."""
    found = rules.resolve(state, move)
    if isinstance(found, Refusal) or found.verb in (Verb.STOP, Verb.RESTART):
        return None
    target = found.target
    if found.verb is Verb.CARRY:
        if _changes_nothing(state, found.source, found.count or 1, target):
            return None
        if target.role in _ALIKE and not state[target]:
            target = next(
                pile
                for pile in _targets(rules, state)
                if pile.role is target.role and not state[pile]
            )
    return Move(found.verb, found.source, target, found.count)


def written(rules: Rules, state: State, choice: Move) -> Move:
    """Return one of ``choices`` as notation has it: a count only where it is needed."""
    if choice.verb is not Verb.CARRY:
        return choice
    short = Move.carry(choice.source, _aim(choice.target))
    same = rules.resolve(state, short) == choice
    return short if same else Move.carry(choice.source, _aim(choice.target), choice.count)


def _aim(target: PileId) -> PileId:
    return HOME if target.role is Role.FOUNDATION else target
