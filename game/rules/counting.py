"""The score of a game, and the number of moves shown to the player.

Money and points depend only on the rule set and the position. In games where sending a card home
counts (``Rules.counts_home``), every action is a move. In the others, moves are counted as for par:
moving a run is one move, and sending cards home doesn't count.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from game.core.moves import Action, Move, Verb
from game.core.state import Role, State

if TYPE_CHECKING:
    from game.rules.canfield import RuleSet
    from game.rules.registry import Rules


class Payment(NamedTuple):
    """How a rule set is scored, in dollars or in points.

    ``deck`` is what the deck costs, and ``per_turn`` what a redeal costs. Each card home earns
    ``per_card``. Once all cards are home, ``jackpot`` replaces these earnings. If the deck is paid
    for in stages, ``stages`` has the sum paid so far in each stage except the last.
    """

    deck: int
    per_card: int
    per_turn: int = 0
    jackpot: int | None = None
    stages: tuple[int, ...] = ()
    in_dollars: bool = True


def account(rule_set: RuleSet, state: State) -> int:
    """Return the balance in whole dollars, or in points under ``aisleriot``.

    With n cards on the foundations (the base card counts) and t redeals:

    - Hoyle: 5n − 50, or 450 once all cards are home.
    - xpat2: 5n − 5t − 52.
    - casino: −13 before the inspection, −26 during it, then as xpat2.
    - AisleRiot: n points out of 52.
    """
    return sum(balance_parts(rule_set, state))


def amount(payment: Payment, cards: int, turns: int) -> int:
    """Return the balance of a fully paid game with ``cards`` cards home after ``turns`` redeals."""
    return _credit(payment, cards) - payment.per_turn * turns - payment.deck


def balance_parts(rule_set: RuleSet, state: State) -> tuple[int, ...]:
    """Return what the cards earned and, as negative numbers, what the redeals and the deck cost.

    Parts that are zero are left out. Before the casino's last payment, only the cost so far counts.
    """
    payment = rule_set.payment
    if state.stage <= len(payment.stages):
        return (-payment.stages[state.stage - 1],)
    credit = _credit(payment, state.cards_home)
    return tuple(filter(None, (credit, -payment.per_turn * state.turns, -payment.deck)))


def _credit(payment: Payment, cards: int) -> int:
    if cards == 52 and payment.jackpot is not None:
        return payment.jackpot
    return payment.per_card * cards


def is_counted(move: Move) -> bool:
    """Return whether ``move`` counts as a player move: all do except moves home and payments."""
    if move.verb is Verb.CARRY:
        return move.target.role is not Role.FOUNDATION
    return move.verb not in (Verb.INSPECT, Verb.PAY)


def player_moves(moves: Iterable[Move]) -> int:
    return sum(map(is_counted, moves))


def moves_in(action: Action) -> int:
    """Return the number of player moves in an action. A run counts as one, and so does each card
    put into a cell. Cards sent home don't count."""
    own = [step for step in action if is_counted(step.move)]
    into_cells = all(step.move.target.role is Role.CELL for step in own)
    return len(own) if into_cells else min(len(own), 1)


def moves_shown(rules: Rules, actions: Iterable[Action]) -> int:
    """Return the move count to show after ``actions``."""
    return sum(1 for _ in actions) if rules.counts_home else sum(map(moves_in, actions))
