"""What is read out on request: what can be moved, and how the game stands."""

from __future__ import annotations

import pytest

from game.core.moves import Move, Refusal
from game.core.state import Role
from game.words.names import card_name, pile_name
from tests.scenes.stage import CTRL, Stage, Start, almost_won


def test_all_that_can_be_moved_is_told_and_nothing_else(on: Stage) -> None:
    on.key("l", CTRL)
    told = on.lines[-1].split(". ")
    rules, state = on.session.rules, on.state
    columns = [pile for pile in rules.piles if pile.role is Role.COLUMN]
    wanted = {
        (pile_name(source), pile_name(target))
        for source in columns
        for target in columns
        if not isinstance(rules.resolve(state, Move.carry(source, target)), Refusal)
    }
    assert wanted and told[-1] == "The last card of any column can go to a free cell"
    found = {
        (one.split(", ")[0], target)
        for one in told[:-1]
        for target in one.split("can go to ")[1].split(", ")
    }
    assert found == wanted
    assert on.line == f"{len(told)} possible moves here." and not on.actions
    top = card_name(state[on.pile("5")][-1])
    assert f"column 5, {top}; can go to column 8" in told


def test_home_and_nothing_left(stage: Start) -> None:
    on = almost_won(stage)
    on.key("l", CTRL)
    assert "foundation" in on.lines[-1]
    on.type("2h")
    on.settle()
    on.key("l", CTRL)
    assert on.lines[-1] == on.line == "Nothing can be moved."


@pytest.mark.parametrize(("game", "part"), [("vierfrei", "4 cells free"), ("canfield", "stock")])
def test_how_the_game_stands_whatever_is_hidden_in_the_bar(
    stage: Start, game: str, part: str
) -> None:
    on = stage(game=game, deal=42)
    on.settings.moves = on.settings.clock = on.settings.money = False
    on.key("i", CTRL)
    said = on.lines[-1]
    assert part in said and "0 moves" in said and "0:00" in said and "columns empty" in said
    assert on.line == said and not on.actions
    home = sum(len(cards) for pile, cards in on.state.piles.items() if pile.role is Role.FOUNDATION)
    assert f"{home} card" in said


def test_dealing_is_one_of_the_things(canfield: Stage) -> None:
    canfield.key("l", CTRL)
    assert canfield.lines[-1].endswith("Deal")
    hidden = {card_name(card) for card in canfield.state[canfield.pile("s")]}
    hidden |= {card_name(card) for card in canfield.state[canfield.pile("r")][:-1]}
    assert not any(name in canfield.lines[-1] for name in hidden)


def test_so_are_the_casinos_decisions(casino: Stage) -> None:
    casino.key("l", CTRL)
    assert casino.lines[-1] == "Stop at −$13 (x). Inspect for $13 (i)"
    casino.type("ip")
    casino.key("l", CTRL)
    assert casino.lines[-1].endswith("(x). Deal")
    casino.type("x")
    casino.settle()
    casino.key("l", CTRL)
    assert casino.lines[-1] == "Nothing can be moved."


def test_so_is_what_can_come_back_from_the_foundations(stage: Start) -> None:
    on = stage(game="canfield", deal=5, rules="aisleriot")
    on.type("1h")
    on.key("l", CTRL)
    (back,) = [one for one in on.lines[-1].split(". ") if one.startswith("clubs foundation")]
    assert back == "clubs foundation, 3 of clubs; can go to column 1"
