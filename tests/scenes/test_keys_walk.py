"""The cursor that the arrows walk with, Enter and Tab."""

from __future__ import annotations

import pygame
import pytest

from game.play.session import Session
from game.rules.registry import CANFIELD, VIERFREI, numbered
from scenes.table.keyboard import Cursor
from tests.game.reading import parse_move
from tests.loops import while_
from tests.scenes.layouts import CASES, SIZES
from tests.scenes.stage import SHIFT, Stage, Start
from tests.seed import chance


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
    on.key("h")
    on.keys("left", "return")
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
    on.key("F8")
    on.keys("tab", "right", "return")
    assert on.panel is not None and on.panel.page.tabs is not None
    assert [tab.chosen for tab in on.panel.page.tabs.controls] == [False, True, False, False]
    on.keys(*["tab"] * 10, "return")
    assert on.settings.rules == "xpat2"
    on.key("tab", SHIFT)
    on.key("space")
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
