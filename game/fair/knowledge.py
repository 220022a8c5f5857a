"""What a player can know about hidden cards.

A card once seen face up stays known, even after undoing. The places of unseen cards are never read.
"""

from __future__ import annotations

from itertools import permutations
from math import factorial
from random import Random
from typing import NamedTuple

from game.core.cards import PACK, Card
from game.core.state import NOTHING_SEEN, RESERVE, STOCK, Pile, PileId, SeenSoFar, State
from game.rules.canfield import RuleSet
from game.rules.registry import KINDS, GameKind, KindKey, Rules


class Knowledge(NamedTuple):
    """A position as the player knows it."""

    kind: KindKey
    state: State
    """The position, but with the unseen cards in a fixed order."""
    reserve: int
    stock: int
    """``reserve`` and ``stock`` are the numbers of unknown cards at the bottom of these piles."""

    @classmethod
    def of(cls, kind: GameKind, state: State, seen: SeenSoFar = NOTHING_SEEN) -> Knowledge:
        """Return what a player knows in ``state``; ``seen`` is what the player saw before."""
        seen = seen.after(state)
        reserve = max(seen.reserve - 1, 0)
        stock = seen.stock
        known = {RESERVE: state[RESERVE][reserve:], STOCK: state[STOCK][stock:]}
        open_cards = {
            card for pile, cards in state.piles.items() for card in known.get(pile, cards)
        }
        unseen = tuple([card for card in PACK if card not in open_cards])
        # A single unseen card is known by elimination.
        if len(unseen) < 2:
            reserve = stock = 0
        return cls(kind.key, _filled(state, known, unseen), reserve, stock)

    @property
    def rules(self) -> Rules:
        return KINDS[self.kind].engine

    @property
    def rule_set(self) -> RuleSet:
        rule_set = KINDS[self.kind].rule_set
        assert rule_set is not None, "only games with a rule set hide cards"
        return rule_set

    @property
    def is_complete(self) -> bool:
        """Whether the player knows where every card is."""
        return not self.reserve and not self.stock

    @property
    def unseen(self) -> tuple[Card, ...]:
        """The cards in unknown places, in the order of the pack."""
        return (*self.state[RESERVE][: self.reserve], *self.state[STOCK][: self.stock])

    def completed(self, cards: Pile) -> State:
        """Return the position with ``cards`` in the hidden places, starting with the reserve."""
        state = self.state
        known = {RESERVE: state[RESERVE][self.reserve :], STOCK: state[STOCK][self.stock :]}
        return _filled(state, known, cards)

    def samples(self, count: int, seed: int) -> list[Pile]:
        """Return all orders of the unseen cards, or ``count`` random ones if there are more."""
        unseen = self.unseen
        if len(unseen) < 13 and factorial(len(unseen)) <= count:
            return list(permutations(unseen))
        chance = Random(seed)
        return [tuple(chance.sample(unseen, len(unseen))) for _ in range(count)]


def _filled(state: State, known: dict[PileId, Pile], cards: Pile) -> State:
    """Return ``state`` with ``cards`` below the ``known`` cards of the reserve and the stock."""
    below = len(state[RESERVE]) - len(known[RESERVE])
    piles = dict(state.piles)
    piles[RESERVE] = (*cards[:below], *known[RESERVE])
    piles[STOCK] = (*cards[below:], *known[STOCK])
    return State(piles, stage=state.stage, turns=state.turns, stopped=state.stopped)
