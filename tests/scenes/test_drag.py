"""Cards that are dragged, and what may disturb it."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from game.player.settings import Speed
from scenes.table.mouse import THRESHOLD
from tests.game.decks import OPEN_BOARD
from tests.scenes.conftest import Clipboard
from tests.scenes.stage import CTRL, FREE, Stage, Start
from tests.seed import a_few

# -- drag ------------------------------------------------------------------------------------------


def test_a_press_becomes_a_drag_only_after_some_pixels(on: Stage) -> None:
    x, y = on.at("5")
    on.press((x, y))
    on.move((x + THRESHOLD - 1, y))
    assert on.table.hand.held is None
    on.move((x + THRESHOLD, y))
    held = on.table.hand.held
    assert held and held.sprites[0].aloft
    start = on.table.layout.place(on.pile("5"), 5, 6)
    assert (held.sprites[0].x, held.sprites[0].y) == (start[0] + THRESHOLD, start[1])
    on.release()
    assert on.table.hand.held is None and not on.actions and not on.plings
    on.check()


def test_the_threshold_grows_with_the_window(stage: Start) -> None:
    on = stage(size=(2800, 1750))
    x, y = on.at("5")
    on.press((x, y))
    on.move((x + 2 * THRESHOLD - 2, y))
    assert on.table.hand.held is None
    on.move((x + 2 * THRESHOLD + 1, y))
    assert on.table.hand.held


def test_dropped_on_a_legal_pile_it_moves(on: Stage) -> None:
    on.carry("5", "8")
    on.carry("8", "2", 2)
    on.carry("6", "a")
    assert on.actions == ["58", "8a 82 a2", "6a"]
    on.check()


def test_a_dragged_card_shows_where_it_would_be_laid(on: Stage) -> None:
    table = on.table
    on.press(on.at("5"))
    assert table.hand.aimed is None
    for name, aimed in (("8", True), ("1", False), ("b", True), ("5", False)):
        on.move(on.at(name))
        assert table.hand.aimed == (on.pile(name) if aimed else None), name
    on.move(on.at("8"))
    lying = on.pile("8")
    on.release()
    assert table.hand.aimed is None and on.actions == ["58"]
    assert lying == on.pile("8")


def test_the_pile_that_is_aimed_at_looks_different(on: Stage) -> None:
    spot = on.at("c")
    on.press(on.at("5"))

    def seen() -> pygame.Color:
        on.app.paint()
        return on.window.surface.get_at((spot[0] + 30, spot[1] + 40))

    on.move(on.at("8"))
    before = seen()
    # The card itself hides the place's upper left part only.
    on.move((spot[0] - 40, spot[1] - 60))
    assert on.table.hand.aimed == on.pile("c")
    assert seen() != before


def test_half_a_card_over_a_legal_pile_is_enough(on: Stage) -> None:
    x, y = on.at("5")
    target = on.at("8")
    width = on.table.layout.card[0]
    # Mostly over column 7, where it may not lie.
    on.drag((x, y), (target[0] - width * 2 // 3, target[1]))
    assert on.actions == ["58"]


@pytest.mark.parametrize(("target", "plings"), [("1", 1), ("5", 0), ("h:C", 1)])
def test_dropped_where_it_may_not_lie_it_goes_back(stage: Start, target: str, plings: int) -> None:
    on = stage(speed=Speed.FAST)
    x, y = on.at(target)
    on.drag(on.at("5"), (x + 15, y))
    assert on.plings == plings and not on.actions and on.table.moving
    on.settle()
    on.check()


def test_dropped_on_the_felt_it_goes_back(stage: Start) -> None:
    on = stage()
    on.drag(on.at("5"), (on.at("5")[0], 690))
    on.drag(on.at("6"), (999, 699))
    assert not on.actions
    on.check()


def test_targets_are_shown_while_something_is_held(on: Stage) -> None:
    on.press(on.at("5"))
    on.move(FREE)
    held = on.table.hand.held
    assert held and on.table.hand.targets == {on.pile(name) for name in "8abcd"}
    on.release()
    assert on.table.hand.held is None


def test_a_run_that_is_too_long_says_how_many(stage: Start, clipboard: Clipboard) -> None:
    on = stage()
    clipboard.text = (
        OPEN_BOARD.replace(": TC 9D 8C\n:\n", ": TC 9D 8C 7H\n: JH\n")
        .replace(" JH JS", " JS")
        .replace(" 7H 7S", " 7S")
    )
    on.key("v", CTRL)
    on.type("3a 3b 3c")
    on.carry("1", "2", 4)
    assert on.line == "Only 2 cards can move there now."
    assert on.plings == 1 and len(on.actions) == 3
    on.type("3d")
    on.type("12")
    assert on.line == "Only 1 card can move there now."
    on.check()


def test_the_outline_moves_alone(on: Stage) -> None:
    on.settings.outline = True
    on.press(on.at("5"))
    on.move(FREE)
    held = on.table.hand.held
    assert held and not held.sprites[0].aloft and on.table.groups.matches(on.state)
    frame = on.table.hand.outline()
    assert frame and frame.collidepoint(FREE)
    on.move(on.at("8"))
    on.release()
    assert on.actions == ["58"] and on.table.hand.outline() is None
    on.check()


@pytest.mark.parametrize("outline", [False, True])
def test_what_is_dragged_leaves_no_trace_on_the_bar(on: Stage, outline: bool) -> None:
    on.settings.outline = outline
    bar = on.table.layout.bar
    on.press(on.at("5"))
    on.move(FREE)
    on.app.paint()
    before = pygame.image.tobytes(on.app.window.surface.subsurface(bar), "RGB")
    on.move((FREE[0], bar.centery))
    on.app.paint()
    assert pygame.image.tobytes(on.app.window.surface.subsurface(bar), "RGB") == before
    on.release()


def test_a_card_in_the_middle_of_a_column_cannot_be_dragged(on: Stage) -> None:
    on.press(on.at("1", 3))
    on.move(FREE)
    assert on.table.hand.held is None and on.plings == 1
    assert on.line == "Those cards aren't in sequence."
    on.release()
    on.check()


# -- disturbances in mid-drag ----------------------------------------------------------------------

DISTURBANCES: dict[str, Callable[[Stage], object]] = {
    "focus lost": lambda on: on.tell(pygame.WINDOWFOCUSLOST),
    "minimised": lambda on: on.tell(pygame.WINDOWMINIMIZED),
    "hidden": lambda on: on.tell(pygame.WINDOWHIDDEN),
    "resized": lambda on: on.resize((640, 480)),
    "compact": lambda on: on.key("F9"),
    "full screen": lambda on: on.key("F11"),
    "panel": lambda on: on.key("F8"),
    "menu": lambda on: on.keys("escape", "escape"),
    "new game": lambda on: on.key("F1"),
    "escape": lambda on: on.key("escape"),
    "undo": lambda on: on.key("backspace"),
    "typed": lambda on: on.type("6a"),
    "insert": lambda on: on.key("insert"),
    "paste": lambda on: on.key("v", CTRL),
    "pressed again": lambda on: on.press(on.at("6")),
}


WAYS = [("dragged", Speed.OFF), ("dragged", Speed.SLOW), ("taken", Speed.SLOW)]


@pytest.mark.parametrize(
    ("how", "speed", "disturbance"),
    a_few([(*way, name) for way in WAYS for name in DISTURBANCES], 24, "disturbed"),
)
def test_no_card_is_stuck_or_lost(
    stage: Start, clipboard: Clipboard, speed: Speed, how: str, disturbance: str
) -> None:
    on = stage(speed=speed)
    clipboard.text = "10913"
    on.type("7d")
    on.settle()
    if how == "dragged":
        on.press(on.at("5"))
        on.move(FREE)
    else:
        on.click(on.at("5"))
    assert on.table.hand.held
    DISTURBANCES[disturbance](on)
    on.move((300, 300))
    on.release()
    on.tell(pygame.WINDOWRESTORED)
    on.tell(pygame.WINDOWFOCUSGAINED)
    if on.compact:
        on.key("F9")
    if on.panel:
        on.key("escape")
    if on.app.director.table is None:
        on.push("Resume 617")
    if on.table.hand.held:
        on.key("escape")
    on.settle()
    on.check()
    before = len(on.actions)
    on.carry("6", "b") if disturbance in ("typed",) else on.carry("1", "c")
    assert len(on.actions) == before + 1
    on.settle()
    on.check()


def test_the_pointer_leaves_the_window_and_comes_back(on: Stage) -> None:
    on.press(on.at("5"))
    on.move((-40, 300))
    on.tell(pygame.WINDOWLEAVE)
    assert on.table.hand.held
    on.tell(pygame.WINDOWENTER)
    on.move(on.at("8"))
    on.release()
    assert on.actions == ["58"]
    on.press(on.at("8"))
    on.move((2000, -50))
    on.release()
    on.check()
