"""A hint's arrow: seen on every felt and on gold, and what lies below it can be read."""

from __future__ import annotations

import pygame
import pytest
from pygame import Rect, Vector2

from game.player.settings import LOOKS
from scenes.board.arrows import arrow, end_on, paint_arrow
from scenes.style.theme import THEMES, Colour, Theme
from tests.scenes.contrast import contrast
from tests.scenes.stage import Start

WAYS = [(300, -220), (-90, 4), (0, 400), (130, 0), (-700, -35)]
WHITE, BLACK, RED, GOLD = (255, 255, 255), (26, 26, 26), (200, 32, 46), (229, 168, 46)
GREYS = [look for look in LOOKS if THEMES[look].grain is None]


def on(theme: Theme, ground: Colour, way: tuple[int, int] = (300, -220)) -> pygame.Surface:
    picture = arrow(theme, way, 100)
    target = pygame.Surface(picture.get_size())
    target.fill(ground)
    target.blit(picture, (0, 0))
    return target


def pane(theme: Theme, ground: Colour) -> Colour:
    """What is seen of ``ground`` through the middle of the arrow."""
    red, green, blue, _ = on(theme, ground).get_at(on(theme, ground).get_rect().center)
    return red, green, blue


@pytest.mark.parametrize("look", GREYS)
def test_an_index_below_it_can_be_read(look: str) -> None:
    theme = THEMES[look]
    paper = pane(theme, WHITE)
    assert paper != WHITE
    assert contrast(pane(theme, BLACK), paper) >= 4.5
    assert contrast(pane(theme, RED), paper) >= 2.5


@pytest.mark.parametrize("look", GREYS)
def test_it_stands_out_from_gold_and_from_the_felt(look: str) -> None:
    theme = THEMES[look]
    for ground in (GOLD, WHITE, theme.felt):
        picture = on(theme, ground)
        row = [
            tuple(picture.get_at((x, picture.get_height() // 2))[:3])
            for x in range(picture.get_width())
        ]
        changed = [colour for colour in row if colour != ground]
        assert len(changed) > 15, "it is seen"
        # Its pane or one of its rims is far from what it lies on, and gold is not its colour.
        assert max(contrast(colour, ground) for colour in changed) >= 2, ground  # type: ignore[arg-type]
        far = sum(abs(a - b) for a, b in zip(pane(theme, ground), ground, strict=True))
        assert far >= 60, ground


@pytest.mark.parametrize("way", WAYS)
def test_its_edges_are_smooth_but_for_one_bit(way: tuple[int, int]) -> None:
    smooth, hard = arrow(THEMES["green"], way, 100), arrow(THEMES["1993"], way, 100)
    shades = {
        smooth.get_at((x, y))[3]
        for x in range(smooth.get_width())
        for y in range(smooth.get_height())
    }
    assert len(shades) > 20
    found = {
        tuple(hard.get_at((x, y)))
        for x in range(hard.get_width())
        for y in range(hard.get_height())
    }
    seen = {colour for colour in found if colour[3]}
    assert seen == {(0, 0, 0, 255), (255, 255, 255, 255)}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("look", ["green", "1993"])
def test_it_points_from_the_one_to_the_other(look: str, way: tuple[int, int]) -> None:
    picture = arrow(THEMES[look], way, 100)
    middle = pygame.Vector2(picture.get_rect().center)
    along = pygame.Vector2(way).normalize()
    reach = pygame.Vector2(way).length() / 2

    def breadth(share: float) -> int:
        """How many pixels across the way are not clear, so far along it."""
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


def test_it_begins_at_the_first_of_the_cards(stage: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    painter, ways = stage().table.painter, list[tuple[int, int]]()

    def seen(theme: Theme, way: tuple[int, int], width: int) -> pygame.Surface:
        ways.append(way)
        return arrow(theme, way, width)

    monkeypatch.setattr("scenes.board.arrows.arrow", seen)
    wide, high = painter.layout.card
    goal, target = Rect(600, 300, wide, high), pygame.Surface((1000, 700))
    for covered in (0, 1, 3):
        source = Rect(100, 200, wide, high + covered * painter.layout.strip)
        paint_arrow(target, painter, source, goal)
        way = ways.pop()
        first = Rect(source.topleft, (wide, painter.layout.strip if covered else high))
        end = end_on(goal, Vector2(first.center), wide, painter.layout.strip)
        assert goal.collidepoint(end) and first.collidepoint(end - Vector2(way))


@pytest.mark.parametrize("look", ["green", "1993"])
@pytest.mark.parametrize("corner", [(0, 0), (1100, 0), (0, 600), (1100, 600), (560, 0), (0, 260)])
def test_the_index_of_its_goal_is_left_free(
    stage: Start, look: str, corner: tuple[int, int]
) -> None:
    """What lies there is not even marked, but for the frame around the card."""
    on = stage(size=(1280, 800))
    on.settings.look = look
    on.kit.settle_look()
    on.table.restyle()
    painter = on.table.painter
    wide, high = painter.layout.card
    goal, source = Rect(560, 250, wide, high), Rect(corner, (wide, high))
    before, after = (pygame.Surface((1280, 800)) for _ in range(2))
    painter.paint_trace(before, source)
    painter.paint_trace(before, goal)
    paint_arrow(after, painter, source, goal)
    index = Rect(goal.left, goal.top, wide * 3 // 5, painter.layout.strip)
    assert pygame.image.tobytes(before.subsurface(index), "RGB") == pygame.image.tobytes(
        after.subsurface(index), "RGB"
    )
    assert pygame.image.tobytes(before, "RGB") != pygame.image.tobytes(after, "RGB")
