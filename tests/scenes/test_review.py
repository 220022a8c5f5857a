"""Tests of the review: its findings, its sentences, and playing on from it."""

from __future__ import annotations

import time
from dataclasses import replace

import pygame
import pytest
from pygame import Rect

from game.core.state import WASTE, State
from game.play.history import action_text
from game.rules.canfield import RULE_SETS
from game.rules.registry import VIERFREI, Deal
from game.words.names import account_text
from scenes.board import painter
from scenes.review.walks import LineWalk
from tests.game.reading import parse_move
from tests.game.trees import undone
from tests.scenes.reviewing import (
    LOSING,
    LOST,
    OPEN,
    WON,
    judged,
    just_opened,
    lights,
    matches,
    weigh,
)
from tests.scenes.stage import WON_10913, Stage, Start
from tests.scenes.test_chances import shown

UNKNOWN_MOVE = "It's unknown which move lost this game."


def test_verdicts_arrive_one_by_one_then_the_result(stage: Start) -> None:
    on = just_opened(stage)
    solver = on.oracle
    assert lights(on) == "....." and not solver.asked
    assert on.lines[-1] == "Move 4 of 4: 4 of hearts to the last free cell. thinking …"
    assert any("Enter plays on" in line for line in on.lines)
    on.wait(1)
    assert solver.asked == [on.review.game.positions[4]], "the end is asked about first"
    assert on.review.walk.result(4).startswith("Finding where")
    assert on.review.seconds_until_change == 0
    on.key("escape")
    assert solver.wished is None, "nobody waits for it any more"
    on.key("F7")
    on.wait(0.04)
    solver.answer(LOST)
    on.wait(0.04)
    assert lights(on) == "....l" and "lost" in on.lines
    judged(on, "wwwll")
    asked = len(solver.asked)
    on.wait(1)
    assert lights(on) == "wwwll" and len(solver.asked) == asked <= 5
    assert on.review.seconds_until_change > 1
    result = "Move 3 lost the game (king of clubs to cell c)"
    assert on.lines[-2:] == [result, "Move 2 of 4: king of spades to cell b. can be won"]
    assert on.lines.count(result) == 1
    on.keys("right", "home")
    assert on.lines[-2] == "Move 3 of 4: king of clubs to cell c. lost"
    assert on.lines[-1] == "Before the first move. can be won"


@pytest.mark.parametrize(
    ("verdicts", "place", "result", "sought"),
    [
        ("wwwww", 4, "This game can still be won.", "This game was not lost."),
        ("lllll", 4, "This deal can't be won.", "This deal can't be won."),
        ("wwwll", 2, "Move 3 lost the game (king of clubs to cell c)", None),
        ("wwwwl", 3, "Move 4 lost the game (4 of hearts to the last free cell)", None),
        ("ww??l", 4, "Lost, but it's unknown by which move.", UNKNOWN_MOVE),
        ("?????", 4, "It's unknown whether this can be won.", UNKNOWN_MOVE),
        ("ww???", 4, "It's unknown whether this can be won.", UNKNOWN_MOVE),
    ],
)
def test_result_and_place_are_the_losing_move_if_known_else_the_end(
    stage: Start, verdicts: str, place: int, result: str, sought: str | None
) -> None:
    """``sought`` is the message after pressing T. It is None if the losing move is known."""
    on = just_opened(stage)
    judged(on, verdicts)
    on.wait(0.5)
    assert lights(on) == verdicts and on.review.at == place
    assert on.review.walk.result(4) == result and on.lines.count(result) == 1
    on.app.paint()
    if sought:
        on.key("t")
        assert on.plings == 1 and on.review.message.text == sought
    on.key("end")
    on.wait(1)
    assert on.review.at == 4, "it goes to the losing move only once"


def test_after_a_restart_each_game_has_its_own_numbers_result_and_story(lost_game: Stage) -> None:
    on = lost_game
    on.keys("F3", "5", "8", "F7")
    judged(on, "wwwllww")
    walk, frame = on.review.walk, on.review.frame
    assert lights(on) == "wwwllww"
    assert walk.position(6) == "Move 1 of 1: jack of clubs to column 8"
    assert walk.position(5) == "Restarted: before the first move"
    for at, result, outcome in (
        (6, "This game can still be won.", "After 1 move: 0 of 52 cards home."),
        (4, "Move 3 lost the game (king of clubs to cell c)", "After 4 moves: 0 of 52 cards home."),
    ):
        on.review.go(at)
        assert walk.result(at) == result and frame._loss.enabled is (at == 4)
        assert frame.story_view.facts[0].words == outcome


@pytest.mark.parametrize("rules", RULE_SETS)
def test_canfield_reviews_know_hidden_cards_and_the_balance(stage: Start, rules: str) -> None:
    on = stage(game="canfield", deal=42, rules=rules)
    paid = rules == "casino"
    on.type("ip" if paid else "")
    on.keys("space", "space", "F7")
    said = "The review knows every card, hidden ones too."
    assert not on.review.message.text, "it is part of the story already"
    assert on.review.frame.story_view.rows[-1].fact.words == said
    assert any(said in line for line in on.lines)
    review = on.review
    for at in range(len(review.game.positions)):
        review.go(at)
        assert matches(on) and len(review.frame.moved) == (review.at > (2 if paid else 0))
        told = account_text(review.deal.account(review.state), review.deal.kind.payment)
        assert told and told in review.spoken
        on.app.paint()
    on.key("home")
    judged(on, "wwwwl"[-len(review.game.positions) :])
    on.keys("end", "t" if paid else "shift+t")
    assert review.at == len(review.game.positions) - 2 and matches(on), "it sets no puzzle"
    assert review.message.text.startswith("Enter plays on from here")


def test_the_frame_of_a_move_spares_the_number_of_cards(
    stage: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    on = stage(game="canfield", deal=11982, size=(1000, 700))
    on.keys("space", "space", "space", "F7")
    labels = list[Rect]()
    with monkeypatch.context() as patch:
        patch.setattr(painter, "pill", lambda target, theme, rect: labels.append(rect))
        on.review.painter.paint_count(on.window.surface, WASTE, len(on.review.state[WASTE]))
    ground = labels[0].inflate(-12, -6)
    assert any(ground.colliderect(frame) for frame in on.review.frame.moved)
    framed = on.picture(ground)
    on.review.frame.moved = ()
    on.review.invalidate()
    assert on.picture(ground) == framed


def test_enter_plays_on_from_the_position_shown(lost_game: Stage) -> None:
    on = lost_game
    on.keys("F7", "return")
    assert on.actions == LOSING.split() and not on.message, "at the end it resumes"
    on.keys("F7", "left", "left", "return")
    assert on.saved("vierfrei")["actions"] == on.actions == ["1a", "2b"]
    assert undone(on.session) == ["4d", "3c"]
    assert "2 moves" in on.status and "become a branch" in on.message
    on.check()
    on.key("backspace")
    on.key("F7")
    judged(on, "wwwll")
    on.wait(0.5)
    review = on.review
    assert (review.at, review.game.here, lights(on)) == (1, 1, "wwwll"), "not the losing move"
    on.key("end")
    assert review.walk.position(4).endswith("(undone)")
    on.key("escape")
    assert on.actions == ["1a"] and undone(on.session) == ["4d", "3c", "2b"]
    on.keys("F7", "right", "return")
    assert on.actions == ["1a", "2b"] and undone(on.session) == ["4d", "3c"], (
        "Enter redoes up to it"
    )
    on.type("58")
    on.key("z", pygame.KMOD_LCTRL)
    assert [action_text(one.action) for one in on.session.here.children] == ["3c", "58"]
    assert undone(on.session) == ["58"], "the branch that was left last"
    on.keys("ctrl+y", "F3")
    on.type("5a")
    on.keys("F7", "left", "return")
    assert on.state == on.session.layout and undone(on.session) == ["5a"]
    on.keys("F7", "left", "return")
    assert on.actions == ["1a", "2b", "58"] and undone(on.session) == ["5a", "restart"]
    on.keys("F7", "home", "return")
    assert not on.actions
    on.check()


def test_a_stopped_game_played_on_is_recorded_once(casino: Stage) -> None:
    on = casino
    on.type("ipx")
    on.push("Review (F7)")
    on.keys("return", "F4")
    assert on.plings == 2 and "is over here" in on.review.message.text
    judged(on, "wwwl")
    walk = on.review.walk
    assert walk.result(3) == "Move 3 lost the game (game stopped)"
    on.keys("left", "return")
    assert (walk.position(2), walk.account(2)) == ("Move 2 of 3: whole game paid", "−$47")
    assert on.actions == ["i", "p"] and not on.session.ended and on.session.account == -47
    on.type("x")
    on.key("F1")
    assert len(on.saved("record")["games"]) == 1


@pytest.mark.parametrize("way", ["left", "One move back", "wheel", "click"])
def test_it_stays_where_a_player_has_gone(stage: Start, way: str) -> None:
    on = just_opened(stage)
    on.wait(0.1)
    if way == "wheel":
        on.wheel(1)
    else:
        on.push(way) if " " in way else on.do(way)
    at = on.review.at
    judged(on, "wwwll")
    on.wait(1)
    assert on.review.at == at == (4 if way == "click" else 3)


@pytest.mark.parametrize("at", [0, 2, 4])
def test_t_finds_the_losing_move_and_sets_it_as_a_puzzle(stage: Start, at: int) -> None:
    on = just_opened(stage)
    on.keys("t", "home")
    judged(on, "wwwll")
    on.wait(0.5)
    assert on.review.at == 0 and not on.review.message.text, "another key cancels the search"
    on.key("escape")
    on.table.new_deal(on.session.deal)
    on.type(LOSING)
    on.key("F7")
    on.review.go(at)
    on.key("t")
    assert on.review.message.text == "Lost. Looking for the last winnable position …"
    judged(on, "wwwll")
    on.oracle.weighing = True
    on.wait(0.1)
    assert on.review.at == 2
    margin = weigh(on, 2, 4)
    on.wait(0.2)
    assert shown(on).puzzle.lost_by == "3c"
    on.key("escape")
    on.wait(0.5)
    assert on.review.at == 2 and matches(on)
    on.review.go(1)
    on.oracle.tell(on.review.deal, on.review.state, WON, margin.line)
    on.keys("F5", "t")
    on.wait(0.2)
    assert shown(on).puzzle.lost_by == "3c", "from the best line too"


def test_the_moves_of_the_position_shown_are_judged_first(stage: Start) -> None:
    on = just_opened(stage)
    solver, positions = on.oracle, on.review.game.positions
    weigh(on, 4, 0, undecided=1)
    solver.margins = {key: replace(m, verdict=OPEN) for key, m in solver.margins.items()}
    on.wait(0.1)
    assert on.review.game.review.verdicts[4] is None and solver.wished == on.review.state
    on.keys("left", "left")
    on.wait(0.02)
    assert solver.weighed == [positions[2]]
    weigh(on, 2, 4)
    on.wait(0.04)
    assert on.review.game.margins[2].winning_count == 4
    assert on.review.game.review.verdicts[:3] == [WON] * 3, "what led there could be won too"
    judged(on, "wwwll")
    on.wait(0.1)
    assert solver.weighed == [positions[0], positions[1]], "lost positions aren't weighed"
    on.keys("home", "right")
    on.wait(0.02)
    assert solver.weighed[0] == positions[1]
    weigh(on, 1, 2)
    on.wait(0.04)
    assert solver.weighed == [positions[0]], "then it goes on with the others"


def test_what_was_asked_in_vain_is_not_asked_again_but_a_late_answer_counts(
    lost_review: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    on, solver, asked = lost_review, lost_review.oracle, list[int]()
    on.review.analysis.ask_again()
    on.wait(0.02)
    losing_first = [on.review.game.positions[at] for at in (2, 0, 1)]
    assert solver.weighed == losing_first

    def ask(deal: Deal, states: list[State]) -> None:
        solver.weighing = True
        asked.append(len(states))

    monkeypatch.setattr(solver, "weigh", ask)
    on.review.analysis.ask_again()
    for done in (False, True):
        on.wait(0.1)
        assert asked == [3] and on.review.analysis.done is done
        solver.weighing = False
    assert on.review.seconds_until_change > 1
    weigh(on, 1, 2)
    on.wait(0.5)
    assert 1 in on.review.game.margins


def test_the_real_solver_judges_every_move_of_a_won_game(stage: Start) -> None:
    """The game consists of ten moves from a published solution, so every position is winnable."""
    tokens = WON_10913.split()
    on = stage(deal=10913, size=(1280, 800), real_solver=True)
    on.play(" ".join(tokens[:40]))
    on.table.new_deal(Deal(VIERFREI, board=on.state))
    on.play(" ".join(tokens[40:50]))
    on.key("F7")
    game, until = on.review.game, time.monotonic() + 60
    while not on.review.analysis.done and time.monotonic() < until:
        on.app.advance(0.02)
        time.sleep(0.005)
    assert set(game.margins) == set(range(11))
    assert all(one.winning_count for one in game.margins.values()), "each was on a line that wins"
    opening = f"At the start, all {len(game.margins[0])} moves were winning."
    assert opening in [one.words for one in on.review.frame.story_view.facts]
    on.kit.solver.close()


def test_the_analysis_goes_on_along_a_line_longer_than_the_game(on: Stage) -> None:
    solver = on.oracle
    on.type("1a")
    on.key("F7")
    judged(on, "wl")
    line = [parse_move(token, "vierfrei") for token in ["58", "5c", "6d"]]
    on.review.take(LineWalk(on.review.game, 0, line), 0)
    on.review.go(3)
    solver.weighed.clear()
    on.review.analysis.ask_again()
    on.wait(0.02)
    assert solver.weighed == [on.review.game.positions[0]]
