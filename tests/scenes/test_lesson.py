"""Tests of lessons: playing, leaving and skipping them, and where their sentences are."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from pygame import Rect

from game.core.moves import Verb
from game.core.state import FOUNDATIONS, Role
from game.player.settings import Speed
from game.rules.notation import parse_move
from game.rules.registry import CANFIELD, VIERFREI, games, kinds_of, numbered
from game.support.texts import languages, texts
from game.teach.lessons import HINT, LESSONS, SAFE, UNDO
from scenes.app import exchange
from scenes.app.screen_tree import describe
from scenes.kit.commands import Command
from scenes.table.exercise_scenes import LessonScene
from scenes.widgets.controls import Control
from tests.scenes.stage import Point, Stage, Start
from tests.scenes.test_messages import painted
from tests.seed import a_few

FIRSTS = {game: kinds_of(game)[0].lesson for game in games()}
STEPS = {game: len(LESSONS[key].steps) for game, key in FIRSTS.items() if key is not None}
"""The number of steps in the first lesson of each game that has lessons."""


def begin_lesson(on: Stage, game: str) -> LessonScene:
    """Begin the lesson of ``game``, and return its scene."""
    on.app.director.learn(game)
    return lesson(on)


def lesson(on: Stage) -> LessonScene:
    scene = on.app.director.scene
    assert isinstance(scene, LessonScene), "no lesson is shown"
    return scene


def highlighted_button(scene: LessonScene) -> list[Control]:
    """Return the highlighted buttons of the bar. There is at most one."""
    return [one for one in scene.bar.controls.items if one.strong]


def by_commands(on: Stage, scene: LessonScene) -> None:
    todo = scene.course.task.todo.split()[0]
    keys = {UNDO: Command.UNDO, HINT: Command.HINT, SAFE: Command.SAFE}
    if todo in keys:
        scene.command(keys[todo])
    elif todo in "dt":
        scene.deal_or_turn()
    else:
        assert scene.play(parse_move(todo, scene.course.kind.notation))


def by_mouse(on: Stage, scene: LessonScene, *, touch: bool = False) -> None:
    """Press the highlighted button or, if there is none, make the marked move."""
    pointed, move = highlighted_button(scene), scene.marked_move
    if pointed:
        on.click(pointed[0].rect.center, touch=touch)
    elif move.verb is not Verb.CARRY:
        on.click(on.at("s"), touch=touch)
    else:
        home = "h:" if move.target.role is Role.FOUNDATION else ""
        target = home + move.target.letter
        if touch:
            on.click(on.at(move.source.letter, move.count or 1), touch=True)
            on.click(on.at(target), touch=True)
        else:
            on.carry(move.source.letter, target, move.count or 1)


def by_keys(on: Stage, scene: LessonScene) -> None:
    todo = scene.course.task.todo.split()[0]
    pressed = {UNDO: "backspace", HINT: "F4", SAFE: "delete", "d": "space", "t": "space"}
    on.key(pressed[todo]) if todo in pressed else on.type(todo)


@pytest.mark.parametrize("way", [by_commands, by_mouse, partial(by_mouse, touch=True), by_keys])
@pytest.mark.parametrize("game", STEPS)
def test_a_lesson_can_be_played_through(
    game: str, way: Callable[[Stage, LessonScene], None], stage: Start
) -> None:
    on = stage(game=None)
    scene, before = begin_lesson(on, game), on.files()
    last = STEPS[game]
    for number in range(1, last + 1):
        assert scene.progress == f"{number} of {last}"
        for _ in scene.course.step.tasks:
            on.app.paint()
            way(on, scene)
            on.settle()
        if number < last:
            assert on.strip == "Well done!"
            on.wait(1.2)
    assert scene.course.is_over and on.strip.startswith("That's all you need.")
    assert on.files() == before and not on.plings
    on.check()


def test_a_wrong_move_is_refused_and_the_task_repeated(stage: Start) -> None:
    on = stage(game=None, speed=Speed.SLOW)
    scene = begin_lesson(on, VIERFREI)
    on.settle()
    on.lines.clear()
    sentence = on.strip
    assert sentence.endswith("Drag the black 7 onto the red 8.")
    on.carry("4", "a")
    assert on.plings == 1 and on.cards("4") == "7S"
    assert on.message == "That's legal, but try the move shown."
    assert on.lines == [on.message, sentence] and on.strip == sentence
    on.settle()
    on.carry("4", "6")
    assert on.message == "Only a black 5 can go on the 6 of diamonds."
    assert on.lines[-1] == sentence and scene.course.task is scene.course.step.tasks[0]
    on.settle()
    by_commands(on, scene)
    on.app.advance(0.1)
    leave = scene.strip.controls.items[0].rect
    flying = on.picture(leave)
    assert scene.moving
    on.settle()
    assert on.picture(leave) == flying, "the strip is there while cards fly"
    words = {node.text for node in describe(on.app).root.walk()}
    assert {on.strip, scene.progress} <= words


@pytest.mark.parametrize("way", ["push", "return", "in hand"])
def test_each_step_can_be_skipped_and_a_game_follows(stage: Start, way: str) -> None:
    """After the lesson, the player returns to the game in hand. If there is none, an easy deal
    begins."""
    on = stage(game=None) if way != "in hand" else stage()
    if way == "in hand":
        on.type("58")
        on.key("?")
        on.push("Learn to play")
        assert on.panel is None
    scene = lesson(on) if way == "in hand" else begin_lesson(on, VIERFREI)
    if way == "return":
        scene.keys.stand(on.pile("4"), 1)
        on.keys("return", "left", "return")
        assert on.cards("3") == "QC 8H 7S" and on.message == on.strip
    for number in range(2, STEPS[VIERFREI] + 1):
        on.key("n") if number % 2 else on.push("Skip (N)")
        assert scene.progress == f"{number} of {STEPS[VIERFREI]}"
        on.settle()
    on.key("n")
    assert on.strip.startswith("That's all you need.")
    on.key("n")
    assert on.plings == 1
    on.key("return") if way == "return" else on.push("Play now")
    if way == "in hand":
        assert on.session.deal.number == 617 and on.actions == ["58"]
    else:
        assert on.session.deal.number in scene.course.lesson.deals and not on.actions


def test_the_next_step_follows_after_a_moment_whatever_the_player_does(stage: Start) -> None:
    on = stage(game=None)
    scene = begin_lesson(on, VIERFREI)
    on.type("43 63")
    assert on.strip == "Well done!" and scene.marked_move is None
    on.click(on.at("3"))
    on.wait(1.2)
    assert scene.progress == f"2 of {STEPS[VIERFREI]}" and on.table.hand.held is None
    on.press(on.at("3"), touch=True)
    on.wait(0.7)
    assert on.cards("a") == "KD", "a long press goes into a cell"


def test_escape_leads_back_to_where_the_lesson_was_begun(on: Stage) -> None:
    on.type("58")
    session = on.session
    begin_lesson(on, VIERFREI)
    begin_lesson(on, CANFIELD)
    on.key("escape")
    assert on.session is session
    on.key("F7")
    begin_lesson(on, VIERFREI)
    assert on.app.director.review is None
    on.click(on.at("4"))
    on.key("escape")
    assert lesson(on) and on.table.hand.held is None, "it puts a held card back first"
    on.key("escape")
    assert on.review
    on.key("escape")
    assert on.session is session and on.actions == ["58"]
    on.check()
    begin_lesson(on, VIERFREI)
    exchange.take(on.app.director, "# Vierfeld 1 vierfrei 10913\n4h")
    assert not isinstance(on.app.director.scene, LessonScene), "a dropped game replaces it"
    assert on.session.deal.number == 10913 and on.actions == ["4h"]


def test_the_start_screen_emphasizes_lessons_to_new_players(stage: Start) -> None:
    on = stage(game=None, size=(1280, 800))

    def button(game: str) -> Control:
        tip = f"{game}: Learn to play"
        return next(control for control in on.menu.controls.items if control.tip == tip)

    assert button("Vierfrei").named and not button("Vierfrei").flat
    on.app.director.play(VIERFREI, numbered(VIERFREI, 617))
    on.type("58")
    on.keys("F1", "escape")
    assert button("Vierfrei").flat and not button("Canfield").flat
    on.click(button("Vierfrei").rect.center)
    assert lesson(on).course.kind.game == VIERFREI


def test_commands_that_lead_out_of_a_lesson_are_refused(on: Stage) -> None:
    scene = begin_lesson(on, VIERFREI)
    keys = ("F1", "F2", "F3", "F5", "F6", "F7", "insert", "delete", "backspace", "F4")
    for key in keys:
        on.key(key)
        assert lesson(on) is scene and on.panel is None, key
    for pile in ("4", "6"):
        scene.restart()
        scene.send_safe()
        scene.hint()
        scene.to_cells(on.pile(pile), 1)
    assert scene.progress == f"1 of {STEPS[VIERFREI]}" and on.plings == len(keys) + 8
    assert on.strip.startswith("Columns build down")


def test_a_highlighted_button_without_room_is_in_the_menu(
    stage: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(LessonScene, "short_title", "First steps in a longer language")
    on = stage(game=None, size=(480, 300))
    begin_lesson(on, VIERFREI)
    on.keys(*"nnnnn", "backspace")
    on.app.paint()
    (button,) = highlighted_button(lesson(on))
    assert button.label == "Menu"
    on.click(button.rect.center)
    assert on.panel
    (line,) = [one for one in on.page.controls.items if one.strong]
    assert line.label == "Hint"
    on.click(line.rect.center)
    assert on.strip.startswith("There it is")


WINDOWS = [(480, 300), (600, 1400), (640, 480), (700, 1000), (3840, 2160)]


@pytest.mark.parametrize("size", a_few(WINDOWS, 2, "lesson", always=WINDOWS[:2]))
@pytest.mark.parametrize("game", STEPS)
def test_every_sentence_is_beside_what_is_marked(game: str, size: Point, stage: Start) -> None:
    """Each sentence is inside the window, near what is marked, and doesn't cover it."""
    on = stage(game=None, size=size)
    for language in languages():
        texts.use(language)
        scene = begin_lesson(on, game)
        for _ in scene.course.lesson.steps:
            for _ in scene.course.step.tasks:
                on.app.paint()
                rect = bubble(on)
                spot = scene._marked()
                assert Rect((0, 0), size).contains(rect) and rect.top >= scene.layout.top
                clear = [*spot.clear, scene.strip.rect]
                if scene.course.at == 2 and game == VIERFREI:
                    clear += map(scene.layout.slot, FOUNDATIONS)
                assert rect.collidelist(clear) < 0, (language, scene.progress)
                far = rect.inflate(*[4 * scene.layout.card[1]] * 2)
                assert far.colliderect(spot.at), (language, scene.progress)
                by_commands(on, scene)
                on.settle()
            on.wait(1.2)
        assert scene.course.is_over
        on.app.paint()
        assert bubble(on).collidelist([*scene._marked().clear, scene.strip.rect]) < 0


def bubble(on: Stage) -> Rect:
    """Paint the lesson, and return the area that its sentence covers."""
    assert on.message == on.table.strip.decision.words
    return painted(on)[-1]
