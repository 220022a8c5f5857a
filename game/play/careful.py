"""A deal played to its end by a fixed way of choosing moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Final

from game.core.moves import Move, Refusal
from game.core.state import State
from game.play.session import Session
from game.play.thumb import rules_of_thumb
from game.rules.registry import Deal, Rules

_PATIENCE: Final = 200
"""After so many moves of which none brought a card home, a game is given up."""


def careful(deal: Deal, wishes: Callable[[Rules, State], Iterator[Move]]) -> Session:
    """Play ``deal`` by the first of the ``wishes`` that is possible, never twice into the same
    position, and give up after many moves in vain."""
    session = Session(deal)

    def cards(state: State) -> tuple[object, ...]:
        """What lies where, however often the waste was turned over, and what is paid."""
        return (*(state[pile] for pile in session.rules.piles), state.stage)

    seen = {cards(session.state)}
    home, since = session.state.cards_home, 0
    while not session.ended and since < _PATIENCE:
        for move in wishes(session.rules, session.state):
            found = session.rules.resolve(session.state, move)
            if isinstance(found, Refusal):
                continue
            after = session.rules.expand(session.state, found)[-1].after
            if cards(after) not in seen:
                session.do(move)
                seen.add(cards(after))
                since = since + 1 if after.cards_home == home else 0
                home = after.cards_home
                break
        else:
            break
    return session


def by_thumb(rules: Rules, state: State) -> Iterator[Move]:
    """Yield the one move that the rule of thumb names, if there is one."""
    return islice(rules_of_thumb(rules, state), 1)
