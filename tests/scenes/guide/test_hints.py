"""Hints on the table: which fact is told, what is told next, and the way back in a lost game."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from game.core.moves import Move, Verb
from game.rules.choices import choices
from game.solver.answer import JudgedMove, Margin
from game.teach.standing import Light
from scenes.kit.commands import Command
from tests.scenes.guide.asking import LINE, LOST, OPEN, WON, answer, lit, lose, oracle
from tests.scenes.oracle import Oracle
from tests.scenes.stage import CTRL, SHIFT, Stage, Start, almost_won

FIRST = "Ace of clubs to the clubs foundation: no card needs it any more."
FURTHER = "Also: sends the 2 of clubs home within 3 moves; wins in 17 moves."
OFFER = "Ace of clubs to the clubs foundation? F4 or Enter plays it."


def test_a_hint_waits_for_the_answer_and_moves_nothing(on: Stage) -> None:
    on.key("F4")
    assert oracle(on).again[-1]
    on.wait(10)
    assert on.line == "Thinking …"
    answer(on, WON, LINE)
    assert on.table.guide.hints.shown.text.startswith("4h")
    assert on.line == FIRST == on.lines[-1] and not on.actions
    on.check()


def test_a_hint_that_is_known_comes_at_once(on: Stage) -> None:
    answer(on, WON, LINE)
    on.key("F4")
    assert on.table.guide.hints.shown and len(oracle(on).asked) == 1
    on.type("4h")
    assert on.table.guide.hints.shown is None and not on.line


@pytest.mark.parametrize("way", ["left", "escape", "click", "F8", "z"])
def test_any_input_ends_the_waiting(on: Stage, way: str) -> None:
    on.settings.light = False
    on.key("F4")
    assert oracle(on).wished
    if way == "click":
        on.click(on.at("1"))
    else:
        on.key(way)
    assert on.line != "Thinking …" and oracle(on).wished is None and oracle(on).cancelled == 1
    on.wait(0.1)
    assert on.table.guide.hints.shown is None


@pytest.mark.parametrize("name", ["F4", "F5", "F1"])
def test_the_light_goes_on_thinking_when_the_player_waits_no_more(on: Stage, name: str) -> None:
    on.settings.winnable_only = True
    on.key(name)
    on.key("left")
    assert oracle(on).wished is on.state and on.table.guide.light is Light.THINKING
    answer(on, WON, LINE)
    assert on.table.guide.light is Light.CAN_WIN and on.table.guide.hints.shown is None


def test_nobody_knows(on: Stage) -> None:
    answer(on, OPEN)
    on.key("F4")
    assert on.line == "Thinking …" and oracle(on).again[-1], "it is searched once more"
    oracle(on)._arrived = True
    on.wait(0.04)
    assert on.line == "Thinking …", "other news is no answer"
    answer(on, OPEN)
    assert on.line == "It's unknown whether this can be won." and on.plings == 1
    assert on.table.guide.hints.shown is None


def knows(on: Stage, line: Sequence[Move] = LINE) -> None:
    """The solver knows that ``line`` wins from the position on the table."""
    oracle(on).tell(on.table.deal, on.state, WON, line)


def weighed(on: Stage, *tokens: str) -> Margin:
    """The margin of the position in which the moves of these ``tokens`` win, and no others do."""
    rules, state = on.table.rules, on.state
    judged = [
        JudgedMove(move, WON if move.text in tokens else LOST) for move in choices(rules, state)
    ]
    return Margin(WON, tuple(judged), tuple(LINE), 0.1)


@pytest.mark.parametrize("way", ["F4", "return", "button", "button in focus"])
def test_each_further_press_goes_deeper_and_the_fourth_plays_the_move(on: Stage, way: str) -> None:
    knows(on)
    if way == "button in focus":
        on.table.bar.controls.focus = on.button("hint")
    told, ways = [], []
    for number in range(4):
        if way == "button":
            on.click(on.button("hint").rect.center)
        else:
            on.key("F4" if way == "F4" or (way == "return" and not number) else "return")
        told.append(on.line)
        ways.append([leg.move.text for leg in on.table.guide.hints.drawn_moves])
        assert bool(on.actions) is (number == 3)
    on.settle()
    assert told == [FIRST, FURTHER, OFFER, ""] and on.actions == ["4h"] and not on.plings
    assert ways == [["4hv1"], ["4hv1", "8hv1"], ["4hv1"], []]
    assert not on.table.keys.cursor.visible and on.session.info.hints == 1


def test_enter_takes_what_is_under_the_cursor_until_the_move_is_offered(on: Stage) -> None:
    knows(on)
    on.keys("left", "F4", "return")
    assert on.table.hand.held and not on.actions


def test_tab_ends_it_and_enter_presses_what_has_the_focus_then(on: Stage) -> None:
    knows(on)
    on.keys("F4", "F4", "F4")
    session = on.session
    on.key("tab")
    assert on.table.guide.hints.shown is None and not on.table.guide.hints.drawn_moves
    on.key("return")
    assert on.panel and on.panel.command is Command.MENU, "the first button is the menu's"
    assert not session.actions


@pytest.mark.parametrize("way", ["left", "escape", "click", "z"])
def test_any_other_input_ends_it_and_it_begins_anew(on: Stage, way: str) -> None:
    knows(on)
    on.keys("F4", "F4", "F4")
    assert on.table.guide.hints.offered
    on.do(way)
    for key in ((), ("return",)):
        on.keys(*key)
        assert on.table.guide.hints.shown is None and not on.table.guide.hints.drawn_moves
    on.key("F4")
    assert on.line == FIRST and not on.actions and on.session.info.hints == 2


def test_another_position_begins_anew(on: Stage) -> None:
    knows(on)
    on.keys("F4", "F4")
    on.type("1a")
    on.key("z", CTRL)
    on.settle()
    on.key("F4")
    assert on.line == FIRST


def test_the_ear_hears_the_way_that_is_drawn(on: Stage) -> None:
    knows(on)
    on.keys("F4", "F4")
    assert on.lines[-1] == f"{FURTHER} Then ace of spades to the spades foundation."
    on.key("F4")
    assert on.lines[-1] == OFFER


def test_a_move_that_wins_is_offered_at_once(stage: Start) -> None:
    on = almost_won(stage)
    on.kit.solver = Oracle()
    knows(on, LINE[-1:])
    on.key("F4")
    assert on.line.endswith(": wins the game.")
    on.key("F4")
    assert on.line.endswith("? F4 or Enter plays it.")


def test_they_are_judged_when_a_hint_is_shown(on: Stage) -> None:
    answer(on, WON, LINE)
    assert not oracle(on).weighed
    on.key("F4")
    assert oracle(on).weighed == [on.state]


@pytest.mark.parametrize("presses", [1, 2])
def test_that_the_other_moves_lose_is_told_once_it_is_known(on: Stage, presses: int) -> None:
    knows(on)
    on.keys(*["F4"] * presses)
    margin = weighed(on, "4hv1")
    oracle(on).tell_margin(on.table.deal, on.state, margin)
    on.wait(0.04)
    others = f"the other {len(margin) - 1} moves lose."
    assert on.line == f"{(FIRST, FURTHER)[presses - 1][:-1]}; {others}" and on.lines[-1] == others
    on.key("F4")
    assert on.line == (FURTHER, OFFER)[presses - 1], "it is not said again"


def test_what_does_not_lose_is_not_said_to(on: Stage) -> None:
    knows(on)
    on.key("F4")
    oracle(on).tell_margin(on.table.deal, on.state, weighed(on, "4hv1", "1av1"))
    on.wait(0.04)
    assert on.line == FIRST
    on.key("F4")
    assert on.line == FURTHER


def test_once_ended_it_does_not_come_back(on: Stage) -> None:
    knows(on)
    on.keys("F4", "escape")
    oracle(on).tell_margin(on.table.deal, on.state, weighed(on, "4hv1"))
    on.wait(0.04)
    assert not on.line and on.table.guide.hints.shown is None


def test_the_light_goes_on_looking_ahead(on: Stage) -> None:
    answer(on, WON, LINE)
    on.wait(1)
    oracle(on).foreseen.clear()
    oracle(on).weighing = True
    on.key("F4")
    on.wait(1)
    assert not oracle(on).foreseen, "that would end the judging"
    oracle(on).weighing = False
    on.wait(1)
    assert oracle(on).foreseen


@pytest.mark.parametrize("dealt", [0, 3])
def test_the_rule_of_thumb_tells_what_is_next_best_and_offers_its_move(
    stage: Start, dealt: int
) -> None:
    on = lit(stage, 42, game="canfield", rules="aisleriot")
    oracle(on).there = False
    on.keys(*["space"] * dealt, "F4")
    assert on.line.startswith("Rule of thumb: ")
    best = on.table.guide.hints.shown
    on.key("F4")
    if dealt:
        assert "Next by rule of thumb: " in on.line and on.table.guide.hints.shown == best
        on.key("F4")
    assert on.line.endswith("? F4 or Enter plays it."), "at once where it knows one move"
    on.key("F4")
    on.settle()
    assert on.actions[-1] == best.text.removesuffix("v1") and on.session.info.hints == 1


def test_a_second_hint_in_a_lost_game_tells_which_move_lost_it(on: Stage) -> None:
    lose(on, "1a 2b 3c 5d", 3)
    on.key("F4")
    assert on.table.guide.actions_to_undo == 2 and not on.line
    on.key("F4")
    assert on.line.startswith("This move lost the game: ") and "cell c" in on.line
    assert on.table.guide.actions_to_undo == 2, "the way back is still offered"
    on.key("F4")
    assert not on.line.startswith("Lost by") and on.table.guide.actions_to_undo == 2


def test_canfield_hints_by_rule_of_thumb(stage: Start) -> None:
    on = lit(stage, 42, game="canfield", rules="hoyle")
    oracle(on).there = False
    on.key("F4")
    assert on.line.startswith("Rule of thumb: ") and not oracle(on).asked
    on.key("escape")
    oracle(on).there = True
    on.settings.hidden_hints = True
    on.key("F4")
    assert on.line == "Thinking …"
    answer(on, WON, [Move(Verb.DEAL)])
    assert on.line == "Deal from the stock.", "and not which cards lie there"


def test_escape_only_puts_away_what_is_shown(on: Stage) -> None:
    answer(on, WON, LINE)
    on.keys("F4", "escape")
    assert on.table.guide.hints.shown is None
    on.key("escape")
    assert on.app.director.table is None, "the next one leads to the menu"


HERE = "Here it could still be won."


@pytest.mark.parametrize("lost_at", [1, 2, 3, 4])
def test_a_lost_game_offers_the_way_back(on: Stage, lost_at: int) -> None:
    lose(on, "1a 2b 3c 5d", lost_at)
    on.key("F4")
    count = 5 - lost_at
    label = f"Take back {count} move{'s' if count > 1 else ''} (T)"
    assert on.strip == "This position is lost." and on.table.guide.actions_to_undo == count
    assert on.lines[-1] == f"This position is lost. {label}"
    on.push(label)
    assert len(on.actions) == lost_at - 1 and on.strip == ""
    assert len(on.session.undone) == count
    on.check()


@pytest.mark.parametrize("key", ["F5", "t"])
def test_the_way_back_is_searched_by_halves(on: Stage, key: str) -> None:
    on.settings.light = False
    on.type("1a 2b 3c 5d")
    solver = oracle(on)
    solver.asked.clear()
    states = on.session.positions
    on.key(key)
    answer(on, LOST)
    assert on.line == "Lost. Looking for the last winnable position …"
    for _ in range(9):
        if solver.wished is None:
            break
        assert len(on.actions) == 4
        answer(on, WON if states.index(solver.wished) <= 2 else LOST)
    assert len(solver.asked) <= 4
    if key == "t":
        assert on.actions == ["1a", "2b"] and on.line == HERE
    else:
        assert on.table.guide.actions_to_undo == 2


def test_nothing_before_could_be_won_either(on: Stage) -> None:
    lose(on, "1a 2b", 0)
    on.key("F4")
    assert on.line == "This deal can't be won."
    assert on.plings == 1 and on.strip == ""


@pytest.mark.parametrize("way", ["F8", "left", "1"])
def test_the_offer_goes_with_the_next_input(on: Stage, way: str) -> None:
    lose(on, "1a 2b", 1)
    on.key("F4")
    assert on.strip
    on.key(way)
    assert on.strip == "" and on.table.guide.actions_to_undo == 0


@pytest.mark.parametrize("lost_at", [1, 2, 3, 4])
@pytest.mark.parametrize("first", [(), ("F4",), ("F5",)], ids=["table", "prompt", "solution"])
@pytest.mark.parametrize("mod", [0, SHIFT])
def test_t_goes_where_it_could_still_be_won(
    on: Stage, lost_at: int, first: tuple[str, ...], mod: int
) -> None:
    lose(on, "1a 2b 3c 5d", lost_at)
    on.keys(*first)
    on.key("t", mod)
    assert len(on.actions) == lost_at - 1 and len(on.session.undone) == 5 - lost_at
    assert on.line == on.lines[-1] == HERE and not on.strip and not on.plings
    on.check()


def test_another_input_calls_it_off(on: Stage) -> None:
    on.settings.light = False
    on.type("1a 2b")
    on.keys("t", "left")
    assert oracle(on).wished is None and on.line != "Thinking …"
    on.wait(0.1)
    assert on.actions == ["1a", "2b"]


def test_t_in_a_game_that_is_not_lost(on: Stage) -> None:
    lose(on, "1a 2b", 3)
    on.key("t")
    assert on.actions == ["1a", "2b"] and on.plings == 1
    assert on.line == "It can still be won."


def test_t_within_a_move_is_no_command(on: Stage) -> None:
    lose(on, "1a 2b", 1)
    on.type("3t")
    assert on.actions == ["1a", "2b"] and on.line == "3t isn't a move."


@pytest.mark.parametrize("rules", ["hoyle", "xpat2", "casino", "aisleriot"])
def test_in_canfield_it_is_shift_and_t(stage: Start, rules: str) -> None:
    on = lit(stage, 42, game="canfield", rules=rules)
    line = "d d d d" if rules != "casino" else "i p d d"
    lose(on, line, 2)
    before = on.actions
    on.key("t")
    assert on.actions == before and on.line != HERE, "a move, or none: as ever"
    on.keys("F4", "shift+t")
    assert on.actions == before[:1] and on.line == HERE
    for _ in range(9):
        on.type("d")
    on.check()


def test_a_stopped_game_goes_on_where_it_could_be_won(stage: Start) -> None:
    on = lit(stage, 42, game="canfield", rules="casino")
    lose(on, "i p d x", 4)
    assert on.session.ended and on.storage.log.games()
    on.key("t", SHIFT)
    assert not on.session.ended and on.actions == ["i", "p", "d"] and on.line == HERE
    assert not on.saved("record")["games"]


def test_a_game_that_is_won_is_not_tried_again(stage: Start) -> None:
    on = almost_won(stage)
    on.kit.solver = Oracle()
    on.type("2h")
    on.settle()
    on.key("t")
    assert on.session.won and on.line == "The game is over."
