"""What a game counts: money or points, and the moves, whose number is shown everywhere.

Money and points follow from the rule set and the position alone. Where all cards lie open a move is
what par counts: a run moved at once is one, a card sent home is none, however it went there. Where
cards are hidden a move is an action, whatever was done.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.core.moves import Action, Move, Verb
from game.core.state import Role, State

if TYPE_CHECKING:
    from game.rules.canfield import RuleSet
    from game.rules.registry import Rules


@dataclass(frozen=True, slots=True)
class Payment:
    """How a rule set counts: dollars, or points where ``deck`` is 0 and a card is 1.

    ``deck`` is paid at the start, ``per_card`` credited for each card on the foundations,
    ``per_turn`` paid for each redeal. ``jackpot`` replaces the credit for single cards when all 52
    are up. ``stages`` are the total costs in the casino's stages before the last one.
    """

    deck: int
    per_card: int
    per_turn: int = 0
    jackpot: int | None = None
    stages: tuple[int, ...] = ()
    in_dollars: bool = True


def account(rule_set: RuleSet, state: State) -> int:
    """Return the account in whole dollars, or in points under ``aisleriot``.

    n cards on the foundations (the base card counts), t redeals:

    - Hoyle: 5n − 50; with all 52 up the house pays $500 instead of the single fives.
    - xpat2: 5n − 5t − 52.
    - casino: −13 before the inspection, −26 during it, then as xpat2.
    - AisleRiot: n points, of 52.
    """
    return sum(parts(rule_set, state))


def amount(payment: Payment, cards: int, turns: int) -> int:
    """Return the account once everything is paid for, with so many ``cards`` on the foundations
    after so many redeals."""
    return _credit(payment, cards) - payment.per_turn * turns - payment.deck


def parts(rule_set: RuleSet, state: State) -> tuple[int, ...]:
    """Return the parts of the account, without those that are zero: the credit for the cards, the
    cost of the redeals, the price of the deck."""
    payment = rule_set.payment
    if state.stage <= len(payment.stages):
        return (-payment.stages[state.stage - 1],)
    credit = _credit(payment, state.cards_home)
    return tuple(filter(None, (credit, -payment.per_turn * state.turns, -payment.deck)))


def _credit(payment: Payment, cards: int) -> int:
    if cards == 52 and payment.jackpot is not None:
        return payment.jackpot
    return payment.per_card * cards


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


def moves_shown(rules: Rules, actions: Iterable[Action]) -> int:
    """Return the number of moves that the player is shown for ``actions``."""
    return sum(1 for _ in actions) if rules.counts_home else sum(map(moves_in, actions))
