"""Hints on the table: which fact is told, and what is told next."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from game.core.moves import Move, Verb
from game.rules.choices import choices
from game.solver.answer import Judged, Margin
from game.teach.standing import Light
from scenes.kit.commands import Command
from tests.scenes.guide.asking import LINE, LOST, OPEN, WON, answer, lit, lose, oracle
from tests.scenes.oracle import Oracle
from tests.scenes.stage import CTRL, Stage, Start, almost_won

FIRST = "Ace of clubs to the clubs foundation: no card needs it any more."
FURTHER = "Also: sends the 2 of clubs home within 3 moves; wins in 17 moves."
OFFER = "Ace of clubs to the clubs foundation? F4 or Enter plays it."


def test_a_hint_waits_for_the_answer_and_moves_nothing(on: Stage) -> None:
    on.key("F4")
    assert on.line == "Thinking …" and oracle(on).again[-1]
    on.wait(10)
    assert on.line == "Thinking …"
    answer(on, WON, LINE)
    assert on.table.guide.hints.shown is not None and on.table.guide.hints.shown.text.startswith(
        "4h"
    )
    assert on.line == FIRST == on.lines[-1]
    assert not on.actions
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
    judged = [Judged(move, WON if move.text in tokens else LOST) for move in choices(rules, state)]
    return Margin(WON, tuple(judged), tuple(LINE), 0.1)


class TestAskedAgain:
    """Each further press goes a step deeper, and the fourth plays the move."""

    def test_it_goes_deeper_is_offered_and_then_played(self, on: Stage) -> None:
        knows(on)
        told, ways = [], []
        for _ in range(3):
            on.key("F4")
            told.append(on.line)
            ways.append([leg.move.text for leg in on.table.guide.hints.way])
        assert told == [FIRST, FURTHER, OFFER] and not on.actions
        assert ways[0] == ways[2] == ["4hv1"] and ways[1] == ["4hv1", "8hv1"]
        on.key("F4")
        on.settle()
        assert on.actions == ["4h"] and on.table.guide.hints.shown is None
        assert not on.line and not on.plings

    def test_enter_goes_on_as_the_key_does(self, on: Stage) -> None:
        knows(on)
        told = list[str]()
        for key in ("F4", "return", "return"):
            on.keys(key)
            told.append(on.line)
        assert told == [FIRST, FURTHER, OFFER] and not on.actions
        assert not on.table.keys.cursor.visible
        on.key("return")
        on.settle()
        assert on.actions == ["4h"]

    def test_enter_takes_what_is_under_the_cursor_until_the_move_is_offered(
        self, on: Stage
    ) -> None:
        knows(on)
        on.keys("left", "F4", "return")
        assert on.table.hand.held and not on.actions

    def test_the_keyboard_can_play_it_from_the_bar(self, on: Stage) -> None:
        knows(on)
        button = next(one for one in on.table.bar.controls.items if one.icon == "hint")
        on.table.bar.controls.focus = button
        on.keys("return", "return", "return", "return")
        on.settle()
        assert on.actions == ["4h"]

    def test_its_button_does_the_same(self, on: Stage) -> None:
        knows(on)
        button = next(one for one in on.table.bar.controls.items if one.icon == "hint")
        for words in (FIRST, FURTHER, OFFER, ""):
            on.click(button.rect.center)
            assert on.line == words
        on.settle()
        assert on.actions == ["4h"]

    def test_tab_ends_it_and_enter_presses_what_has_the_focus_then(self, on: Stage) -> None:
        knows(on)
        on.keys("F4", "F4", "F4")
        session = on.session
        on.key("tab")
        assert on.table.guide.hints.shown is None and not on.table.guide.hints.way
        on.key("return")
        assert on.panel and on.panel.own is Command.MENU, "the first button is the menu's"
        assert not session.actions

    @pytest.mark.parametrize("way", ["left", "escape", "click", "z"])
    def test_any_other_input_ends_it_and_it_begins_anew(self, on: Stage, way: str) -> None:
        knows(on)
        on.keys("F4", "F4", "F4")
        assert on.table.guide.hints.offered
        if way == "click":
            on.click((500, 690))
        else:
            on.key(way)
        assert on.table.guide.hints.shown is None and not on.table.guide.hints.way
        on.key("return")
        assert on.table.guide.hints.shown is None and not on.actions
        on.key("F4")
        assert on.line == FIRST and not on.actions

    def test_it_counts_once_however_far_it_is_asked(self, on: Stage) -> None:
        knows(on)
        on.keys("F4", "F4", "F4", "F4")
        assert on.session.book.hints == 1
        knows(on, LINE[1:])
        on.keys("F4", "F4", "escape", "F4")
        assert on.session.book.hints == 3

    def test_another_position_begins_anew(self, on: Stage) -> None:
        knows(on)
        on.keys("F4", "F4")
        on.type("1a")
        on.key("z", CTRL)
        on.settle()
        on.key("F4")
        assert on.line == FIRST

    def test_the_ear_hears_the_way_that_is_drawn(self, on: Stage) -> None:
        knows(on)
        on.keys("F4", "F4")
        assert on.lines[-1] == f"{FURTHER} Then ace of spades to the spades foundation."
        on.key("F4")
        assert on.lines[-1] == OFFER

    def test_a_move_that_wins_is_offered_at_once(self, stage: Start) -> None:
        on = almost_won(stage)
        on.kit.solver = Oracle()
        knows(on, LINE[-1:])
        on.key("F4")
        assert on.line.endswith(": wins the game.")
        on.key("F4")
        assert on.line.endswith("? F4 or Enter plays it.")


class TestTheOtherMoves:
    """That they lose is said when it is known, and nothing is taken back for it."""

    def test_they_are_judged_when_a_hint_is_shown(self, on: Stage) -> None:
        answer(on, WON, LINE)
        assert not oracle(on).weighed
        on.key("F4")
        assert oracle(on).weighed == [on.state]

    def test_a_sentence_grows_when_they_are(self, on: Stage) -> None:
        knows(on)
        on.key("F4")
        margin = weighed(on, "4hv1")
        oracle(on).tell_margin(on.table.deal, on.state, margin)
        on.wait(0.04)
        others = f"the other {len(margin) - 1} moves lose"
        assert on.line == f"{FIRST[:-1]}; {others}." and on.lines[-2:] == [FIRST, f"{others}."]
        on.key("F4")
        assert on.line == FURTHER, "it is not said again"

    def test_they_are_told_later_if_known_later(self, on: Stage) -> None:
        knows(on)
        on.keys("F4", "F4")
        margin = weighed(on, "4hv1")
        oracle(on).tell_margin(on.table.deal, on.state, margin)
        on.wait(0.04)
        assert on.line == f"{FURTHER[:-1]}; the other {len(margin) - 1} moves lose."

    def test_what_does_not_lose_is_not_said_to(self, on: Stage) -> None:
        knows(on)
        on.key("F4")
        oracle(on).tell_margin(on.table.deal, on.state, weighed(on, "4hv1", "1av1"))
        on.wait(0.04)
        assert on.line == FIRST
        on.key("F4")
        assert on.line == FURTHER

    def test_once_ended_it_does_not_come_back(self, on: Stage) -> None:
        knows(on)
        on.keys("F4", "escape")
        oracle(on).tell_margin(on.table.deal, on.state, weighed(on, "4hv1"))
        on.wait(0.04)
        assert not on.line and on.table.guide.hints.shown is None

    def test_the_light_goes_on_looking_ahead(self, on: Stage) -> None:
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


def test_the_rule_of_thumb_tells_what_is_next_best(stage: Start) -> None:
    on = lit(stage, 42, game="canfield", rules="aisleriot")
    oracle(on).there = False
    on.keys("space", "space", "space", "F4")
    assert on.line.startswith("Rule of thumb: ")
    best = on.table.guide.hints.shown
    on.key("F4")
    assert "Next by rule of thumb: " in on.line and on.table.guide.hints.shown == best
    on.keys("F4", "F4")
    on.settle()
    assert best is not None and on.actions[-1] == best.text.removesuffix("v1")
    assert on.session.book.hints == 1


def test_a_rule_of_thumb_that_knows_one_move_offers_it(stage: Start) -> None:
    on = lit(stage, 42, game="canfield", rules="aisleriot")
    oracle(on).there = False
    on.keys("F4", "F4")
    assert on.line == "Deal from the stock? F4 or Enter plays it."


def test_a_second_hint_in_a_lost_game_tells_which_move_lost_it(on: Stage) -> None:
    lose(on, "1a 2b 3c 5d", 3)
    on.key("F4")
    assert on.table.guide.way_back == 2 and not on.line
    on.key("F4")
    assert on.line.startswith("This move lost the game: ") and "cell c" in on.line
    assert on.table.guide.way_back == 2, "the way back is still offered"
    on.key("F4")
    assert not on.line.startswith("Lost by") and on.table.guide.way_back == 2


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
