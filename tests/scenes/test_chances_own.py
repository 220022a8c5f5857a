"""Second chances of the player's own games: on the page, and from the review."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from datetime import datetime
from functools import partial

import pytest
from pygame import Rect

from game.play.session import Session
from game.play.sharing import to_text
from game.rules.notation import parse_move
from game.rules.registry import VIERFREI, numbered
from game.teach.puzzles import Looking, Puzzle, first_set
from scenes.kit.commands import Command
from scenes.style.theme import NORMAL, unit
from tests.scenes.fitting import SIZES, overlapping, seen_whole
from tests.scenes.oracle import Oracle
from tests.scenes.reviewing import judged, matches, reviewed, weigh
from tests.scenes.stage import Stage, Start
from tests.scenes.trying import boards, kept, oracle, play, shown


@pytest.fixture
def on(stage: Start) -> Iterator[Stage]:
    """A game in hand after one move, and a solver that answers by request."""
    found = stage()
    found.type("58")
    found.kit.solver = Oracle()
    yield found


LOSING = "1a 2b 3c 4d"
"""Deal 21 until all cells are full; the third move loses it."""


def lost_games(on: Stage, *deals: int) -> None:
    """Play these deals a little, and give each up."""
    for deal in deals:
        on.app.director.play_again(numbered(VIERFREI, deal))
        on.type(LOSING)
    on.app.director.play_again(numbered(VIERFREI, 617))


def found(on: Stage, deal: int, kept: int, of: int = 11) -> Puzzle:
    """Answer the job under way with a puzzle."""
    puzzle = Puzzle(numbered(VIERFREI, deal), ("1a", "2b"), "3c", kept, of, 30)
    oracle(on).bring((puzzle,), last=True)
    on.wait(0.1)
    return puzzle


def words(on: Stage) -> str:
    return " ".join(line for item in on.page.items for line in item.spoken)


def test_lost_moments_of_own_games_come_first(on: Stage) -> None:
    """The newest day first, of a day the narrowest, each position once; games are looked through
    latest first, and each but once."""
    for day, deal in enumerate((21, 22, 21, 23), 1):
        on.kit.now = partial(datetime, 2026, 3, max(2, day), 12)
        on.app.director.desks.of(VIERFREI)._now = on.kit.now
        lost_games(on, deal)
    on.app.director.run(Command.CHANCES)
    on.wait(0.1)
    assert "From your own games Checking lost games: 1 of 5" in words(on)
    today, middle, narrow = found(on, 23, 9), found(on, 21, 5), found(on, 22, 3)
    assert "5 of 5" in words(on), "the other game of deal 21 is known"
    oracle(on).bring((), last=True)
    on.wait(0.1)
    assert "Looking" not in words(on) and len(boards(on)) == 43
    assert [(board.name, board.narrow) for board, _ in boards(on)[:3]] == [
        ("Vierfrei 23, today", "nine winning moves of eleven"),
        ("Vierfrei 21, yesterday", "five winning moves of eleven"),
        ("Vierfrei 22, 2 March", "three winning moves of eleven"),
    ]
    boards(on)[0][1].action()
    for puzzle in (today, middle, narrow, first_set()[0]):
        assert shown(on).puzzle == puzzle
        on.key("n")
    on.key("escape")
    assert len(boards(on)) == 43 and len(oracle(on).jobs) == 4


def test_of_one_day_the_narrowest_comes_first(on: Stage) -> None:
    lost_games(on, 21, 22, 23)
    on.app.director.run(Command.CHANCES)
    on.wait(0.1)
    for deal, wins in ((23, 5), (22, 9), (21, 2)):
        found(on, deal, wins)
    assert [board.puzzle.deal.number for board, _ in boards(on)[:3]] == [21, 23, 22]


def test_a_game_that_cannot_be_looked_through_is_passed_over(on: Stage) -> None:
    lost_games(on, 21)
    solver = oracle(on)
    on.app.director.run(Command.CHANCES)
    for _ in range(2):
        on.wait(0.1)
        solver._done.update(solver.jobs)
    on.wait(0.1)
    assert "Looking" not in words(on) and len(boards(on)) == 40


def test_the_solver_finds_a_lost_moment() -> None:
    game = Session(numbered(VIERFREI, 21))
    for token in LOSING.split():
        game.do(parse_move(token, game.deal.kind.notation))
    job = Looking(VIERFREI, None, to_text(game))
    (answer,) = job.run(lambda: False)
    assert [(one.before, one.lost_by) for one in answer] == [(("1a", "2b"), "3c")]
    assert pickle.loads(pickle.dumps((job, answer))) == (job, answer)
    assert not list(job.run(lambda: True)), "what was called off is not taken for an answer"


AGAIN = "Try again"


def test_a_losing_move_can_be_tried_again_from_the_review(stage: Start) -> None:
    on = reviewed(stage, size=(1280, 800))
    data, before = on.review.session.to_data(), kept(on)
    margin = weigh(on, 2, 4)
    on.wait(1)
    assert on.review.at == 4
    on.push(AGAIN)
    puzzle = shown(on).puzzle
    assert (puzzle.before, puzzle.lost_by) == (("1a", "2b"), "3c")
    assert (puzzle.kept, puzzle.of, puzzle.depth) == (4, len(margin), 1)
    assert on.state == puzzle.state() and "Next (N)" not in [
        one.label for one in on.table.strip.controls.items
    ]
    play(on, "3c")
    on.key("n")
    assert on.plings == 1, "there is no next one"
    on.key("escape")
    review = on.review
    assert on.app.director.review is review and review.at == 2 and matches(on)
    assert review.session.to_data() == data and kept(on) == before
    on.app.paint()
    on.key("escape")
    assert on.actions == ["1a", "2b", "3c", "4d"]


@pytest.mark.parametrize("at", range(5))
def test_the_key_does_the_same_from_every_position(lost: Stage, at: int) -> None:
    weigh(lost, 2, 4)
    lost.wait(1)
    lost.review.go(at)
    lost.key("t")
    assert shown(lost).puzzle.lost_by == "3c"
    lost.key("escape")
    assert lost.review.at == 2 and matches(lost)


def test_what_is_not_known_yet_is_not_said(lost: Stage) -> None:
    margin = weigh(lost, 2, 4, undecided=2)
    lost.wait(1)
    lost.review.to_the_loss()
    lost.key("t")
    assert f"At least 4 of {len(margin)} moves win." in lost.strip


def test_a_game_begun_again_is_tried_from_its_own_loss(stage: Start) -> None:
    on = stage()
    on.kit.solver = Oracle()
    on.type("58")
    on.key("F3")
    on.type("1a 2b 3c 4d")
    on.key("F7")
    judged(on, "wwwwwll")
    weigh(on, 4, 4)
    on.wait(1)
    on.review.go(4)
    begun: list[Puzzle] = []
    on.review.try_again(begun.append)
    (moment,) = begun
    assert (moment.before, moment.lost_by) == (("1a", "2b"), "3c")
    assert moment.state() == on.review.state


@pytest.mark.parametrize("size", SIZES)
def test_the_button_has_room(size: tuple[int, int], stage: Start) -> None:
    on = reviewed(stage, size=size)
    weigh(on, 2, 4)
    on.wait(1)
    on.review.to_the_loss()
    frame, scale = on.review.frame, unit(size, 1.0)
    assert not overlapping(frame.controls.items)
    for control in frame.controls.items:
        assert Rect((0, 0), size).contains(control.rect)
    (again,) = (one for one in frame.controls.items if one.label == AGAIN)
    assert seen_whole(again, on.kit.text, scale)
    room = frame.ways_out - frame._close.rect.right - round((3 * 8 + 20) * scale)
    told = on.kit.text.width(frame.position_texts()[-1], round(NORMAL * scale))
    assert told <= room, "what the bar tells of the position keeps its room"
    on.app.paint()
