"""Shadows and sunken places: what is drawn of one pile leaves the others as they are."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game.piles import CELLS
from tests.scenes.layouts import Size
from tests.scenes.stage import Stage

Start = Callable[..., Stage]


@pytest.mark.parametrize("size", [(480, 300), (640, 480), (800, 600), (1280, 800), (600, 1100)])
def test_piles_drawn_later_leave_their_neighbours_whole(stage: Start, size: Size) -> None:
    on = stage(size=size)
    on.app.paint()
    surface, layout = on.window.surface, on.table.layout
    for pile in CELLS:
        slot = layout.slot(pile)
        left, right = (surface.get_at((x, slot.centery)) for x in (slot.left, slot.right - 1))
        inside = surface.get_at((slot.left + slot.width // 4, slot.centery))
        assert max(abs(a - b) for a, b in zip(left, right, strict=True)) <= 8, pile
        assert max(abs(a - b) for a, b in zip(left, inside, strict=True)) > 20, pile
