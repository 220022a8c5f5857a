"""The next moves drawn on the cards: where each begins and ends, and that its number is seen."""

from __future__ import annotations

import pytest
from pygame import Rect

from game.core.moves import Move, Verb
from game.core.state import STOCK
from game.player.settings import LOOKS
from game.rules.choices import choices
from game.teach.reasons import Leg, legs
from scenes.board.arrows import marks
from tests.game.reading import parse_move
from tests.scenes.guide.asking import LINE, WON, answer, lit
from tests.scenes.stage import WON_10913, Point, Stage, Start
from tests.seed import a_few, chance

SIZES = [(640, 480), (600, 1000), (1280, 720), (3840, 2160)]


def shown(on: Stage, *tokens: str) -> list[Leg]:
    """These moves, or the first ones of the line, from the position on the table."""
    line = [parse_move(token, "vierfrei") for token in tokens] or LINE[:2]
    return list(legs(on.table.rules, on.state, line))


@pytest.mark.parametrize("size", SIZES)
def test_each_move_is_numbered_where_it_begins(on: Stage, size: Point) -> None:
    on.resize(size)
    layout = on.table.layout
    for way in (shown(on), shown(on, "72v2", "8h")):
        found = marks(layout, way)
        assert [mark.label for mark in found] == ["1", "2"]
        for mark, leg in zip(found, way, strict=True):
            assert mark.ends is not None and Rect((0, 0), size).contains(mark.disc)
            start, end = mark.ends
            assert layout.pile_at((int(end.x), int(end.y))) == leg.move.target
            card, source = leg.cards[0], leg.move.source
            assert layout.pile_at((int(start.x), int(start.y))) == source
            cards = on.state[source]
            meant = layout.cards_at(source, len(cards), (int(start.x), int(start.y)))
            assert cards[-meant] == card, "it begins on what is seen of its card"
        assert not found[0].disc.colliderect(found[1].disc)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("number", a_few(range(24), 6, "hinted"))
def test_no_arrow_lies_over_another_or_begins_at_a_covered_card(
    on: Stage, size: Point, number: int
) -> None:
    on.resize(size)
    layout, dice = on.table.layout, chance("hinted", number)
    on.play(" ".join(WON_10913.split()[: dice.randrange(60)]))
    rules, state = on.table.rules, on.state
    for first in choices(rules, state):
        after = rules.expand(state, first)[-1].after
        for second in dice.sample(list(choices(rules, after)), 3):
            way = list(legs(rules, state, [first, second]))
            found = [mark.ends for mark in marks(layout, way) if mark.ends]
            if len(found) < 2:
                continue
            assert state[second.source][-len(way[1].cards) :] == way[1].cards
            along = [[a + (b - a) * (n / 60) for n in range(61)] for a, b in found]
            apart = min(one.distance_to(two) for one in along[0] for two in along[1])
            assert apart > layout.card[0] * 0.4, "the head of an arrow is as broad"


@pytest.mark.parametrize(
    "tokens",
    [("1a", "ab"), ("26", "2a"), ("26", "76v2")],
    ids=["the same card", "a covered one", "the same goal"],
)
def test_what_would_make_a_knot_is_left_out(on: Stage, tokens: tuple[str, ...]) -> None:
    way = shown(on, *tokens)
    assert len(way) == 2 and len(marks(on.table.layout, way)) == 1


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
