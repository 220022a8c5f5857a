"""Tests of what a hint draws over the cards."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pygame
import pytest
from pygame import Rect

from game.core.moves import Move, Verb
from game.core.state import STOCK
from game.player.settings import LOOKS
from game.rules.choices import choices
from game.teach.reasons import Leg, legs
from scenes.board.arrows import arrow, marks
from scenes.style.theme import THEMES, Colour, Theme
from scenes.table.overlay import cursor_line
from tests.game.reading import parse_move
from tests.scenes.fitting import contrast
from tests.scenes.guide.asking import LINE, WON, answer, lit
from tests.scenes.stage import SHIFT, WON_10913, Point, Stage, Start
from tests.seed import a_few, chance


@pytest.mark.parametrize("look", LOOKS)
def test_marks_leave_no_trace_and_their_numbers_are_legible(stage: Start, look: str) -> None:
    on = lit(stage)
    on.choose_look(look)
    answer(on, WON, LINE)
    on.wait(2)
    before = on.repainted()
    on.key("F4")
    hinted = on.picture()
    assert hinted != before and hinted == on.repainted()
    on.key("F4")
    path = on.picture()
    assert path not in (before, hinted) and path == on.repainted()
    for mark in marks(on.table.layout, on.table.guide.hints.drawn_moves):
        disc = on.window.surface.subsurface(mark.disc)
        colours = [tuple(disc.get_at((x, disc.get_height() // 2)))[:3] for x in range(disc.width)]
        assert min(map(sum, colours)) < 60 and max(map(sum, colours)) > 600
        middle = [sum(disc.get_at((x, 3 * disc.get_height() // 4))[:3]) for x in range(disc.width)]
        assert sum(light > 600 for light in middle) < disc.width / 2, "it is a dark disc"
    on.key("F4")
    on.table.message.clear()
    on.table.invalidate()
    offered = on.picture()
    on.key("escape")
    assert offered != before
    assert on.picture() == before == on.repainted()
    on.key("right")
    walked = on.picture()
    assert walked != before and walked == on.repainted()
    on.click((3, 690))
    on.move((-1, -1))
    assert on.picture() == on.repainted() == before


def test_a_hint_to_deal_frames_the_stock_below_the_number_of_its_cards(stage: Start) -> None:
    on = lit(stage, 42, game="canfield", rules="hoyle")
    on.settings.hidden_hints = True
    on.app.paint()
    place = on.table.layout.slot(STOCK)
    before = on.window.surface.copy()
    on.key("F4")
    answer(on, WON, [Move(Verb.DEAL)])
    on.app.paint()
    after, low = on.window.surface, place.bottom - 1
    same = [
        before.get_at((x, low)) == after.get_at((x, low)) for x in range(place.left, place.right)
    ]
    assert not all(same) and same[len(same) // 2]


def test_a_hint_to_pay_draws_the_move_after_the_payment(stage: Start) -> None:
    on = lit(stage, 4, game="canfield", rules="casino")
    on.settings.hidden_hints = True
    on.type("i")
    before = on.repainted()
    on.key("F4")
    answer(on, WON, [parse_move(token, "canfield") for token in ("p", "23")])
    on.key("F4")
    assert on.repainted() != before


def test_the_card_under_the_cursor_is_named_unless_there_is_a_message(on: Stage) -> None:
    answer(on, WON, LINE)
    on.settings.cursor_words = True
    on.key("right")
    assert cursor_line(on.table).text == on.table.keys.spoken() != ""
    on.key("F4")
    assert cursor_line(on.table).text == ""
    on.key("backspace", SHIFT)
    on.click((500, 690))
    assert cursor_line(on.table).text == ""


def test_a_hint_names_the_whole_run(stage: Start) -> None:
    on = lit(stage, 617)
    on.type("58")
    answer(on, WON, [parse_move("82v2", "vierfrei")])
    on.key("F4")
    run = "Queen of hearts and 1 more card"
    assert on.message == f"{run} on the king of spades: builds a run of 3 cards."


@pytest.mark.parametrize("shown", ["a solution", "a search for a deal"])
def test_a_dropped_game_ends_a_solution_and_a_search(on: Stage, tmp_path: Path, shown: str) -> None:
    path = tmp_path / "game.txt"
    path.write_text("# Vierfeld 1 vierfrei 617\n58\n")
    if shown == "a solution":
        on.key("F5")
        answer(on, WON, LINE)
        assert on.table.guide.playing
    else:
        on.settings.winnable_only = True
        on.key("F1")
    on.app.handle(pygame.Event(pygame.DROPFILE, file=str(path)))
    assert not on.table.guide.playing and on.oracle.wished == on.state
    answer(on, WON, LINE)
    on.wait(3)
    assert on.session.deal.number == 617 and on.actions == ["58"] and not on.plings


SIZES = [(640, 480), (600, 1000), (1280, 720), (3840, 2160)]


def shown(on: Stage, *tokens: str) -> list[Leg]:
    """Return the legs of the given moves, by default the first two moves of ``LINE``."""
    line = [parse_move(token, "vierfrei") for token in tokens] or LINE[:2]
    return list(legs(on.table.rules, on.state, line))


@pytest.mark.parametrize("size", SIZES)
def test_each_move_has_its_number_where_its_arrow_begins(on: Stage, size: Point) -> None:
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
def test_arrows_do_not_cross_or_begin_at_covered_cards(on: Stage, size: Point, number: int) -> None:
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


def test_deals_from_the_stock_share_one_number(stage: Start) -> None:
    on = lit(stage, 43, game="canfield", rules="hoyle")
    line = [Move(Verb.DEAL), Move(Verb.DEAL), parse_move("4h", "canfield"), Move(Verb.DEAL)]
    found = marks(on.table.layout, list(legs(on.table.rules, on.state, line)))
    assert [mark.label for mark in found] == ["1–2", "3", "4"]
    slot = on.table.layout.slot(STOCK)
    assert [slot.colliderect(mark.disc) for mark in found] == [True, False, True]
    assert not found[0].disc.colliderect(found[2].disc) and found[0].ends is None


WHITE, BLACK, RED, GOLD = (255, 255, 255), (26, 26, 26), (200, 32, 46), (229, 168, 46)


def drawn(theme: Theme, ground: Colour) -> pygame.Surface:
    picture = arrow(theme, (300, -220), 100)
    target = pygame.Surface(picture.get_size())
    target.fill(ground)
    target.blit(picture, (0, 0))
    return target


def shade_over(theme: Theme, ground: Colour) -> Colour:
    red, green, blue, _ = drawn(theme, ground).get_at(drawn(theme, ground).get_rect().center)
    return red, green, blue


@pytest.mark.parametrize("look", [one for one in LOOKS if THEMES[one].grain is None])
def test_an_arrow_stands_out_and_an_index_under_it_is_legible(look: str) -> None:
    theme = THEMES[look]
    paper = shade_over(theme, WHITE)
    assert contrast(shade_over(theme, BLACK), paper) >= 4.5
    assert contrast(shade_over(theme, RED), paper) >= 2.5
    for ground in (GOLD, WHITE, theme.felt):
        picture = drawn(theme, ground)
        middle = picture.get_height() // 2
        row = [tuple(picture.get_at((x, middle))[:3]) for x in range(picture.get_width())]
        changed = [colour for colour in row if colour != ground]
        assert len(changed) > 15, "it is seen"
        # The arrow's middle or one of its rims contrasts with the ground, and the middle never has
        # the colour of the ground.
        assert max(contrast(colour, ground) for colour in changed) >= 2, ground
        far = sum(abs(a - b) for a, b in zip(shade_over(theme, ground), ground, strict=True))
        assert far >= 60, ground


@pytest.mark.parametrize("way", [(300, -220), (-90, 4), (0, 400), (130, 0), (-700, -35)])
@pytest.mark.parametrize("look", ["green", "1993"])
def test_an_arrow_points_the_right_way_with_smooth_edges_but_in_1993(look: str, way: Point) -> None:
    picture = arrow(THEMES[look], way, 100)
    spots = product(range(picture.get_width()), range(picture.get_height()))
    colours = {tuple(picture.get_at(spot)) for spot in spots}
    if look == "1993":
        assert {colour for colour in colours if colour[3]} == {(0, 0, 0, 255), (255,) * 4}
    else:
        assert len({shade for *_, shade in colours}) > 20
    middle = pygame.Vector2(picture.get_rect().center)
    along = pygame.Vector2(way).normalize()
    reach = pygame.Vector2(way).length() / 2

    def breadth(share: float) -> int:
        """Return the arrow's width in pixels at ``share`` of its length."""
        at = middle + along * reach * (2 * share - 1)
        across = along.rotate(90)
        points = [at + across * far for far in range(-60, 61)]
        inside = [p for p in points if picture.get_rect().collidepoint(p)]
        drawn = [n for n, p in enumerate(inside) if picture.get_at((int(p.x), int(p.y)))[3]]
        return drawn[-1] - drawn[0] + 1 if drawn else 0

    neck = 1 - min(42, reach * 1.2) / (2 * reach) * 0.9
    assert 60 > breadth(neck) > 1.5 * breadth(0.1) > 15
    assert breadth(0.995) < breadth(0.1)
    assert not breadth(-0.05) and not breadth(1.05)
