"""Shadows, sunken places and counts: what is drawn of one pile leaves the others as they are."""

from __future__ import annotations

import pytest

from game.rules.registry import CANFIELD, VIERFREI
from tests.scenes.layouts import Size
from tests.scenes.stage import Start

WINDOWS: list[Size] = [(480, 300), (640, 480), (800, 600), (1280, 800), (600, 1100)]


@pytest.mark.parametrize("size", WINDOWS)
@pytest.mark.parametrize("game", [VIERFREI, CANFIELD])
def test_a_pile_drawn_again_changes_nothing(stage: Start, game: str, size: Size) -> None:
    on = stage(game=game, rules="hoyle" if game == CANFIELD else None, size=size)
    on.type("5a" if game == VIERFREI else "dd")
    on.settle()
    on.app.director.invalidate()
    on.app.paint()
    before = on.window.surface.copy()
    for pile in on.table.layout.slots:
        del on.table.painter._lying[pile]
        on.table.dirty = True
        on.app.paint()
        assert on.window.surface.get_buffer().raw == before.get_buffer().raw, pile
