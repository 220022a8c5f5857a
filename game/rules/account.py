"""Money and points, which follow from the rule set and the position alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.core.state import State

if TYPE_CHECKING:
    from game.rules.canfield import RuleSet


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
