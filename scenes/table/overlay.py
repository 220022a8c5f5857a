"""Draws everything that lies above the cards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import pygame
from pygame import Rect

from game.core.state import Role
from game.teach.reasons import Leg
from scenes.board.arrows import paint_moves
from scenes.style.shapes import pill
from scenes.style.theme import NORMAL, unit
from scenes.widgets.notice import Anchor, EdgeMessage

if TYPE_CHECKING:
    from scenes.table.table import Table


def paint_over(target: pygame.Surface, table: Table) -> None:
    """Draw everything above the cards of ``table`` on ``target``."""
    kit, top = table.kit, table.layout.top
    # Like the cards, marks are covered by the bar.
    _paint_marks(target, table)
    table.bar.paint(target, kit.theme)
    lines = [line for line in (cursor_line(table), table.message) if line.text]
    strip = table.strip
    if strip.is_visible and (strip.decision.firm or strip.decision.near or not table.moving):
        # A message that isn't tied to a place may replace the strip's text.
        far = [line for line in lines if not (line.near or line.controls.items)]
        fits = [line for line in far if strip.has_room_for(line.text, table.layout.size)]
        strip.paint(target, kit.theme, fits[0].text if fits else "")
        lines = [line for line in lines if line not in fits]
    foot, cards = table.layout.foot, _areas(table) if lines else []
    if strip.at_foot:
        foot = min(foot, strip.rect.top)
    elif strip.is_visible and lines:
        cards.append(strip.rect)
    for line in lines:
        line.paint(target, foot, kit.theme, kit.text, cards, top=top)
        # The next line must keep clear of this line too.
        cards.append(line.rect)
    below_bar = Rect(0, top, target.get_width(), target.get_height() - top)
    table.tip.paint(target, kit.theme, below_bar)


def _areas(table: Table) -> list[Rect]:
    return [table.layout.covered(pile, len(table.state[pile])) for pile in table.rules.piles]


def _paint_marks(target: pygame.Surface, table: Table) -> None:
    painter = table.painter
    if table.traced and not table.moving:
        painter.paint_trace(target, table.traced)
    if not table.moving and (way := _hinted(table)):
        paint_moves(target, painter, way)
    if table.keys.cursor.visible and not (table.animator.celebrates or table.keys.focused):
        frame = table.keys.cursor.rect(table.state, table.layout)
        held = table.hand.held
        if held and held.source == table.keys.cursor.pile:
            frame.y -= table.hand.lift
        painter.paint_frame(target, frame)
    if outline := table.hand.outline():
        painter.paint_frame(target, outline)
    if table.keys.card_search and not table.moving:
        table.keys.card_search.paint(target)
    if not (table.hand.held or table.moving):
        painter.paint_counts(target, table.state)
    if table.keys.typed.text:
        _paint_letters(target, table)


def _paint_letters(target: pygame.Surface, table: Table) -> None:
    kit = table.kit
    usual = round(NORMAL * unit(table.layout.size, kit.text.density))
    size = max(usual, table.layout.card[0] // 7)
    for pile in table.rules.piles:
        if pile.role is Role.STOCK:
            continue
        letter = "h" if pile.role is Role.FOUNDATION else pile.letter
        line = kit.text.line(letter, size, kit.theme.ink, True)
        ground = line.get_rect().inflate(size * 3 // 4, size // 8)
        cards = len(table.state[pile]) if pile.role is Role.WASTE else 0
        left, top = table.layout.place(pile, max(0, cards - 1), cards)
        ground.midtop = left + table.layout.card[0] // 2, top
        pill(target, kit.theme, ground)
        target.blit(line, line.get_rect(center=ground.center))


def cursor_line(table: Table) -> EdgeMessage:
    """Return the message about the keyboard cursor; empty if none should be shown."""
    line = EdgeMessage()
    told = table.message.text and not table.message.near
    busy = told or table.animator.celebrates or table.keys.focused
    if table.kit.settings.cursor_words and table.keys.cursor.visible and not busy:
        line.show(table.keys.spoken(), near=partial(_at_cursor, table))
    return line


def _at_cursor(table: Table) -> Anchor:
    frame = table.keys.cursor.rect(table.state, table.layout)
    return Anchor(frame, [frame])


def _hinted(table: Table) -> Sequence[Leg]:
    hints, state = table.guide.hints, table.state
    move = hints.shown or table.marked_move
    return hints.drawn_moves or ([Leg(move, state, state)] if move else [])
