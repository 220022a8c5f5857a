"""A game as pictures, one for each position, drawn by the table's own painter."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import pygame
from pygame import Rect

from game.core.piles import Role
from game.core.state import State
from game.player.settings import Settings
from game.rules.registry import Deal
from scenes.kit.looks import style_of, theme_of
from scenes.style.text import TextPainter
from scenes.table.draw.layout import table_layout
from scenes.table.draw.painter import TablePainter
from scenes.table.draw.sprites import Groups, faces_seen
from scenes.table.status import ring_words, waiting_rank

SIZE: Final = (640, 520)
"""The window of which the pictures show the table."""


def pictures(
    settings: Settings, deal: Deal, positions: Sequence[State]
) -> Iterator[pygame.Surface]:
    """Yield the table of each position, as the ``settings`` have it look; the surface is used
    again."""
    style = style_of(settings)
    columns = [pile for pile in deal.engine.piles if pile.role is Role.COLUMN]
    layout = table_layout(
        deal.kind.table,
        SIZE,
        1.0,
        longest=max(len(state[column]) for state in positions for column in columns),
        mirrored=settings.mirrored,
        large_index=style.large_index,
        one_bit=style.one_bit,
    )
    painter = TablePainter(style, theme_of(settings), TextPainter())
    groups = Groups(deal.engine.piles, layout)
    whole = pygame.Surface(SIZE).convert()
    top = layout.bar.bottom
    table = whole.subsurface(Rect(0, top, SIZE[0], SIZE[1] - top))
    painter.resize(layout, faces_seen(positions[0]))
    for state in positions:
        groups.show(state)
        rank, ring = waiting_rank(deal, state), ring_words(deal, state)
        painter.paint(whole, groups, waiting_rank=rank, ring=ring)
        yield table
