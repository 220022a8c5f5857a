"""What a player can do at a table: the methods of ``Table`` are all that a game needs, and where
two devices mean the same, both call the same one.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

import pytest

from game.core.moves import Move, Verb
from game.core.state import RESERVE, STOCK, PileId, Role
from game.rules.canfield import RULE_SETS
from game.rules.notation import parse_deck
from game.rules.registry import CANFIELD, VIERFREI, Deal
from scenes.access.tree import Kind
from scenes.table.mouse import LONG_PRESS
from tests.game.decks import easy_deck
from tests.game.reading import parse_move
from tests.scenes.stage import (
    CTRL,
    LEFT,
    RIGHT,
    SHIFT,
    WON_10913,
    Stage,
    Start,
    almost_won,
    key_event,
)
from tests.scenes.test_access import node, press, tree_of

Way = Callable[[Stage], None]


ACTS: Final = (
    *("take", "drop", "send_home", "to_cells", "play", "play_instead", "deal_on", "send_safe"),
    *("undo", "redo", "restart", "new_deal", "hint", "solution", "go_way_back", "play_shown"),
)
"""What changes the game, or asks for help with it."""


def listening(on: Stage) -> list[tuple[object, ...]]:
    """All that is done at the table from now on: each act with what it is about, but not where the
    pointer is."""
    heard: list[tuple[object, ...]] = []

    def hear(name: str, act: Callable[..., bool], *about: object, **how: object) -> bool:
        heard.append((name, *about[:2], *how.values()))
        return act(*about, **how)

    for name in ACTS:
        setattr(on.table, name, partial(hear, name, getattr(on.table, name)))
    return heard


# -- games by acts alone ---------------------------------------------------------------------------


def test_a_game_of_vierfrei_is_won_by_acts_alone(stage: Start) -> None:
    on = stage(deal=10913)
    for token in WON_10913.split():
        found = on.session.rules.resolve(on.state, parse_move(token, VIERFREI))
        assert isinstance(found, Move) and found.count
        assert on.table.take(found.source, found.count), token
        assert on.table.drop(found.target), token
    on.check()
    assert on.session.won and not on.plings


@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_game_of_canfield_is_won_by_acts_alone(stage: Start, rules: str) -> None:
    on = stage(game=CANFIELD, deal=42, rules=rules)
    deck = parse_deck(easy_deck(waste=RULE_SETS[rules].initial_waste))
    on.table.new_deal(Deal(CANFIELD, rules=rules, deck=deck))
    if rules == "casino":
        assert on.table.play(Move(Verb.INSPECT)) and on.table.play(Move(Verb.PAY))
    for _ in range(400):
        home = on.session.rules.home_move(on.state)
        if on.session.won:
            break
        if home is None:
            assert on.table.deal_on()
        else:
            assert on.table.send_home(home.source, 1)
    on.check()
    assert on.session.won and not on.plings


def test_acts_lead_back_and_forth(on: Stage) -> None:
    table, begin = on.table, on.state
    five, eight = on.pile("5"), on.pile("8")
    assert table.play(Move.carry(five, eight))
    after = on.state
    assert table.undo(whole=True) and on.state == begin
    assert not table.undo(whole=True) and on.plings == 1
    assert table.redo(whole=False) and on.state == after
    assert not table.redo(whole=True) and on.plings == 2
    assert table.restart() and on.state == begin
    assert table.to_cells(five, 1) and on.actions[-1] == "5a"
    assert not table.send_safe() and on.plings == 3
    on.check()


def test_what_is_held_goes_back_before_anything_else_is_done(on: Stage) -> None:
    table, five = on.table, on.pile("5")
    assert not table.hand.put_down(), "nothing is held"
    assert table.take(five, 1) and table.hand.held
    assert table.hand.put_down() and not on.actions
    table.take(five, 1)
    assert table.drop(five) and not on.actions, "it lies where it was"
    on.check()
    table.take(five, 1)
    assert table.play(Move.carry(on.pile("6"), on.pile("a")))
    assert on.actions == ["6a"]
    on.check()


def test_refused_acts_pling_and_change_nothing(on: Stage) -> None:
    begin, one = on.state, on.pile("1")
    table = on.table
    refused: tuple[Callable[[], bool], ...] = (
        lambda: table.take(one, 7),
        lambda: table.play(Move.carry(one, one)),
        lambda: table.to_cells(one, 5),
        lambda: table.play_instead(Move(Verb.DEAL)),
    )
    for plings, act in enumerate(refused, 1):
        assert not act()
        assert on.plings == plings and on.state == begin and on.line
    assert not table.deal_on() and on.plings == len(refused), "there is no stock"


# -- one meaning, whatever the device --------------------------------------------------------------


def walk(on: Stage, name: str, depth: int = 1) -> None:
    """The keyboard's cursor goes to a pile."""
    on.table.keys.stand(on.pile(name), depth)


def to_reader(on: Stage, pile: PileId, depth: int = 1) -> None:
    """A screen reader presses a card, or an empty pile."""
    key = f"{pile.role.name.lower()}:{pile.number}"
    (found,) = (one for one in tree_of(on).root.walk() if one.key == key)
    act = (found.children[-depth] if found.children else found).press
    assert act is not None
    act()


def by_clicks(on: Stage) -> None:
    on.click(on.at("5"))
    on.click(on.at("8"))


def by_dragging(on: Stage) -> None:
    on.carry("5", "8")


def by_arrows(on: Stage) -> None:
    walk(on, "5")
    on.key("return")
    walk(on, "8")
    on.key("return")


def by_reader(on: Stage) -> None:
    to_reader(on, on.pile("5"))
    to_reader(on, on.pile("8"))


@pytest.mark.parametrize("way", [by_clicks, by_dragging, by_arrows, by_reader])
def test_a_card_is_taken_and_laid_down(on: Stage, way: Way) -> None:
    heard = listening(on)
    way(on)
    assert heard == [("take", on.pile("5"), 1), ("drop", on.pile("8"))]
    assert on.actions == ["58"]


def long_press(on: Stage) -> None:
    on.press(on.at("5"), touch=True)
    on.wait(LONG_PRESS + 0.1)
    on.release(touch=True)


def chord(on: Stage) -> None:
    on.press(on.at("5"), RIGHT)
    on.press(on.at("5"), LEFT)
    on.release(LEFT)
    on.release(RIGHT)


def insert(on: Stage) -> None:
    walk(on, "5")
    on.key("insert")


def insert_under_the_mouse(on: Stage) -> None:
    on.move(on.at("5"))
    on.key("insert")


@pytest.mark.parametrize(
    "way",
    [long_press, chord, insert, insert_under_the_mouse, lambda on: on.click(on.at("5"), RIGHT)],
)
def test_a_card_is_sent_into_a_cell(on: Stage, way: Way) -> None:
    heard = listening(on)
    way(on)
    assert heard == [("to_cells", on.pile("5"), 1)] and on.actions == ["5a"]


@pytest.mark.parametrize(
    "way",
    [
        lambda on: on.click(on.at("s")),
        lambda on: on.key("space"),
        lambda on: (on.table.keys.stand(STOCK, 1), on.key("return")),
        lambda on: (on.push("Menu"), on.push("Deal")),
        lambda on: (on.key("tab"), on.key("return"), press(on, "Deal", Kind.BUTTON)),
        lambda on: to_reader(on, STOCK),
    ],
)
def test_the_stock_is_dealt_from(stage: Start, way: Way) -> None:
    on = stage(game=CANFIELD, deal=42, rules="hoyle")
    heard = listening(on)
    way(on)
    assert heard == [("deal_on",)] and on.actions == ["d"]


def to_the_strip(on: Stage) -> None:
    """Tab to the button that stands out, and Enter."""
    strip = on.table.strip.controls
    strip.focus = next(one for one in strip.items if one.strong)
    on.key("return")


def button(on: Stage) -> str:
    return next(one for one in on.table.strip.controls.items if one.strong).label


@pytest.mark.parametrize(
    "way",
    [
        lambda on: on.type("i"),
        lambda on: on.push(button(on)),
        lambda on: press(on, button(on), Kind.BUTTON),
        to_the_strip,
    ],
)
def test_the_casino_is_paid(stage: Start, way: Way) -> None:
    """By notation, mouse, screen reader and keyboard."""
    on = stage(game=CANFIELD, deal=42, rules="casino")
    heard = listening(on)
    way(on)
    assert heard == [("play", Move(Verb.INSPECT))] and on.actions == ["i"]


@pytest.mark.parametrize(
    "way",
    [
        lambda on: on.key("z", CTRL),
        lambda on: on.push("Undo"),
        lambda on: press(on, "Undo", Kind.BUTTON),
    ],
)
def test_a_move_is_taken_back(on: Stage, way: Way) -> None:
    on.play("58")
    node(on, "Undo", Kind.BUTTON)
    heard = listening(on)
    way(on)
    assert heard == [("undo", True)] and not on.actions


def test_a_typed_move_and_its_smaller_one(stage: Start) -> None:
    on = stage(deal=617)
    heard = listening(on)
    on.type("58")
    assert heard == [("play", parse_move("58", VIERFREI))]
    on.type("v1")
    assert heard[1:] == [("play_instead", parse_move("58v1", VIERFREI))]
    on.key("backspace")
    on.key("backspace", SHIFT)
    assert heard[2:] == [("undo", False), ("redo", False)]


def test_a_double_click_sends_home(on: Stage) -> None:
    heard = listening(on)
    on.click(on.at("5"))
    on.click(on.at("5"))
    five = on.pile("5")
    assert heard == [("take", five, 1), ("send_home", five, 1)]


def test_a_right_click_means_nothing_without_cells(stage: Start) -> None:
    on = stage(game=CANFIELD, deal=42, rules="hoyle")
    assert not any(pile.role is Role.CELL for pile in on.session.rules.piles)
    heard = listening(on)
    on.click(on.at("r"), RIGHT)
    assert not heard and not on.plings and on.state[RESERVE]


def test_a_move_of_the_pointer_means_nothing(on: Stage) -> None:
    heard = listening(on)
    for name in "12345678":
        on.move(on.at(name))
    on.wait(2)
    assert not heard


# -- what follows a move ---------------------------------------------------------------------------


def test_what_follows_a_move_is_there_at_once(stage: Start) -> None:
    on = almost_won(stage)
    for letter in "2h":
        on.app.handle(key_event(letter))
    assert on.session.won and on.app.dirty
    assert on.strip.startswith("Won in 17 moves")
    on.app.handle(key_event("return"))
    assert on.session.deal.number != 10913, "Enter presses the strip's New game"


def test_what_is_told_of_a_restart_outlasts_what_is_told_of_the_position(stage: Start) -> None:
    on = stage(deal=11982)
    on.type("2a")
    assert not on.line
    on.key("F3")
    assert on.line.startswith("Restarted")
    on.wait(5)
    assert "can't be won" in on.line
