"""Hints on the table: which fact is told, and what is told next."""

from __future__ import annotations

import pytest

from game.core.moves import Move, Refusal, Verb
from scenes.table.light import Light
from tests.game.reading import parse_move
from tests.loops import while_
from tests.scenes.guide.asking import LINE, LOST, OPEN, WON, answer, lit, lose, oracle
from tests.scenes.oracle import Oracle
from tests.scenes.stage import CTRL, Stage, Start, almost_won


def test_a_hint_waits_for_the_answer_and_moves_nothing(on: Stage) -> None:
    on.key("F4")
    assert on.line == "Thinking …" and oracle(on).again[-1]
    on.wait(10)
    assert on.line == "Thinking …"
    answer(on, WON, LINE)
    assert on.table.guide.hints.shown is not None and on.table.guide.hints.shown.text.startswith(
        "4h"
    )
    assert on.line == "Hint: ace of clubs to clubs foundation" == on.lines[-1]
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
    assert on.line == "It is not known whether this can be won." and on.plings == 1
    assert on.table.guide.hints.shown is None


def test_a_second_hint_tells_the_next_best_fact_and_not_the_same_again(on: Stage) -> None:
    answer(on, WON, LINE)
    after = on.session.outcome(parse_move("1a", "vierfrei"))
    assert not isinstance(after, Refusal)
    oracle(on).tell(on.table.deal, after, WON, LINE)
    told = []
    for _ in range(4):
        on.key("F4")
        told.append(on.line)
        assert on.lines[-1] == on.line
    assert told == [
        "Hint: ace of clubs to clubs foundation",
        "Then ace of spades to spades foundation; 5 of diamonds to column 6. 69 moves to the win.",
        "This wins as well: 6 of diamonds to cell a",
        "Hint: ace of clubs to clubs foundation",
    ], told
    on.key("F4")
    on.type("1a")
    on.key("z", CTRL)
    on.settle()
    on.key("F4")
    assert on.line == told[0], "a move begins anew"
    assert not on.actions


def test_only_what_is_proven_is_said_to_win(on: Stage) -> None:
    answer(on, WON, LINE)
    for token, verdict in (("1a", LOST), ("2a", OPEN)):
        after = on.session.outcome(parse_move(token, "vierfrei"))
        assert not isinstance(after, Refusal)
        oracle(on).tell(on.table.deal, after, verdict)
    told = []
    for _ in range(4):
        on.key("F4")
        told.append(on.line)
    assert told[:2] == told[2:] and len(set(told)) == 2


def test_the_arrow_goes_with_the_fact(on: Stage) -> None:
    answer(on, WON, LINE)
    after = on.session.outcome(parse_move("1a", "vierfrei"))
    assert not isinstance(after, Refusal)
    oracle(on).tell(on.table.deal, after, WON, LINE)
    shown = []
    for _ in range(3):
        on.key("F4")
        assert on.table.guide.hints.shown is not None
        shown.append(on.table.guide.hints.shown.text)
    assert shown[0] == shown[1] != shown[2]


def test_a_move_that_wins_at_once_says_so(stage: Start) -> None:
    on = almost_won(stage)
    on.kit.solver = Oracle()
    on.settings.light = True
    on.table.guide.position_changed()
    answer(on, WON, LINE[-1:])
    on.keys("F4", "F4")
    assert on.line == "This move wins the game."


def test_the_rule_of_thumb_has_a_next_best(stage: Start) -> None:
    on = lit(stage, 42, game="canfield", rules="aisleriot")
    oracle(on).there = False
    on.keys("F4", "F4")
    assert on.line == "The rule of thumb knows nothing else here."
    on.keys("space", "space", "space")
    told: list[str] = []
    for _ in while_(lambda: len(told) < 12):
        on.key("F4")
        told.append(on.line)
        if on.line == told[0] and len(told) > 1:
            break
    assert told[0].startswith("By rule of thumb: ") and told[-1] == told[0]
    assert len(set(told)) == len(told) - 1 >= 2
    assert all(line.startswith("Next best by rule of thumb: ") for line in told[1:-1])


def test_a_second_hint_in_a_lost_game_tells_which_move_lost_it(on: Stage) -> None:
    lose(on, "1a 2b 3c 5d", 3)
    on.key("F4")
    assert on.table.guide.way_back == 2 and not on.line
    on.key("F4")
    assert on.line.startswith("Lost by this move: ") and "cell c" in on.line
    assert on.table.guide.way_back == 2, "the way back is still offered"
    on.key("F4")
    assert not on.line.startswith("Lost by") and on.table.guide.way_back == 2


def test_canfield_hints_by_rule_of_thumb(stage: Start) -> None:
    on = lit(stage, 42, game="canfield", rules="hoyle")
    oracle(on).there = False
    on.key("F4")
    assert on.line.startswith("By rule of thumb: ") and not oracle(on).asked
    oracle(on).there = True
    on.settings.canfield_hints = True
    on.key("F4")
    assert on.line == "Thinking …"
    answer(on, WON, [Move(Verb.DEAL)])
    assert on.line == "Hint: deal from the stock", "and not which cards lie there"


def test_escape_only_puts_away_what_is_shown(on: Stage) -> None:
    answer(on, WON, LINE)
    on.key("F4")
    on.key("escape")
    assert on.table.guide.hints.shown is None
    on.key("escape")
    assert on.app.director.table is None, "the next one leads to the menu"
