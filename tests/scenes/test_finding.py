"""Finding a card by its name: which cards are meant, where they lie, and how it ends."""

from __future__ import annotations

import pygame
import pytest
from pygame import Rect

from game.core.cards import RANKS, Card, Suit
from game.support.texts import texts
from game.words.names import suit_name
from scenes.table.input.typed import cards_named
from tests.scenes.stage import FREE, Stage

ENGLISH, GERMAN = "AJQK", "ABDK"


def named(typed: str, letters: str = ENGLISH) -> str:
    found = cards_named(typed, letters)
    return "none" if found is None else " ".join(map(str, found))


def test_every_card_has_a_name() -> None:
    for rank, letter in enumerate(RANKS, 1):
        for suit in Suit:
            assert cards_named(f"{letter}{suit.letter}", ENGLISH) == [Card(rank, suit)]


@pytest.mark.parametrize(
    ("typed", "cards"),
    [
        *[("7h", "7H"), ("10d", "TD"), ("1", ""), ("10", ""), ("7", ""), ("", ""), ("7x", "none")],
        *[("x", "none"), ("1h", "none"), ("Q♠", "QS"), ("७h", "7H"), ("ac", "AC")],
    ],
)
def test_what_is_typed_names(typed: str, cards: str) -> None:
    assert named(typed) == cards


def test_each_language_has_its_own_letters() -> None:
    try:
        texts.use("de")
        assert named("bh", GERMAN) == "JH" and named("dp", GERMAN) == "QS"
        assert named("jh", GERMAN) == "JH", "the notation's letters too"
        assert named("7k", GERMAN) == "7C 7D" and named("7kr", GERMAN) == "7C"
        texts.use("hi")
        assert [named("७" + suit_name(suit)) for suit in Suit] == ["7C", "7D", "7H", "7S"]
    finally:
        texts.use("en")


def look(on: Stage, typed: str) -> str:
    on.key("/")
    for letter in typed:
        on.key(letter)
    return on.line


def frames(on: Stage, monkeypatch: pytest.MonkeyPatch) -> list[Rect]:
    drawn: list[Rect] = []
    monkeypatch.setattr(on.table.painter, "paint_frame", lambda _, rect: drawn.append(rect.copy()))
    on.app.paint()
    return drawn


def test_it_lights_up_under_other_cards_and_says_where(
    on: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    column = on.state[on.pile("1")]
    card, lower = column[2], len(column) - 3
    said = look(on, str(card))
    assert said.endswith(f": column 1, under {lower} cards") and said == on.lines[-1]
    assert (
        on.standing.startswith(f"[/{str(card).lower()}]".replace("t", "t")) or "[/" in on.standing
    )
    [frame] = frames(on, monkeypatch)
    layout, count = on.table.layout, len(column)
    assert frame.topleft == layout.place(on.pile("1"), 2, count)
    assert frame.bottom == layout.place(on.pile("1"), 3, count)[1], "what is seen of it"
    assert not on.actions


def test_on_top_and_at_home_and_in_a_cell(on: Stage) -> None:
    top = str(on.state[on.pile("1")][-1])
    assert look(on, top).endswith(": column 1, on top")
    on.key("escape")
    on.play("1a")
    assert look(on, top).endswith(": cell a, on top")


def test_the_next_name_follows_without_a_key_between(on: Stage) -> None:
    first = look(on, "7h")
    on.type("8c")
    assert on.line != first and on.line.startswith("8 of clubs")
    on.type("x")
    assert on.line == "8cx isn't a card." and on.plings == 1
    assert on.table.keys.finding is not None


@pytest.mark.parametrize("end", ["escape", "right", "click", "undo"])
def test_it_ends(on: Stage, end: str) -> None:
    look(on, "7h")
    if end == "click":
        on.click(FREE)
    elif end == "undo":
        on.key("backspace")
    else:
        on.key(end)
    assert on.table.keys.finding is None and "[/" not in on.standing
    assert on.app.director.table is not None, "Esc ends this first"
    on.type("1a")
    assert on.actions == ["1a"]


def test_nothing_is_told_of_what_lies_face_down(
    canfield: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    hidden = canfield.state[canfield.pile("s")][0], canfield.state[canfield.pile("r")][0]
    for card in hidden:
        assert look(canfield, str(card)).endswith(": face down")
        assert not frames(canfield, monkeypatch)
    top = canfield.state[canfield.pile("r")][-1]
    assert ": reserve, on top" in look(canfield, str(top))
    assert len(frames(canfield, monkeypatch)) == 1


def test_a_keyboard_without_latin_letters_finds_by_their_places(on: Stage) -> None:
    on.key("/")
    on.key("7", unicode="7")
    on.key("h", unicode="р", key=0x440, scancode=pygame.KSCAN_H)
    assert on.line.startswith("7 of hearts")
