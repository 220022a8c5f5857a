"""What the review looks like: marks, texts, tooltips, and the size of its cards."""

from __future__ import annotations

from itertools import pairwise, product

import pygame
import pytest
from pygame import Rect

from game.core.state import columns
from game.player.settings import LOOKS
from game.teach.standing import LIGHTS
from scenes.review.timeline import MarkStrip, StripMarks
from scenes.style.theme import NORMAL, THEMES, unit
from tests.each import each
from tests.scenes.fitting import overlapping, seen_whole
from tests.scenes.reviewing import judged, just_opened, matches, reviewed, weigh
from tests.scenes.stage import WON_10913, Point, Stage, Start
from tests.scenes.test_languages import check_scene
from tests.seed import a_few

SIZES = [(480, 300), (640, 480), (800, 600), (1280, 800), (1920, 1080), (480, 900), (3840, 2160)]
NONE = Rect(0, 0, 0, 0)


@each("width", [100, 330, 700, 1500, 3600])
@each("count", [1, 2, 40, 133, 500, 2000])
@each("scale", [1.0, 2.5])
def test_marks_lie_apart_and_lead_to_their_positions(count: int, width: int, scale: float) -> None:
    area = Rect(50, 700, width, round(34 * scale))
    strip = MarkStrip(count, area, scale, NONE)
    marks = [strip.mark(at) for at in range(count)]
    assert all(area.contains(mark) for mark in marks)
    if strip.pitch >= 2:
        assert all(one.right < next_one.left for one, next_one in pairwise(marks))
        assert {strip.position_at(x) for x in range(area.left, area.right)} == set(range(count))
        assert all(strip.position_at(mark.centerx) == at for at, mark in enumerate(marks))
    assert strip.position_at(-100) == 0 and strip.position_at(10**6) == count - 1


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("width", [4, 9, 24])
def test_marks_differ_by_shape_not_only_by_colour(look: str, width: int) -> None:
    strip = MarkStrip(5, Rect(0, 0, 5 * width, 34), 1.0, NONE)
    target, inked = pygame.Surface((5 * width, 34)), set[int]()
    for light in (seen := {*LIGHTS.values()}):
        target.fill(THEMES[look].bar)
        strip.paint(target, THEMES[look], StripMarks([light] * 5, 0, 0))
        mark = target.subsurface(strip.mark(3))
        inked.add(pygame.mask.from_threshold(mark, THEMES[look].bar, (1, 1, 1)).count())
    assert len(inked) == len(seen)


KINDS = ("vierfrei", "canfield")


@pytest.mark.parametrize(
    ("size", "kind"),
    a_few(product(SIZES, KINDS), 5, "reviews", always=[*product(SIZES[:1], KINDS)]),
)
def test_nothing_is_cut_or_overlaps(stage: Start, size: Point, kind: str) -> None:
    if kind == "vierfrei":
        on = reviewed(stage, size=size)
        weigh(on, 2, 4)
        on.wait(1)
    else:
        on = stage(game="canfield", deal=42, rules="casino", size=size)
        on.type("ip")
        on.keys("space", "space", "F7")
        judged(on, "wwwww")
    review, window, scale = on.review, Rect(0, 0, *size), unit(size, 1.0)
    frame, layout = review.frame, review.layout
    for at in range(len(review.game.positions)):
        review.go(at)
        check_scene(on, f"position {at}")
        for pile in review.table.rules.piles:
            covered = layout.covered(pile, len(review.state[pile]))
            assert frame.bar.bottom <= covered.top and covered.bottom <= frame.foot.top
            assert window.contains(covered)
    controls = frame.controls.items
    assert ("Try again" in [one.label for one in controls]) == (kind == "vierfrei")
    assert not overlapping(controls) and all(seen_whole(c, on.kit.text, scale) for c in controls)
    assert frame.buttons_left <= min(one.rect.left for one in frame._at_right)
    for control in controls:
        assert window.contains(control.rect) and min(control.rect.size) >= 32, control.label
        assert not control.rect.colliderect(frame.strip.area)


def test_the_messages_fit_into_the_smallest_window(stage: Start) -> None:
    on = just_opened(stage, "ipx", game="canfield", deal=42, rules="casino", size=(480, 300))
    said = "The review knows every card, hidden ones too."
    assert on.review.message.text == said, "no story has room to say so"
    for keys in ("", "delete", "return", "left return"):
        on.keys(*keys.split())
        text = on.app.director.scene.message.text
        assert text and on.kit.text.width(text, NORMAL) <= 480 - 4 * 10, "one row"


def test_it_looks_the_same_when_drawn_again(lost_review: Stage) -> None:
    for name in ("left", "left", "home", "right", "end"):
        lost_review.key(name)
        lost_review.app.paint()
    lost_review.wait(6)
    assert lost_review.picture() == lost_review.repainted()


@pytest.mark.parametrize("size", [(480, 300), (640, 480), (480, 900), (3840, 2160)])
@pytest.mark.parametrize("kind", ["won", "stopped"])
def test_the_prompt_lies_within_the_window(stage: Start, size: Point, kind: str) -> None:
    if kind == "stopped":
        on = stage(game="canfield", deal=42, rules="casino", size=size)
        on.type("ix")
    else:
        on = stage(deal=10913, size=size)
        on.play(WON_10913)
    strip, scale = on.table.strip, unit(size, 1.0)
    assert "Review (F7)" in [control.label for control in strip.controls.items]
    assert Rect(0, 0, *size).contains(strip.rect)
    assert all(strip.rect.contains(one.rect) for one in strip.controls.items)
    check_scene(on, kind)
    # Columns to one side, as in Canfield, don't push it against the side of the window.
    third = size[0] // 3
    for left in (0, 2 * third):
        strip.place_in(Rect(left, size[1] // 3, third, size[1] // 3), size)
        assert min(strip.rect.left, size[0] - strip.rect.right) >= 4 * scale


@pytest.mark.parametrize("size", [(1000, 700), (1280, 800)])
@pytest.mark.parametrize("way", ["mouse", "tab"])
def test_each_button_of_the_review_has_a_tip(stage: Start, size: Point, way: str) -> None:
    on = reviewed(stage, size=size)
    on.wait(1)
    frame = on.review.frame
    assert not frame._forth.enabled, "one without use has a tip as well"
    for control in frame.controls.items:
        if way == "tab":
            on.key("tab")
            control = frame.controls.focus
        else:
            on.move((5, size[1] // 2))
            on.move(control.rect.center)
            on.wait(1)
        assert control.tip and frame.tip.is_visible and frame.tip.control is control, control.label
        frame.paint(on.window.surface)
        tip = frame.tip.rect
        assert tip and Rect((0, 0), size).contains(tip)
        assert not tip.colliderect(control.rect), "it does not hide the button"
        assert not tip.colliderect(frame.story_view.area), "nor a sentence of the story"
        assert control.rect.top < frame.foot.top or tip.bottom <= frame.foot.top
    if way == "tab":
        on.key("escape")
        assert not frame.tip.is_visible


def test_only_positions_with_a_long_column_have_small_cards(growing: Stage) -> None:
    on, first, steps = growing, columns(8)[0], []
    # Each move makes the first column longer, from 9 cards to 15.
    on.play("21 31 41 51 61 71")
    on.key("F7")
    on.wait(0.1)
    review = on.review
    for at in [*range(7), *reversed(range(7))]:
        review.go(at)
        on.wait(0.1)
        assert len(review.state[first]) <= review.layout.capacity
        assert review.layout is review.groups.layout is review.painter.layout
        assert review.layout.size == review.host.size and matches(on)
        steps.append(review.layout.step)
    assert steps[0] == steps[-1] == 0 < steps[6], "the start needs no small cards"
    assert steps[:7] == sorted(steps[:7]) and steps[7:] == sorted(steps[7:], reverse=True)
    assert steps[5] < steps[8], "they grow again only when there is room to spare"
