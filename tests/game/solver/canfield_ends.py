"""Random end positions of Canfield."""

from __future__ import annotations

from random import Random

from game.core.cards import Card, Suit
from game.core.moves import Move, Verb
from game.core.state import FOUNDATIONS, HOME, RESERVE, STOCK, WASTE, Pile, PileId, State
from game.rules.canfield import COLUMNS, PILES, RuleSet, fits


def random_end(rng: Random, rule_set: RuleSet, cards_left: int) -> State:
    """Return a position with ``cards_left`` cards not yet on the foundations, dealt at random.

    Half of them leave one suit far behind, so that columns wrap from ace to king; a third bury the
    cards that are needed first.
    """
    base = rng.randint(1, 13)
    heights = [13] * 4
    first = rng.randrange(4)
    uneven = rng.random() < 0.5
    for _ in range(cards_left):
        suits = [suit for suit in range(4) if heights[suit] > (suit == first)]
        lowest = min(suits, key=lambda suit: heights[suit] + rng.random() * 20)
        heights[lowest if uneven else rng.choice(suits)] -= 1
    piles: dict[PileId, Pile] = dict.fromkeys(PILES, ())
    left = []
    for suit in Suit:
        pile = [Card((base - 1 + place) % 13 + 1, suit) for place in range(13)]
        piles[FOUNDATIONS[suit]] = tuple(pile[: heights[suit]])
        left += pile[heights[suit] :]
    rng.shuffle(left)
    buried = rng.random() < (0.8 if rule_set.parts_may_move else 0.33)
    if buried:
        left.sort(key=lambda card: (card.rank - base) % 13 + rng.random() * 3)
    for column in COLUMNS:
        if left and rng.random() < 0.9:
            piles[column] = _run(rng, left)
    in_reserve = rng.randint(0, min(13, len(left))) if rng.random() < 0.8 else 0
    if buried and rng.random() < 0.7:
        in_reserve = min(13, len(left))
    reserve, pack = left[:in_reserve], left[in_reserve:]
    for column in COLUMNS:
        if reserve and not piles[column] and (rule_set.fills_itself or rng.random() < 0.5):
            piles[column] = (reserve.pop(),)
    in_waste = rng.randint(0, len(pack))
    piles[RESERVE] = tuple(reserve)
    piles[WASTE] = tuple(pack[:in_waste])
    piles[STOCK] = tuple(reversed(pack[in_waste:]))
    return State(piles)


def _run(rng: Random, left: list[Card]) -> tuple[Card, ...]:
    """Return a column of cards taken out of ``left``."""
    cards = [left.pop()]
    while rng.random() < 0.7:
        fitting = [card for card in left if fits(card, cards[-1])]
        if not fitting:
            break
        cards.append(rng.choice(fitting))
        left.remove(cards[-1])
    return tuple(cards)


def all_moves(state: State) -> list[Move]:
    """Return every token of the notation that names a card to move, legal or not."""
    moves = [Move(Verb.DEAL), Move(Verb.TURN)]
    for source in (*COLUMNS, RESERVE, WASTE, *FOUNDATIONS):
        if not state[source]:
            continue
        if source in COLUMNS:
            counts: list[int | None] = [*range(1, len(state[source]) + 1)]
        else:
            counts = [None]
        moves += [Move.carry(source, target, n) for target in COLUMNS for n in counts]
    return moves + [Move.carry(source, HOME) for source in (*COLUMNS, RESERVE, WASTE)]
