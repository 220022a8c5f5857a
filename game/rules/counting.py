"""The score of a game, and the number of moves shown."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from game.core.moves import Action, Move, Verb
from game.core.state import Role, State

if TYPE_CHECKING:
    from game.rules.canfield import RuleSet
    from game.rules.registry import Rules


class Payment(NamedTuple):
    """How a rule set is scored, in dollars or in points."""

    deck: int  # what the deck costs
    per_card: int  # what each card home earns
    per_turn: int = 0  # what a redeal costs
    jackpot: int | None = None  # what all 52 cards earn together
    stages: tuple[int, ...] = ()  # the sum paid so far in each stage except the last
    in_dollars: bool = True


def account(rule_set: RuleSet, state: State) -> int:
    """Return the balance in dollars or, under the ``aisleriot`` rules, in points."""
    return sum(balance_parts(rule_set, state))


def amount(payment: Payment, cards: int, turns: int) -> int:
    """Return the balance: the earnings of the cards at home, minus the cost of redeals and deck."""
    return _credit(payment, cards) - payment.per_turn * turns - payment.deck


def balance_parts(rule_set: RuleSet, state: State) -> tuple[int, ...]:
    """Return the earnings and the costs. Costs are negative, and zeros are left out.

    While a deck is still being paid for in stages, only the payments so far count.
    """
    payment = rule_set.payment
    if state.stage <= len(payment.stages):  # only the cost so far counts
        return (-payment.stages[state.stage - 1],)
    credit = _credit(payment, state.cards_home)
    return tuple(filter(None, (credit, -payment.per_turn * state.turns, -payment.deck)))


def _credit(payment: Payment, cards: int) -> int:
    if cards == 52 and payment.jackpot is not None:
        return payment.jackpot
    return payment.per_card * cards


def is_counted(move: Move) -> bool:
    """Return whether ``move`` counts as a player move. Moves home and payments don't."""
    if move.verb is Verb.CARRY:
        return move.target.role is not Role.FOUNDATION
    return move.verb not in (Verb.INSPECT, Verb.PAY)


def player_moves(moves: Iterable[Move]) -> int:
    return sum(map(is_counted, moves))


def moves_in(action: Action) -> int:
    """Return the number of player moves in an action."""
    own = [step for step in action if is_counted(step.move)]
    # A run counts as one move, but each card put into a cell counts.
    into_cells = all(step.move.target.role is Role.CELL for step in own)
    return len(own) if into_cells else min(len(own), 1)


def moves_shown(rules: Rules, actions: Iterable[Action]) -> int:
    """Return the number of moves to show the player."""
    return sum(1 for _ in actions) if rules.counts_home else sum(map(moves_in, actions))
