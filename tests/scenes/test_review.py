"""What the review finds out and says of a game, and playing on from one of its positions."""

from __future__ import annotations

import pygame
import pytest
from pygame import Rect

from game.core.moves import Move, Verb
from game.core.state import WASTE
from game.play.history import action_text
from game.play.session import Session
from game.rules.canfield import RULE_SETS
from game.words.names import account_text
from scenes.board import painter
from scenes.table.context import Play
from tests.game.decks import easy_deck
from tests.game.reading import parse_move
from tests.loops import while_
from tests.scenes.conftest import Clipboard
from tests.scenes.oracle import Oracle
from tests.scenes.reviewing import (
    LOSING,
    LOST,
    OPEN,
    WON,
    judged,
    lights,
    matches,
    oracle,
    reviewed,
)
from tests.scenes.stage import SHIFT, WON_10913, Stage, Start


def test_verdicts_come_one_after_the_other(on: Stage) -> None:
    solver = oracle(on)
    on.type(LOSING)
    on.key("F7")
    assert lights(on) == "....." and not solver.asked
    on.wait(0.02)
    assert solver.wished == on.review.review.positions[4], "the end is asked about first"
    on.wait(1)
    assert len(solver.asked) == 1
    solver.answer(LOST)
    on.wait(0.04)
    assert lights(on) == "....l"
    judged(on, "wwwll")
    assert lights(on) == "wwwll"
    asked = len(solver.asked)
    on.wait(1)
    assert len(solver.asked) == asked <= 4
    assert on.lines[-2] == "Move 3 lost the game (king of clubs to cell c)"
    assert on.lines[-1] == "Move 2 of 4: king of spades to cell b. can be won"


def test_the_result_is_told_as_soon_as_it_is_certain(on: Stage) -> None:
    solver = oracle(on)
    on.type(LOSING)
    on.key("F7")
    on.wait(0.02)
    for _ in while_(lambda: on.review.painter.blurred):
        on.wait(0.02)
    assert on.review.frame.result_texts()[0].startswith("Finding where")
    assert on.review.next_change == 0
    solver.answer(OPEN)
    on.wait(0.1)
    solver.answer(WON)
    on.wait(0.1)
    solver.answer(LOST)
    on.wait(0.1)
    assert on.lines[-2] == "Move 3 lost the game (king of clubs to cell c)"
    assert on.lines.count(on.lines[-2]) == 1
    assert on.review.next_change > 1


def test_a_question_that_is_lost_is_asked_again(on: Stage) -> None:
    solver = oracle(on)
    on.type(LOSING)
    on.key("F7")
    on.wait(0.02)
    solver.cancel()
    on.wait(0.04)
    assert solver.wished is not None
    on.key("escape")
    assert solver.wished is None, "nobody waits for it any more"


def test_a_winning_line_tells_of_the_positions_on_it(stage: Start) -> None:
    on = stage(deal=10913)
    solver = oracle(on)
    tokens = WON_10913.split()
    on.play(" ".join(tokens[:30]))
    solver.tell(on.table.deal, on.state, OPEN)
    on.key("backspace")
    on.key("backspace", SHIFT)
    on.key("F7")
    on.wait(0.1)
    assert lights(on)[-1] == "?" and solver.wished == on.review.review.positions[15]
    solver.answer(WON, [parse_move(token, "vierfrei") for token in tokens[15:]])
    on.wait(0.04)
    assert lights(on) == "w" * 31 and len(solver.asked) == 1


@pytest.mark.parametrize(
    ("verdicts", "result"),
    [
        ("wwwww", "This game can still be won."),
        ("lllll", "This deal can't be won."),
        ("wwwll", "Move 3 lost the game (king of clubs to cell c)"),
        ("wwwwl", "Move 4 lost the game (4 of hearts to the last free cell)"),
        ("ww??l", "Lost, but it's unknown by which move."),
        ("?????", "It's unknown whether this can be won."),
        ("ww???", "It's unknown whether this can be won."),
    ],
)
def test_what_is_said_of_the_game(stage: Start, verdicts: str, result: str) -> None:
    on = reviewed(stage, verdicts)
    assert lights(on) == verdicts
    assert on.review.walk.result(on.review.at) == result
    assert on.lines.count(result) == 1
    on.app.paint()


def test_a_won_game_needs_no_solver(long: Stage) -> None:
    long.wait(0.1)
    solver = long.kit.solver
    assert isinstance(solver, Oracle) and not solver.asked
    assert set(lights(long)) == {"w"}
    assert long.review.walk.result(3) == "This game was won."


def test_each_position_is_announced(on: Stage) -> None:
    oracle(on)
    on.type(LOSING)
    before = len(on.lines)
    on.key("F7")
    assert on.lines[before:][-1] == "Move 4 of 4: 4 of hearts to the last free cell. thinking …"
    assert any("Enter plays on" in line for line in on.lines[before:])
    judged(on, "wwwll")
    assert "lost" in on.lines
    on.keys("end", "left")
    assert on.lines[-1] == "Move 3 of 4: king of clubs to cell c. lost"
    on.keys("left", "home")
    assert on.lines[-2] == "Move 2 of 4: king of spades to cell b. can be won"
    assert on.lines[-1] == "Before the first move. can be won"


def test_begun_again(on: Stage) -> None:
    """Each game is told of by itself, and its moves are counted by themselves."""
    oracle(on)
    on.type(LOSING)
    on.key("F3")
    on.type("58")
    on.key("F7")
    judged(on, "wwwllww")
    review = on.review
    assert lights(on) == "wwwllww"
    assert review.walk.result(6) == "This game can still be won."
    assert review.walk.position(6) == "Move 1 of 1: jack of clubs to column 8"
    assert review.walk.position(5) == "Restarted: before the first move"
    assert review.walk.result(4) == "Move 3 lost the game (king of clubs to cell c)"
    assert not review.frame._loss.enabled
    review.go(4)
    assert review.frame._loss.enabled


def test_undone_moves_are_part_of_it(on: Stage) -> None:
    oracle(on)
    on.type(LOSING)
    on.keys("backspace", "backspace")
    on.key("F7")
    judged(on, "wwwll")
    review = on.review
    assert (review.at, review.game.here, lights(on)) == (2, 2, "wwwll")
    on.keys("right", "right")
    assert review.walk.position(4).endswith("(undone)")
    on.key("escape")
    assert on.actions == ["1a", "2b"] and len(on.session.undone) == 2


@pytest.mark.parametrize("rules", RULE_SETS)
def test_canfield_says_what_it_knows_and_what_it_cost(stage: Start, rules: str) -> None:
    on = stage(game="canfield", deal=42, rules=rules)
    oracle(on)
    if rules == "casino":
        on.type("ip")
    on.keys("space", "space")
    on.key("F7")
    said = "The review knows every card, hidden ones too."
    assert not on.review.line.text, "it stands at the foot already"
    assert on.review.frame.tells_sight
    assert any(said in line for line in on.lines)
    assert said in on.review.frame.result_texts()[0]
    review = on.review
    for at in range(len(review.review.positions)):
        review.go(at)
        assert matches(on)
        amount = review.review.deal.account(review.state)
        assert amount is not None
        assert account_text(amount, rules != "aisleriot") in review.spoken
        on.app.paint()


def test_no_frame_strikes_out_how_many_cards_there_are(
    stage: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    on = stage(game="canfield", deal=11982, size=(1000, 700))
    on.keys("space", "space", "space")
    on.key("F7")
    review = on.review
    cards = len(review.state[WASTE])
    on.app.paint()
    labels: list[Rect] = []
    with monkeypatch.context() as patch:
        patch.setattr(painter, "pill", lambda target, theme, rect: labels.append(rect))
        review.painter.paint_count(on.window.surface.copy(), WASTE, cards)
    ground = labels[0].inflate(-12, -6)
    assert any(ground.colliderect(frame) for frame in review.frame.moved)
    framed = on.window.surface.subsurface(ground).copy()
    monkeypatch.setattr(review.frame, "moved", ())
    review.dirty = True
    on.app.paint()
    assert pygame.image.tobytes(framed, "RGB") == pygame.image.tobytes(
        on.window.surface.subsurface(ground), "RGB"
    )


def test_where_the_foot_has_no_room_a_line_says_what_it_knows(stage: Start) -> None:
    on = stage(game="canfield", deal=42, size=(480, 640))
    oracle(on)
    on.key("F7")
    assert not on.review.frame.tells_sight
    assert on.review.line.text == "The review knows every card, hidden ones too."


def test_a_won_position_is_called_won(stage: Start) -> None:
    on = stage(deal=10913)
    on.play(WON_10913)
    on.key("F7")
    assert on.review.walk.known(on.review.at) == "won"
    assert on.review.frame.position_texts()[0].endswith("– won")
    on.key("left")
    assert on.review.walk.known(on.review.at) != "won"


def test_casino_payments_in_words(casino: Stage) -> None:
    oracle(casino)
    casino.type("ipx")
    casino.key("F7")
    judged(casino, "wwwl")
    walk = casino.review.walk
    assert [walk.position(at) for at in range(4)] == [
        "Before the first move",
        "Move 1 of 3: inspection paid",
        "Move 2 of 3: whole game paid",
        "Move 3 of 3: game stopped",
    ]
    assert [walk.account(at) for at in range(4)] == ["−$13", "−$26", "−$47", "−$47"]
    assert walk.result(3) == "Move 3 lost the game (game stopped)"


def undone(on: Stage) -> list[str]:
    """What can be redone, in notation."""
    return list(map(action_text, on.session.undone))


def test_enter_plays_on_as_a_new_branch(lost: Stage) -> None:
    there = lost.review.review.positions[2]
    lost.keys("left", "left", "return")
    assert lost.app.director.table is not None and lost.state == there
    assert lost.actions == ["1a", "2b"] and undone(lost) == ["4d", "3c"]
    assert "2 moves" in lost.standing and "become a branch" in lost.line
    lost.check()
    assert lost.saved("vierfrei")["actions"] == lost.actions
    again = Session.from_data(lost.saved("vierfrei"))
    assert again.state == there and again.actions == lost.session.actions
    lost.type("58")
    assert lost.actions[-1] == "58" and "3 moves" in lost.standing
    lost.key("z", pygame.KMOD_LCTRL)
    assert [action_text(one.action) for one in lost.session.here.children] == ["3c", "58"]
    assert undone(lost) == ["58"], "the branch that was left last"


def test_enter_where_the_game_stands_changes_nothing(lost: Stage) -> None:
    lost.key("return")
    assert lost.app.director.table is not None and lost.actions == LOSING.split() and not lost.line


def test_enter_at_the_beginning(lost: Stage) -> None:
    lost.keys("home", "return")
    assert not lost.actions and lost.state == lost.session.layout
    assert undone(lost) == LOSING.split()[::-1]
    lost.check()


def test_enter_on_an_undone_position_keeps_everything(on: Stage) -> None:
    oracle(on)
    on.type(LOSING)
    on.keys("backspace", "backspace", "backspace", "F7", "right", "return")
    assert on.actions == ["1a", "2b"] and undone(on) == ["4d", "3c"]


def test_enter_in_a_game_before_the_last(on: Stage) -> None:
    oracle(on)
    on.type("58")
    on.key("F3")
    on.type(LOSING)
    on.keys("F7", "home", "right", "return")
    assert on.actions == ["58"] and undone(on)[-2:] == ["1a", "restart"]
    on.keys("F7", "home", "return", "F7")
    on.keys("home", *["right"] * 3, "return")
    assert on.actions[-3:] == ["58", "restart", "1a"]
    on.check()


def test_a_game_that_has_ended_is_recorded_once(casino: Stage) -> None:
    oracle(casino)
    casino.type("ipx")
    assert len(casino.saved("record")["games"]) == 1
    casino.key("F7")
    casino.key("return")
    assert casino.plings == 1 and "is over here" in casino.review.line.text
    casino.keys("left", "return")
    assert casino.actions == ["i", "p"] and not casino.session.ended
    assert casino.session.account == -47
    casino.type("x")
    assert casino.session.ended and len(casino.saved("record")["games"]) == 1
    casino.key("F1")
    assert len(casino.saved("record")["games"]) == 1


def test_a_won_game_is_recorded_once(long: Stage) -> None:
    long.keys("left", "left", "return")
    assert not long.session.ended and long.strip == "The rest goes home on its own."
    long.play(" ".join(WON_10913.split()[-2:]))
    assert long.session.won and long.strip.startswith("Won in 17 moves")
    assert len(long.saved("record")["games"]) == 1


@pytest.mark.parametrize("rules", RULE_SETS)
def test_canfield_plays_on(stage: Start, rules: str, clipboard: Clipboard) -> None:
    on = stage(game="canfield", deal=42, rules=rules)
    oracle(on)
    clipboard.text = easy_deck()
    on.key("v", pygame.KMOD_LCTRL)
    if rules == "casino":
        on.type("ip")
    for _ in while_(lambda: not on.session.ended and len(on.session.actions) < 25):
        home = on.session.rules.home_move(on.state)
        on.table.do(Play(home or Move(Verb.DEAL)))
    done, states = on.actions, [on.session.layout, *(a[-1].after for a in on.session.actions)]
    on.key("F7")
    on.keys("pageup", "return")
    assert on.actions == done[:-10] and on.state == states[-11]
    on.check()
    assert Session.from_data(on.saved("canfield")).state == states[-11]
