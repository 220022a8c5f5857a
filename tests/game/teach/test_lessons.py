"""The lessons as data, and the game that does only what they ask for."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from game.core.cards import Card, Suit
from game.core.moves import Move, Refusal
from game.core.state import FOUNDATIONS, Role
from game.rules.choices import choices
from game.rules.notation import parse_move
from game.rules.registry import GameKind, games, kinds_of, numbered
from game.teach.difficulty import graded_at_once
from game.teach.lessons import HINT, LESSONS, NOT_ASKED, SAFE, UNDO, Course, LessonSession
from tests.house import ROOT

KINDS = [kinds_of(game)[0] for game in games() if kinds_of(game)[0].lesson is not None]
each_game = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.game)


def course_of(kind: GameKind) -> Course:
    return Course(kind, LESSONS[kind.lesson or ""])


def do_task(session: LessonSession, way: int) -> None:
    """Do what is asked for, by the way of that number."""
    course, state = session.course, session.state
    if course.is_asked(UNDO):
        assert session.undo_action()
    elif course.is_asked(HINT):
        course.tick_off()
    elif course.is_asked(SAFE):
        assert not isinstance(session.send_safe_home(), Refusal)
    else:
        assert not isinstance(session.do(course.moves_asked(state)[way]), Refusal)


def played_through(session: LessonSession, way: int) -> Iterator[LessonSession]:
    """Play the lesson through; yield before each task."""
    course = session.course
    for number in range(len(course.lesson.steps)):
        if number:
            session = course.go_on()
        for _ in course.step.tasks:
            yield session
            do_task(session, way)
    assert course.is_over


def test_a_lesson_has_as_many_steps_as_the_manual_says() -> None:
    manual = (ROOT / "docs" / "manual.md").read_text("utf-8")
    assert "in six small steps" in manual
    for kind in KINDS:
        steps = len(LESSONS[kind.lesson or ""].steps)
        assert steps == 6, f"docs/manual.md tells of six steps, and {kind.game} has {steps}"


@each_game
def test_no_card_lies_twice_and_foundations_are_in_order(kind: GameKind) -> None:
    course = course_of(kind)
    for number in range(len(course.lesson.steps)):
        state = (course.go_on() if number else course.begin()).state
        cards = [card for pile in state.piles.values() for card in pile]
        assert len(cards) == len(set(cards)) and len(cards) <= 30
        begun = [state[pile][0].rank for pile in FOUNDATIONS if state[pile]]
        for pile in FOUNDATIONS:
            wanted = [Card(begun[0] + up, Suit(pile.number)) for up in range(len(state[pile]))]
            assert list(state[pile]) == wanted
        cells = [pile for pile in kind.engine.piles if pile.role is Role.CELL]
        assert len(state[FOUNDATIONS[0]]) < 13 and all(len(state[cell]) <= 1 for cell in cells)


@pytest.mark.parametrize("way", [0, -1])
@each_game
def test_a_lesson_is_played_through_and_other_moves_change_nothing(
    kind: GameKind, way: int
) -> None:
    refused = tasks = 0
    column = next(pile for pile in kind.engine.piles if pile.role is Role.COLUMN)
    for session in played_through(course_of(kind).begin(), way):
        tasks += 1
        course = session.course
        before, task = session.state, course.task
        asked = course.moves_asked(before)
        wrong = [move for move in choices(session.rules, before) if move not in asked]
        for move in wrong:
            assert session.do(move) == Refusal(NOT_ASKED)
        illegal = session.do(Move.carry(column, column))
        assert isinstance(illegal, Refusal) and illegal.key in ("same-pile", "empty-source")
        if not course.is_asked(SAFE):
            assert session.send_safe_home() == Refusal(NOT_ASKED)
        if not course.is_asked(UNDO):
            assert not session.undo_action() and not session.undo_step()
        assert not session.redo_action() and not session.redo_step()
        assert session.restart() == Refusal(NOT_ASKED) and not session.go(session.here)
        for pile in session.rules.piles:
            session.to_cells(pile, 9)
        for needless in (session.save, session.count_hint, session.count_solution):
            needless()
        assert (session.state, course.task) == (before, task)
        refused += len(wrong)
    assert refused > 10 and tasks >= 12


def test_the_first_deals_after_a_lesson_are_very_easy() -> None:
    for kind in KINDS:
        for number in LESSONS[kind.lesson or ""].deals:
            graded = graded_at_once(numbered(kind.game, number))
            assert graded is not None and graded.grade == 1, number


def test_several_tasks_may_be_done_by_one_action() -> None:
    session = course_of(KINDS[0]).begin()
    moves = [parse_move(token, KINDS[0].notation) for token in ("43", "63")]
    assert not isinstance(session.do(*moves), Refusal)
    assert session.course.task is None
