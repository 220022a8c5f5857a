"""Canfield games whose hidden cards are exchanged, or poisoned to catch code that reads them."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any, Final, cast

from game.core.cards import PACK, Card
from game.core.moves import Move
from game.core.state import RESERVE, STOCK, SeenSoFar, State
from game.fair.advice import Candidate, Expected
from game.fair.knowledge import Knowledge
from game.rules.choices import choices
from game.rules.registry import CANFIELD, Deal, numbered
from tests.game.reading import line, position


class Poison:
    """A hidden card that raises ``AssertionError`` if anything reads it."""

    def __getattribute__(self, name: str) -> Any:
        raise AssertionError(f"a hidden card was read: {name}")

    def __hash__(self) -> int:
        raise AssertionError("a hidden card was looked up")

    def __eq__(self, other: object) -> bool:
        raise AssertionError("a hidden card was compared")

    def __getitem__(self, place: object) -> Any:
        raise AssertionError("a hidden card was unpacked")

    __iter__ = __getitem__


POISON: Final = cast(Card, Poison())


def seen(states: list[State]) -> set[Card]:
    """Return every card that lay face up in one of ``states``."""
    found = set[Card]()
    for state in states:
        for pile, cards in state.piles.items():
            if pile != STOCK:
                found.update(cards[-1:] if pile == RESERVE else cards)
    return found


def exchanged(state: State, cards: dict[Card, Card]) -> State:
    """Return ``state`` with cards of its reserve and stock exchanged according to ``cards``."""
    piles = dict(state.piles)
    for pile in (RESERVE, STOCK):
        piles[pile] = tuple([cards.get(card, card) for card in state[pile]])
    return State(piles, stage=state.stage, turns=state.turns, stopped=state.stopped)


def poisoned(state: State, known: set[Card]) -> State:
    hidden = {*state[RESERVE], *state[STOCK]} - known
    return exchanged(state, dict.fromkeys(hidden, POISON))


def look_alikes(states: list[State], random: Random) -> tuple[list[State], ...]:
    """Return three sequences of positions that look the same to a player.

    The first is ``states``. The second has the unseen cards shuffled. In the third, ``POISON``
    replaces these cards.
    """
    known = seen(states)
    hidden = [card for card in PACK if card not in known]
    cards = dict(zip(hidden, random.sample(hidden, len(hidden)), strict=True))
    others = [exchanged(state, cards) for state in states]
    return states, others, [poisoned(state, known) for state in states]


def knowledge_of(deal: Deal, states: list[State]) -> Knowledge:
    return Knowledge.of(deal.kind, states[-1], SeenSoFar().after_all(states))


def any_game(random: Random, rules: str, moves: int) -> tuple[Deal, list[State]]:
    """Return a random deal and the positions of a random game."""
    deal = numbered(CANFIELD, random.randrange(10**6), rules)
    return deal, walked(deal, random, moves)


def walked(deal: Deal, random: Random, moves: int, *, begin: State | None = None) -> list[State]:
    """Return the positions of a random game, with some moves undone."""
    rules, left = deal.engine, [begin or deal.layout()]
    met = list(left)
    for _ in range(moves):
        if len(left) > 1 and random.random() < 0.2:
            left.pop()
            continue
        ways = list(choices(rules, left[-1]))
        if not ways:
            break
        left.append(rules.expand(left[-1], random.choice(ways))[-1].after)
        met.append(left[-1])
    return [*met, left[-1]]


def play(deal: Deal, state: State, moves: Iterable[Move]) -> State:
    """Return the position after ``moves``, each of which must be legal."""
    return position(deal.engine, state, moves)


def plan(tokens: str, chance: float, behind: float = 0.0, error: float = 0.0) -> Candidate:
    """Return a plan with the given numbers; its other numbers are arbitrary."""
    expected = Expected(chance, 30.0, 1.0, 9.0)
    return Candidate(tuple(line(tokens, CANFIELD)), expected, 16, behind, error)
