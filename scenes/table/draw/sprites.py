"""Cards as sprites, and the groups that stand for the engine's piles, one for one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pygame

from game.core.cards import PACK, Card
from game.core.piles import PileId, Role
from game.core.state import State
from scenes.table.draw.places import TableLayout


def faces_seen(state: State) -> list[Card]:
    """Return the cards that lie face up in ``state`` and are not covered entirely."""
    seen: list[Card] = []
    for pile, cards in state.piles.items():
        if pile.role in (Role.COLUMN, Role.CELL, Role.WASTE):
            seen += cards
        elif pile.role is not Role.STOCK:
            seen += cards[-1:]
    return seen


class CardSprite(pygame.sprite.Sprite):
    """One card on the table. ``x`` and ``y`` are its upper left corner, in pixels.

    ``aloft`` is True while the card flies or is dragged: the layout does not place it then, and it
    is drawn above all that rests.
    """

    def __init__(self, card: Card) -> None:
        super().__init__()
        self.card = card
        self.x = 0.0
        self.y = 0.0
        self.aloft = False
        self.face_up = True

    def __repr__(self) -> str:
        return f"CardSprite({self.card})"


class PileGroup(pygame.sprite.Group[CardSprite]):
    """The sprites of one engine pile, bottom card first."""

    def __init__(self, pile: PileId) -> None:
        super().__init__()
        self.pile = pile

    @property
    def cards(self) -> list[Card]:
        return [sprite.card for sprite in self.sprites()]

    def arrange(self, sprites: Iterable[CardSprite]) -> None:
        """Hold just these sprites, in this order."""
        self.empty()
        self.add(*sprites)


class Groups:
    """All pile groups of one game, with one sprite for each card of the pack."""

    def __init__(self, piles: Iterable[PileId], layout: TableLayout) -> None:
        self.layout = layout
        self.sprites = {card: CardSprite(card) for card in PACK}
        self._groups = {pile: PileGroup(pile) for pile in piles}

    def __getitem__(self, pile: PileId) -> PileGroup:
        return self._groups[pile]

    def __iter__(self) -> Iterator[PileGroup]:
        return iter(self._groups.values())

    def show(self, state: State, piles: Iterable[PileId] | None = None) -> None:
        """Give ``piles`` the cards they hold in ``state``, at rest in their places. Without
        ``piles`` this is done for all of them, and no card is aloft any more."""
        if piles is None:
            for sprite in self.sprites.values():
                sprite.aloft = False
        for pile in state.piles if piles is None else piles:
            group = self._groups[pile]
            group.arrange(self.sprites[card] for card in state[pile])
            self.settle(pile)

    def resting(self) -> dict[PileId, int]:
        """Return how many cards lie in each pile, without those that are still on their way."""
        return {group.pile: sum(not sprite.aloft for sprite in group.sprites()) for group in self}

    def settle(self, pile: PileId) -> None:
        """Place the resting sprites of ``pile`` as the layout has them."""
        sprites = self._groups[pile].sprites()
        for index, sprite in enumerate(sprites):
            sprite.face_up = pile.role is not Role.STOCK and (
                pile.role is not Role.RESERVE or index == len(sprites) - 1
            )
            if not sprite.aloft:
                sprite.x, sprite.y = self.layout.place(pile, index, len(sprites))

    def matches(self, state: State) -> bool:
        """Return whether every group holds exactly what its pile holds in ``state``."""
        return all(
            group.cards == list(state[pile]) for pile, group in self._groups.items()
        ) and not any(sprite.aloft for sprite in self.sprites.values())
