"""The review: its marks, the walk along them, what it says, and playing on from a position."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from itertools import pairwise

import pygame
import pytest
from pygame import Rect

from game.canfield import RULE_SETS
from game.moves import Move, Verb
from game.names import account_text
from game.notation import parse_move
from game.piles import STOCK, WASTE
from game.session import Session
from game.settings import LOOKS
from game.solver.answer import Verdict
from scenes.guide import Light
from scenes.marks import Marked, MarkStrip
from scenes.theme import NORMAL, SMALL, THEMES, unit
from tests.game.decks import easy_deck
from tests.scenes.conftest import Clipboard
from tests.scenes.contrast import contrast
from tests.scenes.oracle import Oracle
from tests.scenes.stage import ALT, RIGHT, SHIFT, WON_10913, Point, Stage

Start = Callable[..., Stage]
WON, LOST, OPEN = Verdict.WINNABLE, Verdict.LOST, Verdict.UNDECIDED
SIGNS = {"w": WON, "l": LOST, "?": OPEN}
LOSING = "1a 2b 3c 4d"
"""Deal 617 until all cells are full; the third move loses it."""
SIZES = [(480, 300), (640, 480), (800, 600), (1280, 800), (1920, 1080), (480, 900), (3840, 2160)]


def oracle(on: Stage) -> Oracle:
    """Replace the solver of ``on`` by one that a test answers for."""
    found = Oracle()
    on.kit.solver = found
    return found


def judged(on: Stage, verdicts: str) -> None:
    """Answer for the solver, position by position, until it is asked no more."""
    solver = on.kit.solver
    assert isinstance(solver, Oracle)
    review = on.review.review
    for _ in range(4 * len(review.positions)):
        on.wait(0.02)
        if solver.wished is not None:
            solver.answer(SIGNS[verdicts[review.positions.index(solver.wished)]])
        elif review.next() is None:
            return
    raise AssertionError("the solver is asked on and on")


def reviewed(start: Start, verdicts: str = "wwwll", **given: object) -> Stage:
    """The review of deal 617, lost by its third move, with all that is known of it."""
    on = start(**given)
    oracle(on)
    on.type(LOSING)
    on.key("F7")
    judged(on, verdicts)
    return on


def lights(on: Stage) -> str:
    """What the marks say, position by position."""
    signs = {Light.CAN_WIN: "w", Light.LOST: "l", Light.NOT_KNOWN: "?", Light.THINKING: "."}
    review = on.review
    return "".join(signs[review.words.light(at)] for at in range(len(review.review.positions)))


def matches(on: Stage) -> bool:
    """Whether the cards lie as the position that is shown has them."""
    return on.review.groups.matches(on.review.state)


# -- to the review and back ------------------------------------------------------------------------


@pytest.mark.parametrize("place", ["table", "options", "field", "held", "menu"])
def test_f7_works_everywhere_and_closes_again(stage: Start, place: str) -> None:
    on = stage()
    oracle(on)
    on.type("58")
    if place == "held":
        on.press(on.at("1"))
        on.move((500, 400))
        assert on.table.hand.held
    elif place != "table":
        on.key({"options": "F8", "field": "F2", "menu": "escape"}[place])
    on.key("F7")
    assert on.review.at == 1 and on.panel is None
    on.key("F7")
    assert on.table.hand.held is None
    on.check()
    assert on.actions == ["58"] and not on.plings


def test_in_the_menu_without_any_game_it_plings(stage: Start) -> None:
    on = stage(game=None)
    on.key("F7")
    assert on.plings == 1 and on.app.director.table is None


def test_escape_leads_back_to_the_same_table(vierfrei: Stage) -> None:
    oracle(vierfrei)
    vierfrei.type(LOSING)
    table, file = vierfrei.table, vierfrei.saved("vierfrei")
    vierfrei.key("F7")
    vierfrei.keys("left", "left", "escape")
    assert vierfrei.table is table and vierfrei.session.seconds == file["seconds"]
    assert vierfrei.actions == LOSING.split()
    vierfrei.check()
    assert vierfrei.saved("vierfrei") == file
    vierfrei.key("backspace")
    vierfrei.type("4d")
    assert vierfrei.actions == LOSING.split()


def test_the_bar_the_help_and_the_end_of_a_game_offer_it(stage: Start) -> None:
    on = stage(game="canfield", deal=42, rules="casino", size=(1400, 800))
    oracle(on)
    (button,) = [c for c in on.table.bar.controls.items if "F7" in c.tip]
    on.click(button.rect.center)
    assert on.review.at == 0
    on.key("?")
    assert on.panel is not None
    label = "Review: where the game was won or lost"
    (control,) = [c for c in on.panel.page.controls.items if c.label == label]
    control.action()
    assert on.panel is None and on.app.director.table is not None
    on.type("ix")
    assert on.session.ended
    on.push("Review (F7)")
    assert on.review.state.stopped


def test_a_lost_game_offers_it_beside_the_way_back(stage: Start) -> None:
    on = stage()
    solver = oracle(on)
    on.type(LOSING)
    for at, state in enumerate([on.session.layout, *(a[-1].after for a in on.session.actions)]):
        solver.tell(on.table.deal, state, WON if at < 3 else LOST)
    on.key("F4")
    assert on.strip == "This cannot be won any more."
    on.push("Review (F7)")
    assert on.review.at == 4


@pytest.mark.parametrize("name", ["F1", "F3", "F4", "F5"])
def test_what_the_table_does_is_done_there(stage: Start, name: str) -> None:
    on = reviewed(stage)
    on.key(name)
    assert on.app.director.table is not None
    if name == "F1":
        assert on.session.deal.number != 617
    elif name == "F3":
        assert on.actions[-1] == "restart"
    else:
        assert on.line == "Lost. Looking for the last position that could be won …"
    on.check()


@pytest.mark.parametrize("name", ["F2", "F6", "F8", "?"])
def test_panels_open_over_it(stage: Start, name: str) -> None:
    on = reviewed(stage, game="vierfrei")
    on.key("left")
    on.key(name)
    assert on.panel is not None and on.review.at == 3
    on.app.paint()
    on.key(name if name != "F2" else "escape")
    assert on.panel is None and on.review.at == 3


def test_other_looks_and_sizes_reach_the_table_too(stage: Start) -> None:
    on = reviewed(stage)
    on.settings.look = "1993"
    on.kit.settle_look()
    on.review.restyle()
    on.resize((800, 600))
    on.app.paint()
    on.key("escape")
    assert on.table.painter.theme is THEMES["1993"] and on.table.layout.size == (800, 600)
    on.check()


def test_the_help_is_the_one_of_the_game(stage: Start) -> None:
    on = stage(game="canfield", deal=42, rules="casino")
    oracle(on)
    on.settings.choose_rules("hoyle")
    on.keys("F7", "?")
    assert on.panel is not None and "Casino" in on.panel.title


def test_the_clock_stands(stage: Start) -> None:
    on = reviewed(stage)
    before = on.review.table.desk.session.seconds
    on.wait(3)
    on.key("escape")
    assert on.session.seconds == before
    on.wait(1)
    assert on.session.seconds > before


def test_the_clipboard_works_there(stage: Start, clipboard: Clipboard) -> None:
    on = reviewed(stage)
    on.key("c", pygame.KMOD_LCTRL)
    assert clipboard.text.splitlines()[0] == "# Vierfeld 1 vierfrei 617"
    assert on.review.line.text == "The deal and the moves are copied."
    clipboard.broken = True
    on.key("c", pygame.KMOD_LCTRL)
    assert on.plings == 1 and on.review.line.text == "The clipboard cannot be used."
    clipboard.broken = False
    clipboard.text = "42"
    on.key("v", pygame.KMOD_LCTRL)
    assert on.session.deal.number == 42


def test_it_is_left_by_the_end_of_the_program(stage: Start) -> None:
    on = reviewed(stage)
    on.key("F10")
    assert not on.app.running
    on.app.director.scene.leave()
    on.storage.flush()
    saved = json.loads((on.home / "vierfrei.json").read_text("utf-8"))
    assert saved["actions"] == LOSING.split()


def test_small_and_back(stage: Start) -> None:
    on = reviewed(stage)
    on.key("F9")
    assert on.compact
    on.key("F7")
    assert on.plings == 1 and on.compact
    on.key("F9")
    assert on.review.at == 4 and matches(on)


# -- walking ---------------------------------------------------------------------------------------


@pytest.fixture
def long(stage: Start) -> Stage:
    """The review of the published solution of 10913, which is a won game."""
    on = stage(deal=10913)
    oracle(on)
    on.play(WON_10913)
    assert on.session.won
    on.key("F7")
    return on


def test_keys(long: Stage) -> None:
    last = len(WON_10913.split())
    review = long.review
    assert review.at == last
    for names, at in (
        ("right", last),
        ("home", 0),
        ("left", 0),
        ("pagedown", 10),
        ("right", 11),
        ("pageup", 1),
        ("pageup", 0),
        ("end", last),
        ("pagedown", last),
        ("left left", last - 2),
        ("backspace", last - 3),
    ):
        long.keys(*names.split())
        assert review.at == at, names
        assert matches(long)
    long.key("backspace", SHIFT)
    long.key("z", pygame.KMOD_LCTRL)
    long.key("z", pygame.KMOD_LCTRL)
    assert review.at == last - 4
    long.down("left")
    long.wait(1.0)
    long.up("left")
    assert review.at < last - 8


def test_keys_that_mean_nothing_there(long: Stage) -> None:
    at = long.review.at
    long.keys("up", "down", "5", "8", "h", "x")
    assert long.review.at == at and not long.plings
    for plings, name in enumerate(("delete", "insert", "space"), 1):
        long.key(name)
        assert long.plings == plings
    assert "Enter plays on from here" in long.review.line.text
    long.key("left", ALT)
    assert long.review.at == at


def test_every_position_is_shown_as_it_was(long: Stage) -> None:
    review = long.review
    for at in random.Random(1).sample(range(len(review.review.positions)), 40):
        review.go(at)
        assert matches(long) and review.state == review.review.positions[at]
        assert len(review.frame.moved()) == (at > 0)
        long.app.paint()


def test_wheel_click_and_drag(long: Stage) -> None:
    review, strip = long.review, long.review.frame.strip
    last = strip.count - 1
    long.wheel(3)
    assert review.at == last - 3
    long.wheel(-1)
    assert review.at == last - 2
    long.click(strip.mark(20).center)
    assert review.at == 20
    long.press((strip.mark(30).centerx, long.review.frame.foot.bottom - 1))
    assert review.at == 30
    long.move((strip.mark(40).centerx, 10))
    assert review.at == 40, "the hand may leave the strip while it drags"
    long.move((5, 5))
    assert review.at == 0
    long.release()
    long.move(strip.mark(50).center)
    assert review.at == 0
    long.click(strip.mark(60).center, RIGHT)
    assert review.at == 0
    assert matches(long)


@pytest.mark.parametrize("kind", [pygame.WINDOWFOCUSLOST, pygame.WINDOWMINIMIZED])
def test_a_drag_into_another_window_ends(long: Stage, kind: int) -> None:
    strip = long.review.frame.strip
    long.press(strip.mark(30).center)
    long.tell(kind)
    long.move(strip.mark(40).center)
    assert long.review.at == 30
    long.release()
    long.press(strip.mark(20).center)
    long.move(strip.mark(10).center, buttons=(0, 0, 0))
    assert long.review.at == 20


def test_buttons_by_mouse_and_by_tab(stage: Start) -> None:
    on = reviewed(stage)
    on.push("One move back")
    on.push("One move back")
    on.push("One move on")
    assert on.review.at == 3
    on.push("To the move that lost it")
    assert on.review.at == 2
    on.push("To the move that lost it")
    assert on.review.at == 3
    on.keys("tab", "tab", "return")
    assert on.review.at == 2 and on.lines[-1].startswith("Move 2 of 4")
    on.key("space")
    assert on.review.at == 1 and not on.plings
    on.key("right")
    on.key("escape")
    assert on.review.frame.controls.focus is None
    on.key("tab", SHIFT)
    assert on.lines[-1] == "Play on from here – Enter"
    on.key("return")
    assert on.actions == [*LOSING.split(), "restart", "1a", "2b"]
    on.key("F7")
    on.push("Back to the table")
    assert on.app.director.table is not None


def test_a_click_on_the_cards_tells_what_can_be_done(stage: Start) -> None:
    on = reviewed(stage)
    on.click((500, 300))
    assert "Enter plays on from here" in on.review.line.text
    assert on.review.at == 4 and not on.plings
    on.wait(6)
    assert not on.review.line.text


# -- verdicts --------------------------------------------------------------------------------------


def test_verdicts_come_one_after_the_other(vierfrei: Stage) -> None:
    solver = oracle(vierfrei)
    vierfrei.type(LOSING)
    vierfrei.key("F7")
    assert lights(vierfrei) == "....." and not solver.asked
    vierfrei.wait(0.02)
    assert solver.wished == vierfrei.review.review.positions[4], "the end is asked about first"
    vierfrei.wait(1)
    assert len(solver.asked) == 1
    solver.answer(LOST)
    vierfrei.wait(0.04)
    assert lights(vierfrei) == "....l"
    judged(vierfrei, "wwwll")
    assert lights(vierfrei) == "wwwll"
    asked = len(solver.asked)
    vierfrei.wait(1)
    assert len(solver.asked) == asked <= 4
    assert vierfrei.lines[-1] == "Lost by move 3: king of clubs to cell c"


def test_the_result_is_told_as_soon_as_it_is_certain(vierfrei: Stage) -> None:
    solver = oracle(vierfrei)
    vierfrei.type(LOSING)
    vierfrei.key("F7")
    faces = vierfrei.review.painter.faces
    while faces and faces.pending():
        vierfrei.wait(0.02)
    assert vierfrei.review.frame.result_texts()[0].startswith("Looking for")
    assert 0 < vierfrei.review.patience < 0.05
    solver.answer(OPEN)
    vierfrei.wait(0.1)
    solver.answer(WON)
    vierfrei.wait(0.1)
    solver.answer(LOST)
    vierfrei.wait(0.1)
    assert vierfrei.lines[-1] == "Lost by move 3: king of clubs to cell c"
    assert vierfrei.lines.count(vierfrei.lines[-1]) == 1
    assert vierfrei.review.patience > 1


def test_a_question_that_is_lost_is_asked_again(vierfrei: Stage) -> None:
    solver = oracle(vierfrei)
    vierfrei.type(LOSING)
    vierfrei.key("F7")
    vierfrei.wait(0.02)
    solver.cancel()
    vierfrei.wait(0.04)
    assert solver.wished is not None
    vierfrei.key("escape")
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
        ("lllll", "This deal cannot be won."),
        ("wwwll", "Lost by move 3: king of clubs to cell c"),
        ("wwwwl", "Lost by move 4: 4 of hearts to the last free cell"),
        ("ww??l", "Lost, but it is not known by which move."),
        ("?????", "It is not known whether this can be won."),
        ("ww???", "It is not known whether this can be won."),
    ],
)
def test_what_is_said_of_the_game(stage: Start, verdicts: str, result: str) -> None:
    on = reviewed(stage, verdicts)
    assert lights(on) == verdicts
    assert on.review.words.result(on.review.at) == result
    assert on.lines[-1] == result
    on.app.paint()


def test_a_won_game_needs_no_solver(long: Stage) -> None:
    long.wait(0.1)
    solver = long.kit.solver
    assert isinstance(solver, Oracle) and not solver.asked
    assert set(lights(long)) == {"w"}
    assert long.review.words.result(3) == "This game was won."


def test_each_position_is_announced(stage: Start) -> None:
    on = stage()
    oracle(on)
    on.type(LOSING)
    before = len(on.lines)
    on.key("F7")
    assert on.lines[before:][-1] == "Move 4 of 4: 4 of hearts to the last free cell. thinking …"
    assert any("Enter plays on" in line for line in on.lines[before:])
    judged(on, "wwwll")
    assert "cannot be won any more" in on.lines
    on.key("left")
    assert on.lines[-1] == "Move 3 of 4: king of clubs to cell c. cannot be won any more"
    on.keys("left", "home")
    assert on.lines[-2] == "Move 2 of 4: king of spades to cell b. can be won"
    assert on.lines[-1] == "Before the first move. can be won"


def test_begun_again(stage: Start) -> None:
    """Each game is told of by itself, and its moves are counted by themselves."""
    on = stage()
    oracle(on)
    on.type(LOSING)
    on.key("F3")
    on.type("58")
    on.key("F7")
    judged(on, "wwwllww")
    review = on.review
    assert lights(on) == "wwwllww"
    assert review.words.result(6) == "This game can still be won."
    assert review.words.position(6) == "Move 1 of 1: jack of clubs to column 8"
    assert review.words.position(5) == "Begun again: before the first move"
    assert review.words.result(4) == "Lost by move 3: king of clubs to cell c"
    assert not review.frame._loss.enabled
    review.go(4)
    assert review.frame._loss.enabled


def test_undone_moves_are_part_of_it(stage: Start) -> None:
    on = stage()
    oracle(on)
    on.type(LOSING)
    on.keys("backspace", "backspace")
    on.key("F7")
    judged(on, "wwwll")
    review = on.review
    assert (review.at, review.here, lights(on)) == (2, 2, "wwwll")
    on.keys("right", "right")
    assert review.words.position(4).endswith("(undone)")
    on.key("escape")
    assert on.actions == ["1a", "2b"] and len(on.session.undone) == 2


# -- Canfield --------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", RULE_SETS)
def test_canfield_says_what_it_knows_and_what_it_cost(stage: Start, rules: str) -> None:
    on = stage(game="canfield", deal=42, rules=rules)
    oracle(on)
    if rules == "casino":
        on.type("ip")
    on.keys("space", "space")
    on.key("F7")
    said = "The review knows all cards, the hidden ones too."
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
        assert account_text(amount, rules != "aisleriot") in review.words.spoken(at)
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
    ground = review.painter.paint_count(on.window.surface.copy(), WASTE, cards).inflate(-12, -6)
    assert any(ground.colliderect(frame) for frame in review.frame.moved())
    framed = on.window.surface.subsurface(ground).copy()
    monkeypatch.setattr(review.frame, "moved", lambda: ())
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
    assert on.review.line.text == "The review knows all cards, the hidden ones too."


def test_a_won_position_is_called_won(stage: Start) -> None:
    on = stage(deal=10913)
    on.play(WON_10913)
    on.key("F7")
    assert on.review.words.known(on.review.at) == "won"
    assert on.review.frame.position_texts()[0].endswith("– won")
    on.key("left")
    assert on.review.words.known(on.review.at) != "won"


def test_casino_payments_in_words(stage: Start) -> None:
    on = stage(game="canfield", deal=42, rules="casino")
    oracle(on)
    on.type("ipx")
    on.key("F7")
    judged(on, "wwwl")
    words = on.review.words
    assert [words.position(at) for at in range(4)] == [
        "Before the first move",
        "Move 1 of 3: the inspection is paid",
        "Move 2 of 3: the whole game is paid",
        "Move 3 of 3: the game is stopped",
    ]
    assert [words.account(at) for at in range(4)] == ["−$13", "−$26", "−$47", "−$47"]
    assert words.result(3) == "Lost by move 3: the game is stopped"


# -- playing on ------------------------------------------------------------------------------------


def undo_all(on: Stage) -> list[str]:
    """Every position, in notation, that undoing leads back to."""
    found = []
    while on.actions:
        on.key("z", pygame.KMOD_LCTRL)
        found.append(" ".join(on.actions))
    return found


def test_enter_plays_on_as_a_new_branch(stage: Start) -> None:
    on = reviewed(stage)
    there = on.review.review.positions[2]
    on.keys("left", "left", "return")
    assert on.app.director.table is not None and on.state == there
    assert on.actions == [*LOSING.split(), "restart", "1a", "2b"]
    assert "2 moves" in on.standing and "undo leads back" in on.line
    on.check()
    assert on.saved("vierfrei")["actions"] == on.actions
    again = Session.from_data(on.saved("vierfrei"))
    assert again.state == there and again.actions == on.session.actions
    on.type("58")
    assert on.actions[-1] == "58" and "3 moves" in on.standing
    back = undo_all(on)
    assert " ".join(LOSING.split()) in back and back[-1] == ""


def test_enter_where_the_game_stands_changes_nothing(stage: Start) -> None:
    on = reviewed(stage)
    on.key("return")
    assert on.app.director.table is not None and on.actions == LOSING.split() and not on.line


def test_enter_at_the_beginning(stage: Start) -> None:
    on = reviewed(stage)
    on.keys("home", "return")
    assert on.actions == [*LOSING.split(), "restart"] and on.state == on.session.layout
    on.check()


def test_enter_on_an_undone_position_keeps_everything(stage: Start) -> None:
    on = stage()
    oracle(on)
    on.type(LOSING)
    on.keys("backspace", "backspace", "backspace", "F7", "right", "return")
    assert on.actions == [*LOSING.split(), "restart", "1a", "2b"]
    assert not on.session.undone


def test_enter_in_a_game_before_the_last(stage: Start) -> None:
    on = stage()
    oracle(on)
    on.type("58")
    on.key("F3")
    on.type(LOSING)
    on.keys("F7", "home", "right", "return")
    assert on.actions == ["58", "restart", *LOSING.split(), "restart", "58"]
    on.keys("F7", "home", "return", "F7")
    on.keys("home", *["right"] * 3, "return")
    assert on.actions[-3:] == ["58", "restart", "1a"]
    on.check()


def test_a_game_that_has_ended_is_recorded_once(stage: Start) -> None:
    on = stage(game="canfield", deal=42, rules="casino")
    oracle(on)
    on.type("ipx")
    assert len(on.saved("record")["games"]) == 1
    on.key("F7")
    on.key("return")
    assert on.plings == 1 and "has ended here" in on.review.line.text
    on.keys("left", "return")
    assert on.actions == ["i", "p", "x", "restart", "i", "p"] and not on.session.ended
    assert on.session.account == -47
    on.type("x")
    assert on.session.ended and len(on.saved("record")["games"]) == 1
    on.key("F1")
    assert len(on.saved("record")["games"]) == 1


def test_a_won_game_is_recorded_once(long: Stage) -> None:
    long.keys("left", "left", "return")
    assert not long.session.ended and long.strip == ""
    long.play(" ".join(WON_10913.split()[-2:]))
    assert long.session.won and long.strip.startswith("Won!")
    assert len(long.saved("record")["games"]) == 1


@pytest.mark.parametrize("rules", RULE_SETS)
def test_canfield_plays_on(stage: Start, rules: str, clipboard: Clipboard) -> None:
    on = stage(game="canfield", deal=42, rules=rules)
    oracle(on)
    clipboard.text = easy_deck()
    on.key("v", pygame.KMOD_LCTRL)
    if rules == "casino":
        on.type("ip")
    while not on.session.ended and len(on.session.actions) < 25:
        home = on.session.rules.home_move(on.state)
        on.table.show(on.table.desk.do(home or Move(Verb.DEAL)))
    done, states = on.actions, [on.session.layout, *(a[-1].after for a in on.session.actions)]
    on.key("F7")
    on.keys("pageup", "return")
    assert on.actions == [*done, "restart", *done[:-10]] and on.state == states[-11]
    on.check()
    assert Session.from_data(on.saved("canfield")).state == states[-11]


# -- the strip of marks ----------------------------------------------------------------------------


@pytest.mark.parametrize("width", [100, 330, 700, 1500, 3600])
@pytest.mark.parametrize("count", [1, 2, 40, 133, 500, 2000])
@pytest.mark.parametrize("scale", [1.0, 2.5])
def test_marks_lie_side_by_side_and_mean_their_positions(
    count: int, width: int, scale: float
) -> None:
    strip = MarkStrip(count)
    area = Rect(50, 700, width, round(34 * scale))
    strip.lie_in(area, scale)
    marks = [strip.mark(at) for at in range(count)]
    assert all(area.contains(mark) for mark in marks)
    assert min(mark.width for mark in marks) >= 2 * scale - 1
    for one, next_one in pairwise(marks):
        assert one == next_one or one.right < next_one.left, "two marks run into one another"
    met = {strip.position_at(x) for x in range(area.left, area.right)}
    if strip.shared == 1:
        assert met == set(range(count))
        assert all(strip.position_at(mark.centerx) == at for at, mark in enumerate(marks))
    assert strip.position_at(-100) == 0 and strip.position_at(10**6) == count - 1


def drawn(light: Light, look: str, width: int) -> bytes:
    """The pixels of one mark among others."""
    strip = MarkStrip(5)
    strip.lie_in(Rect(0, 0, 5 * width, 34), 1.0)
    target = pygame.Surface((5 * width, 34))
    target.fill(THEMES[look].bar)
    strip.paint(target, THEMES[look], Marked([light] * 5, 0, 0))
    return pygame.image.tobytes(target.subsurface(strip.mark(3)), "RGB")


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("width", [4, 9, 24])
def test_marks_differ_by_form_and_not_only_by_colour(stage: Start, look: str, width: int) -> None:
    stage()
    forms = {light: drawn(light, look, width) for light in Light}
    shapes = {sum(pixel > 0 for pixel in _form(forms[light], look)) for light in Light}
    assert len(shapes) == len(Light), "two of the marks have the same form"


def _form(pixels: bytes, look: str) -> bytes:
    ground = bytes(THEMES[look].bar)
    return bytes(pixels[at : at + 3] != ground for at in range(0, len(pixels), 3))


@pytest.mark.parametrize("look", LOOKS)
def test_marks_stand_out_from_the_bar(look: str) -> None:
    theme = THEMES[look]
    for colour in (theme.good, theme.bad, theme.faint, theme.ink, theme.focus):
        assert contrast(colour, theme.bar) >= 4.5


# -- sizes and looks -------------------------------------------------------------------------------


def shown_texts(on: Stage) -> tuple[str, str]:
    """What the bar and the foot say where they have only so much room."""
    frame, text, scale = on.review.frame, on.kit.text, unit(on.app.size)
    left = frame._close.rect.right + round(8 * scale) + round(20 * scale) + round(8 * scale)
    right = frame._play.rect.left - round(8 * scale)
    if account := on.review.words.account(on.review.at):
        right -= text.width(account, round(NORMAL * scale), True) + round(8 * scale)
    bar = frame._longest(frame.position_texts(), round(NORMAL * scale), right - left)
    foot = frame._longest(frame.result_texts(), round(SMALL * scale), frame.grip.width)
    return bar, foot


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("kind", ["vierfrei", "canfield"])
def test_nothing_is_cut_or_overlaps(stage: Start, size: Point, kind: str) -> None:
    if kind == "vierfrei":
        on = reviewed(stage, size=size)
    else:
        on = stage(game="canfield", deal=42, rules="casino", size=size)
        oracle(on)
        on.type("ip")
        on.keys("space", "space", "F7")
        judged(on, "wwwww")
    review, window = on.review, Rect(0, 0, *size)
    frame, layout = review.frame, review.layout
    for at in range(len(review.review.positions)):
        review.go(at)
        on.app.paint()
        for pile in review.table.rules.piles:
            covered = layout.covered(pile, len(review.state[pile]))
            assert frame.bar.bottom <= covered.top and covered.bottom <= frame.foot.top
            assert window.contains(covered)
        assert not any("…" in said.replace("thinking …", "") for said in shown_texts(on))
    controls = frame.controls.items
    for control in controls:
        assert window.contains(control.rect)
        assert min(control.rect.size) >= 32, control.label
        assert not any(o.rect.colliderect(control.rect) for o in controls if o is not control)
        assert not control.rect.colliderect(frame.strip.area)
    assert on.kit.text.width(frame._play.label, round(NORMAL * unit(size)), True) < (
        frame._play.rect.width - 8 * unit(size)
    )


def test_the_quiet_lines_fit_into_the_smallest_window(stage: Start) -> None:
    on = stage(game="canfield", deal=42, rules="casino", size=(480, 300))
    oracle(on)
    on.type("ipx")
    on.key("F7")
    said = [on.review.line.text]
    on.key("space")
    said.append(on.review.line.text)
    on.key("return")
    said.append(on.review.line.text)
    on.keys("left", "return")
    said.append(on.line)
    assert len(set(said)) == 4 and all(said)
    for line in said:
        assert on.kit.text.width(line, NORMAL) <= 480 - 4 * 10, line


@pytest.mark.parametrize("size", [(480, 300), (3840, 2160)])
def test_several_hundred_moves_fit(stage: Start, size: Point) -> None:
    on = stage(game="canfield", deal=5, rules="hoyle", size=size)
    oracle(on)
    for _ in range(400):
        on.session.do(Move(Verb.DEAL if on.state[STOCK] else Verb.TURN))
    on.key("F7")
    judged(on, "w" * 401)
    strip = on.review.frame.strip
    assert strip.area.contains(strip.mark(400)) and strip.mark(400).width >= 2
    for at in (0, 7, 399):
        on.click((strip.mark(at).centerx, strip.area.centery))
        assert strip.mark(on.review.at) == strip.mark(at)
        on.app.paint()


def test_it_looks_the_same_drawn_anew(stage: Start) -> None:
    """What is drawn over what was drawn before is what is drawn from nothing."""
    on = reviewed(stage)
    for name in ("left", "left", "home", "right", "end"):
        on.key(name)
        on.app.paint()
    on.wait(6)
    on.app.paint()
    once = pygame.image.tobytes(on.window.surface, "RGB")
    on.app.director.whole = True
    on.app.paint()
    assert pygame.image.tobytes(on.window.surface, "RGB") == once


def test_the_review_never_waits_for_the_solver(stage: Start) -> None:
    """Walking and drawing do not ask the solver; only time passing does, and once."""
    on = reviewed(stage)
    solver = oracle(on)
    on.keys("left", "left", "right")
    on.app.paint()
    assert not solver.asked


@pytest.mark.parametrize("size", [(480, 300), (640, 480), (480, 900), (3840, 2160)])
@pytest.mark.parametrize("kind", ["won", "stopped", "lost"])
def test_what_offers_it_lies_within_the_window(stage: Start, size: Point, kind: str) -> None:
    if kind == "stopped":
        on = stage(game="canfield", deal=42, rules="casino", size=size)
        oracle(on)
        on.type("ix")
    else:
        on = stage(deal=10913, size=size)
        oracle(on)
        on.play(WON_10913 if kind == "won" else "1a 2b")
    if kind == "lost":
        on.table.guide.way_back = 2
        on.table.offers_changed()
    strip, window = on.table.strip, Rect(0, 0, *size)
    assert "Review (F7)" in [control.label for control in strip.controls.items]
    assert window.contains(strip.rect)
    for control in strip.controls.items:
        assert strip.rect.contains(control.rect)
        size_of_text = round(NORMAL * unit(size))
        width = on.kit.text.width(control.label, size_of_text, control.strong)
        assert width <= control.rect.width - 8 * unit(size)
    if kind == "lost":
        shortest = on.kit.text.width(strip._brief, round(NORMAL * unit(size)))
        assert shortest <= strip._words_room.width


def positions_seen(on: Stage, moves: str) -> list[float]:
    """How long each position of a watched game is shown, in seconds, but for the last one."""
    on.play(moves)
    on.app.director.review_past(on.session, watch=True)
    shown: list[float] = [0.0]
    while on.review.watch.running:
        before = on.review.at
        on.wait(0.02)
        shown[-1] += 0.02
        if on.review.at != before:
            shown.append(0.0)
    return shown[:-1]


def test_a_short_game_is_watched_slowly(stage: Start) -> None:
    shown = positions_seen(stage(), "5a 6b 7c 8d")
    assert len(shown) == 4
    assert shown[0] > 2.5 and min(shown) > 1.7


def test_a_long_game_is_watched_fast(stage: Start) -> None:
    shown = positions_seen(stage(deal=10913), WON_10913)
    assert len(shown) > 60
    assert shown[0] > 1.5 and max(shown[1:]) < 0.8


def test_each_button_of_the_review_says_what_it_does(stage: Start) -> None:
    on = reviewed(stage)
    frame = on.review.frame
    for control in frame.controls.items:
        on.move((5, on.window.size[1] // 2))
        on.wait(0.1)
        on.move(control.rect.center)
        on.wait(1)
        assert control.tip and frame.tip.seen, control.label
        tip = frame.paint(on.window.surface)
        assert tip and Rect((0, 0), on.window.size).contains(tip)
        assert not tip.colliderect(control.rect), "it does not hide the button"


def test_tab_shows_the_tips_of_the_reviews_buttons(stage: Start) -> None:
    on = reviewed(stage)
    frame = on.review.frame
    for _ in frame.controls.items:
        on.key("tab")
        assert frame.tip.seen and frame.tip.control is frame.controls.focus
        tip = frame.paint(on.window.surface)
        assert tip and frame.tip.control and not tip.colliderect(frame.tip.control.rect)
    on.key("escape")
    assert not frame.tip.seen
