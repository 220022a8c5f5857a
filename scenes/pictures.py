"""Small pictures made of our own cards: a deal in miniature, examples for the help."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

import pygame
from pygame import Rect

from game.cards import Card
from game.games import VIERFREI, Deal
from game.piles import FOUNDATIONS, RESERVE, WASTE, columns
from game.state import State
from scenes.decks import DeckStyle
from scenes.faces import Faces
from scenes.press import card_size
from scenes.shadows import paint_lying
from scenes.theme import Theme

Paint = Callable[[pygame.Surface, Rect], None]
_FAN = 0.22
"""How much of a card is seen below the next one, in card heights."""


@lru_cache(maxsize=6)
def _faces(style: DeckStyle, width: int) -> Faces:
    return Faces(style, width)


def fans(style: DeckStyle, theme: Theme, groups: Sequence[str]) -> Paint:
    """Paints groups of cards side by side, each written as cards with spaces between; the cards
    of a group overlap downwards as in a column."""
    read = [[Card.parse(name) for name in group.split()] for group in groups]
    longest = max(map(len, read))

    def paint(target: pygame.Surface, area: Rect) -> None:
        tall = 1 + _FAN * (longest - 1)
        width = min(round(area.height / tall / (card_size(1000)[1] / 1000)), area.width // 6)
        faces = _faces(style, max(20, width))
        x = area.left
        for group in read:
            for row, card in enumerate(group):
                place = x, area.top + round(row * faces.size[1] * _FAN)
                paint_lying(target, faces.face(card), place, theme)
            x += round(faces.width * 1.25)

    return paint


def preview(style: DeckStyle, theme: Theme, deal: Deal | None) -> Paint:
    """Paints the layout of ``deal`` in miniature; nothing while there is none."""
    state = deal.layout() if deal else None

    def paint(target: pygame.Surface, area: Rect) -> None:
        if state is None or deal is None:
            return
        if deal.game == VIERFREI:
            _columns(target, area, state, style, theme)
        else:
            _canfield(target, area, state, style, theme)

    return paint


def _columns(
    target: pygame.Surface, area: Rect, state: State, style: DeckStyle, theme: Theme
) -> None:
    width = min(area.width // 9, round(area.height / (1 + 6 * _FAN) / 1.4))
    faces = _faces(style, max(16, width))
    step = min(round(width * 1.1), (area.width - width) // 7)
    left = area.left + (area.width - 7 * step - width) // 2
    for column in columns(8):
        for row, card in enumerate(state[column]):
            place = left + column.number * step, area.top + round(row * faces.size[1] * _FAN)
            paint_lying(target, faces.face(card), place, theme)


def _canfield(
    target: pygame.Surface, area: Rect, state: State, style: DeckStyle, theme: Theme
) -> None:
    """Reserve, base card and, below it, the columns; the waste where it begins with cards."""
    width = min(area.width // 8, round(area.height / 2.15 / 1.4))
    faces = _faces(style, max(16, width))
    step, low = round(width * 1.15), area.top + round(faces.size[1] * 1.12)
    left = area.left + (area.width - 7 * step) // 2
    first = left + round(2.6 * step)
    shown = [((left, low), state[RESERVE][-1])]
    shown += [
        ((left + round(index * width * 0.36), area.top), card)
        for index, card in enumerate(state[WASTE])
    ]
    shown += [((first, area.top), state[pile][0]) for pile in FOUNDATIONS if state[pile]]
    shown += [((first + pile.number * step, low), state[pile][0]) for pile in columns(4)]
    for place, card in shown:
        paint_lying(target, faces.face(card), place, theme)
