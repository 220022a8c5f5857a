"""In the review F4 and F5 answer for the position that is looked at, and stay; its tips."""

from __future__ import annotations

import pytest

from game.core.moves import Move, Refusal
from game.core.state import State
from tests.game.reading import parse_move
from tests.scenes.reviewing import LOSING, LOST, OPEN, WON, matches, reviewed
from tests.scenes.stage import Stage, Start

LINE = tuple(parse_move(token, "vierfrei") for token in ["58", "5c", "6d"])
"""Legal after the first two of the losing moves, and taken for a line that wins."""


def knowing(stage: Start, at: int, moves: tuple[Move, ...] = LINE) -> Stage:
    """The review at position ``at``, which is won by ``moves``, or lost without them."""
    on = reviewed(stage)
    solver = on.oracle
    on.review.go(at)
    solver.tell(on.review.session.deal, on.review.state, WON if moves else LOST, moves)
    return on


MOVE = "Jack of clubs on the queen of hearts"


def test_a_hint_is_for_the_position_that_is_looked_at(stage: Start) -> None:
    on = knowing(stage, 2)
    on.key("F4")
    assert on.review.at == 2 and on.review.line.text.startswith(MOVE)
    assert on.review.line.text == on.lines[-1] and on.review.answers.way
    on.app.paint()
    on.wait(30)
    assert on.review.line.text.startswith(MOVE), "it stays"
    on.key("left")
    assert not on.review.line.text and not on.review.answers.way


def after(on: Stage, at: int, moves: int) -> State:
    """The position that so many moves of ``LINE`` lead to from position ``at``."""
    rules, state = on.review.deal.engine, on.review.review.positions[at]
    for move in LINE[:moves]:
        definite = rules.resolve(state, move)
        assert not isinstance(definite, Refusal)
        state = rules.expand(state, definite)[-1].after
    return state


def test_the_best_line_plays_itself_from_the_position_looked_at(stage: Start) -> None:
    on = knowing(stage, 2)
    on.key("F5")
    assert on.review.state == after(on, 2, 0) and on.review.walk is not on.review.game
    assert "The best line after move 2. can be won" in on.lines
    on.app.paint()
    on.wait(4)
    assert on.review.at == 1 and on.review.state == after(on, 2, 1) and matches(on)
    assert on.lines[-1] == "Best line 1 of 3: jack of clubs to column 8. can be won"
    on.wait(8)
    assert on.review.at == 3 and on.review.state == after(on, 2, 3) and matches(on)
    assert not on.review.moving, "it stands at its end"
    on.app.paint()


def test_the_best_line_is_stepped_along_stopped_and_left_again(stage: Start) -> None:
    on = knowing(stage, 2)
    on.keys("F5", "space")
    on.wait(10)
    assert on.review.at == 0, "the space bar stops it"
    on.keys("right", "right", "right", "right", "left")
    assert on.review.at == 2 and on.review.state == after(on, 2, 2)
    on.click(on.review.frame.strip.mark(1).center)
    assert on.review.at == 1 and on.review.length == 3
    on.key("F5")
    on.wait(3)
    assert on.review.at == 2, "F5 goes on with it"
    on.keys("home", "left")
    assert on.review.at == 0, "its first position is where it ends to the left"
    on.key("escape")
    assert on.review.walk is on.review.game and on.review.at == 2 and matches(on)
    assert on.lines[-1].startswith("Move 2 of 4")
    on.key("escape")
    assert on.app.director.table is not None and on.actions == LOSING.split()
    on.check()


@pytest.mark.parametrize("way", ["return", "Back to the game"])
def test_the_best_line_has_a_button_back_to_the_game(way: str, stage: Start) -> None:
    on = knowing(stage, 2)
    on.key("F5")
    if way == "return":
        on.key(way)
    else:
        on.push(way)
    assert on.review.walk is on.review.game and on.review.at == 2 and not on.review.moving
    assert "Play on from here" in [control.label for control in on.review.frame.controls.items]


def test_other_sizes_and_looks_keep_the_line(stage: Start) -> None:
    on = knowing(stage, 2)
    on.keys("F5", "right")
    on.resize((640, 480))
    on.review.restyle()
    on.app.paint()
    assert on.review.at == 1 and on.review.state == after(on, 2, 1)
    assert "Back to the game" in [control.label for control in on.review.frame.controls.items]
    on.key("F7")
    assert on.app.director.table is not None
    on.check()


@pytest.mark.parametrize("key", ["F4", "F5"])
def test_a_lost_position_says_so(key: str, stage: Start) -> None:
    on = knowing(stage, 4, ())
    on.key(key)
    assert on.review.at == 4 and on.review.line.text == "This position is lost."


def test_the_answer_is_waited_for(lost: Stage) -> None:
    lost.review.go(2)
    solver = lost.oracle
    solver.tell(lost.review.session.deal, lost.review.state, OPEN)
    lost.key("F4")
    assert lost.review.line.text == "Thinking …" and solver.wished == lost.review.state
    solver.answer(WON, LINE[:1])
    lost.wait(0.1)
    assert lost.review.line.text.startswith(MOVE)


def test_a_second_hint_tells_the_next_of_what_is_known(stage: Start) -> None:
    on = knowing(stage, 2)
    told = []
    for _ in range(3):
        on.key("F4")
        told.append(on.review.line.text)
    assert told[0].startswith(MOVE) and told[2] == told[0]
    assert told[1].startswith("Also: ") or told[1].startswith("Then ")
    assert told[1] in " ".join(on.lines) and on.lines[-1] == told[0] and on.review.answers.way
    on.review.go(1)
    solver = on.oracle
    solver.tell(on.review.session.deal, on.review.state, WON, LINE[:1])
    on.key("F4")
    assert on.review.line.text.startswith(MOVE), "another position begins with its move"


def test_a_solution_told_there_counts_as_shown(stage: Start) -> None:
    on = knowing(stage, 0)
    assert not on.review.session.book.shown
    on.key("F4")
    assert on.review.session.book.hints == 1 and not on.review.session.book.shown
    on.key("F5")
    assert on.review.session.book.shown == 1


def test_tips_at_the_foot_cover_no_words_and_disabled_buttons_have_them(lost: Stage) -> None:
    frame = lost.review.frame
    assert not frame._forth.enabled
    for control in (frame._back, frame._forth, frame._loss):
        lost.move(control.rect.center)
        lost.wait(1)
        assert frame.tip.control is control and frame.tip.seen and control.tip
        frame.paint(lost.app.window.surface)
        assert frame.tip.rect and frame.tip.rect.bottom <= frame.foot.top


def test_a_long_line_stays_beside_the_story(stage: Start) -> None:
    on = reviewed(stage, size=(1280, 800))
    on.review.tell("moves to the win " * 20)
    on.app.paint()
    line = on.review.line.rect
    assert line.bottom == on.review.layout.foot - 1
    assert line.right <= on.review.frame.board.area.left
