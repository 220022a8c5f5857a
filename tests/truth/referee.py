"""A referee for games of Canfield that shares nothing with the rules that played them.

The plain solver judges every move: the position after it must be one of those that can follow. The
referee adds up the result itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from game.core.state import State
from game.rules.canfield import RuleSet
from tests.plain_rules import plain_rules
from tests.truth.canfield import Twin, turned


class Result(NamedTuple):
    """What a game came to, in cards on the foundations, redeals, and dollars or points."""

    cards: int
    turns: int
    account: int


def judge(rule_set: RuleSet, states: Sequence[State]) -> Result:
    """Return what the game with these ``states``, from the layout on, came to.

    Raises ``ValueError`` if one of them does not follow from the one before it.
    """
    place = Twin(rule_set, states[0], apart=True).start
    turns = 0
    for number, state in enumerate(states[1:], 1):
        twin = Twin(rule_set, state, apart=True)
        if state.stopped and twin.start == place:
            continue
        # The twin knows the reserve of its own position: that of the position before is longer.
        before = Twin(rule_set, states[number - 1], apart=True)
        if twin.start not in before.after(place):
            raise ValueError(f"move {number} is not legal")
        turns += turned(place, twin.start)
        place = twin.start
    cards = sum(place[1])
    return Result(cards, turns, plain_rules(rule_set.key).account(cards, turns, place[5]))
