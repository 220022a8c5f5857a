"""Says in words what an action did."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final

from game.core.cards import Card, Suit
from game.core.moves import Action, Move, Step, Verb
from game.core.state import PileId, Role, State, Transfer, visible_count
from game.support.texts import tr, trn
from game.words.names import card_name, laid_text, pile_name, step_text

_NAMED: Final = 4
"""When more than this many cards go home and nothing else moves, the text only counts them."""
_UNCOVERED: Final = (Role.COLUMN, Role.RESERVE, Role.WASTE)


def summary(action: Action, before: State) -> str:
    """Return, in a few words, what ``action`` did in the position ``before``."""
    if any(step.move.verb is not Verb.CARRY for step in action):
        return "; ".join(map(_step_words, action))
    after = action[-1].after
    told: list[str] = []
    home: list[str] = []
    for cards, target in _runs(action, after):
        words = laid_text(_run_name(cards), target, _place(target, before, after))
        (home if target.role is Role.FOUNDATION else told).append(words)
    if len(home) > 1:
        home = [trn("{n} card sent home", "{n} cards sent home", len(home))]
    return "; ".join([*told, *home])


def move_phrase(move: Move, state: State) -> str:
    """Return a suggested move in words, such as ``5 of hearts to a free cell``."""
    if move.verb is Verb.CARRY:
        card = _run_name(state[move.source][-(move.count or 1) :])
        if move.target.role is Role.COLUMN and state[move.target]:
            other = card_name(state[move.target][-1])
            return tr("{card} on the {other}", card=card, other=other)
        if move.target.role is Role.CELL:
            # Any cell will do, so don't make the player look for a letter.
            free = sum(one.role is Role.CELL and not state[one] for one in state.piles)
            place = tr("the last free cell") if free == 1 else tr("a free cell")
            return laid_text(card, move.target, place)
        return laid_text(card, move.target, _place(move.target, state, state))
    return {
        Verb.DEAL: tr("deal from the stock"),
        Verb.TURN: tr("turn the waste over"),
        Verb.INSPECT: tr("pay to move cards"),
        Verb.PAY: tr("pay to play"),
        Verb.STOP: tr("stop the game"),
        Verb.RESTART: tr("restart"),
    }[move.verb]


def _run_name(cards: Sequence[Card]) -> str:
    name, more = card_name(cards[0]), len(cards) - 1
    if not more:
        return name
    return trn("{card} and {n} more card", "{card} and {n} more cards", more, card=name)


def _step_words(step: Step) -> str:
    if step.move.verb is not Verb.DEAL:
        return step_text(step)
    top = card_name(step.transfers[-1].card)
    return trn(
        "{n} card dealt: {card}", "{n} cards dealt, up to {card}", len(step.transfers), card=top
    )


def _runs(action: Action, after: State) -> list[tuple[list[Card], PileId]]:
    """Return each card or run that has moved, with its new pile."""
    runs: list[tuple[list[Card], PileId]] = []
    last: tuple[PileId, PileId] | None = None
    for card, source, target in _net_transfers(action):
        if (source, target) == last and target.role is Role.COLUMN:
            runs[-1][0].append(card)
        else:
            runs.append(([card], target))
        last = source, target
    for cards, target in runs:
        cards.sort(key=after[target].index)
    return runs


def _place(target: PileId, before: State, after: State) -> str:
    """Return what to call ``target``, such as ``the last free cell`` or ``the empty column 3``."""
    if target.role is Role.CELL:
        cells = [pile for pile in after.piles if pile.role is Role.CELL]
        if all(after[cell] for cell in cells):
            return tr("the last free cell")
    if target.role is Role.COLUMN and not before[target]:
        return tr("the empty {pile}", pile=pile_name(target))
    return pile_name(target)


# -- for players who can't see the table -----------------------------------------------------------


def done_text(action: Action, after: State) -> str:
    """Describe what an action did and what it uncovered. ``after`` is the position after it."""
    parts = [*_step_texts(action)]
    if any(step.move.verb is Verb.CARRY for step in action):
        parts.extend(_uncovered_texts(action, after))
    return "; ".join(parts)


def back_text(undone: Action, after: State) -> str:
    """Describe what an undo took back."""
    steps = [step._replace(transfers=step.transfers[::-1]) for step in undone]
    parts = [*_step_texts(steps)]
    if any(step.move.verb is not Verb.CARRY for step in undone):
        parts.extend(_uncovered_texts(undone, after))
    return tr("taken back: {moves}", moves="; ".join(parts))


def _step_texts(action: Sequence[Step]) -> Iterator[str]:
    for carried, found in groupby(action, lambda step: step.move.verb is Verb.CARRY):
        steps = [*found]
        yield from _carried_texts(steps) if carried else map(step_text, steps)


def _net_transfers(action: Sequence[Step]) -> list[Transfer]:
    """Return one transfer for each card that has changed piles, in the order of arrival."""
    begun: dict[Card, PileId] = {}
    ended: dict[Card, PileId] = {}
    for step in action:
        for card, source, target in step.transfers:
            begun.setdefault(card, source)
            ended.pop(card, None)
            ended[card] = target
    return [
        Transfer(card, begun[card], target)
        for card, target in ended.items()
        if begun[card] != target
    ]


def _carried_texts(steps: Sequence[Step]) -> Iterator[str]:
    net = _net_transfers(steps)
    home = sum(one.target.role is Role.FOUNDATION for one in net)
    if len(net) == home > _NAMED:
        yield trn("{n} card goes home", "{n} cards go home", home)
        return
    for (_, target), moved in groupby(net, lambda one: (one.source, one.target)):
        yield laid_text(", ".join(card_name(one.card) for one in moved), target)


def _uncovered_texts(action: Sequence[Step], after: State) -> Iterator[str]:
    net = _net_transfers(action)
    if not any(cards for pile, cards in after.piles.items() if pile.role is Role.COLUMN):
        return
    reached = {one.target for one in net}
    left = dict.fromkeys(one.source for one in net if one.source.role in _UNCOVERED)
    told = [end_text(pile, after) for pile in left if pile not in reached]
    if told:
        yield tr("now {piles}", piles="; ".join(told))


def end_text(pile: PileId, state: State) -> str:
    """Return a pile's name and its last card, if any."""
    cards, name = state[pile], pile_name(pile)
    if not cards:
        return tr("{pile}, empty", pile=name)
    return tr("{pile}, {cards}", pile=name, cards=card_name(cards[-1]))


def targets_text(targets: Iterable[PileId], state: State) -> str:
    """Return in words where cards can go."""
    alike = {Role.CELL: tr("any free cell"), Role.COLUMN: tr("any empty column")}
    several: list[str] = []
    found = sorted(targets)
    for role, word in alike.items():
        empty = [pile for pile in found if pile.role is role and not state[pile]]
        if len(empty) > 1:
            several.append(word)
            found = [pile for pile in found if pile not in empty]
    return tr("can go to {piles}", piles=", ".join([*map(pile_name, found), *reversed(several)]))


def empty_text(pile: PileId, rank: int | None) -> str:
    """Return words for an empty pile. ``rank`` is what a foundation waits for, if known."""
    name = pile_name(pile)
    if pile.role is not Role.FOUNDATION or rank is None:
        return tr("{pile}, empty", pile=name)
    waits = card_name(Card(rank, Suit(pile.number)))
    return tr("{pile}, empty, waiting for the {card}", pile=name, card=waits)


def pile_text(pile: PileId, state: State, rank: int | None) -> str:
    """Describe a pile by its name and its visible cards, starting with the last card.

    If all cards are face down, only their number is given. ``rank`` is the rank that empty
    foundations wait for, if known.
    """
    cards, name = state[pile], pile_name(pile)
    shown = visible_count(pile, len(cards))
    if not cards:
        return empty_text(pile, rank)
    if not shown:
        return trn("{pile}, {n} card", "{pile}, {n} cards", len(cards), pile=name)
    told = ", ".join(map(card_name, reversed(cards[-shown:])))
    if pile.role in (Role.CELL, Role.FOUNDATION):
        return tr("{pile}, {cards}", pile=name, cards=told)
    return trn(
        "{pile}, {n} card, last first: {cards}",
        "{pile}, {n} cards, last first: {cards}",
        len(cards),
        pile=name,
        cards=told,
    )
