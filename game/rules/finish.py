"""Bringing home what is left of a game that finishes itself."""

from __future__ import annotations

from typing import Final

from game.core.cards import PACK
from game.core.moves import Move, Refusal, Verb
from game.core.state import State
from game.rules.registry import Rules

_MOST_MOVES: Final = len(PACK) * (len(PACK) + 2)
"""Before each card goes home the whole pack may be dealt singly, with one turn of the waste."""


def finishing(rules: Rules, state: State) -> tuple[Move, ...]:
    """Return the moves that bring all remaining cards home; empty if that needs other moves.

    Each card goes home as soon as it fits. In Vierfrei the order makes no difference: a card that
    fits keeps fitting, and no end card is needed by another. In Canfield the stock may be dealt and
    redealt in between where that costs nothing (``Rules.finish_move``); the attempt ends after a
    full pass that brings no card home.
    """
    moves: list[Move] = []
    turned = False
    for _ in range(_MOST_MOVES):
        if rules.won(state):
            return tuple(moves)
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
    return ()
