"""The state of a game in words, and the light that says whether it can be won."""

from __future__ import annotations

from enum import Enum, auto
from typing import TYPE_CHECKING, Final, NamedTuple

from game.core.moves import Move, Refusal, Verb
from game.core.state import STOCK, WASTE, Role, State, base_rank
from game.rules.registry import Deal
from game.solver.answer import Verdict
from game.support.texts import tr, trn
from game.words.names import account_text, money, turns_text

if TYPE_CHECKING:
    from game.play.session import Session


def waiting_rank(deal: Deal, state: State) -> int | None:
    """Return the base rank to show on empty foundations. None if they always begin with aces."""
    return base_rank(state) if deal.engine.deals_base else None


def account_line(session: Session) -> str:
    """Return the balance or points as text, such as ``5 points``; empty if the game has neither."""
    return account_text(session.account, session.deal.kind.payment)


def move_count(session: Session) -> str:
    """Return the number of moves as a phrase, such as ``12 moves``."""
    return trn("{n} move", "{n} moves", session.moves)


def turn_count(session: Session, *, paid: bool = True) -> str:
    """Return the number of redeals as a phrase, such as ``2 redeals``.

    If ``paid`` is True, the phrase includes their cost, such as ``2 redeals, −$10``. It is empty
    before the first redeal.
    """
    kind = session.deal.kind
    cost = kind.turn_cost if paid else 0
    return turns_text(session.state.turns, cost) if kind.has(Role.STOCK) else ""


def lost_deal_text(deal: Deal) -> str:
    """Return a message saying that ``deal`` can't be won."""
    if deal.number in deal.kind.lost:
        return tr("This deal can't be won. It's one of eight in a million.")
    return tr("This deal can't be won.")


def empty_stock_text(deal: Deal, state: State) -> tuple[str, str] | None:
    """Return two phrases: the cost of a redeal, and the number of redeals so far.

    The cost is empty if redeals are free. The number is empty before the first redeal. If there are
    no cards to redeal, return None.
    """
    if not deal.kind.has(Role.STOCK) or not (state[STOCK] or state[WASTE]):
        return None
    cost = deal.kind.turn_cost
    return money(-cost) if cost else "", turns_text(state.turns, 0)


class Stage(NamedTuple):
    """What the player has to decide in a game that is paid for in stages."""

    words: str
    brief: str  # a short version of the words
    moves: tuple[tuple[Verb, str], ...]  # the possible answers with their names
    best: Verb | None = None  # the answer suggested for continuing the game


def stage_of(deal: Deal, state: State) -> Stage | None:
    """Return the decision to make now, if there is one."""
    payment, now = deal.kind.payment, deal.account(state)
    if payment is None or now is None or state.stopped:
        return None
    paid = [*payment.stages, payment.deck]
    so_far = money(paid[state.stage - 1])
    brief = tr("Stage {stage} of 3: {paid} paid", stage=state.stage, paid=so_far)
    stop = Verb.STOP, tr("Stop at {money}", money=money(now))
    if state.stage == 3:
        words = tr("Stage 3 of 3: each card home pays $5; each redeal costs $5.")
        return Stage(words, brief, (stop,))
    cost = money(paid[state.stage] - paid[state.stage - 1])
    if state.stage == 1:
        words = tr(
            "Stage 1 of 3: you've paid {paid} to see the cards. For {cost} more you may move them.",
            paid=so_far,
            cost=cost,
        )
        inspect = Verb.INSPECT, tr("Move cards for {money}", money=cost)
        return Stage(words, brief, (stop, inspect), Verb.INSPECT)
    play = Verb.PAY, tr("Play for {money}", money=cost)
    if isinstance(deal.engine.resolve(state, Move(Verb.DEAL)), Refusal):
        words = tr(
            "Stage 2 of 3: you may move cards but not deal. For {cost} more you may deal "
            "and get $5 for each card home, {n} so far.",
            cost=cost,
            n=state.cards_home,
        )
        return Stage(words, brief, (stop, play), Verb.PAY)
    words = tr(
        "Stage 2 of 3: the waste is used up. Three cards are free, once. For {cost} more "
        "you may deal on and get $5 for each card home, {n} so far.",
        cost=cost,
        n=state.cards_home,
    )
    deal_free = Verb.DEAL, tr("Deal three free cards")
    return Stage(words, tr("Three free cards."), (stop, play, deal_free), Verb.DEAL)


class Light(Enum):
    """What the light shows about the position."""

    CAN_WIN = auto()
    LOST = auto()
    THINKING = auto()
    NOT_KNOWN = auto()
    CHANCE = auto()
    """Cards are hidden, so there is only a chance of winning."""


LIGHTS: Final = {
    Verdict.WINNABLE: Light.CAN_WIN,
    Verdict.LOST: Light.LOST,
    Verdict.UNDECIDED: Light.NOT_KNOWN,
    None: Light.THINKING,
}
"""What the light shows for each verdict. The key None stands for a verdict not yet known."""


def unknown_text(deal: Deal) -> str:
    """Return a message for an undecided position."""
    if deal.kind.solver is None:
        return tr("There is no solver for these rules.")
    return tr("It's unknown whether this can be won.")


def light_label(light: Light, *, begun: bool = True) -> str:
    """Return the label of a light, such as ``lost``. Don't call this for ``CHANCE``."""
    if light is Light.LOST and not begun:
        return tr("can't be won")
    return {
        Light.CAN_WIN: tr("can be won"),
        Light.LOST: tr("lost"),
        Light.THINKING: tr("thinking …"),
        Light.NOT_KNOWN: tr("unknown"),
    }[light]
