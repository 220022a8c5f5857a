"""The review: opening, watching, hints and the best line."""

from __future__ import annotations

import pygame
import pytest

from game.core.moves import Move
from game.core.state import CELLS
from game.player.settings import Speed
from game.rules.replay import position_after
from scenes.style.theme import THEMES
from tests.each import while_
from tests.game.reading import parse_move
from tests.scenes.reviewing import LOSING, LOST, OPEN, WON, lights, matches, reviewed
from tests.scenes.stage import RIGHT, WON_10913, Stage, Start


@pytest.mark.parametrize("place", ["", "F8", "F2", "escape", "held"])
def test_f7_opens_the_review_from_everywhere_and_closes_it(on: Stage, place: str) -> None:
    on.type("58")
    table, file, picture = on.table, on.saved("vierfrei"), on.picture()
    if place == "held":
        on.press(on.at("1"))
        on.move((500, 400))
        assert on.table.hand.held
    elif place:
        on.key(place)
    on.key("F7")
    assert on.review.at == 1 and on.panel is None
    on.keys("left", "F7" if place else "escape")
    on.check()
    assert on.actions == ["58"] and not on.plings and on.saved("vierfrei") == file
    if place != "escape":
        assert on.table is table
    on.move((1, 1))
    assert place == "held" or on.picture() == picture


def test_panels_windows_and_games_begin_over_the_review(lost_review: Stage) -> None:
    on, before = lost_review, lost_review.review.session.info.seconds
    for name in ("F2", "F6", "F8", "?"):
        on.keys("end", "left", name)
        assert on.panel is not None
        on.app.paint()
        on.key(name if name != "F2" else "escape")
        assert on.panel is None and on.review.at == 3
    on.wait(3)
    on.keys("F9", "F7")
    assert on.plings == 1 and on.compact
    on.key("F9")
    assert on.review.at == 3 and matches(on)
    on.key("escape")
    assert on.session.info.seconds == before, "the clock stands"
    on.wait(1)
    assert on.session.info.seconds > before
    on.push("Menu", "Review")
    on.key("?")
    label = "Review: where the game was won or lost"
    (control,) = [c for c in on.page.controls.items if c.label == label]
    control.action()
    assert on.panel is None and on.app.director.table is not None
    on.keys("F7", "F3")
    assert on.actions[-1] == "restart"
    on.keys("F7", "F1")
    assert on.session.deal.number != 617
    on.check()


@pytest.mark.parametrize("line", [False, True])
def test_a_new_look_or_size_keeps_the_position_and_reaches_the_table(
    stage: Start, line: bool
) -> None:
    on = review_with_answer(stage, 2)
    on.keys(*["F5", "right"] if line else ["home", "right"])
    state = on.review.state
    on.choose_look("1993")
    on.resize((800, 600))
    on.app.paint()
    assert on.review.at == 1 and on.review.state == state
    labels = [control.label for control in on.review.frame.controls.items]
    assert ("Back to the game" in labels) is line
    on.key("F7")
    assert on.table.painter.theme is THEMES["1993"] and on.table.layout.size == (800, 600)
    on.check()


def test_the_keys_step_through_the_positions(won_review: Stage) -> None:
    on, review, last = won_review, won_review.review, len(WON_10913.split())
    assert review.at == last
    on.wait(0.1)
    assert not on.oracle.asked and set(lights(on)) == {"w"}, "a won game needs no solver"
    assert review.walk.result(3) == "This game was won." and review.spoken.endswith(". won")
    assert review.frame.position_texts()[0].endswith("– won")
    assert review.walk.verdict_words(last - 1) == "can be won"
    for names, at in (
        ("right", last),
        ("home", 0),
        ("left", 0),
        ("pagedown right", 11),
        ("pageup", 1),
        ("pageup", 0),
        ("end pagedown", last),
        ("left left backspace", last - 3),
        ("shift+backspace ctrl+z ctrl+z", last - 4),
    ):
        on.keys(*names.split())
        assert review.at == at and matches(on), names
    on.down("left")
    on.wait(1.0)
    on.up("left")
    assert review.at < last - 8


def test_playing_on_in_the_review_is_refused_with_a_message(lost_review: Stage) -> None:
    on = lost_review
    on.keys("up", "down", "5", "8", "h", "x", "alt+left")
    at = on.review.at
    assert not on.plings
    for plings, way in ((1, "delete"), (2, "insert"), (2, "click")):
        on.do(way)
        assert on.plings == plings and on.review.at == at
        assert "Enter plays on from here" in on.review.message.text
    on.wait(6)
    assert not on.review.message.text


def test_wheel_clicks_and_drags_on_the_marks_go_to_positions(won_review: Stage) -> None:
    on, review, strip = won_review, won_review.review, won_review.review.frame.strip
    last, foot = strip.count - 1, review.frame.foot.bottom - 1
    for steps, at in ((3, last - 3), (-1, last - 2)):
        on.wheel(steps)
        assert review.at == at
    on.click(strip.mark(20).center)
    assert review.at == 20
    on.press((strip.mark(30).centerx, foot))
    for x, y, at in (
        (strip.mark(30).centerx, foot, 30),
        (strip.mark(40).centerx, 10, 40),
        (5, 5, 0),
    ):
        on.move((x, y))
        assert review.at == at, "a drag may leave the marks"
    on.release()
    on.move(strip.mark(50).center)
    on.click(strip.mark(60).center, RIGHT)
    assert review.at == 0 and matches(on)
    for kind in (pygame.WINDOWFOCUSLOST, pygame.WINDOWMINIMIZED, None):
        on.press(strip.mark(30).center)
        if kind:
            on.window_event(kind)
        on.move(strip.mark(40).center, buttons=(1 if kind else 0, 0, 0))
        assert review.at == 30, "a drag into another window ends"
        on.release()


def test_the_buttons_work_by_mouse_and_by_tab(lost_review: Stage) -> None:
    on = lost_review
    on.push("One move back", "One move back", "One move forward")
    assert on.review.at == 3
    for at in (2, 3):
        on.push("To the losing move")
        assert on.review.at == at
    on.keys("tab", "tab", "return")
    assert on.review.at == 2 and on.lines[-1].startswith("Move 2 of 4")
    on.key("space")
    assert on.review.at == 1 and not on.plings
    on.keys("right", "escape")
    assert on.review.frame.controls.focus is None
    on.keys("shift+tab")
    assert on.lines[-1] == "Play on from here – Enter"
    on.key("return")
    assert on.actions == ["1a", "2b"]
    on.key("F7")
    on.push("Back to the table")
    assert on.app.director.table is not None


def test_space_plays_through_and_any_key_stops(lost_review: Stage) -> None:
    on, review = lost_review, lost_review.review
    for stop, at in (("space", 3), ("right", 4), ("F8", 3), ("F4", 3)):
        on.keys("home", "right", "right", "space")
        assert review.playing_back and review.moving and not on.plings
        on.wait(3)
        assert review.at == 3
        on.key(stop)
        on.wait(5)
        assert review.at == at and not review.playing_back
        if stop == "F8":
            on.key(stop)
    on.push("Play through")
    on.wait(3)
    assert review.at == 4 and not review.playing_back, "at the end it stops"
    on.push("Play through")
    assert review.at == 0, "from the end it begins anew"
    on.push("Stop")
    on.wait(3)
    assert review.at == 0
    on.settings.speed = Speed.NORMAL
    on.key("space")
    sprite = review.groups.sprites[review.game.positions[1][CELLS[0]][-1]]
    places = set()
    for _ in while_(lambda: review.at == 0 or review.animator.busy):
        on.app.advance(0.02)
        on.app.paint()
        places.add((sprite.x, sprite.y))
    assert len(places) > 4 and matches(on), "the card flies"
    for _ in while_(lambda: review.at == 1 or not review.animator.busy):
        on.app.advance(0.02)
    for key in ("left", "right"):
        on.key(key)
        assert not review.animator.busy and matches(on), "an input ends the animation"


@pytest.mark.parametrize(
    ("deal", "moves", "first", "least", "most"),
    [(617, "5a 6b 7c 8d", 2.5, 1.7, 2.0), (10913, WON_10913, 1.5, 0.6, 0.8)],
)
def test_a_short_game_is_watched_slowly_and_a_long_one_fast(
    stage: Start, deal: int, moves: str, first: float, least: float, most: float
) -> None:
    on = stage(deal=deal)
    on.play(moves)
    on.app.director.review_past(on.session, watch=True)
    shown = [0.0] * (len(moves.split()) + 1)
    while on.review.playing_back:
        shown[on.review.at] += 0.02
        on.wait(0.02)
    assert shown[0] > first and all(least < one < most for one in shown[1:-1])


LINE = tuple(parse_move(token, "vierfrei") for token in ["58", "5c", "6d"])
"""Moves that are legal after the first two moves of ``LOSING``."""


def review_with_answer(stage: Start, at: int, moves: tuple[Move, ...] = LINE) -> Stage:
    """Return a review at position ``at``, where ``moves`` win. If ``moves`` is empty, the position
    is lost."""
    on = reviewed(stage)
    on.review.go(at)
    on.oracle.tell(on.review.deal, on.review.state, WON if moves else LOST, moves)
    return on


MOVE = "Jack of clubs on the queen of hearts"


@pytest.mark.parametrize("way", ["escape", "return", "Back to the game"])
def test_the_best_line_plays_by_itself_and_can_be_stopped_and_left(way: str, stage: Start) -> None:
    on = review_with_answer(stage, 2)
    on.key("F5")
    assert "The best line after move 2. can be won" in on.lines
    for seconds, at in ((0, 0), (4, 1), (8, 3)):
        on.wait(seconds)
        there = position_after(on.review.deal.engine, on.review.game.positions[2], LINE[:at])
        assert on.review.at == at and on.review.state == there and matches(on)
        on.app.paint()
        if at == 1:
            assert on.lines[-1] == "Best line 1 of 3: jack of clubs to column 8. can be won"
    assert not on.review.moving, "it stops at its end"
    on.keys("home", "F5", "space")
    on.wait(10)
    assert on.review.at == 0, "the space bar stops it"
    on.keys("right", "right", "right", "right", "left")
    assert on.review.at == 2
    on.click(on.review.frame.strip.mark(1).center)
    assert on.review.at == 1 and on.review.length == 3
    on.key("F5")
    on.wait(3)
    assert on.review.at == 2, "F5 goes on with it"
    on.keys("home", "left")
    assert on.review.at == 0, "its first position is where it ends to the left"
    on.push(way) if " " in way else on.key(way)
    assert on.review.walk is on.review.game and on.review.at == 2 and matches(on)
    assert on.lines[-1].startswith("Move 2 of 4")
    on.key("escape")
    assert on.app.director.table is not None and on.actions == LOSING.split()
    on.check()


def test_a_hint_is_shown_once_the_solver_has_answered_and_stays(lost_review: Stage) -> None:
    on, review, solver = lost_review, lost_review.review, lost_review.oracle
    review.go(2)
    for verdict, words in ((OPEN, "It's unknown whether this can be won."), (WON, MOVE)):
        solver.tell(review.deal, review.state, OPEN)
        on.key("F4")
        assert review.message.text == "Thinking …" and solver.wished == review.state
        solver.answer(verdict, LINE if verdict is WON else ())
        on.wait(0.1)
        assert review.message.text.startswith(words)
    on.app.paint()
    on.wait(30)
    hints = [review.message.text]
    for _ in range(2):
        on.key("F4")
        hints.append(review.message.text)
        assert review.answers.way and hints[-1] in " ".join(on.lines)
    assert hints[0].startswith(MOVE) and hints[2] == hints[0], "a third one starts over"
    assert hints[1].startswith(("Also: ", "Then "))
    assert (review.session.info.hints, review.session.info.shown) == (2, 0)
    on.key("left")
    assert not review.message.text and not review.answers.way
    solver.tell(review.deal, review.state, WON, LINE)
    on.key("F4")
    assert review.message.text.startswith(MOVE), "another position begins with its move"
    on.key("F5")
    assert review.session.info.shown == 1
    on.key("escape")
    for key in ("F4", "F5"):
        on.keys("home", "end")
        on.wait(6)
        assert not review.message.text
        solver.tell(review.deal, review.state, LOST)
        on.key(key)
        assert review.at == 4 and review.message.text == "This position is lost."
