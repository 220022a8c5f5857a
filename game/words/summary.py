"""An action in a few words: where its cards went, and whether they took the last cell or column."""

from __future__ import annotations

from game.core.cards import Card
from game.core.moves import Action, Move, Step, Verb
from game.core.state import PileId, Role, State
from game.support.texts import tr, trn
from game.words.names import card_name, laid, pile_name, step_text


def summary(action: Action, before: State) -> str:
    """Return what ``action`` did to the position ``before`` it, for example ``5 of hearts to the
    last free cell``.

    Cards that were only moved aside for others are left out, a run is named by its first card, and
    several cards going home are counted.
    """
    if any(step.move.verb is not Verb.CARRY for step in action):
        return "; ".join(map(_told, action))
    after = action[-1].after
    told: list[str] = []
    home: list[str] = []
    for cards, target in _runs(action, after):
        name = card_name(cards[0])
        if len(cards) > 1:
            more = len(cards) - 1
            name = trn("{card} and {n} more card", "{card} and {n} more cards", more, card=name)
        words = laid(name, target, _place(target, before, after))
        (home if target.role is Role.FOUNDATION else told).append(words)
    if len(home) > 1:
        home = [trn("{n} card home", "{n} cards home", len(home))]
    return "; ".join([*told, *home])


def advice(move: Move, state: State) -> str:
    """Return a suggested move in ``state`` in words, for example ``5 of hearts to the last free
    cell`` or ``7 of hearts on the 8 of spades``, without naming cards that lie face down."""
    if move.verb is Verb.CARRY:
        card = card_name(state[move.source][-(move.count or 1)])
        more = (move.count or 1) - 1
        if more:
            card = trn("{card} and {n} more card", "{card} and {n} more cards", more, card=card)
        if move.target.role is Role.COLUMN and state[move.target]:
            other = card_name(state[move.target][-1])
            return tr("{card} on the {other}", card=card, other=other)
        return laid(card, move.target, _place(move.target, state, state))
    return {
        Verb.DEAL: tr("deal from the stock"),
        Verb.TURN: tr("turn the waste over"),
        Verb.INSPECT: tr("pay for the inspection"),
        Verb.PAY: tr("pay to play"),
        Verb.STOP: tr("stop the game"),
        Verb.RESTART: tr("restart"),
    }[move.verb]


def _told(step: Step) -> str:
    """Return a step that moves no cards, or one of several; of dealt cards only the top one is
    named."""
    if step.move.verb is not Verb.DEAL:
        return step_text(step)
    top = card_name(step.transfers[-1].card)
    return trn(
        "{n} card dealt: {card}", "{n} cards dealt, up to {card}", len(step.transfers), card=top
    )


def _runs(action: Action, after: State) -> list[tuple[list[Card], PileId]]:
    """Return the cards that lie elsewhere than before, with their pile; those of one run together,
    ordered by the first card to arrive."""
    ways: dict[Card, tuple[PileId, PileId]] = {}
    for step in action:
        for card, source, target in step.transfers:
            first = ways.pop(card, (source, source))[0]
            ways[card] = first, target
    runs: list[tuple[list[Card], PileId]] = []
    last: tuple[PileId, PileId] | None = None
    for card, way in ways.items():
        if way[0] == way[1]:
            continue
        if way == last and way[1].role is Role.COLUMN:
            runs[-1][0].append(card)
        else:
            runs.append(([card], way[1]))
        last = way
    for cards, target in runs:
        cards.sort(key=after[target].index)
    return runs


def _place(target: PileId, before: State, after: State) -> str:
    """Return a pile's name, or what it was: a free cell, an empty column."""
    if target.role is Role.CELL:
        cells = [pile for pile in after.piles if pile.role is Role.CELL]
        if all(after[cell] for cell in cells):
            return tr("the last free cell")
    if target.role is Role.COLUMN and not before[target]:
        return tr("the empty {pile}", pile=pile_name(target))
    return pile_name(target)
