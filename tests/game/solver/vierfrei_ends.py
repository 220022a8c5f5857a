"""Random end positions of Vierfrei."""

from __future__ import annotations

from random import Random

from game.core.cards import PACK, Card, Suit
from game.core.state import CELLS, FOUNDATIONS, PileId, State
from game.rules.vierfrei import COLUMNS, PILES, Vierfrei


def end_position(random: Random, in_play: int, cells: int, open_columns: int) -> State:
    """Return a random position of ``in_play`` cards, ``cells`` of them in cells.

    ``open_columns`` columns are empty. Cards that could go home at once are covered by others, as
    few random positions with so few cards are lost otherwise.
    """
    heights = [13, 13, 13, 13]
    suits = random.sample(range(4), random.randint(in_play // 13 + 1, 4))
    while sum(heights) > 52 - in_play:
        suit = random.choice(suits)
        heights[suit] -= heights[suit] > 0
    cards = [card for card in PACK if card.rank > heights[card.suit]]
    piles: dict[PileId, tuple[Card, ...]] = dict.fromkeys(PILES, ())
    for suit in Suit:
        piles[FOUNDATIONS[suit]] = tuple(Card(rank + 1, suit) for rank in range(heights[suit]))
    random.shuffle(cards)
    used = random.sample(COLUMNS, 8 - open_columns)
    deep = random.sample(used, random.randint(1, min(3, len(used))))
    piles |= zip(random.sample(CELLS, cells), ((card,) for card in cards), strict=False)
    for number, card in enumerate(cards[cells:]):
        piles[used[number] if number < len(used) else random.choice(deep)] += (card,)
    for _ in range(12):
        move = Vierfrei().home_move(State(piles))
        covered = [(pile, place) for pile in COLUMNS for place in range(len(piles[pile]) - 1)]
        if move is None or not covered:
            break
        pile, place = random.choice(covered)
        going, staying = piles[move.source][-1], piles[pile][place]
        piles[move.source] = (*piles[move.source][:-1], staying)
        piles[pile] = (*piles[pile][:place], going, *piles[pile][place + 1 :])
    return State(piles)
