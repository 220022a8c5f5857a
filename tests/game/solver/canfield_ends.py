"""Random end positions of Canfield, and a plain exhaustive search of the real game for them."""

from __future__ import annotations

from random import Random

from game.canfield import COLUMNS, PILES, Canfield, RuleSet, fits
from game.cards import Card, Suit
from game.moves import Move, Refusal, Verb
from game.piles import FOUNDATIONS, HOME, RESERVE, STOCK, WASTE, PileId
from game.state import Pile, State


def random_end(rng: Random, rule_set: RuleSet, cards_left: int, *, low: bool = False) -> State:
    """A position with ``cards_left`` cards not yet on the foundations, dealt out at random.

    ``low`` leaves the foundations as uneven as can be, so that columns go around the corner.
    """
    base = rng.randint(1, 13)
    heights = [13] * 4
    first = rng.randrange(4)
    open_suits = [first] if low and rng.random() < 0.3 else rng.sample(range(4), 4)
    for _ in range(cards_left):
        allowed = [s for s in open_suits if heights[s] > (1 if s == first else 0)]
        if not allowed:
            allowed = [s for s in range(4) if heights[s] > (1 if s == first else 0)]
        suit = rng.choice(allowed) if not low else min(allowed, key=lambda s: heights[s] + rng.random() * 20)
        heights[suit] -= 1
    piles: dict[PileId, Pile] = dict.fromkeys(PILES, ())
    left = []
    for suit in Suit:
        pile = [Card((base - 1 + place) % 13 + 1, suit) for place in range(13)]
        piles[FOUNDATIONS[suit]] = tuple(pile[: heights[suit]])
        left += pile[heights[suit] :]
    rng.shuffle(left)
    for column in COLUMNS:
        if left and rng.random() < 0.9:
            cards = [left.pop()]
            while rng.random() < 0.75:
                fitting = [card for card in left if fits(card, cards[-1])]
                if not fitting:
                    break
                cards.append(rng.choice(fitting))
                left.remove(cards[-1])
            piles[column] = tuple(cards)
    in_reserve = rng.randint(0, min(13, len(left))) if rng.random() < 0.8 else 0
    reserve, pack = left[:in_reserve], left[in_reserve:]
    for column in COLUMNS:
        if reserve and not piles[column] and (rule_set.fills_itself or rng.random() < 0.5):
            piles[column] = (reserve.pop(),)
    in_waste = rng.randint(0, len(pack))
    piles[RESERVE] = tuple(reserve)
    piles[WASTE] = tuple(pack[:in_waste])
    piles[STOCK] = tuple(reversed(pack[in_waste:]))
    return State(piles)


def all_moves(state: State) -> list[Move]:
    """Every token that the notation has for a position, legal or not."""
    moves = [Move(Verb.DEAL), Move(Verb.TURN)]
    for target in COLUMNS:
        for source in (*COLUMNS, RESERVE, WASTE, *FOUNDATIONS):
            if source in COLUMNS:
                moves += [
                    Move.carry(source, target, n) for n in range(1, len(state[source]) + 1)
                ]
            else:
                moves.append(Move.carry(source, target))
    return moves + [Move.carry(source, HOME) for source in (*COLUMNS, RESERVE, WASTE)]


def most_cards(rules: Canfield, start: State, limit: int) -> int | None:
    """The most cards that can come home, by trying everything; None past ``limit`` positions."""

    def key(state: State) -> tuple[object, ...]:
        columns = tuple(sorted(state[column] for column in COLUMNS))
        return (columns, tuple(len(state[f]) for f in FOUNDATIONS), state[RESERVE], state[WASTE])

    seen = {key(start)}
    stack = [start]
    best = start.cards_home
    while stack:
        state = stack.pop()
        best = max(best, state.cards_home)
        if best == 52:
            return best
        for move in all_moves(state):
            found = rules.resolve(state, move)
            if isinstance(found, Refusal):
                continue
            after = rules.expand(state, found)[-1].after
            name = key(after)
            if name not in seen:
                if len(seen) >= limit:
                    return None
                seen.add(name)
                stack.append(after)
    return best
