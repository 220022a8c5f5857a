"""Moves typed in notation, on every kind of keyboard, and the cursor that the arrows walk with."""

from __future__ import annotations

from itertools import permutations

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
from tests.each import each
from tests.game.decks import OPEN_BOARD
from tests.game.reading import parse_move
from tests.game.table import canfield
from tests.game.test_canfield import alternating
from tests.loops import while_
from tests.scenes.conftest import Clipboard
from tests.scenes.layouts import CASES, SIZES
from tests.scenes.stage import CTRL, FREE, NUM, Stage, Start
from tests.seed import a_few, chance


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
    on.keys("ctrl+v", "1", "space", "2", "space", "v", "space", "2")
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
    tokens = [move.text for move in work(Solving(on.session.deal, (), 20.0)).moves]
    for token in tokens:
        on.type(token[:2])
        if "v" in token:
            on.key("space")
        on.type(token[2:])
    assert tokens and on.session.won and not on.plings
    moves = [parse_move(token, game) for token in tokens]
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


# -- the cursor ------------------------------------------------------------------------------------


def test_the_cursor_lets_go_of_cards_that_an_undo_takes_apart(on: Stage) -> None:
    on.type("58")
    on.keys("left", "left", "up")
    cursor = on.table.keys.cursor
    assert (cursor.pile, cursor.depth) == (on.pile("8"), 2)
    on.key("z", CTRL)
    assert (cursor.pile, cursor.depth) == (on.pile("8"), 1)


def test_the_cursor_forgets_what_was_chosen_once_the_mouse_is_used(on: Stage) -> None:
    on.type("58")
    on.keys("left", "left", "up", "right")
    on.click(FREE)
    on.key("z", CTRL)
    on.table.keys.stand(on.pile("7"), 1)
    on.key("right")
    assert (on.table.keys.cursor.pile, on.table.keys.cursor.depth) == (on.pile("8"), 1)


def test_the_arrows_and_enter_play(on: Stage) -> None:
    on.key("right")
    cursor = on.table.keys.cursor
    assert cursor.visible and cursor.pile == on.pile("1")
    on.keys("right", "right", "right", "right")
    assert cursor.pile == on.pile("5")
    on.keys("return", "right", "right", "right", "return")
    assert on.actions == ["58"]
    on.key("up")
    assert (cursor.pile, cursor.depth) == (on.pile("8"), 2)
    on.key("return")
    assert on.table.hand.held and on.table.hand.held.count == 2
    on.keys("right", "right", "return")
    assert on.actions[-1] == "8a 82 a2"
    on.keys("up", "up")
    assert cursor.depth == 3
    on.key("up")
    assert cursor.pile == on.pile("b")
    on.click((500, 690))
    assert not cursor.visible
    on.check()


def test_enter_on_the_source_puts_down(on: Stage) -> None:
    on.keys("down", "return")
    assert on.table.hand.held
    on.key("return")
    assert on.table.hand.held is None and not on.plings and not on.actions


def test_a_key_in_mid_drag_puts_down(on: Stage) -> None:
    on.press(on.at("5"))
    on.move((500, 500))
    on.keys("h", "left", "return")
    assert on.table.hand.held, "Enter took a card"
    on.move((200, 500))
    on.release()
    on.key("escape")
    on.check()


def test_tab_goes_on_to_the_bar(on: Stage) -> None:
    on.key("tab")
    focused = on.table.keys.focused
    assert focused is on.table.bar.controls
    on.keys("tab", "return")
    assert on.session.deal.number != 617
    on.key("escape")
    assert on.app.director.table is not None and on.table.keys.focused is None


def test_tab_in_a_panel(on: Stage) -> None:
    on.keys("F8", "tab", "right", "return")
    assert on.panel is not None and on.panel.page.tabs is not None
    assert [tab.chosen for tab in on.panel.page.tabs.controls] == [False, True, False, False]
    on.keys(*["tab"] * 10, "return")
    assert on.settings.rules == "xpat2"
    on.keys("shift+tab", "space")
    assert on.settings.rules == "hoyle"
    on.keys("pagedown", "pageup", "down", "up")
    assert on.panel is not None


@pytest.mark.parametrize("name", ["1", "8", "a", "h:C"])
def test_piles_show_their_names_while_a_move_is_typed(on: Stage, name: str) -> None:
    slot = on.table.layout.slot(on.pile(name))
    area = pygame.Rect(slot.centerx - 6, slot.top + 3, 12, 12)

    def seen() -> bytes:
        on.app.paint()
        return pygame.image.tobytes(on.window.surface.subsurface(area), "RGB")

    before = seen()
    on.type("5")
    assert seen() != before
    on.key("escape")
    assert seen() == before


@pytest.mark.parametrize("key", ["return", "space"])
def test_the_line_of_the_menu_that_deals_deals_once(stage: Start, key: str) -> None:
    on = stage(game="canfield", deal=42)

    on.keys("tab", key)
    for _ in while_(lambda: on.lines[-1] != "Deal – Space"):
        on.key("tab")
    on.key(key)
    assert len(on.actions) == 1 and len(on.state[on.pile("w")]) == 3


def test_an_arrow_tells_the_card_even_where_a_line_was_just_told(stage: Start) -> None:
    on = stage(game="canfield", deal=42, rules="casino")
    on.key("space")
    assert on.table.line.text == "First pay for the inspection (i)."
    on.key("right")
    assert not on.table.line.text and on.lines[-1] == on.table.keys.spoken()
    assert on.table.above._cursor_line().text == "", "it is meant for who listens"
    on.settings.cursor_words = True
    assert on.table.above._cursor_line().text == on.table.keys.spoken()


def _amid_play(game: str, rules: str | None, number: int) -> Session:
    """A game after some moves by chance."""
    session = Session(numbered(game, number, rules))
    dice = chance("keys", game, rules, number)
    tokens = [f"{a}{b}" for a in "12345678abcdrw" for b in "12345678abcd"] + ["d", "d", "t"]
    for _ in range(300):
        token = dice.choice(tokens)
        try:
            move = parse_move(token, game)
        except ValueError:
            continue
        session.do(move)
    return session


_POSITIONS = [
    (VIERFREI, None), (CANFIELD, "hoyle"), (CANFIELD, "xpat2"), (CANFIELD, "aisleriot")
]  # fmt: skip


@pytest.mark.parametrize(("game", "rules"), _POSITIONS)
@pytest.mark.parametrize("holding", [False, True])
def test_opposite_arrows_take_each_other_back(game: str, rules: str | None, holding: bool) -> None:
    dice = chance("opposite arrows", game, rules, holding)
    ways = {(1, 0): 0, (-1, 0): 0, (0, 1): 0, (0, -1): 0}
    climbed = 0
    for number in range(6):
        session = _amid_play(game, rules, number)
        state = session.state
        for case in CASES:
            if case.game != game:
                continue
            for size in dice.sample(SIZES, 2):
                layout = case.lay(size)
                cursor = Cursor(session.rules)
                cursor.visible = True
                for _ in range(60):
                    dx, dy = dice.choice(list(ways))
                    stood = cursor.pile, cursor.depth
                    cursor.walk(dx, dy, state, layout, holding)
                    went = cursor.pile, cursor.depth
                    if went == stood:
                        continue
                    ways[dx, dy] += 1
                    climbed += cursor.depth > 1
                    if dice.random() < 0.6:
                        cursor.walk(-dx, -dy, state, layout, holding)
                        assert (cursor.pile, cursor.depth) == stood, (size, case, stood, went)
    assert min(ways.values()) > 20 and (climbed or holding)
