"""Cards as sprites, and which of them belong to each of the engine's piles."""

from __future__ import annotations

from collections.abc import Iterable

from game.core.cards import PACK, Card
from game.core.state import PileId, Role, State
from scenes.board.layout import TableLayout


def faces_seen(state: State) -> list[Card]:
    """Return the cards that lie face up in ``state`` and are not covered entirely."""
    seen: list[Card] = []
    for pile, cards in state.piles.items():
        if pile.role in (Role.COLUMN, Role.CELL, Role.WASTE):
            seen += cards
        elif pile.role is not Role.STOCK:
            seen += cards[-1:]
    return seen


class CardSprite:
    """One card on the table. ``x`` and ``y`` are its upper left corner, in pixels.

    ``aloft`` is True while the card flies or is dragged: the layout does not place it then, and it
    is drawn above all that rests.
    """

    def __init__(self, card: Card) -> None:
        self.card = card
        self.x = 0.0
        self.y = 0.0
        self.aloft = False
        self.face_up = True

    def __repr__(self) -> str:
        return f"CardSprite({self.card})"


class Groups:
    """One sprite for each card of the pack, and for each pile of a game those that belong to it,
    bottom card first."""

    def __init__(self, piles: Iterable[PileId], layout: TableLayout) -> None:
        self.layout = layout
        self.sprites = {card: CardSprite(card) for card in PACK}
        self.piles: dict[PileId, list[CardSprite]] = {pile: [] for pile in piles}

    def __getitem__(self, pile: PileId) -> list[CardSprite]:
        return self.piles[pile]

    def show(self, state: State, piles: Iterable[PileId] | None = None) -> None:
        """Give ``piles`` the cards they hold in ``state``, at rest in their places. Without
        ``piles`` this is done for all of them, and no card is aloft any more."""
        if piles is None:
            for sprite in self.sprites.values():
                sprite.aloft = False
        for pile in state.piles if piles is None else piles:
            self.piles[pile] = [self.sprites[card] for card in state[pile]]
            self.settle(pile)

    def settle(self, pile: PileId) -> None:
        """Place the resting sprites of ``pile`` as the layout has them."""
        sprites = self.piles[pile]
        for index, sprite in enumerate(sprites):
            sprite.face_up = pile.role is not Role.STOCK and (
                pile.role is not Role.RESERVE or index == len(sprites) - 1
            )
            if not sprite.aloft:
                sprite.x, sprite.y = self.layout.place(pile, index, len(sprites))

    def matches(self, state: State) -> bool:
        """Return whether all cards rest, each pile with exactly what it holds in ``state``."""
        held = {pile: [one.card for one in sprites] for pile, sprites in self.piles.items()}
        resting = not any(sprite.aloft for sprite in self.sprites.values())
        return resting and all(cards == list(state[pile]) for pile, cards in held.items())
