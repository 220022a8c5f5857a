"""What could be known, in a review of a game with hidden cards."""

from __future__ import annotations

import pygame
import pytest
from pygame import Rect

from game.core.state import STOCK
from game.fair.advice import Advice, Candidate, Expected, Grounds
from game.fair.skill import Choice, Hindsight, Weighed
from scenes.review.timeline import MarkStrip
from scenes.style.theme import THEMES
from tests.game.reading import parse_move
from tests.scenes.reviewing import LOSING, judged, oracle
from tests.scenes.stage import SHIFT, Stage, Start


def plan(chance: float, behind: float = 0.0) -> Candidate:
    moves = (parse_move("d", "canfield"),)
    return Candidate(moves, Expected(chance, 9, 0, 0), 16, behind, 0.01)


BEST, NEXT = plan(0.4), plan(0.3, 0.1)
RIGHT = Weighed(Advice((BEST, NEXT), Grounds.BEST, 0, 16), Choice.BEST, BEST, NEXT)
RIGHT_WORDS = "Move {n}: right from the cards you'd seen (40% against 30%)"


@pytest.fixture
def played(stage: Start) -> Stage:
    """The review of three deals of the pack, all verdicts known: the last one lost the game.
    It shows the end."""
    on = stage(game="canfield", deal=42, size=(1280, 800))
    oracle(on)
    on.keys("space", "space", "space")
    on.key("F7")
    on.key("end")
    judged(on, "wwwl")
    on.wait(0.2)
    return on


def asked(on: Stage) -> list[int]:
    """How many cards of the stock lay hidden in each of the positions that were weighed."""
    solver = on.oracle
    return [job.knowledge.stock for job in solver.jobs if isinstance(job, Hindsight)]


def bring(on: Stage, found: Weighed = RIGHT) -> None:
    solver = on.oracle
    solver.bring(found, last=True)
    on.wait(0.1)


def told(on: Stage) -> list[str]:
    return [one.text for one in on.review.frame.story]


def test_the_move_looked_at_is_weighed_first_then_all_others(played: Stage) -> None:
    stocks = [len(state[STOCK]) for state in played.review.review.positions]
    assert asked(played) == [stocks[2]], "the position before the move that the bar names"
    bring(played)
    assert asked(played)[1:] == [stocks[3]]
    played.key("home")
    bring(played)
    assert asked(played)[2:] == [stocks[0]]
    assert not played.review.luck.done and played.review.next_change == 0
    for _ in range(2):
        bring(played)
    assert asked(played) == [stocks[at] for at in (2, 3, 0, 1)]
    assert played.review.luck.done


def test_a_move_is_told_with_its_luck(played: Stage) -> None:
    bring(played)
    words = RIGHT_WORDS.format(n=3) + ", but unlucky."
    assert words in told(played) and played.lines.count(words) == 1
    row = next(row for row in played.review.frame.board.rows if row.told.text == words)
    assert row.told in played.review.frame._about
    played.key("left")
    assert words not in told(played)
    played.key("right")
    assert played.lines[-1].endswith(words)


def test_the_mark_is_told_once_the_whole_game_is_weighed(played: Stage) -> None:
    for left in range(4):
        assert not any(text.startswith("Skill") for text in told(played)), left
        bring(played)
    mark = "Skill: no measurable mistake in 4 decisions with hidden cards."
    assert told(played)[-1] == mark
    quiet = played.review.frame.board.rows[-1].told.text
    assert quiet.endswith("the thin one only those you'd seen.")


def test_it_waits_for_what_is_true(canfield: Stage) -> None:
    solver = oracle(canfield)
    canfield.key("space")
    canfield.key("F7")
    # Between two questions of the study the solver has nothing to do.
    assert canfield.review.luck.tick(solver, 1, free=False) is None and not asked(canfield)
    canfield.wait(0.2)
    assert not asked(canfield)
    judged(canfield, "wl")
    canfield.wait(0.2)
    assert len(asked(canfield)) == 1


def test_where_nothing_is_hidden_nothing_is_weighed(on: Stage) -> None:
    solver = oracle(on)
    on.type(LOSING)
    on.key("F7")
    judged(on, "wwwll")
    on.wait(0.2)
    assert on.review.luck.done and not solver.jobs and not on.review.luck.legend


def test_without_a_solver_nothing_is_waited_for(canfield: Stage) -> None:
    oracle(canfield).there = False
    canfield.key("F7")
    judged(canfield, "?")
    canfield.wait(0.2)
    assert canfield.review.luck.done


@pytest.mark.parametrize("theme", THEMES)
def test_the_thin_curve_is_drawn_where_both_ends_are_known(theme: str) -> None:
    strip = MarkStrip(5, Rect(0, 60, 200, 20), 1.0, Rect(0, 0, 200, 60))
    colours, target = THEMES[theme], pygame.Surface((200, 80))
    target.fill(colours.bar)
    before = target.copy()
    strip.paint_chances(target, colours, {})
    assert pygame.image.tobytes(target, "RGB") == pygame.image.tobytes(before, "RGB")
    strip.paint_chances(target, colours, {0: 1.0, 1: 0.0, 3: 0.5})
    inked = [
        any(target.get_at((x, y)) != before.get_at((x, y)) for y in range(60)) for x in range(200)
    ]
    middles = [strip.middle(at) for at in range(5)]
    assert all(inked[middles[0] : middles[1]]) and not any(inked[middles[1] + 1 : middles[3] - 3])
    assert inked[middles[3]] and not inked[middles[4]]


def test_what_was_best_is_told_of_the_position_looked_at(played: Stage) -> None:
    review = played.review
    played.keys("left", "left")
    bring(played)
    played.key("F5", SHIFT)
    assert review.line.text == "Thinking …"
    assert asked(played)[-1] == len(review.state[STOCK]), "of this position, at once"
    bring(played)
    assert played.app.director.review is review and review.at == 1
    assert (
        review.line.text
        == played.lines[-1]
        == ("From the cards you've seen: deal from the stock, 40% chance of winning.")
    )
    assert [leg.move.text for leg in review.answers.way] == ["d"]
    played.key("right")
    assert not review.line.text and not review.answers.way


def test_where_nothing_is_hidden_that_is_said(on: Stage) -> None:
    oracle(on)
    on.type(LOSING)
    on.key("F7")
    on.key("F5", SHIFT)
    assert on.review.line.text == "No card is hidden here: the solution is all you need."
