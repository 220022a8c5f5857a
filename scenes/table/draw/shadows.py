"""Draws what gives the table depth: the shadows of cards, and empty places sunk into the felt."""

from __future__ import annotations

from functools import lru_cache

import pygame
from pygame import Rect

from game.core.piles import PileId, Role
from scenes.style.shapes import rounded
from scenes.style.theme import Theme
from scenes.table.draw.places import TableLayout

_SMALL = 64
"""The width of a card, in pixels, from which there is room for a soft shadow between cards."""
_SUNK, _EDGE = 30, 50
"""How dark an empty place is, and how much darker below its upper edge, in 255ths."""


COUNTED = (Role.RESERVE, Role.STOCK, Role.WASTE)
"""The piles that show how many cards lie there."""


@lru_cache(maxsize=16)
def shadow(size: tuple[int, int], radius: int, blur: int, strength: int) -> pygame.Surface:
    """Return a soft dark rounded rectangle, ``blur`` pixels wider on each side than ``size``."""
    picture = pygame.Surface((size[0] + 2 * blur, size[1] + 2 * blur), pygame.SRCALPHA)
    inner = Rect(blur, blur, *size)
    pygame.draw.rect(picture, (0, 0, 0, strength), inner, border_radius=radius)
    return pygame.transform.box_blur(picture, max(1, blur // 2))


def cast(target: pygame.Surface, under: pygame.Surface, at: tuple[int, int], card: Rect) -> None:
    """Draw the shadow ``under`` at ``at``, except where the card that casts it hides it."""
    area = under.get_rect(topleft=at)
    margin = corner_radius(card.width)
    hidden = card.inflate(-2 * margin, -2 * margin).clip(area)
    beside = area.right - hidden.right
    for strip in (
        Rect(area.left, area.top, area.width, hidden.top - area.top),
        Rect(area.left, hidden.bottom, area.width, area.bottom - hidden.bottom),
        Rect(area.left, hidden.top, hidden.left - area.left, hidden.height),
        Rect(hidden.right, hidden.top, beside, hidden.height),
    ):
        target.blit(under, strip.topleft, strip.move(-at[0], -at[1]))


def corner_radius(width: int) -> int:
    """Return the corner radius of a card ``width`` pixels wide."""
    return max(2, round(width * 0.055))


def paint_lying(
    target: pygame.Surface, face: pygame.Surface, at: tuple[int, int], theme: Theme
) -> None:
    """Draw a card with the thin shadow of one at rest, its upper left corner at ``at``."""
    if not theme.shadows:
        target.blit(face, at)
        return
    width = face.get_width()
    blur = blur_of(width)
    # Above its upper edge a card darkens what it lies on, and below it casts its shadow.
    taller = (width, face.get_height() + blur // 2)
    under = shadow(taller, corner_radius(width), blur, 130)
    cast(target, under, (at[0] - blur, at[1] - blur - blur // 4), face.get_rect(topleft=at))
    target.blit(face, at)


def blur_of(width: int) -> int:
    """Return how far the shadow of a lying card is seen around it, in pixels."""
    return max(5 if width >= _SMALL else 3, round(width * 0.036))


def with_shadows(layout: TableLayout, pile: PileId, area: Rect) -> Rect:
    """Return ``area`` of a pile with what the shadows of its cards may darken, and with its
    count."""
    pad = blur_of(layout.card[0])
    shaded = area.inflate(2 * pad, 0)
    shaded.top, shaded.height = area.top - pad - pad // 4, area.height + 2 * pad + pad // 2
    if pile.role in COUNTED:
        shaded.height = max(shaded.height, area.height + 2 * count_size(layout))
    return shaded


def count_size(layout: TableLayout) -> int:
    """Return the type size of a pile's count, in pixels."""
    return max(round(11 * layout.density), round(layout.card[0] * 0.125))


def grounds_of(layout: TableLayout) -> dict[PileId, Rect]:
    """Return for each pile the area that is drawn anew with it: its region, its shadows and its
    count, except what is nearer to another pile. No two areas overlap."""
    regions = {pile: layout.region(pile) for pile in layout.slots}
    shaded = {pile: with_shadows(layout, pile, region) for pile, region in regions.items()}
    whole = Rect((0, 0), layout.size)
    found = {}
    for pile, ground in shaded.items():
        ground = ground.clip(whole)
        for other, near in regions.items():
            if other != pile and ground.colliderect(shaded[other]):
                ground = _nearer(ground, pile, regions[pile], other, near)
        found[pile] = ground
    return found


def _nearer(ground: Rect, pile: PileId, region: Rect, other: PileId, near: Rect) -> Rect:
    """Return what of the ``ground`` of a pile is nearer to its ``region`` than to that of another
    pile, which lies ``near``."""
    left, top, right, bottom = ground.left, ground.top, ground.right, ground.bottom
    if near.left >= region.right:
        right = min(right, (region.right + near.left) // 2)
    elif near.right <= region.left:
        left = max(left, (near.right + region.left) // 2)
    elif near.top >= region.bottom:
        # A count has all the room below its pile.
        bottom = min(bottom, near.top if pile.role in COUNTED else (region.bottom + near.top) // 2)
    elif near.bottom <= region.top:
        between = region.top if other.role in COUNTED else (near.bottom + region.top) // 2
        top = max(top, between)
    return Rect(left, top, right - left, bottom - top)


@lru_cache(maxsize=4)
def well(size: tuple[int, int], radius: int) -> pygame.Surface:
    """Return the shade of an empty place that looks sunk into the felt: darkest below its upper
    edge."""
    picture = pygame.Surface(size, pygame.SRCALPHA)
    rounded(picture, (0, 0, 0), picture.get_rect(), radius=radius)
    depth = max(3, size[1] // 14)
    shades = pygame.Surface((1, depth + 1), pygame.SRCALPHA)
    for row in range(depth + 1):
        shades.set_at((0, row), (255, 255, 255, _SUNK + _EDGE * (depth - row) // depth))
    upper = pygame.transform.scale(shades, (size[0], depth + 1))
    picture.fill((255, 255, 255, _SUNK), (0, depth + 1, *size), pygame.BLEND_RGBA_MULT)
    picture.blit(upper, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return picture
