"""Cards, piles and moves in words, for texts and for a reader's ear."""

from __future__ import annotations

from game.cards import Card, Suit, rank_letter
from game.moves import Step, Verb
from game.piles import PileId, Role
from game.session import Action
from game.texts import tr, trn


def suit_name(suit: Suit) -> str:
    return (tr("clubs"), tr("diamonds"), tr("hearts"), tr("spades"))[suit]


def rank_name(rank: int) -> str:
    faces = {1: tr("ace"), 11: tr("jack"), 12: tr("queen"), 13: tr("king")}
    return faces.get(rank) or ("10" if rank == 10 else rank_letter(rank))


def card_name(card: Card) -> str:
    """As ``5 of hearts``."""
    return tr("{rank} of {suit}", rank=rank_name(card.rank), suit=suit_name(card.suit))


def pile_name(pile: PileId) -> str:
    """As ``column 3``, ``cell b``, ``hearts foundation``."""
    if pile.role is Role.COLUMN:
        return tr("column {number}", number=pile.number + 1)
    if pile.role is Role.CELL:
        return tr("cell {letter}", letter=pile.letter)
    if pile.role is Role.FOUNDATION:
        return tr("{suit} foundation", suit=suit_name(Suit(pile.number)))
    return {
        Role.RESERVE: tr("reserve"),
        Role.STOCK: tr("stock"),
        Role.WASTE: tr("waste"),
    }[pile.role]


def step_text(step: Step) -> str:
    """What a step has done, in words."""
    if step.move.verb is Verb.CARRY:
        return ", ".join(
            tr("{card} to {pile}", card=card_name(transfer.card), pile=pile_name(transfer.target))
            for transfer in step.transfers
        )
    if step.move.verb is Verb.DEAL:
        cards = ", ".join(card_name(transfer.card) for transfer in step.transfers)
        return tr("dealt: {cards}", cards=cards)
    return {
        Verb.TURN: tr("the waste is turned over"),
        Verb.INSPECT: tr("the inspection is paid"),
        Verb.PAY: tr("the whole game is paid"),
        Verb.STOP: tr("the game is stopped"),
        Verb.RESTART: tr("the game begins again"),
    }[step.move.verb]


def action_text(action: Action) -> str:
    """What an action has done, in words."""
    return "; ".join(map(step_text, action))


def money(amount: int) -> str:
    """A sum of whole dollars, with a sign that is a minus."""
    return tr("−${amount}", amount=-amount) if amount < 0 else tr("${amount}", amount=amount)


def points(amount: int) -> str:
    """A number of AisleRiot's points."""
    return trn("{n} point", "{n} points", amount)


def account_text(amount: int, in_dollars: bool) -> str:
    """How a game stands, in dollars or points."""
    return money(amount) if in_dollars else points(amount)


def duration(seconds: float) -> str:
    """A time played, as 3:07 or 1:02:03."""
    whole = int(seconds)
    hours, minutes = divmod(whole // 60, 60)
    if hours:
        return f"{hours}:{minutes:02}:{whole % 60:02}"
    return f"{minutes}:{whole % 60:02}"
