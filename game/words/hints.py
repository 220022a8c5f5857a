"""What a hint can tell of a position: the best first, and each further one when it is asked again.

Nothing is told that is not proven at that moment, but for the rule of thumb, which is called so.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from game.core.moves import Action, Move, Refusal
from game.core.state import State
from game.play.thumb import rules_of_thumb
from game.rules.registry import Rules
from game.support.texts import tr, trn
from game.words.summary import advice, summary

_NEXT: Final = 2
"""How many moves of the line are told besides its first one."""
_OTHERS: Final = 3
"""How many other moves are told that win as well, or that the rule of thumb comes to later."""


class Fact(NamedTuple):
    """A sentence, and the move that is shown with it, as the rules have made it definite."""

    words: str
    move: Move


def facts_of_line(
    rules: Rules, state: State, line: Sequence[Move], others: Iterable[Move]
) -> list[Fact]:
    """Return the first move of a winning ``line``, what it leads to, and ``others`` that win as
    well."""
    first = rules.resolve(state, line[0])
    if isinstance(first, Refusal):
        return []
    facts = [Fact(tr("Hint: {move}", move=advice(first, state)), first)]
    facts.append(Fact(_what_comes(rules, state, first, line), first))
    told = {first}
    for move in others:
        found = rules.resolve(state, move)
        if not isinstance(found, Refusal) and found not in told and len(told) <= _OTHERS:
            told.add(found)
            facts.append(Fact(tr("This wins as well: {move}", move=advice(found, state)), found))
    return facts


def _what_comes(rules: Rules, state: State, first: Move, line: Sequence[Move]) -> str:
    """Return the next moves of the line in words, and how many there are to the win."""
    told: list[str] = []
    state = rules.expand(state, first)[-1].after
    for move in line[1 : 1 + _NEXT]:
        found = rules.resolve(state, move)
        if isinstance(found, Refusal):
            break
        told.append(advice(found, state))
        state = rules.expand(state, found)[-1].after
    if not told:
        return tr("This move wins the game.")
    then = tr("Then {moves}.", moves="; ".join(told))
    return then + " " + trn("{n} move to the win.", "{n} moves to the win.", len(line))


def facts_of_thumb(rules: Rules, state: State) -> list[Fact]:
    """Return what the rule of thumb says first, and what it would say next."""
    facts: list[Fact] = []
    for move in rules_of_thumb(rules, state):
        words = (
            tr("Next best by rule of thumb: {move}") if facts else tr("By rule of thumb: {move}")
        )
        facts.append(Fact(words.format(move=advice(move, state)), move))
        if len(facts) > _OTHERS:
            break
    if len(facts) == 1:
        facts.append(Fact(tr("The rule of thumb knows nothing else here."), facts[0].move))
    return facts


def lost_by(action: Action, before: State) -> str:
    """Return which action lost a game that could still be won ``before`` it."""
    return tr("Lost by this move: {move}", move=summary(action, before))
