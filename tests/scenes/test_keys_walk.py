"""The cursor that the arrows walk with, Enter and Tab."""

from __future__ import annotations

import random

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


@pytest.fixture(autouse=True)
def draw() -> None:
    random.seed(2)


def test_the_arrows_and_enter_play(vierfrei: Stage) -> None:
    vierfrei.key("right")
    cursor = vierfrei.table.keys.cursor
    assert cursor.visible and cursor.pile == vierfrei.pile("1")
    vierfrei.keys("right", "right", "right", "right")
    assert cursor.pile == vierfrei.pile("5")
    vierfrei.keys("return", "right", "right", "right", "return")
    assert vierfrei.actions == ["58"]
    vierfrei.key("up")
    assert (cursor.pile, cursor.depth) == (vierfrei.pile("8"), 2)
    vierfrei.key("return")
    assert vierfrei.table.hand.held and vierfrei.table.hand.held.count == 2
    vierfrei.keys("right", "right", "return")
    assert vierfrei.actions[-1] == "8a 82 a2"
    vierfrei.keys("up", "up")
    assert cursor.depth == 3
    vierfrei.key("up")
    assert cursor.pile == vierfrei.pile("b")
    vierfrei.click((500, 690))
    assert not cursor.visible
    vierfrei.check()


def test_enter_on_the_source_puts_down(vierfrei: Stage) -> None:
    vierfrei.keys("down", "return")
    assert vierfrei.table.hand.held
    vierfrei.key("return")
    assert vierfrei.table.hand.held is None and not vierfrei.plings and not vierfrei.actions


def test_a_key_in_mid_drag_puts_down(vierfrei: Stage) -> None:
    vierfrei.press(vierfrei.at("5"))
    vierfrei.move((500, 500))
    vierfrei.key("h")
    vierfrei.keys("left", "return")
    assert vierfrei.table.hand.held, "Enter took a card"
    vierfrei.move((200, 500))
    vierfrei.release()
    vierfrei.key("escape")
    vierfrei.check()


def test_tab_goes_on_to_the_bar(vierfrei: Stage) -> None:
    vierfrei.key("tab")
    focused = vierfrei.table.keys.focused
    assert focused is vierfrei.table.bar.controls
    vierfrei.keys("tab", "return")
    assert vierfrei.session.deal.number != 617
    vierfrei.key("escape")
    assert vierfrei.app.director.table is not None and vierfrei.table.keys.focused is None


def test_tab_in_a_panel(vierfrei: Stage) -> None:
    vierfrei.key("F8")
    vierfrei.keys("tab", "right", "return")
    assert vierfrei.panel is not None and vierfrei.panel.page.tabs is not None
    assert [tab.chosen for tab in vierfrei.panel.page.tabs.controls] == [False, True, False, False]
    vierfrei.keys(*["tab"] * 10, "return")
    assert vierfrei.settings.rules == "xpat2"
    vierfrei.key("tab", SHIFT)
    vierfrei.key("space")
    assert vierfrei.settings.rules == "hoyle"
    vierfrei.keys("pagedown", "pageup", "down", "up")
    assert vierfrei.panel is not None


@pytest.mark.parametrize("name", ["1", "8", "a", "h:C"])
def test_piles_show_their_names_while_a_move_is_typed(vierfrei: Stage, name: str) -> None:
    slot = vierfrei.table.layout.slot(vierfrei.pile(name))
    area = pygame.Rect(slot.centerx - 6, slot.top + 3, 12, 12)

    def seen() -> bytes:
        vierfrei.app.paint()
        return pygame.image.tobytes(vierfrei.window.surface.subsurface(area), "RGB")

    before = seen()
    vierfrei.type("5")
    assert seen() != before
    vierfrei.key("escape")
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
