"""Tests of hints, and of going back to the last winnable position of a lost game."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from game.core.moves import Move, Verb
from game.rules.canfield import RULE_SETS
from game.rules.choices import choices
from game.solver.answer import JudgedMove, Margin
from game.teach.standing import Light
from game.words.names import card_name
from scenes.kit.commands import Command
from tests.scenes.guide.asking import LINE, LOST, OPEN, WON, answer, lit, lose
from tests.scenes.stage import SHIFT, Stage, Start, almost_won

FIRST = "Ace of clubs to the clubs foundation: no card needs it any more."
FURTHER = "Also: sends the 2 of clubs home within 3 moves; wins in 17 moves."
OFFER = "Ace of clubs to the clubs foundation? F4 or Enter plays it."


def test_a_known_hint_comes_at_once_and_has_the_other_moves_judged(on: Stage) -> None:
    answer(on, WON, LINE)
    assert not on.oracle.weighed
    on.key("F4")
    assert on.table.guide.hints.shown and len(on.oracle.asked) == 1
    assert on.oracle.weighed == [on.state]
    on.type("4h")
    assert on.table.guide.hints.shown is None and not on.message


@pytest.mark.parametrize("way", ["left", "escape", "click", "F8", "z"])
def test_any_input_cancels_a_hint(on: Stage, way: str) -> None:
    on.settings.light = False
    on.key("F4")
    assert on.oracle.wished
    on.do(way)
    assert on.message != "Thinking …" and on.oracle.wished is None and on.oracle.cancelled == 1
    on.wait(0.1)
    assert on.table.guide.hints.shown is None


@pytest.mark.parametrize("name", ["F4", "F5", "F1"])
def test_the_light_goes_on_when_a_hint_is_cancelled(on: Stage, name: str) -> None:
    on.settings.winnable_only = True
    on.key(name)
    on.key("left")
    assert on.oracle.wished is on.state and on.table.guide.light is Light.THINKING
    answer(on, WON, LINE)
    assert on.table.guide.light is Light.CAN_WIN and on.table.guide.hints.shown is None


def test_a_hint_in_an_undecided_position_searches_once_more(on: Stage) -> None:
    answer(on, OPEN)
    on.key("F4")
    assert on.message == "Thinking …" and on.oracle.again[-1], "it is searched once more"
    on.oracle._arrived = True
    on.wait(0.04)
    assert on.message == "Thinking …", "other news is no answer"
    answer(on, OPEN)
    assert on.message == "It's unknown whether this can be won." and on.plings == 1
    assert on.table.guide.hints.shown is None


def solver_knows(on: Stage, line: Sequence[Move] = LINE) -> None:
    on.oracle.tell(on.table.deal, on.state, WON, line)


def margin_where(on: Stage, *tokens: str) -> Margin:
    rules, state = on.table.rules, on.state
    judged = [
        JudgedMove(move, WON if move.text in tokens else LOST) for move in choices(rules, state)
    ]
    return Margin(WON, tuple(judged), tuple(LINE), 0.1)


@pytest.mark.parametrize("way", ["F4", "return", "button", "button in focus"])
def test_each_press_says_more_and_the_fourth_plays_the_move(on: Stage, way: str) -> None:
    solver_knows(on)
    if way == "button in focus":
        on.table.bar.controls.focus = on.button("hint")
    messages, announced, ways = [], [], []
    for number in range(4):
        if way == "button":
            on.click(on.button("hint").rect.center)
        else:
            on.key("F4" if way == "F4" or (way == "return" and not number) else "return")
        messages.append(on.message)
        announced.append(on.lines[-1])
        ways.append([leg.move.text for leg in on.table.guide.hints.drawn_moves])
        assert bool(on.actions) is (number == 3)
    on.settle()
    assert messages == [FIRST, FURTHER, OFFER, ""] and on.actions == ["4h"] and not on.plings
    drawn = f"{FURTHER} Then ace of spades to the spades foundation."
    assert announced[:3] == [FIRST, drawn, OFFER]
    assert ways == [["4hv1"], ["4hv1", "8hv1"], ["4hv1"], []]
    assert not on.table.keys.cursor.visible and on.session.info.hints == 1


def test_enter_picks_up_a_card_until_the_move_is_offered_and_after_tab_it_presses_a_button(
    on: Stage,
) -> None:
    solver_knows(on)
    on.keys("left", "F4", "return")
    assert on.table.hand.held and not on.actions
    on.keys("escape", "F4", "F4", "F4")
    session = on.session
    on.key("tab")
    assert on.table.guide.hints.shown is None and not on.table.guide.hints.drawn_moves
    on.key("return")
    assert on.panel and on.panel.command is Command.MENU, "the first button is the menu's"
    assert not session.actions


@pytest.mark.parametrize("way", ["left", "escape", "click", "z"])
def test_any_other_input_ends_a_hint_and_it_starts_over(on: Stage, way: str) -> None:
    solver_knows(on)
    on.keys("F4", "F4", "F4")
    assert on.table.guide.hints.offered
    on.do(way)
    for key in ((), ("return",)):
        on.keys(*key)
        assert on.table.guide.hints.shown is None and not on.table.guide.hints.drawn_moves
    on.key("F4")
    assert on.message == FIRST and not on.actions and on.session.info.hints == 2


def test_a_move_that_wins_is_offered_at_once(stage: Start) -> None:
    on = almost_won(stage)
    solver_knows(on, LINE[-1:])
    on.key("F4")
    assert on.message.endswith(": wins the game.")
    on.key("F4")
    assert on.message.endswith("? F4 or Enter plays it.")


@pytest.mark.parametrize("presses", [1, 2])
def test_a_hint_adds_that_all_other_moves_lose(on: Stage, presses: int) -> None:
    solver_knows(on)
    on.keys(*["F4"] * presses)
    margin = margin_where(on, "4hv1")
    on.oracle.tell_margin(on.table.deal, on.state, margin)
    on.wait(0.04)
    others = f"the other {len(margin) - 1} moves lose."
    assert (
        on.message == f"{(FIRST, FURTHER)[presses - 1][:-1]}; {others}" and on.lines[-1] == others
    )
    on.key("F4")
    assert on.message == (FURTHER, OFFER)[presses - 1], "it is not said again"


@pytest.mark.parametrize("wins", [("4hv1", "1av1"), ("4hv1",)])
def test_a_hint_says_nothing_so_if_another_move_wins_or_it_has_ended(
    on: Stage, wins: tuple[str, ...]
) -> None:
    solver_knows(on)
    on.key("F4")
    if len(wins) == 1:
        on.key("escape")
    shown = on.message, on.table.guide.hints.shown
    on.oracle.tell_margin(on.table.deal, on.state, margin_where(on, *wins))
    on.wait(0.04)
    assert (on.message, on.table.guide.hints.shown) == shown
    on.key("F4")
    assert on.message.endswith(FURTHER if len(wins) > 1 else " moves lose.")


@pytest.mark.parametrize("dealt", [0, 3])
def test_the_rule_of_thumb_names_the_next_best_and_offers_it(stage: Start, dealt: int) -> None:
    on = lit(stage, 42, game="canfield", rules="aisleriot")
    on.oracle.there = False
    on.keys(*["space"] * dealt, "F4")
    assert on.message.startswith("Rule of thumb: ")
    best = on.table.guide.hints.shown
    on.key("F4")
    if dealt:
        assert "Next by rule of thumb: " in on.message and on.table.guide.hints.shown == best
        on.key("F4")
    assert on.message.endswith("? F4 or Enter plays it."), "at once where it knows one move"
    on.key("F4")
    on.settle()
    assert on.actions[-1] == best.text.removesuffix("v1") and on.session.info.hints == 1


def test_a_second_hint_in_a_lost_game_names_the_losing_move(on: Stage) -> None:
    lose(on, "1a 2b 3c 5d", 3)
    for words in ("", "This move lost the game: ", ""):
        on.key("F4")
        assert on.message.startswith(words) and ("cell c" in on.message) is bool(words)
        assert on.table.guide.actions_to_undo == 2, "the way back is still offered"


def test_canfield_gives_hints_by_rule_of_thumb_that_name_no_hidden_card(stage: Start) -> None:
    on = lit(stage, 42, game="canfield", rules="hoyle")
    hidden = {card_name(card) for card in on.state[on.pile("r")][:-1]}
    on.oracle.there = False
    on.key("F4")
    assert on.message.startswith("Rule of thumb: ") and not on.oracle.asked
    on.key("F4")
    assert not any(name in " ".join(on.lines).lower() for name in hidden)
    on.key("escape")
    on.oracle.there = True
    on.settings.hidden_hints = True
    on.key("F4")
    assert on.message == "Thinking …"
    answer(on, WON, [Move(Verb.DEAL)])
    assert on.message == "Deal from the stock.", "and not which cards lie there"


HERE = "Here it could still be won."


@pytest.mark.parametrize("lost_at", [1, 2, 3, 4])
def test_a_lost_game_offers_to_undo_to_the_last_winnable_position(on: Stage, lost_at: int) -> None:
    lose(on, "1a 2b 3c 5d", lost_at)
    on.key("F4")
    count = 5 - lost_at
    label = f"Take back {count} move{'s' if count > 1 else ''} (T)"
    assert on.strip == "This position is lost." and on.table.guide.actions_to_undo == count
    assert on.lines[-1] == f"This position is lost. {label}"
    on.key("left" if lost_at % 2 else "1")
    assert on.strip == "" and on.table.guide.actions_to_undo == 0, "any input ends the offer"
    on.key("F4")
    on.push(label)
    assert len(on.actions) == lost_at - 1 and on.strip == ""
    assert len(on.session.undone) == count
    on.check()


@pytest.mark.parametrize("key", ["F5", "t"])
def test_the_last_winnable_position_is_found_by_bisection(on: Stage, key: str) -> None:
    on.settings.light = False
    on.type("1a 2b 3c 5d")
    solver = on.oracle
    solver.asked.clear()
    states = on.session.positions
    on.key(key)
    answer(on, LOST)
    assert on.message == "Lost. Looking for the last winnable position …"
    while solver.wished is not None and len(solver.asked) < 9:
        assert len(on.actions) == 4
        answer(on, WON if states.index(solver.wished) <= 2 else LOST)
    assert len(solver.asked) <= 4
    if key == "t":
        assert on.actions == ["1a", "2b"] and on.message == HERE
    else:
        assert on.table.guide.actions_to_undo == 2


def test_a_deal_lost_from_the_start_has_no_way_back(on: Stage) -> None:
    lose(on, "1a 2b", 0)
    on.key("F4")
    assert on.message == "This deal can't be won."
    assert on.plings == 1 and on.strip == ""


@pytest.mark.parametrize("lost_at", [1, 2, 3, 4])
@pytest.mark.parametrize("first", [(), ("F4",), ("F5",)], ids=["table", "prompt", "solution"])
@pytest.mark.parametrize("mod", [0, SHIFT])
def test_t_undoes_to_the_last_winnable_position(
    on: Stage, lost_at: int, first: tuple[str, ...], mod: int
) -> None:
    lose(on, "1a 2b 3c 5d", lost_at)
    on.keys(*first)
    on.key("t", mod)
    assert len(on.actions) == lost_at - 1 and len(on.session.undone) == 5 - lost_at
    assert on.message == on.lines[-1] == HERE and not on.strip and not on.plings
    on.check()


@pytest.mark.parametrize(
    ("lost_at", "typed", "words"),
    [(3, "t", "It can still be won."), (1, "3t", "3t isn't a move.")],
    ids=["not lost", "part of a move"],
)
def test_t_is_refused_otherwise(on: Stage, lost_at: int, typed: str, words: str) -> None:
    lose(on, "1a 2b", lost_at)
    on.type(typed)
    assert on.actions == ["1a", "2b"] and on.plings == 1 and on.message == words


@pytest.mark.parametrize("rules", RULE_SETS)
def test_in_canfield_shift_t_undoes_to_the_last_winnable_position(stage: Start, rules: str) -> None:
    on = lit(stage, 42, game="canfield", rules=rules)
    line = "d d d d" if rules != "casino" else "i p d d"
    lose(on, line, 2)
    before = on.actions
    on.key("t")
    assert on.actions == before and on.message != HERE, "T alone is for turning"
    on.keys("F4", "shift+t")
    assert on.actions == before[:1] and on.message == HERE
    on.check()


def test_t_resumes_a_stopped_game_but_not_one_that_is_won(stage: Start) -> None:
    on = lit(stage, 42, game="canfield", rules="casino")
    lose(on, "i p d x", 4)
    assert on.session.ended and on.storage.log.games()
    on.key("t", SHIFT)
    assert not on.session.ended and on.actions == ["i", "p", "d"] and on.message == HERE
    assert not on.saved("record")["games"]
    on = almost_won(stage)
    on.play("2h")
    on.key("t")
    assert on.session.won and on.message == "The game is over."
