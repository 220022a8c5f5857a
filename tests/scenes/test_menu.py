"""The bar and its menu: everything is within two clicks, in the smallest window too."""

from __future__ import annotations

import pygame
import pytest
from pytest import MonkeyPatch

import scenes.widgets.bar
from game.play.session import Automatic
from game.rules.registry import KINDS
from game.support.texts import languages, texts
from scenes.kit.commands import BINDINGS, BY_COMMAND, Command
from scenes.kit.services import animates
from scenes.pages.menu import _COLUMNS
from scenes.pages.start_screen import StartScreen
from scenes.style.icons import icon
from scenes.style.theme import NORMAL, SMALL, Colour, unit
from scenes.table.exercise_scenes import ExerciseScene
from tests.scenes.fitting import overlapping
from tests.scenes.padding import BACK, DOWN, LEFT, RIGHT, UP, A, press
from tests.scenes.stage import Point, Stage, Start

SIZES = [(480, 300), (480, 900), (640, 480), (800, 600), (1280, 800)]
IN_FULL = pytest.mark.parametrize(
    "size", [(480, 300), (640, 400), (800, 600), (1280, 800), (1280, 1000), (3840, 2160)]
)
IN_NO_MENU = {
    *(Command.UNDO, Command.REDO, Command.NEXT_BRANCH, Command.FORMER_BRANCH, Command.BOOKMARK),
    *(Command.NEXT_BOOKMARK, Command.FORMER_BOOKMARK, Command.TO_CELLS, Command.TO_HOME),
    *(Command.ASK_MOVES, Command.ASK_STANDING, Command.ASK_PILE, Command.FIND, Command.BACK),
    *(Command.MENU, Command.NAME, Command.REMARK, Command.AGAIN),
}
"""Commands for single cards and steps, those of readers and of the review; the help has them."""


def in_bar(on: Stage) -> list[str]:
    return [control.label for control in on.table.bar.controls.items]


def menu_lines(on: Stage) -> list[str]:
    assert on.panel and on.panel.own is Command.MENU
    return [control.label for control in on.page.controls.items]


@IN_FULL
def test_the_bar_shows_everything_whole(stage: Start, size: Point) -> None:
    """Of every kind of game in every language, late in a long game."""
    for kind in KINDS.values():
        on = stage(game=kind.game, deal=824885, rules=kind.rules, size=size)
        for language in languages():
            where = f"{kind.key} in {language}"
            texts.use(language)
            on.play({None: "5a", "casino": "i p"}.get(kind.rules, ""))
            on.session.book.seconds = 4354.0
            on.table.restyle()
            bar, scale, told = on.table.bar, unit(size, 1.0), on.table.bar_texts
            shown = bar.controls.items
            assert len(shown) <= 8 and not overlapping(shown), where
            assert shown[0].label == BY_COMMAND[Command.MENU].word
            assert shown[-1].label == BY_COMMAND[Command.COMPACT].word
            assert shown[-1].rect.right >= size[0] - round(4 * scale)
            assert all(one.named for one in shown) is (size[0] >= 1280), where
            for control in shown:
                # Bold is what a lesson points out.
                word = on.kit.text.width(control.label, round(SMALL * scale), True)
                face = word + round(34 * scale) if control.named else round(26 * scale)
                assert face <= control.rect.width and min(control.rect.size) >= 32, where
                assert bar.rect.contains(control.rect) and not bar._room.colliderect(control.rect)
            wanted = told.standings[1] if size[0] >= 640 else told.standings[-1]
            title = on.kit.text.width(told.title, round(NORMAL * scale), True)
            words = on.kit.text.width(wanted, round(SMALL * scale))
            assert title + words + 3 * round(10 * scale) <= bar._room.width, where
        texts.use("en")


def test_moves_and_time_stay_as_a_game_goes_on(stage: Start) -> None:
    """The bar is laid out at the start, when both are short."""
    on = stage(game="canfield", deal=824885, rules="casino", size=(800, 600))
    on.play("i p" + " d" * 40)
    on.session.book.seconds = 36000.0
    bar, told = on.table.bar, on.table.bar_texts
    title = on.kit.text.width(told.title, NORMAL, True)
    assert "10:00:00" in told.standings[1]
    assert title + on.kit.text.width(told.standings[1], SMALL) + 30 <= bar._room.width


@pytest.mark.parametrize("game", ["vierfrei", "canfield"])
def test_a_wider_bar_has_no_fewer_buttons(stage: Start, game: str) -> None:
    on = stage(game=game, deal=617, size=(480, 480))
    before = 0
    for width in range(480, 1300, 20):
        on.resize((width, 480))
        assert len(in_bar(on)) >= before
        before = len(in_bar(on))
    assert before == 8


def test_the_light_is_seen_in_a_small_window(stage: Start, monkeypatch: MonkeyPatch) -> None:
    on = stage(deal=554904, size=(800, 600))
    on.settings.light = True
    on.table.restyle()
    on.type("1a2b3c4d")
    on.session.book.seconds = 3000.0
    drawn: list[str] = []

    def noted(name: str, side: int, colour: Colour) -> pygame.Surface:
        drawn.append(name)
        return icon(name, side, colour)

    monkeypatch.setattr(scenes.widgets.bar, "icon", noted)
    on.table.bar.paint(on.window.surface, on.kit.theme)
    assert on.table.bar_texts.icon in drawn


def test_every_command_is_in_the_menu_or_has_a_reason() -> None:
    listed = {command for column in _COLUMNS for group in column for command in group}
    assert {binding.command for binding in BINDINGS} - listed == IN_NO_MENU


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("game", ["vierfrei", "canfield"])
def test_each_line_has_a_name_and_its_key(stage: Start, size: Point, game: str) -> None:
    on = stage(game=game, deal=617, size=size)
    for language in languages():
        texts.use(language)
        on.table.restyle()
        on.push(BY_COMMAND[Command.MENU].word)
        assert on.panel
        scale, text = unit(size, 1.0), on.kit.text
        lines = on.page.controls.items
        wanted = [
            one
            for column in _COLUMNS
            for group in column
            for one in group
            if one not in on.table.without and (one is not Command.ANIMATION or animates())
        ]
        told = [line.label for line in lines if line.key or line.icon != "safe"]
        assert len(told) == len(wanted)
        for command, label in zip(wanted, told, strict=True):
            assert label.startswith(BY_COMMAND[command].word)
        assert not overlapping(lines)
        for line in lines:
            assert line.rect.height >= 32 and on.panel.rect.left <= line.rect.left
            assert line.rect.right <= on.panel.rect.right
            key = text.width(line.key, round(SMALL * scale))
            room = line.rect.width - round(50 * scale) - key
            assert text.width(line.label, round(NORMAL * scale)) <= room, f"{line.label} is cut"
        on.app.paint()
        on.key("escape")
        assert on.panel is None
    texts.use("en")


def test_a_line_does_what_it_says(stage: Start) -> None:
    on = stage(deal=617, size=(480, 300))
    on.type("58")
    on.push("Menu")
    on.push("Restart")
    assert on.panel is None and on.actions == ["58", "restart"]
    on.push("Menu")
    on.push("Undo")
    assert on.panel is None and on.actions == ["58"]


def test_the_state_of_what_is_chosen_is_told(stage: Start) -> None:
    on = stage(size=(800, 600))
    on.push("Menu")
    assert {"Full screen: off", "Cards go home: by hand"} <= {*menu_lines(on)}
    on.push("Full screen: off")
    assert on.full and on.panel is None
    on.settings.automatic = Automatic.SAFE
    on.push("Menu")
    assert {"Full screen: on", "Cards go home: if safe"} <= {*menu_lines(on)}
    on.push("Cards go home: if safe")
    assert on.panel and on.panel.own is Command.OPTIONS
    assert next(tab.label for tab in on.page.controls.items if tab.chosen) == "Play"


def test_keys_walk_it_line_by_line(stage: Start) -> None:
    on = stage(deal=617, size=(480, 300))
    on.keys("tab", "return")
    assert on.panel
    lines = on.page.controls
    assert lines.focus is lines.items[0] and on.lines[-1] == "New game – F1"
    for number, line in enumerate([one for one in lines.items if one.enabled][1:]):
        on.key("tab" if number % 2 else "down")
        assert lines.focus is line and on.panel._view.contains(line.rect)
    assert on.lines[-1] == "Quit – F10"
    on.key("escape")
    assert on.panel is None and on.table.keys.focused is None


def test_the_arrows_walk_it_though_it_was_opened_by_mouse(stage: Start) -> None:
    on = stage(deal=617, size=(480, 300))
    on.push("Menu")
    assert on.panel and on.page.controls.focus is None
    on.key("down")
    assert on.page.controls.focus is on.page.controls.items[0]


def test_a_controller_reaches_every_line(on: Stage) -> None:
    press(on, BACK, A)
    assert on.panel and on.panel.own is Command.MENU
    for _ in on.page.controls.items:
        press(on, DOWN)
    focus = on.page.controls.focus
    assert focus and focus.label == "Quit", "the foot of the second column"
    press(on, UP)
    press(on, LEFT)
    focus = on.page.controls.focus
    assert focus and focus.label == "Second chances"
    press(on, RIGHT)
    press(on, A)
    assert on.app.director.table is None


def test_a_finger_scrolls_it_and_chooses(stage: Start) -> None:
    on = stage(deal=617, size=(480, 300))
    on.push("Menu")
    assert on.panel
    last = on.page.controls.items[-1]
    assert last.rect.top > 300
    for _ in range(8):
        on.press((200, 250), touch=True)
        on.move((200, 100))
        on.move((200, 60))
        on.release(touch=True)
    assert on.panel._view.contains(last.rect)
    on.click(last.rect.center, touch=True)
    assert not on.app.running


def test_esc_leads_to_the_start_screen_and_back(on: Stage) -> None:
    on.type("58")
    session = on.session
    on.key("escape")
    assert isinstance(on.app.director.scene, StartScreen)
    on.key("escape")
    assert on.session is session and on.actions == ["58"]
    on.push("Menu")
    on.push("Start screen")
    assert on.app.director.table is None
    on.key("escape")
    assert on.session is session


def test_esc_has_no_game_to_go_back_to_before_the_first(stage: Start) -> None:
    on = stage(game=None)
    on.key("escape")
    assert isinstance(on.app.director.scene, StartScreen) and not on.plings


def test_its_line_leads_there_from_a_lesson_too(on: Stage) -> None:
    """Esc leads back to what was shown before the lesson."""
    on.app.director.learn("vierfrei")
    on.key("escape")
    assert not isinstance(on.table, ExerciseScene)
    on.app.director.learn("vierfrei")
    on.push("Menu")
    assert not {"New game", "Copy the game", "Review"} & {*menu_lines(on)}
    on.push("Start screen")
    assert isinstance(on.app.director.scene, StartScreen)
