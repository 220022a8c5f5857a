"""Draws several moves on the cards: an arrow for each, with its number."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final, NamedTuple

import pygame
from pygame import Rect, Vector2

from game.core.cards import Card
from game.core.moves import Verb
from game.core.piles import STOCK, PileId, Role
from game.core.state import State
from game.teach.lines import Leg
from scenes.style.shapes import rounded
from scenes.style.text import TextPainter
from scenes.style.theme import Colour
from scenes.table.draw.arrow import arrow, end_on
from scenes.table.draw.painter import BESIDE_INDEX, TablePainter
from scenes.table.draw.places import TableLayout

_INK: Final[Colour] = (8, 12, 24)
_PAPER: Final[Colour] = (255, 255, 255)
_APART: Final = 0.45
"""How far arrows keep apart, in card widths."""
_SAMPLES: Final = 40
"""The parts of an arrow that are looked at."""
_SLIM: Final = 0.8
"""The breadth of the arrows of several moves, as a share of that of a single move."""
_DISC: Final = 0.3
"""The diameter of the disc behind a number, in card widths."""
_LEAST: Final = 17
"""The least diameter of that disc, in pixels."""
_AT_STOCK: Final = (Verb.DEAL, Verb.TURN)
_SHIFTS: Final = (0.0, 0.2, 0.4, 0.6, 0.8)
"""Where along its arrow a number may stand, to keep clear of others."""


class Mark(NamedTuple):
    """The number of a move, or of several at the stock, the disc that it stands on, and the ends of
    the arrow, which are None at the stock."""

    label: str
    disc: Rect
    ends: tuple[Vector2, Vector2] | None


def marks(layout: TableLayout, legs: Sequence[Leg]) -> list[Mark]:
    """Return what is drawn of the moves of a line, over the position before the first one: up to
    the first whose cards are not free yet, or whose arrow would lie over another."""
    now, side = legs[0].before, max(_LEAST, round(layout.card[0] * _DISC))
    found: list[Mark] = []
    for label, leg in _numbered(legs):
        ends = None
        if leg.move.verb is Verb.CARRY:
            if now[leg.move.source][-len(leg.cards) :] != leg.cards:
                # They are covered, or not there yet.
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
        found.append(Mark(label, disc, ends))
    return found


def paint_path(
    target: pygame.Surface, painter: TablePainter, text: TextPainter, found: Sequence[Mark]
) -> None:
    """Draw the ``marks`` of a line over the position before its first move, each as an arrow with
    its number, from where its cards lie."""
    for mark in found:
        if mark.ends is not None:
            _paint_arrow(target, painter, *mark.ends)
        else:
            painter.paint_trace(target, painter.layout.slot(STOCK))
    for mark in found:
        _paint_disc(target, painter, text, mark.label, mark.disc)


def _numbered(legs: Sequence[Leg]) -> Iterator[tuple[str, Leg]]:
    """Yield the moves with their numbers; several at the stock together."""
    at = 1
    for stock, group in groupby(legs, key=lambda leg: leg.move.verb in _AT_STOCK):
        same = list(group)
        if stock and len(same) > 1:
            yield f"{at}–{at + len(same) - 1}", same[0]
        else:
            yield from ((str(at + more), leg) for more, leg in enumerate(same))
        at += len(same)


def _ends(layout: TableLayout, now: State, leg: Leg) -> tuple[Vector2, Vector2]:
    """Return where the arrow of a move begins, on what is seen of its first card, and where it
    ends."""
    source, goal = leg.move.source, leg.before[leg.move.target]
    rect = _lies(layout, now, leg.before, source, leg.cards[0])
    start = Vector2(rect.center)
    if source.role is Role.COLUMN and leg.cards[0] in now[source][:-1]:
        # Others still cover it; what is seen has the index at its left.
        start = Vector2(rect.left + rect.width * BESIDE_INDEX, rect.top + layout.strip / 2)
    if not goal:
        return start, Vector2(layout.slot(leg.move.target).center)
    target = _lies(layout, now, leg.before, leg.move.target, goal[-1])
    return start, end_on(target, start, layout.card[0] * _SLIM, layout.strip)


def _crosses(one: tuple[Vector2, Vector2], other: tuple[Vector2, Vector2], width: int) -> bool:
    """Return whether two arrows come so near to each other that they lie one over the other."""
    least = width * _APART
    points = [[a + (b - a) * (n / _SAMPLES) for n in range(_SAMPLES + 1)] for a, b in (one, other)]
    return any(p.distance_to(q) < least for p in points[0] for q in points[1])


def _lies(layout: TableLayout, now: State, before: State, pile: PileId, card: Card) -> Rect:
    """Return where ``card`` is seen now, or where it will lie if it comes to ``pile`` only then."""
    cards = now[pile] if card in now[pile] else before[pile]
    return Rect(layout.place(pile, cards.index(card), len(cards)), layout.card)


def _paint_arrow(
    target: pygame.Surface, painter: TablePainter, start: Vector2, end: Vector2
) -> None:
    way = round(end.x - start.x), round(end.y - start.y)
    if way == (0, 0):
        return
    picture = arrow(painter.theme, way, round(painter.layout.card[0] * _SLIM))
    target.blit(picture, picture.get_rect(center=(start + end) / 2))


def _clear_place(side: int, start: Vector2, end: Vector2, others: Sequence[Rect]) -> Rect:
    """Return the place of a number near the beginning of its arrow, clear of the others if there is
    such a place."""
    places = [Rect(0, 0, side, side) for _ in _SHIFTS]
    for place, share in zip(places, _SHIFTS, strict=True):
        at = start + (end - start) * share
        place.center = round(at.x), round(at.y)
    return next((one for one in places if one.collidelist(others) < 0), places[0])


def _paint_disc(
    target: pygame.Surface, painter: TablePainter, text: TextPainter, label: str, rect: Rect
) -> None:
    """Draw a number on a dark disc with a light rim, which is seen on felt and on cards."""
    line = text.line(label, round(rect.height * 0.62), _PAPER, True)
    ground = rect.inflate(max(0, line.get_width() + rect.height // 2 - rect.width), 0)
    rim = max(1, rect.height // 12)
    for colour, out in ((_INK, rim), (_PAPER, 0), (_INK, -rim)):
        shape = ground.inflate(2 * out, 2 * out)
        if painter.theme.grain:
            pygame.draw.rect(target, colour, shape, border_radius=shape.height // 2)
        else:
            rounded(target, colour, shape, radius=shape.height // 2)
    target.blit(line, line.get_rect(center=ground.center))
