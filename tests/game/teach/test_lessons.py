"""The lessons as data, and the desk that does only what they ask for."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NoReturn, cast

import pytest

from game.core.cards import Card, Suit
from game.core.moves import Move, Refusal, Verb
from game.core.state import FOUNDATIONS, Role
from game.player.exercise_desks import NOT_ASKED, PracticeDesk
from game.player.settings import Settings
from game.player.storage import Storage
from game.record.entries import Record
from game.rules.choices import targets
from game.rules.notation import parse_move
from game.rules.registry import GameKind, games, kinds_of, numbered
from game.teach.difficulty import Grade, graded_at_once
from game.teach.lessons import HINT, LESSONS, NO_MOVES, SAFE, UNDO, Course, lay
from tests.seed import run_seed

KINDS = [kinds_of(game)[0] for game in games()]
each_game = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.game)


class Untouched:
    """A storage that nobody may ask for anything."""

    def __getattr__(self, name: str) -> NoReturn:
        raise AssertionError(f"a lesson asks the storage: {name}")


def pupil(kind: GameKind) -> PracticeDesk:
    course = Course(kind, LESSONS[kind.lesson or ""])
    return PracticeDesk(cast(Storage, Untouched()), Settings(), Record(), course)


def do_task(desk: PracticeDesk, way: int = -1) -> None:
    """Do what is asked for, by the way of that number."""
    course, state = desk.course, desk.session.state
    if course.asks(UNDO):
        assert desk.undo_action()
    elif course.asks(HINT):
        course.tick_off()
    elif course.asks(SAFE):
        assert not isinstance(desk.safe_cards(), Refusal)
    else:
        assert not isinstance(desk.do(course.ways(state)[way]), Refusal)


def walk(desk: PracticeDesk, way: int = -1) -> Iterator[PracticeDesk]:
    """Play the lesson through; yield before each task."""
    for number in range(len(desk.course.lesson.steps)):
        if number:
            desk.next_step()
        for _ in desk.course.step.tasks:
            yield desk
            do_task(desk, way)
    assert desk.course.over


def possible(desk: PracticeDesk) -> list[Move]:
    """Return all moves that the rules allow, whatever the lesson asks for."""
    rules, state = desk.session.rules, desk.session.state
    found = [Move(verb) for verb in (Verb.DEAL, Verb.TURN)]
    for pile in rules.piles:
        for count in rules.counts(state, pile):
            found += [Move.carry(pile, to, count) for to in targets(rules, state, pile, count)]
    answers = [rules.resolve(state, move) for move in found]
    return [move for move in answers if not isinstance(move, Refusal)]


def test_each_game_has_a_lesson_of_six_steps() -> None:
    assert [len(LESSONS[kind.lesson or ""].steps) for kind in KINDS] == [6, 6]


@each_game
def test_each_position_is_one_of_a_game(kind: GameKind) -> None:
    """No card lies twice, and what is home lies there in order."""
    for step in LESSONS[kind.lesson or ""].steps:
        state = lay(kind, step).state
        cards = [card for pile in state.piles.values() for card in pile]
        assert len(cards) == len(set(cards)) and len(cards) <= 30
        begun = [state[pile][0].rank for pile in FOUNDATIONS if state[pile]]
        for pile in FOUNDATIONS:
            wanted = [Card(begun[0] + up, Suit(pile.number)) for up in range(len(state[pile]))]
            assert list(state[pile]) == wanted
        assert len(state[FOUNDATIONS[0]]) < 13 and all(
            len(state[pile]) <= 1 for pile in kind.engine.piles if pile.role is Role.CELL
        )


@each_game
def test_each_token_is_a_move_of_the_game(kind: GameKind) -> None:
    for step in LESSONS[kind.lesson or ""].steps:
        for task in step.tasks:
            for token in task.todo.split():
                assert token in NO_MOVES or parse_move(token, kind.notation)


@each_game
@pytest.mark.parametrize("way", [0, -1])
def test_a_lesson_is_played_through(kind: GameKind, way: int) -> None:
    """Whichever of the right moves is made."""
    assert sum(1 for _ in walk(pupil(kind), way)) >= 12


@each_game
def test_whatever_else_is_allowed_is_refused_and_changes_nothing(kind: GameKind) -> None:
    refused = 0
    for desk in walk(pupil(kind)):
        session, course = desk.session, desk.course
        before, task = session.state, course.task
        wrong = [move for move in possible(desk) if move not in course.ways(before)]
        for move in wrong:
            assert desk.do(move) == Refusal(NOT_ASKED)
        if not course.asks(SAFE):
            assert desk.safe_cards() == Refusal(NOT_ASKED)
        if not course.asks(UNDO):
            assert not desk.undo_action() and not desk.undo_step()
        assert not desk.redo_action() and not desk.redo_step()
        assert desk.restart() == Refusal(NOT_ASKED) and not desk.go(desk.session.here)
        assert (session.state, course.task) == (before, task) and desk.session is session
        refused += len(wrong)
    assert refused > 10


@each_game
def test_what_the_rules_forbid_is_refused_by_their_reason(kind: GameKind) -> None:
    desk = pupil(kind)
    columns = [pile for pile in desk.session.rules.piles if pile.role is Role.COLUMN]
    found = desk.do(Move.carry(columns[0], columns[0]))
    assert isinstance(found, Refusal) and found.key == "same-pile"


@each_game
def test_a_game_at_random_never_leaves_the_lesson(kind: GameKind) -> None:
    """Whatever is tried between the tasks, each can still be done, and nothing is kept."""
    chance = random.Random(f"{run_seed()} {kind.game}")
    for desk in walk(pupil(kind)):
        session, piles = desk.session, list(desk.session.rules.piles)
        right = desk.course.ways(session.state)
        for _ in range(20):
            source, target = chance.choice(piles), chance.choice(piles)
            move = Move.carry(source, target, chance.choice((None, 1, 2, 3)))
            if session.rules.resolve(session.state, move) not in right:
                assert isinstance(desk.do(move), Refusal)
            desk.to_cells(source, 9)
            desk.take(session)
            desk.lay(session)
            desk.save()
            desk.hint_given()
            desk.solution_told()


def test_the_deals_to_begin_with_are_very_easy() -> None:
    for kind in KINDS:
        for number in LESSONS[kind.lesson or ""].deals:
            graded = graded_at_once(numbered(kind.game, number))
            assert graded is not None and graded.grade is Grade.VERY_EASY, number


def test_several_tasks_may_be_done_by_one_action() -> None:
    """As a run of cards goes into cells."""
    kind = KINDS[0]
    desk = pupil(kind)
    moves = [parse_move(token, kind.notation) for token in ("43", "63")]
    assert not isinstance(desk.do(*moves), Refusal)
    assert desk.course.task is None
