"""A game played on by the adviser, from any position to its end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from game.core.moves import Move, Refusal
from game.core.state import Looked, State
from game.fair.advice import Advice
from game.fair.adviser import advise, free_look
from game.fair.knowledge import Knowledge
from game.fair.trials import never
from game.rules.registry import GameKind

_MOST: Final = 1000
"""The most decisions in a game; each shows a card or brings one home."""


class Decision(NamedTuple):
    """What was done, with so many cards ``unseen``: the ``advice`` that was followed, None where
    nothing had to be weighed, the ``moves``, and the positions after each of them."""

    unseen: int
    advice: Advice | None
    moves: tuple[Move, ...]
    positions: tuple[State, ...]


def play_on(
    kind: GameKind,
    state: State,
    looked: Looked,
    *,
    samples: int,
    seed: int = 0,
    cancelled: Callable[[], bool] = never,
) -> Iterator[Decision]:
    """Play on from ``state``, of which a player knows what he can who has ``looked`` so far.

    Ends with the game, or with the decision to stop, whose moves may be none.
    """
    rules = kind.engine
    for at in range(_MOST):
        knowledge = Knowledge.of(kind, state, looked)
        if rules.won(state) or state.stopped:
            return
        advice = None
        moves = free_look(knowledge)
        if not moves:
            advice = advise(knowledge, samples, seed=seed + at, cancelled=cancelled)
            moves = advice.moves
        positions = []
        for move in moves:
            found = rules.resolve(state, move)
            assert not isinstance(found, Refusal), f"the adviser's {move.text} is refused"
            steps = rules.expand(state, found)
            state = steps[-1].after
            positions.append(state)
        looked = looked.through(positions)
        yield Decision(len(knowledge.unseen), advice, moves, tuple(positions))
        if advice is not None and advice.stops:
            return
