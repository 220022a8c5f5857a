"""Draws moves as arrows over the cards, with numbers if there are several."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Final, NamedTuple

import pygame
from pygame import Rect, Vector2

from game.core.cards import Card
from game.core.moves import Verb
from game.core.state import STOCK, PileId, Role, State
from game.teach.reasons import Leg
from scenes.board.layout import TableLayout
from scenes.board.painter import TablePainter
from scenes.style.shapes import rounded
from scenes.style.theme import Colour, Theme

_SHAFT: Final = 0.2
"""The width of an arrow's shaft at the head, in card widths."""
_HEAD: Final = 0.5
_POINT: Final = 0.42
"""The maximum length of an arrowhead, in card widths; ``_HEAD`` is an arrowhead's width."""
_PANE: Final = 105
_LIGHT: Final = 190
_DARK: Final = 110
"""The opacity of an arrow's dark rim, from 0 to 255. ``_PANE`` is the opacity of its inside."""
_INK: Final[Colour] = (8, 12, 24)
_PAPER: Final[Colour] = (255, 255, 255)
_NONE: Final = (0, 0, 0, 0)
_FINE: Final = 3
"""How many times larger a smooth arrow is drawn before it is scaled down."""

_BESIDE_INDEX: Final = 0.7
"""Where the arrow of a covered card starts, in card widths from the card's left edge."""

_Points = Sequence[tuple[float, float]]


@lru_cache(maxsize=6)
def arrow(theme: Theme, way: tuple[int, int], width: int) -> pygame.Surface:
    """Return a picture of an arrow. It is shared, so don't change it.

    ``way`` is how many pixels the arrow goes right and down. ``width`` is the width of a card.
    """
    length, turn = math.hypot(*way), -math.degrees(math.atan2(way[1], way[0]))
    box = math.ceil(length) + 2, math.ceil(_HEAD * width) + 2
    if theme.grain is not None:  # no greys, so only an outline
        dot = max(1, round(width / 90))
        hard = (0.0, theme.way), (2.0 * dot, _PAPER), (4.5 * dot, theme.way), (6.0 * dot, _NONE)
        return pygame.transform.rotate(_lying(box, length, width, 1, hard), turn)
    # A light and a dark rim stand out on any felt and card.
    rim = max(1.0, width * 0.014)
    soft = (0.0, (*_INK, _DARK)), (rim, (*_PAPER, _LIGHT)), (2.4 * rim, (*theme.way, _PANE))
    smooth = pygame.transform.smoothscale(_lying(box, length, width, _FINE, soft), box)
    return pygame.transform.rotozoom(smooth, turn, 1)


def _lying(
    box: tuple[int, int],
    length: float,
    width: int,
    fine: int,
    rims: Sequence[tuple[float, tuple[int, ...]]],  # insets and colours, outermost first
) -> pygame.Surface:
    """Return a picture of an arrow that points right. All sizes are multiplied by ``fine``."""
    picture = pygame.Surface((box[0] * fine, box[1] * fine), pygame.SRCALPHA)
    x, y = picture.get_rect().center
    for inset, colour in rims:
        outline = _outline(length * fine, width * fine, inset * fine)
        pygame.draw.polygon(picture, colour, [(x + along, y + down) for along, down in outline])
    return picture


def _outline(length: float, width: float, inset: float) -> _Points:
    """Return the corners of an arrow that points right and has its middle at (0, 0).

    All edges are moved inwards by ``inset``.
    """
    head, point = _HEAD * width / 2, min(_POINT * width, length * 0.6)
    shaft = _SHAFT * width / 2
    slant = math.hypot(head, point)
    tip = length / 2 - inset * slant / head
    neck = length / 2 - point + inset
    broad = (tip - neck) * head / point
    tail = -length / 2 + inset
    narrow = shaft * 2 / 3 - inset
    half = shaft - inset
    return [
        (tail, -narrow), (neck, -half), (neck, -broad), (tip, 0.0),
        (neck, broad), (neck, half), (tail, narrow),
    ]  # fmt: skip


_APART: Final = 0.45
"""The minimum distance between two arrows, in card widths."""
_SAMPLES: Final = 40
"""To find how close two arrows come, one of them is divided into this many parts."""
_SLIM: Final = 0.8
"""How wide arrows are if there are several, as a fraction of the usual width."""
_DISC: Final = 0.3
"""The height of the disc behind a number, in card widths."""
_LEAST: Final = 17
"""The minimum height of the disc behind a number, in pixels."""
_AT_STOCK: Final = (Verb.DEAL, Verb.TURN)
_SHIFTS: Final = (0.0, 0.2, 0.4, 0.6, 0.8)
"""Places for a number along an arrow, as fractions of its length. The best come first."""


class ArrowMark(NamedTuple):
    """How a move is drawn: its arrow and its number."""

    label: str  # its number; for several moves at the stock, a range such as ``2–4``
    leg: Leg
    disc: Rect  # behind the label
    ends: tuple[Vector2, Vector2] | None  # where its arrow starts and ends; None at the stock


def marks(layout: TableLayout, legs: Sequence[Leg]) -> list[ArrowMark]:
    """Return marks for the first moves of a line, up to the first that can't be drawn clearly."""
    now, side = legs[0].before, max(_LEAST, round(layout.card[0] * _DISC))
    found: list[ArrowMark] = []
    for label, leg in _numbered(legs):
        ends = None
        if leg.move.verb is Verb.CARRY:
            if now[leg.move.source][-len(leg.cards) :] != leg.cards:
                # These cards are covered, or haven't reached the pile yet.
                break
            start, end = ends = _ends(layout, now, leg)
            if any(_crosses(ends, mark.ends, layout.card[0]) for mark in found if mark.ends):
                break
        elif leg.move.verb in _AT_STOCK:
            slot = layout.slot(STOCK)
            start, end = Vector2(slot.center), Vector2(slot.midbottom)
        else:
            continue
        disc = _clear_place(side, start, end, [mark.disc for mark in found])
        found.append(ArrowMark(label, leg, disc, ends))
    return found


def paint_moves(target: pygame.Surface, painter: TablePainter, way: Sequence[Leg]) -> None:
    """Draw arrows over the cards for the first moves of ``way``."""
    layout, now, found = painter.layout, way[0].before, marks(painter.layout, way)
    single = len(way) == 1 or (len(found) == 1 and found[0].ends is not None)
    width = layout.card[0] if single else round(layout.card[0] * _SLIM)
    for mark in found:
        if mark.ends is None:
            painter.paint_trace(target, layout.slot(STOCK))
            continue
        if single:
            move, cards = mark.leg.move, len(mark.leg.cards)
            painter.paint_trace(target, layout.last(move.source, cards, len(now[move.source])))
            painter.paint_trace(target, layout.last(move.target, 1, len(now[move.target])))
        start, end = mark.ends
        picture = arrow(painter.theme, (round(end.x - start.x), round(end.y - start.y)), width)
        target.blit(picture, picture.get_rect(center=(start + end) / 2))
    for mark in () if single else found:
        _paint_disc(target, painter, mark.label, mark.disc)


def _numbered(legs: Sequence[Leg]) -> Iterator[tuple[str, Leg]]:
    """Yield the moves to draw. Each comes with its number as a label.

    If several moves at the stock follow each other, only the first is drawn. Its label covers
    all of these moves, for example ``2–4``.
    """
    at = 1
    for stock, group in groupby(legs, key=lambda leg: leg.move.verb in _AT_STOCK):
        same = list(group)
        if stock and len(same) > 1:
            yield f"{at}–{at + len(same) - 1}", same[0]
        else:
            yield from ((str(at + more), leg) for more, leg in enumerate(same))
        at += len(same)


def _ends(layout: TableLayout, now: State, leg: Leg) -> tuple[Vector2, Vector2]:
    """Return the points where a move's arrow begins and ends."""
    source, goal = leg.move.source, leg.before[leg.move.target]
    rect = _lies(layout, now, leg.before, source, leg.cards[0])
    start = Vector2(rect.center)
    if source.role is Role.COLUMN and leg.cards[0] in now[source][:-1]:
        # The rest of the run covers this card; its visible part has the index on the left.
        start = Vector2(rect.left + rect.width * _BESIDE_INDEX, rect.top + layout.strip / 2)
    if not goal:
        return start, Vector2(layout.slot(leg.move.target).center)
    return start, Vector2(_lies(layout, now, leg.before, leg.move.target, goal[-1]).center)


def _crosses(one: tuple[Vector2, Vector2], other: tuple[Vector2, Vector2], width: int) -> bool:
    least = width * _APART
    points = [[a + (b - a) * (n / _SAMPLES) for n in range(_SAMPLES + 1)] for a, b in (one, other)]
    return any(p.distance_to(q) < least for p in points[0] for q in points[1])


def _lies(layout: TableLayout, now: State, before: State, pile: PileId, card: Card) -> Rect:
    """Return where ``card`` lies in ``pile``. If it isn't there yet, return where it will lie."""
    cards = now[pile] if card in now[pile] else before[pile]
    return Rect(layout.place(pile, cards.index(card), len(cards)), layout.card)


def _clear_place(side: int, start: Vector2, end: Vector2, others: Sequence[Rect]) -> Rect:
    """Return a place for the number on an arrow. If possible, it overlaps none of ``others``."""
    places = [Rect(0, 0, side, side) for _ in _SHIFTS]
    for place, share in zip(places, _SHIFTS, strict=True):
        at = start + (end - start) * share
        place.center = round(at.x), round(at.y)
    return next((one for one in places if one.collidelist(others) < 0), places[0])


def _paint_disc(target: pygame.Surface, painter: TablePainter, label: str, rect: Rect) -> None:
    line = painter.text.line(label, round(rect.height * 0.62), _PAPER, True)
    ground = rect.inflate(max(0, line.get_width() + rect.height // 2 - rect.width), 0)
    rim = max(1, rect.height // 12)
    for colour, out in ((_INK, rim), (_PAPER, 0), (_INK, -rim)):
        shape = ground.inflate(2 * out, 2 * out)
        if painter.theme.grain:
            pygame.draw.rect(target, colour, shape, border_radius=shape.height // 2)
        else:
            rounded(target, colour, shape, radius=shape.height // 2)
    target.blit(line, line.get_rect(center=ground.center))
