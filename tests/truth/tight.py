"""Positions of Vierfrei with little room, of which everything can be tried out in milliseconds."""

from __future__ import annotations

from random import Random

from game.core.cards import PACK, Suit
from game.core.state import CELLS, FOUNDATIONS, Pile, PileId, State
from game.rules.vierfrei import COLUMNS, PILES
from tests.truth.vierfrei import HOSTS


def tight(rng: Random) -> State:
    """Return a position with most columns long and one to three places free.

    The two cards that lie last in each column, and those in the cells, seldom fit together, or
    else there would be far more to try out; below them is the rest of the pack, what is wanted
    first deepest. Some columns have just two cards, since there the rules of the search differ.
    """
    heights = [rng.choice((0, 0, 1, 2, 3)) for _ in Suit]
    cards = [card for card in PACK if card.rank > heights[card.suit]]
    free, alone, short = rng.choice((1, 2, 2, 3)), rng.choice((0, 0, 0, 1, 2)), rng.randint(0, 3)
    columns = COLUMNS[alone:]
    wanted = 4 - free + alone + 2 * len(columns)
    few = rng.choice((0.05, 0.2, 0.4))
    rng.shuffle(cards)
    above: Pile = ()
    below = []
    for card in cards:
        here = card.rank * 4 - 4 + card.suit
        numbers = [other.rank * 4 - 4 + other.suit for other in above]
        fits = sum(HOSTS[here][other] or HOSTS[other][here] for other in numbers)
        homes = card.rank <= heights[card.suit] + 2
        if len(above) < wanted and rng.random() < few ** (fits + homes):
            above += (card,)
        else:
            below.append(card)
    above += tuple(below[: wanted - len(above)])
    below = [card for card in below if card not in above]
    below.sort(key=lambda card: card.rank + 3 * rng.random())
    piles: dict[PileId, Pile] = dict.fromkeys(PILES, ())
    for suit in Suit:
        home = [card for card in PACK if card.suit == suit and card.rank <= heights[suit]]
        piles[FOUNDATIONS[suit]] = tuple(home)
    deep = columns[short:]
    for number, card in enumerate(below):
        piles[deep[number % len(deep)]] += (card,)
    places = (*columns, *columns, *COLUMNS[:alone], *CELLS[free:])
    for pile, card in zip(places, above, strict=True):
        piles[pile] += (card,)
    return State(piles)
