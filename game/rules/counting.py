"""How many moves a player has made, which is the number that is shown everywhere.

Where all cards lie open a move is what par counts: a run moved at once is one, a card sent home is
none, however it went there. Where cards are hidden a move is an action, whatever was done.
"""

from __future__ import annotations

from collections.abc import Iterable

from game.core.moves import Action, Move, Verb
from game.core.piles import STOCK, Role
from game.rules.registry import Rules


def counts(move: Move) -> bool:
    """Return whether ``move`` counts as a player move: all do but moves home and payments."""
    if move.verb is Verb.CARRY:
        return move.target.role is not Role.FOUNDATION
    return move.verb not in (Verb.INSPECT, Verb.PAY)


def player_moves(moves: Iterable[Move]) -> int:
    """Return how many of ``moves`` are player moves."""
    return sum(map(counts, moves))


def moves_in(action: Action) -> int:
    """Return how many player moves an action of a game was: a run moved at once is one, several
    cards into cells are one each, cards sent home are none."""
    own = [step for step in action if counts(step.move)]
    into_cells = all(step.move.target.role is Role.CELL for step in own)
    return len(own) if into_cells else min(len(own), 1)


def player_moves_in(actions: Iterable[Action]) -> int:
    """Return how many player moves the actions of a game were."""
    return sum(map(moves_in, actions))


def counts_home(rules: Rules) -> bool:
    """Return whether a card sent home is a move, as everything is where cards are hidden."""
    return STOCK in rules.piles


def moves_shown(rules: Rules, actions: Iterable[Action]) -> int:
    """Return the number of moves that the player is shown for ``actions``."""
    return sum(1 for _ in actions) if counts_home(rules) else player_moves_in(actions)
