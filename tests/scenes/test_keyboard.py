"""Tests of typing moves and of the cursor."""

from __future__ import annotations

import contextlib
from itertools import permutations, product

import pygame
import pytest

from game.core.state import RESERVE, STOCK
from game.play.session import Session
from game.rules.canfield import COLUMNS, RULE_SETS
from game.rules.choices import Automatic
from game.rules.notation import IN_CANFIELD, TypedMove
from game.rules.registry import CANFIELD, VIERFREI, numbered
from game.rules.replay import replay
from game.solver.answer import Solving, work
from scenes.table.keyboard import Cursor
from scenes.table.overlay import cursor_line
from tests.each import each, while_
from tests.game.reading import parse_move
from tests.game.table import OPEN_BOARD, canfield
from tests.game.test_canfield import alternating
from tests.scenes.layouts import CASES, SIZES
from tests.scenes.stage import CTRL, FREE, NUM, Stage, Start
from tests.seed import chance


def test_a_typed_move_is_made_at_its_last_character_or_refused(on: Stage) -> None:
    on.keys("space", "5")
    assert not on.actions and not on.plings and on.status.startswith("[5]")
    on.key("8")
    assert on.actions == ["58"] and "[" not in on.status
    on.type("5A")
    assert on.actions == ["58", "5a"], "either case is read"
    for plings, (typed, line) in enumerate(
        (("5x", "5x isn't a move."), ("26", "Only a red 5 can go on the 6 of clubs.")), 1
    ):
        on.type(typed)
        assert on.plings == plings and on.message == line
    on.type("x9")
    assert on.plings == 2 and len(on.actions) == 2


@pytest.mark.parametrize("way", ["escape", "left", "F8", "delete", "click", "return"])
def test_any_other_input_clears_the_typed_character(on: Stage, way: str) -> None:
    on.key("5")
    on.do(way)
    assert on.table.keys.typed.text == "" and on.app.director.table is not None


@pytest.mark.parametrize("count", ["v2", "v02", " v 2"])
def test_v_and_a_number_shorten_the_last_move(on: Stage, count: str) -> None:
    on.paste(OPEN_BOARD)
    on.type("12")
    assert on.cards("1") == "" and len(on.actions) == 1
    for character in count[:-1]:
        on.key("space" if character == " " else character)
    assert on.status.startswith(f"[12{count[:-1].replace(' ', '')}]")
    on.key("2")
    assert on.cards("1") == "TC" and on.cards("2") == "9D 8C" and len(on.actions) == 1
    on.type("v1")
    assert on.cards("2") == "9D 8C", "v counts right after the move alone"
    done = on.actions
    on.type("43 v1")
    assert on.plings and on.actions == done, "nor after a refused one"


@pytest.mark.parametrize(
    ("five", "cell"),
    [
        ((pygame.K_AMPERSAND, pygame.KSCAN_5, "("), (pygame.K_a, pygame.KSCAN_Q, "a")),
        ((233, pygame.KSCAN_5, "é"), (pygame.K_a, pygame.KSCAN_Q, "a")),
        ((0x0665, pygame.KSCAN_5, "٥"), (0x0634, pygame.KSCAN_A, "ش")),
        ((0x440, pygame.KSCAN_5, "р"), (0x444, pygame.KSCAN_A, "ф")),
        ((pygame.K_KP_5, pygame.KSCAN_KP_5, ""), (pygame.K_a, pygame.KSCAN_A, "a")),
    ],
)
def test_digits_are_read_by_their_place_and_letters_by_their_character(
    on: Stage, five: tuple[int, int, str], cell: tuple[int, int, str]
) -> None:
    """On keyboards without Latin letters, letters are read by their place, just like digits."""
    for code, place, typed in (five, cell):
        on.key("5", NUM, key=code, scancode=place, unicode=typed)
    assert on.actions == ["5a"]


def test_the_letters_of_canfield_deal_pay_and_stop(casino: Stage) -> None:
    casino.type("d")
    assert casino.plings == 1 and not casino.actions
    casino.type("i p d x")
    assert casino.actions == ["i", "p", "d", "x"] and casino.session.ended
    casino.type("d")
    assert casino.plings == 2 and casino.message == "The game was stopped."


def test_a_space_before_the_count_deals_nothing(stage: Start) -> None:
    on = stage(game="canfield", deal=2, rules="aisleriot")
    on.settings.automatic = Automatic.OFF
    solved = work(Solving(on.session.deal, (), 20.0)).moves
    states = replay(on.session.deal, solved).states
    at, source, target = next(
        (at, source, target)
        for at, state in enumerate(states)
        for source, target in permutations(COLUMNS, 2)
        if not state[RESERVE] and state[STOCK] and len(state[source]) > 2 and not state[target]
    )
    on.type(" ".join([move.text for move in solved[:at]]))
    done, token = on.actions, source.letter + target.letter
    on.type(token)
    on.key("space")
    assert on.actions == [*done, token] and on.message.startswith("Space deals again")
    on.keys("v", "space", "2")
    assert on.actions == [*done, token + "v2"]
    on.key("space")
    assert on.actions == [*done, token + "v2", "d"]
    on.keys("backspace", "backspace")
    on.type(token)
    on.keys("space", "space")
    assert on.actions == [*done, token, "d"], "the second space deals"


@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_space_within_a_token_deals_nothing(stage: Start, rules: str) -> None:
    on = stage(game="canfield", deal=42, rules=rules)
    on.type("ip")
    done = on.actions
    on.keys("1", "space")
    assert on.status.startswith("[1]") and on.actions == done
    on.keys("escape", "space")
    assert on.actions == [*done, "d"]


@each("cards", range(1, 40))
def test_every_count_of_notation_can_be_typed(cards: int) -> None:
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


def test_the_cursor_shrinks_with_its_run_and_the_mouse_resets_it(on: Stage) -> None:
    cursor = on.table.keys.cursor
    on.type("58")
    on.keys("left", "left", "up")
    assert (cursor.pile, cursor.depth) == (on.pile("8"), 2)
    on.key("z", CTRL)
    assert (cursor.pile, cursor.depth) == (on.pile("8"), 1)
    on.type("58")
    on.keys("up", "right")
    on.click(FREE)
    on.key("z", CTRL)
    on.table.keys.stand(on.pile("7"), 1)
    on.key("right")
    assert (cursor.pile, cursor.depth) == (on.pile("8"), 1)


def test_arrows_and_enter_make_moves(on: Stage) -> None:
    on.key("right")
    cursor = on.table.keys.cursor
    assert cursor.visible and cursor.pile == on.pile("1")
    assert on.lines[-1] == "column 1, jack of diamonds, 7 cards in all; can go to any free cell"
    on.keys("right", "right", "right", "right")
    assert cursor.pile == on.pile("5")
    on.keys("return", "right", "right", "right", "return")
    assert on.actions == ["58"]
    on.key("up")
    assert (cursor.pile, cursor.depth) == (on.pile("8"), 2)
    on.key("return")
    assert on.table.hand.held and on.table.hand.held.count == 2
    assert on.lines[-1].startswith("picked up: ")
    on.keys("right", "right", "return")
    assert on.actions[-1] == "8a 82 a2"
    assert on.lines[-1] == "queen of hearts, jack of clubs to column 2; now column 8, 2 of spades"
    on.keys("up", "up")
    assert cursor.depth == 3
    on.key("up")
    assert cursor.pile == on.pile("b")
    on.click((500, 690))
    assert not cursor.visible
    on.press(on.at("6"))
    on.move((500, 500))
    on.keys("h", "down", "down", "return")
    assert on.table.hand.held, "Enter took a card"
    on.move((200, 500))
    on.release()
    on.key("escape")
    on.check()


def test_piles_show_their_names_while_a_move_is_typed(on: Stage) -> None:
    slots = [on.table.layout.slot(on.pile(name)) for name in ("1", "8", "a", "h:C")]
    areas = [pygame.Rect(slot.centerx - 6, slot.top + 3, 12, 12) for slot in slots]
    before = [on.picture(area) for area in areas]
    on.type("5")
    assert all(on.picture(area) != was for area, was in zip(areas, before, strict=True))
    on.key("escape")
    assert [on.picture(area) for area in areas] == before


@pytest.mark.parametrize("key", ["return", "space"])
def test_the_deal_line_of_the_menu_deals_once(canfield: Stage, key: str) -> None:
    canfield.keys("tab", key)
    for _ in while_(lambda: canfield.lines[-1] != "Deal – Space"):
        canfield.key("tab")
    canfield.key(key)
    assert len(canfield.actions) == 1 and len(canfield.state[canfield.pile("w")]) == 3


def test_an_arrow_announces_the_card_even_after_a_refusal(casino: Stage) -> None:
    casino.key("space")
    assert casino.message == "Pay to move cards first (i)."
    casino.key("right")
    assert not casino.message and casino.lines[-1] == casino.table.keys.spoken()
    assert cursor_line(casino.table).text == "", "it is meant for who listens"
    casino.settings.cursor_words = True
    assert cursor_line(casino.table).text == casino.table.keys.spoken()


def amid_play(game: str, rules: str | None, number: int) -> Session:
    session = Session(numbered(game, number, rules))
    dice = chance("keys", game, rules, number)
    tokens = [f"{a}{b}" for a in "12345678abcdrw" for b in "12345678abcd"] + ["d", "d", "t"]
    for _ in range(300):
        with contextlib.suppress(ValueError):
            session.do(parse_move(dice.choice(tokens), game))
    return session


@pytest.mark.parametrize("rules", [None, "hoyle", "xpat2", "aisleriot"])
@pytest.mark.parametrize("holding", [False, True])
def test_opposite_arrows_cancel_each_other(rules: str | None, holding: bool) -> None:
    game = CANFIELD if rules else VIERFREI
    dice = chance("opposite arrows", game, rules, holding)
    ways = dict.fromkeys([(1, 0), (-1, 0), (0, 1), (0, -1)], 0)
    climbed = 0
    for number, case in product(range(6), [case for case in CASES if case.game == game]):
        session = amid_play(game, rules, number)
        for size in dice.sample(SIZES, 2):
            layout, cursor = case.lay(size), Cursor(session.rules)
            cursor.visible = True
            for _ in range(60):
                dx, dy = dice.choice(list(ways))
                stood = cursor.pile, cursor.depth
                cursor.walk(dx, dy, session.state, layout, holding)
                went = cursor.pile, cursor.depth
                if went == stood:
                    continue
                ways[dx, dy] += 1
                climbed += cursor.depth > 1
                if dice.random() < 0.6:
                    cursor.walk(-dx, -dy, session.state, layout, holding)
                    assert (cursor.pile, cursor.depth) == stood, (size, case, stood, went)
    assert min(ways.values()) > 20 and (climbed or holding)
