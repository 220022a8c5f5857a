"""Tests of lessons, and of puzzles from lost games."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.core.cards import Card, Suit
from game.core.moves import Move, Refusal
from game.core.state import CELLS, FOUNDATIONS, Role
from game.play.game_text import to_text
from game.rules.choices import choices
from game.rules.notation import parse_move
from game.rules.registry import GameKind, games, kinds_of, numbered
from game.store.log import LOG
from game.store.store import PlayerStore
from game.teach.difficulty import graded_at_once
from game.teach.lessons import HINT, LESSONS, NOT_ASKED, SAFE, UNDO, Course, LessonSession
from game.teach.puzzles import Puzzle, best_first, lost_moments, shipped_puzzles
from tests.game.conftest import Cli
from tests.game.reading import play, played
from tests.game.table import LOSING
from tests.game.table import LOST_DEAL as DEAL
from tests.seed import chance
from tools.make_puzzles import COUNT, LEVELS, proven, row_of

KINDS = [kinds_of(game)[0] for game in games() if kinds_of(game)[0].lesson is not None]
each_game = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.game)


def course_of(kind: GameKind) -> Course:
    return Course(kind, LESSONS[kind.lesson or ""])


def do_task(session: LessonSession, way: int) -> None:
    """Complete the current task; if several moves would do, make the one at index ``way``."""
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
    """Play through the lesson, and yield the session before each task."""
    course = session.course
    for number in range(len(course.lesson.steps)):
        if number:
            session = course.go_on()
        for _ in course.step.tasks:
            yield session
            do_task(session, way)
    assert course.is_over


def test_very_easy_deals_follow_a_lesson() -> None:
    for kind in KINDS:
        for number in LESSONS[kind.lesson or ""].deals:
            graded = graded_at_once(numbered(kind.game, number))
            assert graded is not None and graded.grade == 1, number


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


def test_several_tasks_may_be_done_by_one_action() -> None:
    session = course_of(KINDS[0]).begin()
    moves = [parse_move(token, KINDS[0].notation) for token in ("43", "63")]
    assert not isinstance(session.do(*moves), Refusal)
    assert session.course.task is None


# -- puzzles ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def lost() -> Puzzle:
    (found,) = lost_moments(DEAL, played(DEAL, LOSING).actions)
    return found


class TestLostMoments:
    def test_a_puzzle_is_the_position_before_the_losing_move(self, lost: Puzzle) -> None:
        assert (lost.before, lost.lost_by) == (("1a", "2b"), "3c")
        assert (lost.kept, lost.of) == (10, 11) and lost.depth > 20
        assert lost.state() == played(DEAL, "1a 2b").state
        assert proven(lost)
        for wrong in ({"kept": 9}, {"lost_by": "4c"}):
            assert not proven(lost._replace(**wrong))

    def test_each_restart_may_have_a_puzzle_of_its_own(self) -> None:
        game = played(DEAL, LOSING)
        for again in ("4a 5b", LOSING):
            game.restart()
            play(game, again)
        found = list(lost_moments(DEAL, game.actions))
        assert [puzzle.before for puzzle in found] == [("1a", "2b")] * 2
        assert len(best_first(found)) == 1, "the same position once"

    def test_there_is_no_puzzle_where_nothing_was_lost_or_cards_are_hidden(self) -> None:
        assert not list(lost_moments(DEAL, played(DEAL, "1a 2b").actions))
        hidden = numbered("canfield", 3)
        assert not list(lost_moments(hidden, played(hidden, "d").actions))

    def test_puzzles_with_few_winning_moves_come_first(self, lost: Puzzle) -> None:
        narrow = Puzzle(DEAL, ("1a",), "2b", 1, 10, 30)
        assert best_first([lost, narrow]) == [narrow, lost]
        assert narrow.difficulty > lost.difficulty and narrow.level == 5


class TestTheFirstSet:
    def test_it_has_as_many_puzzles_of_each_level(self) -> None:
        found = shipped_puzzles()
        assert len(found) == COUNT == len({puzzle.deal.number for puzzle in found})
        levels = [puzzle.level for puzzle in found]
        assert levels == sorted(levels)
        assert all(levels.count(level) == COUNT // LEVELS for level in range(1, LEVELS + 1))

    def test_its_puzzles_can_be_proven(self) -> None:
        puzzle = chance("first set").choice(shipped_puzzles())
        assert proven(puzzle), puzzle.deal

    def test_a_puzzle_is_read_as_it_was_written(self, lost: Puzzle, shipped: Path) -> None:
        (shipped / "puzzles.json").write_text(json.dumps({"puzzles": [row_of(lost)]}), "utf-8")
        assert shipped_puzzles() == (lost,)


class TestCommand:
    def test_it_finds_the_puzzles_of_kept_and_copied_games_and_lists_the_first_set(
        self, cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("VIERFELD_HOME", str(tmp_path))
        assert cli("puzzles", "--json") == (1, "", "")
        game = played(DEAL, LOSING)
        (tmp_path / LOG).write_text("broken\n", "utf-8")
        store = PlayerStore(tmp_path)
        store.ended(game)
        store.close()
        done = cli("puzzles", "--json")
        (found,) = map(json.loads, done.out.splitlines())
        assert done.status == 0 and found["before"] == ["1a", "2b"] and found["lost_by"] == "3c"
        assert (found["deal"], found["kept"], found["of"]) == (21, 10, 11)
        cells = [str(game.state[cell][0]) for cell in CELLS[:2]]
        assert found["piles"]["cells"][:2] == cells
        done = cli("puzzles", "-", stdin=to_text(game))
        assert done.out.startswith("1. vierfrei 21, after 2 moves: 10 of 11 moves win, ")
        assert len(cli("puzzles", "--first", "--json").out.splitlines()) == COUNT
