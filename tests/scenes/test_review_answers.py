"""In the review F4 and F5 answer for the position that is looked at, and stay; its tips."""

from __future__ import annotations

import pytest

from game.core.moves import Move
from tests.game.reading import parse_move
from tests.scenes.oracle import Oracle
from tests.scenes.reviewing import LOST, OPEN, WON, reviewed
from tests.scenes.stage import Stage, Start

LINE = tuple(parse_move(token, "vierfrei") for token in ["5c", "8h", "82"])


def knowing(stage: Start, at: int, moves: tuple[Move, ...] = LINE) -> Stage:
    """The review at position ``at``, which is won by ``moves``, or lost without them."""
    on = reviewed(stage)
    solver = on.kit.solver
    assert isinstance(solver, Oracle)
    on.review.go(at)
    solver.tell(on.review.session.deal, on.review.state, WON if moves else LOST, moves)
    return on


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("F4", "Hint: "),
        ("F5", "The solution from here, 3 moves: 5c 8h 82"),
    ],
)
def test_they_answer_for_the_position_and_stay(key: str, words: str, stage: Start) -> None:
    on = knowing(stage, 2)
    on.key(key)
    assert on.review.at == 2 and on.review.line.text.startswith(words)
    assert on.review.line.text == on.lines[-1] and on.review.answers.hinted is not None
    on.app.paint()
    on.wait(30)
    assert on.review.line.text.startswith(words), "it stays"
    on.key("left")
    assert not on.review.line.text and on.review.answers.hinted is None


@pytest.mark.parametrize("key", ["F4", "F5"])
def test_a_lost_position_says_so(key: str, stage: Start) -> None:
    on = knowing(stage, 4, ())
    on.key(key)
    assert on.review.at == 4 and on.review.line.text == "This cannot be won any more."


def test_the_answer_is_waited_for(stage: Start) -> None:
    on = reviewed(stage)
    on.review.go(2)
    solver = on.kit.solver
    assert isinstance(solver, Oracle)
    solver.tell(on.review.session.deal, on.review.state, OPEN)
    on.key("F4")
    assert on.review.line.text == "Thinking …" and solver.wished == on.review.state
    solver.answer(WON, LINE[:1])
    on.wait(0.1)
    assert on.review.line.text.startswith("Hint: ")


def test_a_second_hint_tells_the_next_of_what_is_known(stage: Start) -> None:
    on = knowing(stage, 2, tuple(parse_move(token, "vierfrei") for token in ["5c", "6d", "82"]))
    told = []
    for _ in range(3):
        on.key("F4")
        told.append(on.review.line.text)
    assert told[0].startswith("Hint: ") and told[2] == told[0]
    assert told[1].startswith("Then ") and told[1].endswith(" 3 moves to the win.")
    assert on.lines[-3:] == told and on.review.answers.hinted is not None
    on.review.go(1)
    solver = on.kit.solver
    assert isinstance(solver, Oracle)
    solver.tell(on.review.session.deal, on.review.state, WON, LINE[:1])
    on.key("F4")
    assert on.review.line.text.startswith("Hint: "), "another position begins with its move"


def test_a_solution_told_there_counts_as_shown(stage: Start) -> None:
    on = knowing(stage, 0)
    assert not on.review.session.book.shown
    on.key("F4")
    assert on.review.session.book.hints == 1 and not on.review.session.book.shown
    on.key("F5")
    assert on.review.session.book.shown == 1


def test_tips_at_the_foot_cover_no_words_and_disabled_buttons_have_them(stage: Start) -> None:
    on = reviewed(stage)
    frame = on.review.frame
    assert not frame._forth.enabled
    for control in (frame._back, frame._forth, frame._loss):
        on.move(control.rect.center)
        on.wait(1)
        assert frame.tip.control is control and frame.tip.seen and control.tip
        covered = frame.paint(on.app.window.surface)
        assert covered is not None and covered.bottom <= frame.foot.top
