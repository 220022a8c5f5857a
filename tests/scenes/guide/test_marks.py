"""What lies over the cards while something is told, and its end."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest
from pygame import Rect

from game.core.moves import Move, Verb
from game.core.state import STOCK
from game.player.settings import LOOKS
from game.words.names import card_name
from tests.game.decks import easy_deck
from tests.game.reading import parse_move
from tests.scenes.conftest import Clipboard
from tests.scenes.guide.asking import LINE, WON, answer, lit, oracle
from tests.scenes.stage import CTRL, SHIFT, Stage, Start

# -- what lies over the cards ----------------------------------------------------------------------


def pixels(on: Stage) -> bytes:
    on.app.paint()
    return pygame.image.tobytes(on.window.surface, "RGB")


def anew(on: Stage) -> bytes:
    on.app.director.whole = True
    return pixels(on)


@pytest.mark.parametrize("look", LOOKS)
def test_what_was_marked_leaves_no_trace(stage: Start, look: str) -> None:
    on = lit(stage)
    on.settings.look = look
    on.kit.settle_look()
    on.table.restyle()
    answer(on, WON, LINE)
    on.wait(2)
    before = anew(on)
    on.key("F4")
    hinted = pixels(on)
    assert hinted != before and hinted == anew(on)
    on.key("F4")
    path = pixels(on)
    assert path not in (before, hinted) and path == anew(on)
    on.key("F4")
    on.table.line.clear()
    on.table.invalidate()
    offered = pixels(on)
    on.key("escape")
    assert offered != before
    assert pixels(on) == before == anew(on)
    on.key("right")
    walked = pixels(on)
    assert walked != before and walked == anew(on)
    on.click((3, 690))
    on.move((-1, -1))
    assert pixels(on) == anew(on) == before


def test_a_hint_marks_the_card_and_its_goal(on: Stage) -> None:
    answer(on, WON, LINE)
    on.app.paint()
    bare = on.window.surface.copy()
    on.key("F4")
    on.app.paint()
    layout = on.table.layout
    column, home = on.pile("4"), on.pile("h:C")
    count = len(on.state[column])
    last = pygame.Rect(layout.place(column, count - 1, count), layout.card)
    for rect in (last, layout.slot(home)):
        edge = rect.right - 1, rect.centery
        assert on.window.surface.get_at(edge) != bare.get_at(edge)
    elsewhere = layout.slot(on.pile("a")).center
    assert on.window.surface.get_at(elsewhere) == bare.get_at(elsewhere)


def test_a_hint_to_deal_marks_the_stock(stage: Start, clipboard: Clipboard) -> None:
    on = lit(stage, 42, game="canfield", rules="hoyle")
    clipboard.text = easy_deck()
    on.key("v", CTRL)
    on.settings.hidden_hints = True
    on.app.paint()
    before = on.window.surface.copy()
    on.key("F4")
    answer(on, WON, [Move(Verb.DEAL)])
    on.app.paint()
    slot = on.table.layout.slot(on.pile("s"))
    edge = slot.left, slot.centery
    assert on.window.surface.get_at(edge) != before.get_at(edge)


def test_what_is_under_the_cursor_is_told_unless_something_else_is(on: Stage) -> None:
    answer(on, WON, LINE)
    on.settings.cursor_words = True
    on.key("right")
    above = on.table.above
    assert above._cursor_line().text == on.table.keys.spoken() != ""
    on.key("F4")
    assert above._cursor_line().text == ""
    on.key("backspace", SHIFT)
    on.click((500, 690))
    assert above._cursor_line().text == ""


def test_a_hint_names_the_whole_run(stage: Start) -> None:
    on = lit(stage, 617)
    on.type("58")
    answer(on, WON, [parse_move("82v2", "vierfrei")])
    on.key("F4")
    assert (
        on.line == "Queen of hearts and 1 more card on the king of spades: builds a run of 3 cards."
    )


def test_canfield_hints_never_tell_what_fills_a_gap(stage: Start) -> None:
    on = lit(stage, 42, game="canfield", rules="hoyle")
    hidden = {card_name(card) for card in on.state[on.pile("r")][:-1]}
    oracle(on).there = False
    on.key("F4")
    on.key("F4")
    said = " ".join(on.lines).lower()
    assert "rule of thumb: " in said and not any(name in said for name in hidden)


def test_the_number_of_cards_stands_above_the_frame_of_a_hint(stage: Start) -> None:
    on = stage(game="canfield", deal=42)
    on.app.paint()
    place = on.table.layout.slot(STOCK)
    low = Rect(place.left, place.bottom - 4, place.width, 4)
    before = on.window.surface.subsurface(low).copy()
    on.settings.hidden_hints = True
    on.table.guide.hints.of_line([Move(Verb.DEAL)])
    on.app.paint()
    after = on.window.surface.subsurface(low)
    row = low.height - 1
    same = [before.get_at((x, row)) == after.get_at((x, row)) for x in range(low.width)]
    assert not all(same), "there is a frame"
    assert same[low.width // 2], "but the count stands above it"


# -- another game amid all this --------------------------------------------------------------------


@pytest.mark.parametrize("shown", ["a solution", "a search for a deal"])
def test_a_game_that_comes_in_ends_what_is_shown(on: Stage, tmp_path: Path, shown: str) -> None:
    path = tmp_path / "game.txt"
    path.write_text("# Vierfeld 1 vierfrei 617\n58\n")
    if shown == "a solution":
        on.key("F5")
        answer(on, WON, LINE)
        assert on.table.guide.playing
    else:
        on.settings.winnable_only = True
        on.key("F1")
    on.app.handle(pygame.Event(pygame.DROPFILE, file=str(path)))
    assert not on.table.guide.playing and oracle(on).wished == on.state
    answer(on, WON, LINE)
    on.wait(3)
    assert on.session.deal.number == 617 and on.actions == ["58"] and not on.plings
