"""Tests of the bar, its menu and the start screen."""

from __future__ import annotations

from itertools import product
from unittest.mock import patch

import pytest
from pygame import Rect

from game.player.settings import LOOKS
from game.rules.choices import Automatic
from game.rules.registry import CANFIELD, KINDS, VIERFREI, games, kinds_of
from game.support.texts import languages, texts
from game.words.rule_sets import brief_rules
from scenes.kit.commands import Command
from scenes.kit.services import can_animate
from scenes.pages.menu import _COLUMNS
from scenes.pages.start_screen import StartScreen
from scenes.style.shapes import icon
from scenes.style.theme import NORMAL, SMALL, unit
from scenes.table.exercise_scenes import ExerciseScene
from scenes.widgets.controls import Shape
from scenes.widgets.items import Paragraph
from tests.scenes.controllers import press
from tests.scenes.fitting import SIZES as WINDOWS
from tests.scenes.fitting import overlapping, seen_whole
from tests.scenes.stage import SHIFT, Point, Stage, Start
from tests.scenes.test_languages import choose_language
from tests.seed import a_few

IN_NO_MENU = {
    *(Command.UNDO, Command.REDO, Command.NEXT_BRANCH, Command.FORMER_BRANCH, Command.BOOKMARK),
    *(Command.NEXT_BOOKMARK, Command.FORMER_BOOKMARK, Command.TO_CELLS, Command.TO_HOME),
    *(Command.ASK_MOVES, Command.ASK_STANDING, Command.ASK_PILE, Command.FIND, Command.BACK),
    *(Command.MENU, Command.NAME, Command.REMARK, Command.AGAIN),
}
"""The commands missing from the table's menu."""


def menu_lines(on: Stage) -> list[str]:
    return [control.label for control in on.page.controls.items]


@pytest.mark.parametrize("size", [(480, 300), (640, 400), (800, 600), (1280, 1000), (3840, 2160)])
def test_the_bar_cuts_nothing(stage: Start, size: Point) -> None:
    """Tries every kind of game in every language. The clock must fit even after ten hours."""
    for kind, code in product(KINDS.values(), languages()):
        where = f"{kind.key} in {code}"
        on = stage(game=kind.game, deal=824885, rules=kind.rules, size=size)
        texts.use(code)
        on.settings.light = True
        on.play({None: "5a", "casino": "i p"}.get(kind.rules, ""))
        on.session.info.seconds = 4354.0
        on.table.restyle()
        on.session.info.seconds = 36000.0
        with patch("scenes.widgets.controls.icon", wraps=icon) as drawn:
            on.table.bar.paint(on.window.surface, on.kit.theme)
        light = on.table.bar_texts.icon
        assert not light or light in [call.args[0] for call in drawn.call_args_list], where
        bar, scale, shown_texts = on.table.bar, unit(size, 1.0), on.table.bar_texts
        shown = bar.controls.items
        assert len(shown) <= 8 and not overlapping(shown), where
        assert (shown[0].label, shown[-1].label) == (Command.MENU.word, Command.COMPACT.word)
        assert shown[-1].rect.right >= size[0] - round(4 * scale)
        assert all(one.named for one in shown) is (size[0] >= 1280), where
        for control in shown:
            # A lesson highlights a button with bold text.
            word = on.kit.text.width(control.label, round(SMALL * scale), True)
            face = word + round(34 * scale) if control.named else round(26 * scale)
            assert face <= control.rect.width and min(control.rect.size) >= 32, where
            assert bar.rect.contains(control.rect) and not bar._room.colliderect(control.rect)
        wanted = shown_texts.status_wordings[1 if size[0] >= 640 else -1]
        title = on.kit.text.width(shown_texts.title, round(NORMAL * scale), True)
        words = on.kit.text.width(wanted, round(SMALL * scale))
        assert title + words + 3 * round(10 * scale) <= bar._room.width, where
    counts = []
    for width in range(480, 1300, 20):
        on.resize((width, 480))
        counts.append(len(on.table.bar.controls.items))
    assert counts == sorted(counts) and counts[-1] == 8, "a wider bar has no fewer buttons"


@pytest.mark.parametrize("size", [(480, 300), (480, 900), (1280, 800)])
@pytest.mark.parametrize("game", ["vierfrei", "canfield"])
def test_the_menu_has_a_line_for_each_command_of_the_table(
    stage: Start, size: Point, game: str
) -> None:
    on = stage(game=game, deal=617, size=size)
    on.push(Command.MENU.word)
    lines, panel = on.page.controls.items, on.panel.rect
    every = [command for column in _COLUMNS for group in column for command in group]
    assert {*Command} - {*every} == IN_NO_MENU
    off = {*on.table.unavailable, *(() if can_animate() else (Command.ANIMATION,))}
    wanted = [one for one in every if one not in off]
    labels = [line.label for line in lines if line.icon != "safe" or line.key]
    assert [label.partition(":")[0] for label in labels] == [one.word for one in wanted]
    assert [line.key for line in lines if line.key] == [o.first_key for o in wanted if o.first_key]
    assert not overlapping(lines) and all(line.rect.height >= 32 for line in lines)
    assert all(panel.left <= line.rect.left and line.rect.right <= panel.right for line in lines)
    on.key("escape")
    assert on.panel is None


def test_the_menu_shows_the_state_of_options(stage: Start) -> None:
    on = stage(size=(800, 600))
    on.push("Menu")
    assert {"Full screen: off", "Cards go home: by hand"} <= {*menu_lines(on)}
    on.push("Full screen: off")
    assert on.full and on.panel is None
    on.settings.automatic = Automatic.SAFE
    on.push("Menu")
    assert {"Full screen: on", "Cards go home: if safe"} <= {*menu_lines(on)}
    on.push("Cards go home: if safe")
    assert on.panel.command is Command.OPTIONS
    assert next(tab.label for tab in on.page.controls.items if tab.chosen) == "Play"


def test_the_keys_go_through_the_menu_line_by_line(stage: Start) -> None:
    on = stage(deal=617, size=(480, 300))
    on.push("Menu")
    assert on.page.controls.focus is None
    on.key("down")
    assert on.page.controls.focus is on.page.controls.items[0], "though it was opened by mouse"
    on.keys("escape", "tab", "return")
    lines = on.page.controls
    assert lines.focus is lines.items[0] and on.lines[-1] == "New game – F1"
    assert [one.label for one in lines.items if not one.enabled] == ["Undo", "Redo"]
    for number, line in enumerate([one for one in lines.items if one.enabled][1:]):
        on.key("tab" if number % 2 else "down")
        assert lines.focus is line and on.panel._view.contains(line.rect)
    assert on.lines[-1] == "Quit – F10"
    on.key("escape")
    assert on.panel is None and on.table.keys.focused is None


def test_the_menu_leads_to_the_start_screen_from_a_lesson_by_controller_too(on: Stage) -> None:
    """Also checks that Esc returns to what was shown before the lesson."""
    on.app.director.learn("vierfrei")
    on.key("escape")
    assert not isinstance(on.table, ExerciseScene)
    on.app.director.learn("vierfrei")
    on.push("Menu")
    assert not {"New game", "Copy the game", "Review"} & {*menu_lines(on)}
    # Down ends at the last line of column 2. Left of the line above it is the end of column 1.
    downs = "down " * len(on.page.controls.items)
    ways = (downs, "Quit"), ("up left", "Start screen")
    for buttons, label in ways:
        press(on, buttons)
        assert on.page.controls.focus.label == label
    press(on, "A")
    assert isinstance(on.app.director.scene, StartScreen)


def start_screen(stage: Start, size: Point) -> tuple[Stage, StartScreen]:
    on = stage(size=size)
    on.type("58")
    on.key("escape")
    return on, on.menu


@pytest.mark.parametrize(
    ("size", "density"), [*((size, 1.0) for size in [*WINDOWS, (3840, 2160)]), ((480, 300), 1.5)]
)
def test_the_start_screen_is_in_order_and_tab_reaches_everything(
    stage: Start, size: Point, density: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    on, menu = start_screen(stage, size)
    monkeypatch.setattr(on.kit.text, "density", density)
    menu.resize(size)
    foot, view, scrolls = menu._under, menu._view, menu._bar.most > 0
    one, other, *more = menu.tiles.values()
    assert not one.rect.colliderect(other.rect)
    tall = size[1] > 1.5 * size[0] or (density > 1 and bool(more))
    assert (one.rect.left == other.rect.left) is tall, "one below the other"
    assert scrolls or not overlapping(menu.controls.items)
    for control in menu.foot:
        assert foot.contains(control.rect) and min(control.rect.size) >= 32
        assert seen_whole(control, on.kit.text, unit(size, density)), control.label
    for tile in menu.tiles.values():
        assert view.left <= tile.rect.left and tile.rect.right <= view.right
        assert scrolls or view.contains(tile.rect)
        assert not overlapping(tile.page.controls.items)
        for item in tile.page.items:
            assert tile.rect.contains(item.rect)
            assert not tile.picture.rect.height or tile.picture.rect.bottom <= item.rect.top
        for control in tile.page.controls.items:
            assert tile.rect.contains(control.rect) and min(control.rect.size) >= 32
            assert seen_whole(control, on.kit.text, unit(size, density)), control.label
    rules = [one.rect.top for one in menu.controls.items if one.shape is Shape.SEGMENT]
    assert len({*rules}) == 1 or more or density > 1 or len(rules) > 4, "four fit on one line"
    assert min(size) <= 480 or all(tile.picture.rect.height >= 90 for tile in menu.tiles.values())
    met = []
    for _ in menu.controls.items:
        on.key("tab")
        focus = menu.controls.focus
        assert focus in menu.foot or view.contains(focus.rect), "it is on the screen"
        met.append(focus.spoken)
    assert len(set(met)) == len(menu.controls.items)
    for mod, place in ((0, 0), (SHIFT, -1)):
        on.key("tab", mod)
        assert menu.controls.focus.spoken == met[place], "round and back"
    on.app.paint()


@pytest.mark.parametrize("look", a_few(LOOKS, 1, "focus", always=["1993"]))
def test_focus_and_hover_are_visible_on_the_start_screen(stage: Start, look: str) -> None:
    on, menu = start_screen(stage, (1000, 700))
    on.choose_look(look)
    for control in menu.controls.items:
        around, seen = control.rect.inflate(4, 4), set()
        for state in ("plain", "hover", "focus"):
            on.move(control.rect.center if state == "hover" else (1, 1))
            menu.controls.focus = control if state == "focus" else None
            seen.add(on.picture(around))
        menu.controls.drop_focus()
        assert len(seen) == 3, control.label


@pytest.mark.parametrize("code", ["en", "de", "hi"])
def test_the_start_screen_begins_and_resumes_games(stage: Start, code: str) -> None:
    on, menu = start_screen(stage, (1280, 800))
    on.click(menu.tiles[VIERFREI].picture.rect.center)
    assert on.actions == ["58"], "a click on the picture resumes the game"
    for key in ("return", "space"):
        on.keys("escape", key)
        assert on.actions == ["58"]
    on.key("escape")
    choose_language(on, code)
    menu = on.menu
    items = menu.tiles[VIERFREI].page.items
    assert "Vierfrei (FreeCell)" in [item.text for item in items if isinstance(item, Paragraph)]

    def shown() -> list[tuple[str, bool, Rect]]:
        return [(one.key, one.named, one.rect) for one in menu.controls.items]

    before = shown()
    assert sum(not one.key for one in menu.foot) == 1, "only one command has no key"
    on.resize((480, 300))
    assert not any(one.key for one in menu.foot) and all(one.icon for one in menu.foot)
    rules = [one for one in menu.controls.items if one.shape is Shape.SEGMENT]
    assert [one.tip for one in rules] == list(map(brief_rules, kinds_of(CANFIELD)))
    for rule in rules:
        on.move(rule.rect.center)
        on.wait(1)
        assert menu._tip.is_visible and menu._tip.control is rule
        assert len(rule.tip) > len(rule.label) + 15
        assert on.kit.text.width(rule.tip, round(SMALL * unit((480, 300), 1.0))) < 480 - 16
    for size in ((1280, 800), (640, 700), (1280, 800)):
        on.resize(size)
    assert shown() == before, "names and keys come back"
    on.resize((400 * len(games()), 600))
    assert menu._head.height and all(tile.picture.rect.height for tile in menu.tiles.values())
    on.click(menu.tiles[CANFIELD].picture.rect.center)
    assert on.session.deal.game == CANFIELD and not on.actions
    on.key("escape")
    assert on.menu._head.height, "the headline stays with a game in hand"
