"""The order in which a review has all found out that it tells."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest

from game.rules.registry import VIERFREI, Deal
from game.solver.answer import GLANCE
from scenes.review.walks import LineWalk
from scenes.table.context import NewDeal
from tests.game.reading import parse_move
from tests.scenes.oracle import Oracle
from tests.scenes.reviewing import LOSING, OPEN, WON, judged, oracle, weigh
from tests.scenes.stage import WON_10913, Stage, Start


def test_the_moves_of_the_position_looked_at_are_judged_first(on: Stage) -> None:
    solver = oracle(on)
    on.type(LOSING)
    on.key("F7")
    positions = on.review.review.positions
    on.wait(0.02)
    assert solver.weighed == [positions[4]]
    on.keys("left", "left")
    on.wait(0.02)
    assert solver.weighed == [positions[2]]
    weigh(on, 2, 4)
    on.wait(0.02)
    assert on.review.telling.margins[2].kept == 4
    judged(on, "wwwll")
    on.wait(0.1)
    # Of a lost position no move wins; the others come in the order in which the story needs them.
    assert solver.weighed == [positions[0], positions[1]]


def test_whoever_walks_on_changes_the_order(stage: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Oracle, "looking_ahead", property(lambda solver: bool(solver.weighed)))
    on = stage()
    solver = oracle(on)
    on.type(LOSING)
    on.key("F7")
    positions = on.review.review.positions
    on.wait(0.1)
    assert solver.weighed == [positions[4]] and not solver.asked, "this is waited for"
    on.key("end")
    weigh(on, 4, 0)
    on.wait(0.02)
    solver.weighed.clear()
    judged(on, "wwwll")
    on.wait(0.02)
    # Where the game was lost the story wants to know first, then how it began.
    assert solver.weighed == [positions[2], positions[0], positions[1]]
    on.keys("home", "right")
    on.wait(0.02)
    assert solver.weighed == [positions[1]]
    weigh(on, 1, 2)
    on.wait(0.02)
    solver.weighed.clear()
    on.wait(0.02)
    assert solver.weighed == [positions[2], positions[0]], "then it goes on with the others"


def test_a_verdict_comes_with_the_moves(on: Stage) -> None:
    oracle(on)
    on.type(LOSING)
    on.key("F7")
    on.keys("left", "left")
    weigh(on, 2, 4)
    on.wait(0.04)
    assert on.review.review.verdicts[:3] == [WON] * 3, "and what was before it could be won too"


def test_what_a_short_look_leaves_open_is_searched_for_longer(on: Stage) -> None:
    solver = oracle(on)
    on.type(LOSING)
    on.key("F7")
    weigh(on, 4, 0, undecided=1)
    solver.margins = {key: replace(m, verdict=OPEN) for key, m in solver.margins.items()}
    on.wait(0.1)
    assert on.review.review.verdicts[4] is None and solver.wished == on.review.state


def test_a_longer_look_is_taken_in_while_others_still_wait_for_theirs(lost: Stage) -> None:
    solver, review = oracle(lost), lost.review
    review.study.ask_again()
    lost.wait(0.02)
    assert solver.weighed == [review.review.positions[at] for at in (2, 0, 1)]
    solver.weighing = True
    for at in (2, 0, 1):
        glance = replace(weigh(lost, at, 2, undecided=1), seconds=GLANCE)
        solver.tell_margin(review.deal, review.review.positions[at], glance)
    lost.wait(0.02)
    margins = review.telling.margins
    assert [margins[at].undecided for at in (2, 0, 1)] == [1, 1, 1]
    weigh(lost, 2, 3)
    lost.wait(0.02)
    assert [margins[at].undecided for at in (2, 0, 1)] == [0, 1, 1]


def test_where_no_answer_comes_the_study_ends(lost: Stage) -> None:
    lost.wait(0.2)
    assert lost.review.study.done and lost.review.next_change > 1
    weigh(lost, 1, 2)
    lost.wait(0.5)
    assert 1 in lost.review.telling.margins, "what is answered late is taken in"


def test_a_real_game_is_told_by_the_solver(stage: Start) -> None:
    """The end of a published solution, dealt as a board of its own."""
    tokens = WON_10913.split()
    on = stage(deal=10913, size=(1280, 800))
    on.play(" ".join(tokens[:40]))
    on.table.do(NewDeal(Deal(VIERFREI, board=on.state)))
    on.play(" ".join(tokens[40:50]))
    on.key("F7")
    until = time.monotonic() + 60
    while not on.review.study.done and time.monotonic() < until:
        on.app.advance(0.02)
        time.sleep(0.005)
    on.wait(0.5)
    margins = on.review.telling.margins
    assert on.review.study.done and set(margins) == set(range(11))
    assert all(margin.kept for margin in margins.values()), "each was on a line that wins"
    first = margins[0]
    opening = f"At the start, all {len(first)} moves were winning."
    assert first.kept == len(first) and opening in [one.text for one in on.review.frame.story]
    on.kit.solver.close()


def test_the_study_goes_on_while_a_line_longer_than_the_game_is_walked_along(on: Stage) -> None:
    solver = oracle(on)
    on.type("1a")
    on.key("F7")
    judged(on, "wl")
    line = [parse_move(token, "vierfrei") for token in ["58", "5c", "6d"]]
    on.review.take(LineWalk(on.review.game, 0, line, on.review.review), 0)
    on.review.go(3)
    solver.weighed.clear()
    on.review.study.ask_again()
    on.wait(0.02)
    assert solver.weighed == [on.review.review.positions[0]]
