"""The labels in help's picture of a table."""

from __future__ import annotations

from itertools import combinations

import pygame
import pytest
from pygame import Rect

from game.art.decks import DeckStyle
from game.core.state import FOUNDATIONS, RESERVE, STOCK, WASTE, columns
from game.rules.canfield import RULE_SETS
from game.rules.registry import CANFIELD, numbered
from game.support.texts import languages, texts, tr
from scenes.pages.thumbnails import _layout, label_places, table_height
from scenes.style.text import TextPainter
from scenes.style.theme import SMALL
from tests.each import each

PILES = ((STOCK,), (WASTE,), (RESERVE,), FOUNDATIONS, columns(4))


@each("language", languages())
@each("mirrored", [False, True])
@each(("width", "unit"), [(420, 1.0), (560, 1.0), (700, 1.0), (1500, 2.5)])
def test_labels_do_not_touch_and_the_wastes_stands_over_its_fan(
    width: int, unit: float, mirrored: bool, language: str
) -> None:
    texts.use(language)
    try:
        named = tr("stock"), tr("waste"), tr("reserve"), tr("foundations"), tr("columns")
    finally:
        texts.use("en")
    pygame.init()
    size, painter = round(SMALL * unit), TextPainter()
    for rules in RULE_SETS:
        deal = numbered(CANFIELD, 42, rules)
        area = Rect(0, 0, width, table_height(width, unit))
        layout = _layout(deal, deal.layout(), area, DeckStyle(), mirrored)
        widths = [painter.width(name, size, True) for name in named]
        places = label_places(layout, PILES, widths, size, area)
        assert all(area.contains(place) for place in places)
        for one, other in combinations(places, 2):
            assert not one.inflate(2, 0).colliderect(other), (rules, one, other)
        fan = layout.region(WASTE)
        assert places[1].centerx == pytest.approx(fan.centerx, abs=1)
        assert fan.collidepoint(places[1].center)
