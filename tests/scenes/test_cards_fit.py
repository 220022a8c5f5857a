"""Cards shrink for a long column and grow back, and every frame of the change is drawn cleanly."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise

import pygame
import pytest
from pygame import Rect

from game.art.decks import ONE_BIT
from game.art.drawings import index_strip
from game.core.cards import Card
from game.core.state import columns
from game.player.settings import Speed
from game.rules.registry import CANFIELD, VIERFREI
from scenes.board.faces import Faces, FaceStore
from scenes.kit.services import style_of, theme_of
from scenes.style.felt import felt
from tests.scenes.layouts import Size
from tests.scenes.stage import Stage, Start
from tests.seed import a_few


def test_the_table_shrinks_for_a_long_column_and_grows_back(growing: Stage) -> None:
    table, ordinary = growing.table, growing.table.layout
    seen = []
    for token in ("21", "31", "41", "51", "61", "71"):
        growing.play(token)
        growing.wait(0.1)
        seen.append(table.layout.step)
        assert len(growing.state[growing.pile("1")]) <= table.layout.capacity
        assert table.groups.layout is table.layout is table.painter.layout
        growing.check()
    assert len(growing.state[growing.pile("1")]) == 15
    assert ordinary.step == seen[0] == 0 and seen == sorted(seen) and seen[-1] > 0
    for _ in range(6):
        growing.key("Undo")
    growing.wait(0.1)
    assert table.layout is ordinary
    growing.check()


def test_a_game_resumed_with_a_long_column_gets_cards_that_fit(growing: Stage) -> None:
    growing.play("21 31 41 51 61 71")
    growing.wait(0.1)
    small = growing.table.layout
    growing.table.new_session(growing.table.session, deal_out=False)
    assert growing.table.layout == small


def test_cards_keep_their_size_while_one_is_held(growing: Stage) -> None:
    table = growing.table
    growing.play("21 31 41 51")
    before = table.layout
    assert len(growing.state[growing.pile("1")]) > before.capacity
    growing.press(growing.at("6"))
    growing.wait(0.1)
    assert table.layout is before
    growing.move((640, 700))
    growing.wait(0.2)
    assert table.hand.held and table.layout is before
    growing.key("escape")
    growing.release()
    growing.wait(0.2)
    assert table.hand.held is None and table.layout.step > before.step


def lengthen(on: Stage, speed: Speed = Speed.NORMAL) -> None:
    """Make the first column outgrow its room; only the last move is animated, at ``speed``."""
    on.play("21 31 41")
    on.settings.speed = speed
    on.table.play(on.parse("51"))


def shorten(on: Stage) -> None:
    """Undo moves until larger cards fit again."""
    table = on.table
    while table.make_layout(table.layout.size, table.layout) is table.layout:
        table.undo(whole=True)


def frames(on: Stage) -> Iterator[pygame.Surface]:
    """Yield each frame until the card size has changed and all cards are crisp."""
    before = on.table.layout
    for _ in range(200):
        on.app.advance(0.02)
        on.app.paint()
        yield on.window.surface
        changed = on.table.layout is not before
        if changed and not on.table.painter.blurred and not on.table.moving:
            return
    raise AssertionError("no change of size comes to its end")


def alike(one: pygame.Surface, other: pygame.Surface) -> bool:
    """Return whether two surfaces differ only by what a scaled card lets through from below it."""
    for first, second in ((one, other), (other, one)):
        rest = pygame.Surface(first.get_size())
        rest.blit(first, (0, 0))
        rest.blit(second, (0, 0), special_flags=pygame.BLEND_RGB_SUB)
        rest.fill((6, 6, 6), special_flags=pygame.BLEND_RGB_SUB)
        if any(pygame.image.tobytes(rest, "RGB")):
            return False
    return True


def assert_sharp(on: Stage, crisp: Callable[[Card], pygame.Surface]) -> None:
    """Check that each card in the columns is drawn once, in its place: with a face of its own size,
    or with a ``crisp`` face of the larger size scaled down."""
    table, surface = on.table, on.window.surface
    layout = table.groups.layout
    width, height = layout.card
    scale = pygame.transform.scale if on.kit.style.deck == ONE_BIT else pygame.transform.smoothscale
    felt_only = pygame.Surface(surface.get_size())
    felt(felt_only, on.kit.theme, felt_only.get_rect())
    margin = width // 8
    flying = [Rect(sprite.x, sprite.y, *layout.card) for sprite in table.animator.in_flight]
    above = [rect.inflate(2 * margin, 2 * margin) for rect in flying]
    for column in columns(8):
        sprites = [sprite for sprite in table.groups[column] if not sprite.in_flight]
        ends = [sprite.y for sprite in sprites[1:]] + [sprites[-1].y + height] if sprites else []
        for sprite, end in zip(sprites, ends, strict=True):
            # The next card's shadow is just above that card.
            seen = Rect(margin, 3, width - 2 * margin, round((end - sprite.y) * 0.6) - 3)
            place = seen.move(round(sprite.x), round(sprite.y))
            if place.collidelist(above) >= 0:
                continue
            faces = [Faces(on.kit.style, width).render(sprite.card), crisp(sprite.card)]
            if faces[1].get_size() != layout.card:
                faces[1] = scale(faces[1], layout.card)
            there = surface.subsurface(place)
            same = any(alike(there, one.subsurface(seen)) for one in reversed(faces))
            assert same, f"{sprite.card} at a width of {width}"
        end = round(ends[-1]) + margin if ends else table.layout.top * 8
        below = Rect(round(layout.slots[column][0]), end + 8, width, layout.floor - end - 8)
        if below.height > 0 and below.collidelist(above) < 0:
            same = alike(surface.subsurface(below), felt_only.subsurface(below))
            assert same, "something else lies below the column"
    assert table.painter.layout is layout


@pytest.mark.parametrize("look", a_few(["green", "light", "1993"], 1, "sizes", always=["1993"]))
def test_every_frame_of_a_size_change_shows_each_card_once(growing: Stage, look: str) -> None:
    growing.settings.look = look
    growing.kit.theme, growing.kit.style = theme_of(growing.settings), style_of(growing.settings)
    table = growing.table
    table.restyle()
    before = table.layout
    for way in ("smaller", "larger"):
        widths = [table.layout.card[0]]
        if way == "smaller":
            lengthen(growing)
        else:
            shorten(growing)
        for _ in frames(growing):
            assert table.groups.layout is table.layout is table.painter.layout
            assert_sharp(growing, Faces(growing.kit.style, before.card[0]).render)
            widths.append(table.layout.card[0])
            assert table.seconds_until_change == 0 or not table.painter.blurred, (
                "crisp faces are wanted"
            )
        assert widths == sorted(widths)[:: -1 if way == "smaller" else 1]
        assert len(set(widths)) == 2
        growing.check()
    assert table.layout is before


@pytest.mark.parametrize("speed", [Speed.FAST, Speed.SLOW])
def test_no_index_is_covered_while_a_card_arrives_on_a_full_column(
    growing: Stage, speed: Speed
) -> None:
    table, first = growing.table, columns(8)[0]
    lengthen(growing, speed)
    flown, lying = [], len(growing.state[first]) - 1
    for _ in frames(growing):
        height = table.painter.layout.card[1]
        sprites = [sprite for sprite in table.groups[first] if not sprite.in_flight]
        tops = [round(sprite.y) for sprite in sprites]
        least = index_strip() * height - 1
        assert all(below - above >= least for above, below in pairwise(tops))
        assert len(sprites) >= lying
        flown.append(table.animator.busy)
    assert flown[0] and not flown[-1]


def test_a_card_in_flight_lands_correctly_when_the_cards_shrink(growing: Stage) -> None:
    table = growing.table
    before = table.layout
    lengthen(growing)
    growing.wait(0.06)
    (flying,) = table.animator.in_flight
    assert table.layout.step > before.step and table.animator.busy
    growing.settle()
    place = table.layout.place(columns(8)[0], 12, 13)
    assert (flying.x, flying.y) == place
    growing.check()


def test_only_the_long_column_tightens_while_there_is_room(growing: Stage) -> None:
    table = growing.table
    others = {p: table.layout.fan(len(growing.state[p])) for p in table.layout.slots}
    long = growing.pile("1")
    gap = table.layout.fan(len(growing.state[long]))[1]
    growing.play("21 31 41")
    assert len(growing.state[long]) <= table.layout.capacity
    assert table.layout.fan(len(growing.state[long]))[1] <= gap < table.layout.spread
    for pile in columns(8):
        if pile not in {long, *map(growing.pile, "234")}:
            assert table.layout.fan(len(growing.state[pile])) == others[pile]


def test_cards_that_start_small_are_sharp_as_they_grow(growing: Stage) -> None:
    table = growing.table
    growing.play("21 31 41 51")
    growing.wait(0.1)
    assert table.layout.step
    growing.kit.faces = FaceStore()
    table.restyle()  # The larger faces are no longer cached.
    small = table.layout.card[0]
    growing.settings.speed = Speed.NORMAL
    shorten(growing)
    for _ in frames(growing):
        assert_sharp(growing, Faces(growing.kit.style, small).render)
    assert table.layout.card[0] > small


def test_after_a_change_of_size_all_cards_become_crisp(on: Stage) -> None:
    def anew() -> None:
        on.kit.faces = FaceStore()
        on.table.restyle()

    on.app.paint()
    anew()
    on.app.paint()
    on.resize((900, 600))
    soft = on.picture()
    while on.table.painter.blurred:
        on.app.advance(0.02)
    sharp = on.picture()
    anew()
    assert soft != sharp == on.picture()


WINDOWS: list[Size] = [(480, 300), (640, 480), (800, 600), (1280, 800), (600, 1100)]


@pytest.mark.parametrize("size", WINDOWS)
@pytest.mark.parametrize("game", [VIERFREI, CANFIELD])
def test_redrawing_a_pile_changes_no_pixel(stage: Start, game: str, size: Size) -> None:
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
