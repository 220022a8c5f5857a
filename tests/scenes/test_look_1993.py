"""The look of 1993: black and white and nothing between, and its switch tells the truth."""

from __future__ import annotations

import pygame
import pytest

from game.core.state import columns
from scenes.style.shapes import lit
from scenes.style.theme import THEMES
from scenes.widgets.controls import Canvas, Control, Controls, ControlState
from tests.scenes.stage import Stage, Start

LOOK = THEMES["1993"]


def in_1993(stage: Start, **given: object) -> Stage:
    on = stage(**given)
    on.settings.look = "1993"
    on.app.kit.settle_look()
    on.app.director.scene.restyle()
    return on


def greys(picture: pygame.Surface, rect: pygame.Rect) -> int:
    """How many pixels of a part of a picture are neither black nor white."""
    part = picture.subsurface(rect.clip(picture.get_rect()))
    pixels = pygame.image.tobytes(part, "RGB")
    found = (pixels[at : at + 3] for at in range(0, len(pixels), 3))
    return sum(pixel not in (bytes(3), b"\xff\xff\xff") for pixel in found)


def test_its_colours_are_black_and_white() -> None:
    colours = [
        value
        for name, kind in type(LOOK).__annotations__.items()
        if "Colour" in kind and (value := getattr(LOOK, name)) is not None
    ]
    assert len(colours) > 15
    assert set(colours) == {(0, 0, 0), (255, 255, 255)}


def test_the_pile_that_is_aimed_at_has_no_grey(stage: Start) -> None:
    on = in_1993(stage)
    goal = columns(8)[7]
    on.move(on.at("5"))
    on.press()
    on.move(on.at("8"), buttons=(1, 0, 0))
    on.app.paint()
    assert on.table.hand.held, "the jack of clubs is on its way"
    assert on.table.hand.aimed == goal
    area = on.table.layout.covered(goal, len(on.state[goal]))
    picture = pygame.Surface(on.app.size)
    on.table.painter.paint(picture, on.table.groups, glowing=on.table.hand.targets, aimed=goal)
    assert greys(picture, area) == 0


def test_what_the_mouse_is_on_is_framed() -> None:
    target = pygame.Surface((60, 30))
    target.fill(LOOK.panel)
    lit(target, LOOK, target.get_rect(), 1.0)
    assert greys(target, target.get_rect()) == 0
    assert target.get_at((3, 15))[:3] == LOOK.ink and target.get_at((30, 15))[:3] == LOOK.panel


def test_a_button_without_use_looks_it(stage: Start) -> None:
    on = in_1993(stage)
    surface = pygame.Surface((40, 40))
    inks = []
    for enabled in (True, False):
        surface.fill(LOOK.bar)
        control = Control("x", lambda: None, surface.get_rect(), icon="undo", flat=True)
        control.enabled = enabled
        Canvas(surface, LOOK, on.kit.text, 1.0, Controls()).paint(control, ControlState())
        inks.append(sum(surface.get_at((x, y))[0] < 128 for x in range(40) for y in range(40)))
    assert inks[1] < 0.7 * inks[0]


@pytest.mark.parametrize("look", ["1993", "green"])
def test_the_outline_switch_tells_what_holds(look: str, stage: Start) -> None:
    on = stage()
    on.settings.look = look
    on.settings.outline = False
    on.app.kit.settle_look()
    on.key("F8")
    panel = on.panel
    assert panel is not None and panel.page.tabs is not None
    panel.page.tabs.controls[-1].action()
    (switch,) = [one for one in panel.page.controls.items if "outline" in one.tip]
    assert switch.chosen is on.kit.outline is (look == "1993")
    assert switch.enabled is (look != "1993"), "there it cannot be turned off"
    assert ("The 1993 look always does." in panel.page.spoken) is (look == "1993")
