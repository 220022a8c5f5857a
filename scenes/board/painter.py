"""Draws a table: its piles, their counts and marks."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import pygame
from pygame import Rect

from game.art.decks import DeckStyle, rank_name
from game.art.drawings import index_side
from game.core.cards import Card, Suit
from game.core.state import SHOWN_WASTE, PileId, Role, State
from game.rules.registry import Deal
from game.teach.standing import empty_stock_text, waiting_rank
from scenes.board.faces import Faces, faces_of
from scenes.board.layout import STACKED, TableLayout
from scenes.board.sprites import CardSprite, SpriteGroups
from scenes.style.felt import felt, felt_picture
from scenes.style.shapes import pill, rounded
from scenes.style.text import TextPainter
from scenes.style.theme import Theme

_SMALL = 64
"""The minimum card width, in pixels, at which cards at rest have broad shadows."""
_SUNK, _EDGE = 30, 50
"""``_SUNK`` is how dark an empty place is, from 0 to 255. Its top edge is darker by ``_EDGE``."""

COUNTED = (Role.RESERVE, Role.STOCK, Role.WASTE)
"""The roles of the piles that show their number of cards."""


@lru_cache(maxsize=16)
def shadow(size: tuple[int, int], radius: int, blur: int, strength: int) -> pygame.Surface:
    """Return a card's soft shadow, ``blur`` pixels wider on each side. ``strength`` is its opacity,
    from 0 to 255."""
    picture = pygame.Surface((size[0] + 2 * blur, size[1] + 2 * blur), pygame.SRCALPHA)
    inner = Rect(blur, blur, *size)
    pygame.draw.rect(picture, (0, 0, 0, strength), inner, border_radius=radius)
    return pygame.transform.box_blur(picture, max(1, blur // 2))


def corner_radius(width: int) -> int:
    """Return the corner radius of a card ``width`` pixels wide, in pixels."""
    return max(2, round(width * 0.055))


def paint_resting(
    target: pygame.Surface, face: pygame.Surface, at: tuple[int, int], theme: Theme
) -> None:
    """Draw a card at rest; ``at`` is the place of its upper left corner."""
    if not theme.grain:
        width = face.get_width()
        blur = _blur_of(width)
        # The shadow extends farther above and below the card than beside it, so that the card's
        # upper edge stands out on what it covers.
        taller = (width, face.get_height() + blur // 2)
        under = shadow(taller, corner_radius(width), blur, 130)
        target.blit(under, (at[0] - blur, at[1] - blur - blur // 4))
    target.blit(face, at)


def _blur_of(width: int) -> int:
    return max(5 if width >= _SMALL else 3, round(width * 0.036))


def _ground_of(layout: TableLayout, pile: PileId) -> Rect:
    """Return the area that ``pile`` may cover, including its shadows and its count."""
    area, pad = layout.region(pile), _blur_of(layout.card[0])
    shaded = area.inflate(2 * pad, 0)
    shaded.top, shaded.height = area.top - pad - pad // 4, area.height + 2 * pad + pad // 2
    if pile.role in COUNTED:
        shaded.height = max(shaded.height, area.height + 2 * _count_size(layout))
    return shaded


def _count_size(layout: TableLayout) -> int:
    return max(round(11 * layout.density), round(layout.card[0] * 0.125))


@lru_cache(maxsize=4)
def well(size: tuple[int, int], radius: int) -> pygame.Surface:
    """Return the shading of an empty place. It is darkest at the top."""
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


_FEW = 4
"""If more cards than this fly at once, their shadows are lighter."""
_NEARER = 1.03
"""The factor by which a held card is enlarged."""
_DEEP = 120
"""How dark a raised card's shadow is, from 0 to 255."""


def paint_cards(
    target: pygame.Surface, faces: Faces, pile: PileId, sprites: Sequence[CardSprite], theme: Theme
) -> None:
    """Draw the resting ``sprites`` of a pile."""
    # A card exactly below another one would only darken the shadow.
    if pile.role is not Role.COLUMN:
        sprites = [*{(sprite.x, sprite.y): sprite for sprite in sprites}.values()]
    for sprite in sprites:
        paint_resting(target, faces.face(sprite.face), (round(sprite.x), round(sprite.y)), theme)


_NO_PICTURE = pygame.Surface((0, 0))


class TablePainter:
    """Draws a table; resting cards are redrawn only where a pile has changed."""

    def __init__(self, style: DeckStyle, theme: Theme, text: TextPainter) -> None:
        self.theme = theme
        self.text = text
        self._style = style
        self._rest = _NO_PICTURE
        """A picture of the table with the cards at rest."""
        self._lying: dict[PileId, tuple[object, ...]] = {}
        """How each pile looked when it was last drawn on ``_rest``."""
        self._lifted: dict[Card, pygame.Surface] = {}
        self._waiting_rank: int | None = None
        """The rank that empty foundations show, if any."""
        self._ring: tuple[str, str] | None = None
        """The words inside and below the ring of an empty stock; None if it has no ring."""

    def resize(self, layout: TableLayout) -> None:
        """Use ``layout`` from now on."""
        self.layout = layout
        self._grounds = {pile: _ground_of(layout, pile) for pile in layout.slots}
        self.faces = faces_of(self._style, layout.card[0])
        self._rest = felt_picture(self.theme, layout.size).copy()
        self._lying.clear()

    def free_pictures(self) -> None:
        """Release the painter's pictures; call ``resize`` before painting again."""
        self._rest, self.faces = _NO_PICTURE, Faces(self._style, 1)
        self._lying.clear()
        self._lifted.clear()

    # -- the picture ---------------------------------------------------------------------------

    def paint(
        self,
        target: pygame.Surface,
        groups: SpriteGroups,
        deal: Deal,
        state: State,
        in_flight: Sequence[CardSprite] = (),
        held: Sequence[CardSprite] = (),
        *,
        glowing: frozenset[PileId] = frozenset(),  # the piles to mark
        aimed: PileId | None = None,  # the one of them to mark more strongly
    ) -> None:
        """Draw the table with all its cards on ``target``."""
        self._waiting_rank = waiting_rank(deal, state)
        self._ring = empty_stock_text(deal, state)
        for pile, cards in groups.piles.items():
            lying = ((s.card, s.face_up, s.x, s.y) for s in _resting(cards))
            look = self._waiting_rank, self._ring, len(cards), *lying
            if look != self._lying.get(pile):
                self._lying[pile] = look
                self._repaint(pile, groups)
        target.blit(self._rest, (0, 0))
        for pile in glowing:
            place = self.layout.last(pile, 1, len(_resting(groups.piles[pile])))
            self._paint_glow(target, place, aimed=pile == aimed)
        # Many full shadows on top of each other would make a black edge.
        strength = _DEEP * _FEW // max(_FEW, len(in_flight))
        for sprite in in_flight:
            self._paint_above(target, sprite, strength)
        for sprite in held:
            self._paint_above(target, sprite, _DEEP, held=True)
        if not held:
            self._lifted.clear()

    def _repaint(self, changed: PileId, groups: SpriteGroups) -> None:
        ground = self._grounds[changed]
        self._rest.set_clip(ground)
        felt(self._rest, self.theme, ground)
        for pile, cards in groups.piles.items():
            if self._grounds[pile].colliderect(ground):
                self._paint_pile(pile, cards)
        self._rest.set_clip(None)

    def _paint_pile(self, pile: PileId, cards: Sequence[CardSprite]) -> None:
        target, sprites = self._rest, _resting(cards)
        if not sprites or pile.role is Role.STOCK:
            self._paint_slot(target, pile)
            if pile.role is Role.STOCK and self._ring is not None:
                self._paint_ring(target, self.layout.slot(pile), *self._ring)
        if pile.role in (Role.RESERVE, Role.STOCK):
            self._paint_edges(target, pile, len(sprites))
        paint_cards(target, self.faces, pile, sprites, self.theme)
        if pile.role in COUNTED and cards:
            self.paint_count(target, pile, len(cards))

    @property
    def radius(self) -> int:
        """The corner radius of cards in the current theme, in pixels."""
        return self.theme.radius(corner_radius(self.layout.card[0]))

    def _paint_above(
        self, target: pygame.Surface, sprite: CardSprite, strength: int, *, held: bool = False
    ) -> None:
        """Draw a card above the table; ``strength`` is its shadow's opacity, from 0 to 255."""
        picture, width = self.faces.face(sprite.face), self.layout.card[0]
        place = Rect((round(sprite.x), round(sprite.y)), self.layout.card)
        if not self.theme.grain:
            blur, down = max(4, round(width * 0.08)), 0
            if held:
                blur = max(5, round(width * 0.11))
                down = blur // 4
                if sprite.card not in self._lifted:
                    size = [round(side * _NEARER) for side in self.layout.card]
                    self._lifted[sprite.card] = pygame.transform.smoothscale(picture, size)
                picture = self._lifted[sprite.card]
                place = picture.get_rect(center=place.center)
            under = shadow(place.size, self.radius, blur, strength)
            target.blit(under, (place.left - blur // 2, place.top + down))
        target.blit(picture, place)

    def _paint_slot(self, target: pygame.Surface, pile: PileId) -> None:
        """Draw the outline of an empty pile."""
        rect = self.layout.slot(pile)
        width = max(1, round(self.layout.card[0] * 0.012))
        if not self.theme.grain:
            target.blit(well(rect.size, self.radius), rect)
        rounded(target, self.theme.slot, rect, width, radius=self.radius)
        if pile.role is Role.FOUNDATION:
            side = round(self.layout.card[0] * 0.34)
            sign = self.faces.tinted_sign(Suit(pile.number), side, self.theme.mark)
            centre = rect.center
            if self._waiting_rank is not None:
                rank = rank_name(self._waiting_rank, self._style.letters)
                size = round(self.layout.card[0] * 0.33)
                line = self.text.line(rank, size, self.theme.mark, True)
                target.blit(line, line.get_rect(midbottom=(centre[0], centre[1] + size // 8)))
                centre = (centre[0], centre[1] + round(side * 0.62))
            target.blit(sign, sign.get_rect(center=centre))

    def _paint_ring(self, target: pygame.Surface, rect: Rect, cost: str, turns: str) -> None:
        """Draw the symbol for a redeal: a ring around ``cost``, and ``turns`` below it."""
        side = round(self.layout.card[0] * (0.58 if cost else 0.4))
        thick = max(2, round(self.layout.card[0] * 0.044))
        pygame.draw.circle(target, self.theme.mark, rect.center, side // 2, thick)
        size = max(10, round(self.layout.card[0] * 0.15))
        if cost:
            line = self.text.line(cost, size, self.theme.mark, True)
            target.blit(line, line.get_rect(center=rect.center))
        below = Rect(rect.left, rect.centery + side // 2, rect.width, 0)
        below.height = rect.bottom - below.top
        words = self.text.fitted(turns, size, rect.width)
        line = self.text.line(words, size, self.theme.mark)
        if line.get_height() <= below.height:
            target.blit(line, line.get_rect(center=below.center))

    def _paint_edges(self, target: pygame.Surface, pile: PileId, count: int) -> None:
        x, y = self.layout.slots[pile]
        for below in range(min(STACKED, count - 1), 0, -1):
            place = x, y + below * self.layout.edge
            paint_resting(target, self.faces.back(), place, self.theme)

    def paint_count(self, target: pygame.Surface, pile: PileId, count: int) -> None:
        """Draw the number of cards in ``pile`` on its lower edge."""
        size = _count_size(self.layout)
        line = self.text.line(str(count), size, self.theme.ink, True)
        ground = line.get_rect().inflate(size, size // 8)
        fanned = pile.role is Role.WASTE and self.layout.waste_fan[0]
        x, y = self.layout.place(pile, max(0, count - SHOWN_WASTE) if fanned else count - 1, count)
        shown = self.layout.waste_fan[0] if fanned and count > 1 else self.layout.card[0]
        ground.center = (x + shown // 2, y + self.layout.card[1] + round(ground.height * 0.2))
        ground.bottom = min(ground.bottom, self._grounds[pile].bottom)
        if pile.role is not Role.STOCK and not fanned:
            # On a small card the count leaves room for the lower index at the right.
            index = index_side(large=self._style.large_index)
            free = x + round(self.layout.card[0] * (1 - index))
            ground.right = max(min(ground.right, free), x + ground.width)
        pill(target, self.theme, ground)
        target.blit(line, line.get_rect(center=ground.center))

    def paint_counts(self, target: pygame.Surface, state: State) -> None:
        """Draw the counts again, because marks may have covered them."""
        for pile, cards in state.piles.items():
            if cards and pile.role in COUNTED:
                self.paint_count(target, pile, len(cards))

    def _paint_glow(self, target: pygame.Surface, rect: Rect, *, aimed: bool) -> None:
        """Mark a place where the held cards may go. With ``aimed``, make the mark stronger."""
        width = max(2, round(self.layout.card[0] * 0.035))
        width *= 2 if aimed else 1
        if aimed and not self.theme.grain:
            # Themes without greys can't show the veil; there, only the frame is broader.
            veil = pygame.Surface(rect.size, pygame.SRCALPHA)
            rounded(veil, self.theme.glow, veil.get_rect(), radius=self.radius)
            veil.set_alpha(70)
            target.blit(veil, rect)
        rounded(target, self.theme.glow, rect, width, radius=self.radius)
        inner = rect.inflate(-2 * width, -2 * width)
        thin = max(1, width // 3)
        rounded(target, self.theme.shade, inner, thin, radius=self.radius)

    def paint_frame(self, target: pygame.Surface, rect: Rect) -> None:
        """Draw a frame around ``rect`` that stands out on cards and on felt."""
        width = max(3, round(self.layout.card[0] * 0.03))
        outer = rect.inflate(2 * width, 2 * width)
        radius = self.radius + width
        rounded(target, self.theme.shade, outer, width * 2, radius=radius)
        inner = outer.inflate(-width, -width)
        rounded(target, self.theme.focus, inner, width, radius=radius)

    def paint_trace(self, target: pygame.Surface, rect: Rect) -> None:
        """Draw a thin line around ``rect``, to point something out."""
        width = max(2, round(self.layout.card[0] * 0.018))
        rounded(target, self.theme.accent, rect, width, radius=self.radius)


def _resting(cards: Sequence[CardSprite]) -> list[CardSprite]:
    return [sprite for sprite in cards if not sprite.in_flight]
