"""The next moves drawn on the cards: where each begins and ends, and that its number is seen."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest
from pygame import Rect, Vector2

from game.core.moves import Move, Verb
from game.core.piles import STOCK, Role
from game.player.settings import LOOKS
from game.teach.lines import Leg, legs
from scenes.table.draw.path import marks
from tests.game.reading import parse_move
from tests.scenes.guide.asking import LINE, WON, answer, lit
from tests.scenes.stage import Point, Stage, Start


def shown(on: Stage) -> list[Leg]:
    """The first moves of the line, from the position on the table."""
    return list(legs(on.table.rules, on.state, LINE[:7]))


@pytest.mark.parametrize("size", [(640, 480), (600, 1000), (1280, 720), (3840, 2160)])
def test_each_move_is_numbered_where_it_begins(on: Stage, size: Point) -> None:
    on.resize(size)
    layout, way = on.table.layout, shown(on)
    found = marks(layout, way)
    assert [mark.label for mark in found] == [str(at + 1) for at in range(len(way))]
    for mark, leg in zip(found, way, strict=True):
        assert mark.ends is not None and Rect((0, 0), size).contains(mark.disc)
        start, end = mark.ends
        assert layout.pile_at((int(end.x), int(end.y))) == leg.move.target
        card, source = leg.cards[0], leg.move.source
        assert layout.pile_at((int(start.x), int(start.y))) == source
        if card in on.state[source]:
            cards = on.state[source]
            meant = layout.cards_at(source, len(cards), (int(start.x), int(start.y)))
            assert cards[-meant] == card, "it begins on what is seen of its card"
    assert all(not one.disc.colliderect(two.disc) for one, two in combinations(found, 2))


def test_an_index_is_not_covered_by_a_number(on: Stage) -> None:
    for mark, leg in zip(marks(on.table.layout, shown(on)), shown(on), strict=True):
        column = on.state[leg.move.source]
        if leg.move.source.role is Role.COLUMN and leg.cards[0] in column[:-1]:
            slot = on.table.layout.slot(leg.move.source)
            assert mark.disc.left > slot.left + slot.width // 2


def test_what_is_dealt_is_numbered_together_at_the_stock(stage: Start) -> None:
    on = lit(stage, 43, game="canfield", rules="hoyle")
    line = [Move(Verb.DEAL), Move(Verb.DEAL), parse_move("4h", "canfield"), Move(Verb.DEAL)]
    found = marks(on.table.layout, list(legs(on.table.rules, on.state, line)))
    assert [mark.label for mark in found] == ["1–2", "3", "4"]
    slot = on.table.layout.slot(STOCK)
    assert [slot.colliderect(mark.disc) for mark in found] == [True, False, True]
    assert not found[0].disc.colliderect(found[2].disc) and found[0].ends is None


@pytest.mark.parametrize("look", LOOKS)
def test_a_number_is_seen_in_every_look(stage: Start, look: str) -> None:
    on = lit(stage)
    on.settings.look = look
    on.kit.settle_look()
    on.table.restyle()
    answer(on, WON, LINE)
    on.keys("F4", "F4")
    on.app.paint()
    for mark in marks(on.table.layout, on.table.guide.hints.way):
        disc = on.window.surface.subsurface(mark.disc)
        colours = [tuple(disc.get_at((x, disc.get_height() // 2)))[:3] for x in range(disc.width)]
        assert min(map(sum, colours)) < 60 and max(map(sum, colours)) > 600
        middle = [sum(disc.get_at((x, 3 * disc.get_height() // 4))[:3]) for x in range(disc.width)]
        assert sum(light > 600 for light in middle) < disc.width / 2, "it is a dark disc"


def test_a_later_move_begins_where_an_earlier_one_has_led(on: Stage) -> None:
    way = list(legs(on.table.rules, on.state, [parse_move(t, "vierfrei") for t in ("1a", "ab")]))
    first, second = marks(on.table.layout, way)
    assert first.ends is not None and second.ends is not None
    assert Vector2(first.ends[1]) == second.ends[0]
    assert all(one.before != two.before for one, two in pairwise(way))
