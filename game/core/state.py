"""Piles, positions and transfers of single cards, as immutable values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import IntEnum
from typing import Final, NamedTuple

from game.core.cards import SUITS, Card, Suit


class Role(IntEnum):
    """What a pile is for."""

    COLUMN = 0
    CELL = 1
    FOUNDATION = 2
    RESERVE = 3
    STOCK = 4
    WASTE = 5


class PileId(NamedTuple):
    """A pile: its role, and its number from 0 in that role; a foundation's number is its suit."""

    role: Role
    number: int = 0

    @property
    def letter(self) -> str:
        """The letter or digit for the pile as the source of a move."""
        if self.role is Role.COLUMN:
            return str(self.number + 1)
        if self.role is Role.CELL:
            return "abcd"[self.number]
        if self.role is Role.FOUNDATION:
            return SUITS[self.number]
        return {Role.RESERVE: "r", Role.WASTE: "w", Role.STOCK: "s"}[self.role]


RESERVE: Final = PileId(Role.RESERVE)
STOCK: Final = PileId(Role.STOCK)
WASTE: Final = PileId(Role.WASTE)
CELLS: Final = tuple(PileId(Role.CELL, index) for index in range(4))
FOUNDATIONS: Final = tuple(PileId(Role.FOUNDATION, suit) for suit in Suit)
"""The foundations in suit order, unlike ``FOUNDATION_ORDER``."""

FOUNDATION_ORDER: Final = (Suit.CLUBS, Suit.HEARTS, Suit.SPADES, Suit.DIAMONDS)
"""The order of the foundations on the table, as in VIERFREI for the Atari ST (1993)."""

HOME: Final = PileId(Role.FOUNDATION, -1)
"""As the target of a move, this means the foundation of the card's suit."""


def columns(count: int) -> tuple[PileId, ...]:
    return tuple(PileId(Role.COLUMN, index) for index in range(count))


Pile = tuple[Card, ...]


class Transfer(NamedTuple):
    """One card moving from its pile to the end of ``target``."""

    card: Card
    source: PileId
    target: PileId

    def reversed(self) -> Transfer:
        return Transfer(self.card, self.target, self.source)


class State:
    """An immutable position. Each pile begins with its bottom card."""

    __slots__ = ("_piles", "stage", "stopped", "turns")

    def __init__(
        self, piles: Mapping[PileId, Pile], *, stage: int = 3, turns: int = 0, stopped: bool = False
    ) -> None:
        self._piles = dict(piles)
        # The casino's stage of payment, from 1 to 3; in other games always 3.
        self.stage = stage
        self.turns = turns  # the redeals so far
        self.stopped = stopped  # whether the player has ended the game

    def __getitem__(self, pile: PileId) -> Pile:
        return self._piles[pile]

    def __contains__(self, pile: object) -> bool:
        return pile in self._piles

    @property
    def piles(self) -> Mapping[PileId, Pile]:
        """All piles with their cards, read-only."""
        return self._piles

    def apply(
        self,
        transfers: Iterable[Transfer],
        *,
        stage: int | None = None,
        turns: int | None = None,
        stopped: bool | None = None,
    ) -> State:
        """Return the state after ``transfers``. Other values change only if new ones are given.

        Raises ``ValueError`` if a card isn't in its pile.
        """
        piles = dict(self._piles)
        for card, source, target in transfers:
            cards = piles[source]
            if cards and cards[-1] == card:
                piles[source] = cards[:-1]
            else:
                place = cards.index(card)
                piles[source] = cards[:place] + cards[place + 1 :]
            piles[target] = (*piles[target], card)
        after = State.__new__(State)
        after._piles = piles
        after.stage = self.stage if stage is None else stage
        after.turns = self.turns if turns is None else turns
        after.stopped = self.stopped if stopped is None else stopped
        return after

    @property
    def cards_home(self) -> int:
        """The number of cards on the foundations."""
        return sum(map(len, map(self._piles.__getitem__, FOUNDATIONS)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        mine = self._piles, self.stage, self.turns, self.stopped
        return mine == (other._piles, other.stage, other.turns, other.stopped)

    def __hash__(self) -> int:
        return hash((tuple(self._piles.values()), self.stage, self.turns, self.stopped))

    def __repr__(self) -> str:
        piles = {pile: " ".join(map(str, cards)) for pile, cards in self._piles.items() if cards}
        return f"State({piles}, stage={self.stage}, turns={self.turns}, stopped={self.stopped})"


class SeenSoFar(NamedTuple):
    """How much the player has seen. Each number is the smallest size of its pile so far.

    The bottom ``stock`` cards of the stock and the bottom ``reserve - 1`` cards of the reserve are
    unseen.
    """

    reserve: int = 52
    stock: int = 52

    def after(self, state: State) -> SeenSoFar:
        """Return what the player has seen after seeing ``state`` too."""
        piles = state._piles
        reserve, stock = len(piles.get(RESERVE, ())), len(piles.get(STOCK, ()))
        if reserve >= self.reserve and stock >= self.stock:
            return self
        return SeenSoFar(min(reserve, self.reserve), min(stock, self.stock))

    def after_all(self, states: Iterable[State]) -> SeenSoFar:
        """Return what the player has seen after seeing ``states`` too."""
        seen = self
        for state in states:
            seen = seen.after(state)
        return seen


NOTHING_SEEN: Final = SeenSoFar()
"""What the player has seen before the first position."""


def differences(before: State, after: State) -> tuple[Transfer, ...]:
    """Return the transfers that turn ``before`` into ``after``."""
    home = {card: pile for pile, cards in before.piles.items() for card in cards}
    found: list[Transfer] = []
    for pile, cards in after.piles.items():
        had = before[pile]
        same = 0
        while same < min(len(had), len(cards)) and had[same] == cards[same]:
            same += 1
        found += [Transfer(card, home[card], pile) for card in cards[same:]]
    return tuple(found)


def base_rank(state: State) -> int:
    """Return the rank with which foundations begin; at least one of them must have a card."""
    return next(state[pile][0].rank for pile in FOUNDATIONS if state[pile])


SHOWN_WASTE: Final = 3
"""The maximum number of cards shown at the end of the waste."""


def visible_count(pile: PileId, count: int) -> int:
    """Return how many of a pile's ``count`` cards can be seen."""
    if pile.role in (Role.COLUMN, Role.CELL):
        return count
    return min(count, {Role.STOCK: 0, Role.WASTE: SHOWN_WASTE}.get(pile.role, 1))


def longest_column(state: State) -> int:
    """Return the number of cards in the longest column."""
    return max(len(cards) for pile, cards in state.piles.items() if pile.role is Role.COLUMN)
