"""What the review finds out and says of a game, in which order, and playing on from it."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

import pygame
import pytest
from pygame import Rect

from game.core.moves import Move, Verb
from game.core.state import WASTE
from game.play.history import action_text
from game.rules.canfield import RULE_SETS
from game.rules.registry import VIERFREI, Deal
from game.solver.answer import GLANCE
from game.words.names import account_text
from scenes.board import painter
from scenes.review.walks import LineWalk
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
    weigh,
)
from tests.scenes.stage import SHIFT, WON_10913, Stage, Start
from tests.scenes.trying import shown


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
    on.keys("backspace", "shift+backspace", "F7")
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
    on.keys("backspace", "backspace", "F7")
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
    on.keys("space", "space", "F7")
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
    on.keys("space", "space", "space", "F7")
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
    again = lost.kept("vierfrei")
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
    casino.keys("F7", "return")
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
        on.table.play(home or Move(Verb.DEAL))
    done, states = on.actions, [on.session.layout, *(a[-1].after for a in on.session.actions)]
    on.keys("F7", "pageup", "return")
    assert on.actions == done[:-10] and on.state == states[-11]
    on.check()
    assert on.kept("canfield").state == states[-11]


# -- the move that lost it -------------------------------------------------------------------------


def just_opened(start: Start, *, moves: str = LOSING, **given: object) -> Stage:
    """A review just opened, by a solver that knows nothing yet."""
    on = start(**given)
    oracle(on)
    on.type(moves)
    on.key("F7")
    return on


GAMES = pytest.mark.parametrize(
    "given",
    [
        {},
        *(
            {"moves": "dddd" if rules != "casino" else "ipdd", "game": "canfield", "deal": 42}
            | {"rules": rules}
            for rules in ("hoyle", "xpat2", "casino", "aisleriot")
        ),
    ],
    ids=["vierfrei", "hoyle", "xpat2", "casino", "aisleriot"],
)


@GAMES
def test_it_opens_at_the_move_that_lost_it(stage: Start, given: dict[str, Any]) -> None:
    on = just_opened(stage, **given)
    assert on.review.at == 4
    judged(on, "wwwll")
    on.wait(0.1)
    assert on.review.at == 2 and matches(on)
    on.key("end")
    on.wait(1)
    assert on.review.at == 4, "only once"


@pytest.mark.parametrize("act", ["key", "button", "wheel", "click"])
def test_whoever_has_moved_is_left_alone(stage: Start, act: str) -> None:
    on = just_opened(stage)
    on.wait(0.1)
    if act == "key":
        on.keys("left", "right")
    elif act == "button":
        on.click(on.review.frame._back.rect.center)
    elif act == "wheel":
        on.wheel(1)
    else:
        on.click((500, 640))
    at = on.review.at
    judged(on, "wwwll")
    on.wait(1)
    assert on.review.at == at


@pytest.mark.parametrize(
    ("verdicts", "words"),
    [
        ("wwwww", "This game was not lost."),
        ("lllll", "This deal can't be won."),
        ("w???l", "It's unknown which move lost this game."),
    ],
)
def test_any_other_game_opens_at_its_end(stage: Start, verdicts: str, words: str) -> None:
    on = just_opened(stage)
    judged(on, verdicts)
    on.wait(0.5)
    assert on.review.at == 4
    on.key("t")
    on.wait(0.5)
    assert on.review.at == 4 and on.plings == 1 and on.review.line.text == words


def test_where_the_loss_was_taken_back_it_stays(on: Stage) -> None:
    oracle(on)
    on.type(LOSING)
    for _ in range(3):
        on.key("z", 64)
    on.key("F7")
    judged(on, "wwwll")
    on.wait(0.5)
    assert on.review.at == 1


@pytest.mark.parametrize("at", range(5))
def test_t_looks_for_it_and_goes(stage: Start, at: int) -> None:
    on = just_opened(stage)
    on.review.go(at)
    on.key("t")
    assert on.review.line.text == "Lost. Looking for the last winnable position …"
    judged(on, "wwwll")
    on.oracle.weighing = True
    on.wait(0.1)
    assert on.review.at == 2
    weigh(on, 2, 4)
    on.wait(0.2)
    assert shown(on).puzzle.lost_by == "3c"
    on.key("escape")
    on.wait(0.5)
    assert on.review.at == 2 and matches(on)


def test_another_input_calls_it_off(stage: Start) -> None:
    on = just_opened(stage)
    on.keys("t", "home")
    assert not on.review.line.text
    judged(on, "wwwll")
    weigh(on, 2, 4)
    on.wait(0.5)
    assert on.review.at == 0


@pytest.mark.parametrize("mod", [0, SHIFT])
def test_where_cards_are_hidden_t_shows_it(stage: Start, mod: int) -> None:
    on = just_opened(stage, moves="dddd", game="canfield", deal=42, rules="hoyle")
    judged(on, "wwwll")
    on.key("end")
    assert on.review.at == 4
    on.key("t", mod)
    assert on.review.at == 2 and matches(on)
    assert on.review.line.text.startswith("Enter plays on from here")
    on.key("return")
    assert on.actions == ["d", "d"]


def test_t_leaves_the_best_line_first(lost: Stage) -> None:
    margin = weigh(lost, 2, 4)
    lost.review.go(1)
    lost.oracle.tell(lost.review.deal, lost.review.state, WON, margin.line)
    lost.key("F5")
    lost.wait(0.1)
    lost.key("t")
    lost.wait(0.2)
    assert shown(lost).puzzle.lost_by == "3c"


# -- the order of the study ------------------------------------------------------------------------


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
    on.keys("F7", "left", "left")
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
    on.table.new_deal(Deal(VIERFREI, board=on.state))
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
