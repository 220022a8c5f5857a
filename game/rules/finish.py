"""The end of a game that plays itself: what is left goes home in whatever order it lies."""

from __future__ import annotations

from game.core.moves import Move, Refusal, Verb
from game.core.state import State
from game.rules.registry import Rules


def finishing(rules: Rules, state: State) -> tuple[Move, ...]:
    """The moves that bring all that is left home; none where it does not go by itself.

    Each card goes home as soon as it fits. In Vierfrei the order is all one: a card that fits goes
    on fitting, and no card that lies at an end was needed by another. In Canfield the pack may be
    dealt and turned over in between, where that costs nothing (``Rules.finish_move``); a full way
    through it that brings no card home is given up.
    """
    moves: list[Move] = []
    turned = False
    while not rules.won(state):
        move = rules.finish_move(state)
        if move is None or (turned and move.verb is Verb.TURN):
            return ()
        found = rules.resolve(state, move)
        if isinstance(found, Refusal):
            return ()
        if move.verb is not Verb.DEAL:
            turned = move.verb is Verb.TURN
        state = rules.expand(state, found)[-1].after
        moves.append(move)
    return tuple(moves)
