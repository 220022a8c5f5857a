"""Moves typed in notation, a character at a time, on every kind of keyboard."""

from __future__ import annotations

from itertools import permutations

import pygame
import pytest

from game.core.state import RESERVE, STOCK
from game.play.session import Automatic
from game.rules.canfield import COLUMNS, RULE_SETS
from game.rules.notation import IN_CANFIELD
from game.rules.replay import replay
from game.solver.answer import Solving, work
from scenes.table.keyboard import TypedMove
from tests.each import each
from tests.game.decks import OPEN_BOARD
from tests.game.reading import parse_move
from tests.game.table import canfield
from tests.game.test_canfield import alternating
from tests.loops import while_
from tests.scenes.conftest import Clipboard
from tests.scenes.stage import CTRL, NUM, Stage, Start
from tests.seed import a_few


def test_a_move_runs_at_its_last_character(on: Stage) -> None:
    on.key("5")
    assert not on.actions and on.standing.startswith("[5]")
    on.key("8")
    assert on.actions == ["58"] and "[" not in on.standing
    on.key("A", unicode="A")
    on.key("escape")
    on.type("5A")
    assert on.actions == ["58", "5a"], "either case is read"


def test_what_is_no_move_plings(on: Stage) -> None:
    on.type("5x")
    assert on.plings == 1 and on.line == "5x isn't a move."
    on.type("26")
    assert on.plings == 2 and on.line == "Only a red 5 can go on the 6 of clubs."
    on.type("x9")
    assert on.plings == 2 and not on.actions


@pytest.mark.parametrize("other", ["escape", "left", "F8", "delete", "mouse", "return"])
def test_any_other_input_forgets_the_first_character(on: Stage, other: str) -> None:
    on.key("5")
    if other == "mouse":
        on.click((500, 680))
    else:
        on.key(other)
    assert on.table.keys.typed.text == ""
    assert on.app.director.table is not None


def test_v_makes_the_last_move_smaller(stage: Start, clipboard: Clipboard) -> None:
    on = stage()
    clipboard.text = OPEN_BOARD
    on.key("v", CTRL)
    on.type("12")
    assert on.cards("1") == "" and len(on.actions) == 1
    on.key("v")
    assert "[12v]" in on.standing
    on.key("2")
    assert on.cards("1") == "TC" and on.cards("2") == "9D 8C" and len(on.actions) == 1
    on.type("v1")
    assert on.cards("2") == "9D 8C", "v counts right after the move alone"


def test_v_after_a_refused_move_takes_nothing_back(stage: Start, clipboard: Clipboard) -> None:
    on = stage()
    clipboard.text = OPEN_BOARD
    on.key("v", CTRL)
    on.type("3a")
    done = on.actions
    on.type("43")
    assert on.plings == 1
    on.type("v1")
    assert on.actions == done


@pytest.mark.parametrize(
    ("key", "place", "unicode"),
    [
        (pygame.K_AMPERSAND, pygame.KSCAN_5, "("),
        (233, pygame.KSCAN_5, "é"),
        (0x0665, pygame.KSCAN_5, "٥"),
        (0x440, pygame.KSCAN_5, "р"),
    ],
)
def test_digits_count_by_place(on: Stage, key: int, place: int, unicode: str) -> None:
    on.key("5", key=key, scancode=place, unicode=unicode)
    # A Cyrillic layout: the key where Latin layouts have their A.
    on.key("a", key=0x444, scancode=pygame.KSCAN_A, unicode="ф")
    assert on.actions == ["5a"]


def test_the_keypad_types_too(on: Stage) -> None:
    on.key("KP5", NUM, unicode="5")
    on.key("KP8", NUM, unicode="8")
    assert on.actions == ["58"]


def test_latin_letters_count_by_letter_not_by_place(on: Stage) -> None:
    # On a French keyboard the letter A lies where others have Q.
    on.key("5")
    on.key("a", scancode=pygame.KSCAN_Q)
    assert on.actions == ["5a"]


def test_canfield_letters(stage: Start) -> None:
    on = stage(game="canfield", deal=42, rules="casino")
    on.type("d")
    assert on.plings == 1 and not on.actions
    on.type("i p d")
    on.type("x")
    assert on.actions == ["i", "p", "d", "x"] and on.session.ended
    on.type("d")
    assert on.plings == 2 and on.line == "The game was stopped."


def test_a_gap_before_the_count_deals_nothing(stage: Start) -> None:
    on = stage(game="canfield", deal=2, rules="aisleriot")
    on.settings.automatic = Automatic.OFF
    solved = work(Solving(on.session.deal, (), 20.0)).moves
    states = replay(on.session.deal, [parse_move(token, "canfield") for token in solved]).states
    at, source, target = next(
        (at, source, target)
        for at, state in enumerate(states)
        for source, target in permutations(COLUMNS, 2)
        if not state[RESERVE] and state[STOCK] and len(state[source]) > 2 and not state[target]
    )
    on.type(" ".join(solved[:at]))
    done, token = on.actions, source.letter + target.letter
    on.type(token)
    on.key("space")
    assert on.actions == [*done, token] and on.line.startswith("Space deals again")
    on.keys("v", "space", "2")
    assert on.actions == [*done, token + "v2"]
    on.key("space")
    assert on.actions == [*done, token + "v2", "d"]
    on.keys("backspace", "backspace")
    on.type(token)
    on.keys("space", "space")
    assert on.actions == [*done, token, "d"], "the second gap deals"


@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_gap_within_a_token_deals_nothing(stage: Start, rules: str) -> None:
    on = stage(game="canfield", deal=42, rules=rules)
    on.type("ip")
    done = on.actions
    on.keys("1", "space")
    assert on.standing.startswith("[1]") and on.actions == done
    on.keys("escape", "space")
    assert on.actions == [*done, "d"]


def test_a_gap_before_the_count_in_vierfrei(stage: Start, clipboard: Clipboard) -> None:
    on = stage()
    clipboard.text = OPEN_BOARD
    on.key("v", CTRL)
    on.keys("1", "space", "2", "space", "v", "space", "2")
    assert on.cards("1") == "TC" and on.cards("2") == "9D 8C"


def test_a_count_may_begin_with_a_nought(stage: Start, clipboard: Clipboard) -> None:
    on = stage()
    clipboard.text = OPEN_BOARD
    on.key("v", CTRL)
    on.type("12v0")
    assert on.standing.startswith("[12v0]")
    on.type("2")
    assert on.cards("1") == "TC" and on.cards("2") == "9D 8C"


@each("cards", range(1, 40))
def test_each_count_that_is_written_can_be_typed(cards: int) -> None:
    """Whatever column a count is of, the key behind its last digit begins the next token."""
    column = alternating(cards, "6S")
    table = canfield("aisleriot", f"Base: 2\nFoundations: C-1\n1: {column}")
    for count in range(1, cards + 1):
        text = table.steps(f"12v{count:x}")[0].text
        typed = TypedMove(IN_CANFIELD)
        found = [typed.feed(letter) for letter in text[:2]]
        typed.leave_open(cards)
        found += [typed.feed(letter) for letter in text[2:]]
        complete = [move for move in found if move is not None]
        assert complete[-1] == parse_move(text, "canfield") and found[-1] is complete[-1]
        assert len(complete) == (1 if len(text) == 2 else 2)


SOLVED = [
    ("vierfrei", None, 617),
    ("vierfrei", None, 7),
    ("canfield", "aisleriot", 2),
    ("canfield", "aisleriot", 6),
    ("canfield", "casino", 4),
]


@pytest.mark.parametrize(("game", "rules", "deal"), a_few(SOLVED, 3, "typed"))
def test_what_the_solver_prints_can_be_typed(
    stage: Start, game: str, rules: str | None, deal: int
) -> None:
    on = stage(game=game, deal=deal, rules=rules)
    on.settings.automatic = Automatic.OFF
    solved = work(Solving(on.session.deal, (), 20.0))
    for token in solved.moves:
        on.type(token[:2])
        if "v" in token:
            on.key("space")
        on.type(token[2:])
    assert solved.moves and on.session.won and not on.plings
    moves = [parse_move(token, game) for token in solved.moves]
    assert on.state == replay(on.session.deal, moves).last


def test_space_deals_or_turns(stage: Start) -> None:
    on = stage(game="canfield", deal=42, rules="hoyle")
    for _ in while_(lambda: on.cards("s")):
        on.key("space")
    dealt = on.cards("w")
    on.key("space")
    assert on.actions[-1] == "t" and on.cards("w") == ""
    assert on.cards("s").split() == dealt.split()[::-1]


def test_space_is_silent_in_vierfrei(on: Stage) -> None:
    on.key("space")
    assert not on.plings and not on.actions
