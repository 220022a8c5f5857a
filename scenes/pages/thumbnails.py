"""Pictures of cards, tables and themes for the pages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

import pygame
from pygame import Rect

from game.art.decks import DeckStyle
from game.art.drawings import card_size, index_strip
from game.core.cards import Card, Suit
from game.core.state import PileId, Role, State, longest_column
from game.rules.registry import Deal
from scenes.board.faces import Face, Faces
from scenes.board.layout import DEALT, TableLayout, table_layout
from scenes.board.painter import corner_radius, paint_cards, paint_resting, shadow
from scenes.board.sprites import SpriteGroups
from scenes.kit.services import Kit
from scenes.style.felt import plain_felt
from scenes.style.shapes import pill, rounded
from scenes.style.theme import SMALL, THEMES, Theme, bar_height, line_height
from scenes.widgets.controls import Paint

_SPREAD: Final = 11
"""The angle between two cards of a hand, in degrees."""


@lru_cache(maxsize=16)
def _faces(style: DeckStyle, width: int) -> Faces:
    return Faces(style, width)


def fans(kit: Kit, groups: Sequence[str]) -> tuple[Callable[..., int], Paint]:
    """Return functions that measure and paint columns of cards."""
    style, theme = kit.style, kit.theme
    read = [[Card.parse(name) for name in group.split()] for group in groups]
    longest = max(map(len, read))
    strip = index_strip(large=style.large_index)

    def card(width: int, unit: float) -> int:
        return max(20, min(round(78 * unit), round(width / (1.3 * len(groups)))))

    def height(width: int, unit: float) -> int:
        return round(card_size(card(width, unit))[1] * (1 + strip * (longest - 1)) + 4)

    def paint(target: pygame.Surface, area: Rect, unit: float) -> None:
        width = card(area.width, unit)
        faces = _faces(style, width)
        target.fill(theme.panel, area)
        x = area.left
        for group in read:
            for row, one in enumerate(group):
                place = x, area.top + round(row * faces.size[1] * strip)
                paint_resting(target, faces.face(one), place, theme)
            x += round(width * 1.3)

    return height, paint


def table_height(width: int, _: float) -> int:
    """Return the height of a table's picture, in pixels."""
    return round(width * 0.56)


def table(
    kit: Kit,
    deal: Deal,
    state: State | None = None,
    labels: Sequence[tuple[str, Sequence[PileId]]] = (),
) -> Paint:
    """Return a function that paints a table on felt, as dealt or in the position ``state``."""
    style, theme, mirrored = kit.style, kit.theme, kit.settings.mirrored
    shown = deal.layout() if state is None else state

    def paint(target: pygame.Surface, area: Rect, unit: float) -> None:
        plain_felt(target, theme, area)
        layout = _layout(deal, shown, area, style, mirrored)
        groups, faces = SpriteGroups(layout.slots, layout), _faces(style, layout.card[0])
        groups.show(shown)
        for pile, sprites in groups.piles.items():
            slot = layout.slot(pile)
            if not sprites:
                rounded(target, theme.slot, slot, 1, theme.radius(corner_radius(slot.width)))
            if not sprites and pile.role is Role.FOUNDATION:
                sign = faces.tinted_sign(Suit(pile.number), round(slot.width * 0.42), theme.mark)
                target.blit(sign, sign.get_rect(center=slot.center))
            paint_cards(target, faces, pile, sprites, theme)
        size = round(SMALL * unit)
        widths = [kit.text.width(name, size, True) for name, _ in labels]
        grounds = label_places(layout, [piles for _, piles in labels], widths, size, area)
        for (name, _), ground in zip(labels, grounds, strict=True):
            line = kit.text.line(name, size, theme.ink, True)
            pill(target, theme, ground)
            target.blit(line, line.get_rect(center=ground.center))

    return paint


def label_places(
    layout: TableLayout,
    named: Sequence[Sequence[PileId]],
    text_widths: Sequence[int],
    font_size: int,
    area: Rect,
) -> list[Rect]:
    """Return the area of the label for each group of piles in ``named``.

    A label is centred on its group. If another label is in the way, the new one goes just below it.
    """
    grounds: list[Rect] = []
    for piles, width in zip(named, text_widths, strict=True):
        covered = [
            layout.region(pile) if pile.role is Role.WASTE else layout.slot(pile) for pile in piles
        ]
        ground = Rect(0, 0, width + round(1.2 * font_size), round(1.6 * font_size))
        ground.center = covered[0].unionall(covered).center
        ground.clamp_ip(area)
        apart = max(2, font_size // 5)
        for other in grounds:
            if ground.colliderect(other.inflate(2 * apart, 0)):
                ground.top = other.bottom + apart
        grounds.append(ground.clamp(area))
    return grounds


def _layout(deal: Deal, state: State, area: Rect, style: DeckStyle, mirrored: bool) -> TableLayout:
    """Return a layout of the piles in ``area``, without room for a bar or a line of text."""
    density, size = 1.0, area.size

    def lay(line: int) -> TableLayout:
        return table_layout(
            deal.kind.table,
            (size[0], size[1] + bar_height(size, density) + line),
            density,
            style,
            longest=max(DEALT, longest_column(state)),
            mirrored=mirrored,
        )

    layout = lay(line_height(size, density))
    # In a short picture the cards already reach into the room for the line, so none is added.
    if layout.floor - layout.top > size[1]:
        layout = lay(0)
    left, down = area.left, area.top - layout.top
    slots = {pile: (x + left, y + down) for pile, (x, y) in layout.slots.items()}
    return layout._replace(slots=slots, floor=layout.floor + down, top=area.top)


def hand(kit: Kit, cards: Sequence[Card]) -> Paint:
    """Return a function that paints a hand of cards on felt."""
    style, theme, last = kit.style, kit.theme, len(cards) - 1

    def straight(target: pygame.Surface, area: Rect, unit: float) -> None:
        plain_felt(target, theme, area)
        width = min(round(area.height * 0.55), round(area.width / (1 + 0.56 * last) * 0.9))
        faces = _faces(style, max(16, width))
        step = round(width * 0.56)
        left = area.centerx - (step * last + width) // 2
        top = area.centery - faces.size[1] // 2
        for place, card in enumerate(cards):
            target.blit(faces.face(card), (left + place * step, top))

    def fanned(target: pygame.Surface, area: Rect, unit: float) -> None:
        plain_felt(target, theme, area)
        # The cards are rotated around a point far below them. A hand of five is 1.27 card heights
        # high and 2.45 wide.
        height = min(area.height * 0.92 / 1.27, area.width * 0.94 / 2.45)
        width = max(16, round(height / card_size(1000)[1] * 1000))
        faces = _faces(style, width)
        far = faces.size[1] * 2.0
        # The outer cards hang lower than the middle one.
        pivot = area.centerx, area.centery - round(0.11 * height) + far
        blur = max(3, round(width * 0.06))
        under = shadow(faces.size, corner_radius(width), blur, 120)
        for place, card in enumerate(cards):
            angle = (place - last / 2) * _SPREAD
            way = pygame.Vector2(0, -far).rotate(angle)
            centre = round(pivot[0] + way.x), round(pivot[1] + way.y)
            dark = pygame.transform.rotozoom(under, -angle, 1)
            target.blit(dark, dark.get_rect(center=(centre[0], centre[1] + blur // 2)))
            turned = pygame.transform.rotozoom(_edged(faces.face(card)), -angle, 1)
            target.blit(turned, turned.get_rect(center=centre))

    return straight if style.one_bit else fanned


def _edged(face: pygame.Surface) -> pygame.Surface:
    """Return a face with a transparent border, so that it looks smooth when rotated."""
    size = face.get_width() + 4, face.get_height() + 4
    picture = pygame.Surface(size, pygame.SRCALPHA)
    picture.fill((190, 188, 182, 0))
    picture.blit(face, (2, 2))
    return picture


def one_card(style: DeckStyle, theme: Theme, face: Face) -> Paint:
    """Return a function that paints a card or a back as large as fits."""

    def paint(target: pygame.Surface, area: Rect, unit: float) -> None:
        width = min(area.width, round(area.height / card_size(1000)[1] * 1000))
        faces = _faces(style, max(16, width))
        picture = faces.face(face)
        paint_resting(target, picture, picture.get_rect(center=area.center).topleft, theme)

    return paint


def swatch(look: str) -> Paint:
    """Return a function that paints a sample of a theme."""
    theme = THEMES[look]

    def paint(target: pygame.Surface, area: Rect, unit: float) -> None:
        plain_felt(target, theme, area)
        target.fill(theme.bar, (area.left, area.top, area.width, area.height // 5))
        card = Rect(0, 0, round(area.height * 0.36), round(area.height * 0.5))
        card.center = area.centerx, area.top + round(area.height * 0.6)
        rounded(target, (255, 255, 255), card, radius=theme.radius(3))
        pygame.draw.rect(target, theme.ink if theme.grain else theme.slot, area, 1)

    return paint
