"""Tests of announcements, reading out, and finding cards by name."""

from __future__ import annotations

import random
from itertools import permutations
from typing import Any

import pygame
import pytest
from pygame import Rect

from game.core.cards import PACK, RANKS
from game.core.moves import Move, Refusal, Verb
from game.core.state import Role, base_rank
from game.rules.choices import choices
from game.support.texts import texts
from game.words.names import card_name, pile_name
from scenes.table.keyboard import cards_named
from tests.each import while_
from tests.scenes.controllers import press
from tests.scenes.stage import COLUMNS, CTRL, WON_10913, Stage, Start, almost_won
from tests.seed import run_seed


class Ear:
    """Keeps track of all cards, using only the announcements."""

    def __init__(self, stage: Stage) -> None:
        """Have all piles read out, and remember their cards."""
        self._stage = stage
        self.piles = {pile_name(pile): list[str]() for pile in stage.session.rules.piles}
        """The cards that were announced for each pile. The keys are the piles' names."""
        stage.lines.clear()
        stage.key("p", CTRL)
        for said in self._news():
            name, _, rest = said.partition(", ")
            cards = rest.partition("last first: ")[2] or rest
            if cards and "empty" not in cards and (" of " in cards or not cards[:1].isdigit()):
                self.piles[name] = cards.split(", ")[::-1]

    def _news(self) -> list[str]:
        said = "; ".join(self._stage.lines).split("; ")
        self._stage.lines.clear()
        return said

    def check(self) -> None:
        """Follow the moves announced since the last call, and check that the table agrees."""
        for said in self._news():
            self._take(said.removeprefix("taken back: "))
        for pile, cards in self._stage.state.piles.items():
            if pile.role is not Role.STOCK:
                seen = slice(None) if pile.role in (Role.COLUMN, Role.CELL) else slice(-1, None)
                known = list(map(card_name, cards))[seen]
                assert self.piles[pile_name(pile)][seen] == known, pile

    def _take(self, said: str) -> None:
        if said.startswith("now "):
            name, _, card = said.removeprefix("now ").partition(", ")
            if name == "reserve" and card != "empty":
                self.piles[name] = [card]  # It was hidden before.
            elif card == "empty" or self.piles[name]:
                assert (self.piles[name] or ["empty"])[-1] == card, name
        elif said.startswith("dealt: "):
            self.piles["waste"] += said.removeprefix("dealt: ").split(", ")
        elif said == "waste turned over":
            self.piles["waste"] = []
        elif " to " in said:
            cards, _, target = said.rpartition(" to ")
            for card in cards.split(", "):
                for lying in self.piles.values():
                    if card in lying:
                        lying.remove(card)
                self.piles[target.removeprefix("the ")].append(card)


@pytest.mark.parametrize("rules", [None, "hoyle", "aisleriot"])
def test_a_player_can_follow_the_table_by_ear(stage: Start, rules: str | None) -> None:
    on = stage(game="vierfrei" if rules is None else "canfield", deal=42, rules=rules)
    ear = Ear(on)
    ear.check()
    chance = random.Random(run_seed())
    for _ in range(60):
        ways = list(choices(on.session.rules, on.state))
        carries = [move for move in ways if move.verb is Verb.CARRY]
        if rules is None and on.session.can_undo and chance.random() < 0.2:
            on.key("z", CTRL)
        elif carries and (ways == carries or chance.random() < 0.7):
            on.table.play(chance.choice(carries))
        elif ways:
            on.table.deal_or_turn()
        ear.check()


def test_one_key_reads_a_pile_and_pressed_again_all_piles(on: Stage) -> None:
    on.keys("right", "ctrl+p")
    cards = [card_name(card) for card in on.state[on.pile("1")]]
    read = f"column 1, 7 cards, last first: {', '.join(reversed(cards))}"
    assert on.lines[-1] == on.message == read
    on.lines.clear()
    on.key("p", CTRL)
    assert len(on.lines) == 1 + 8 and not on.actions
    on.keys("right", "ctrl+p")
    assert on.lines[-1].startswith("column 2, 7 cards")


def test_hidden_cards_are_not_read_out(canfield: Stage) -> None:
    canfield.keys("space", "space")
    canfield.lines.clear()
    canfield.key("p", CTRL)
    said = "; ".join(canfield.lines)
    stock, reserve, waste = (canfield.state[canfield.pile(name)] for name in "srw")
    # An empty foundation is announced with the card it waits for, even if that card is hidden.
    base = base_rank(canfield.state)
    hidden = [c for c in (*stock, *reserve[:-1], *waste[:-3]) if c.rank != base]
    assert len(hidden) > 30 and not any(card_name(card) in said for card in hidden)
    assert all(card_name(card) in said for card in waste[-3:])


def test_the_effect_of_a_key_is_announced(on: Stage) -> None:
    for keys, said in (
        ("ctrl+z", "There's nothing to undo."),
        ("ctrl+y", "There's nothing to redo."),
        *((f"{key} escape", "Vierfrei 617 – Vierfeld") for key in ("F8", "?", "F2")),
        ("F2 return", "Type a number first."),
        ("F2 right return right return", "put back: jack of diamonds"),
        ("left return escape", "put back: jack of diamonds"),
    ):
        on.keys(*keys.split())
        assert on.lines[-1] == said, keys


def test_a_long_page_is_announced_as_it_is_scrolled(on: Stage) -> None:
    on.key("?")
    page = [line for item in on.page.items for line in item.spoken]
    assert on.lines[-1] == "More below: Page Down." and "Esc: The menu" not in on.lines
    on.keys(*["pagedown"] * 40)
    assert on.lines[-1] == page[-1]
    assert [line for line in on.lines if line in page] == page, "each line once, in order"


@pytest.mark.parametrize("place", ["", "F7", "escape"], ids=["table", "review", "menu"])
def test_any_input_ends_a_message_that_waits(on: Stage, place: str) -> None:
    on.settings.lines_wait = True
    on.type("58")
    on.lines.clear()
    on.keys(*place.split())
    assert len({*on.lines}) == len(on.lines), "nothing is announced twice"
    shown: Any = on.app.director.scene
    for do in (
        lambda: on.key("right"),
        lambda: on.click((3, 300)),
        lambda: on.wheel(1),
        lambda: press(on, "up"),
    ):
        shown.notice("Something.")
        on.key("LSHIFT")
        on.move((300, 300))
        on.wait(5)
        assert shown.message.text == "Something."
        do()
        assert shown.message.text != "Something."


def test_options_are_announced_with_the_chosen_value(on: Stage) -> None:
    on.key("F8")
    on.lines.clear()
    on.keys("right", "right", "right")
    said = on.lines[:]
    assert {"Card animation: off", "Sound: on"} <= {*said}
    assert "Card animation: fast" not in said
    assert "Play" in said and "Every game" in said, "each part, and its words"
    for _ in while_(lambda: on.lines[-1] != "Sound: on"):
        on.key("tab")
    on.keys("tab", "shift+tab", "space")
    assert on.lines[-1] == "Sound: off" and "Sound: on, chosen" not in on.lines


def test_several_empty_columns_and_cards_going_home_are_announced_together(stage: Start) -> None:
    on = stage(deal=10913)
    on.play(WON_10913[: -3 * 8])
    assert sum(not on.state[pile] for pile in COLUMNS) > 1
    on.keys("right", "right")
    assert any("can go to" in line and "any empty column" in line for line in on.lines)
    on.key("Delete")
    assert any(line.endswith(" cards go home") for line in on.lines)


def test_one_key_announces_exactly_the_legal_moves(on: Stage) -> None:
    on.key("l", CTRL)
    sentences = on.lines[-1].split(". ")
    rules, state = on.session.rules, on.state
    wanted = {
        (pile_name(source), pile_name(target))
        for source, target in permutations(COLUMNS, 2)
        if not isinstance(rules.resolve(state, Move.carry(source, target)), Refusal)
    }
    assert wanted and sentences[-1] == "The last card of any column can go to a free cell"
    found = {
        (one.split(", ")[0], target)
        for one in sentences[:-1]
        for target in one.split("can go to ")[1].split(", ")
    }
    assert found == wanted
    assert on.message == f"{len(sentences)} possible moves here." and not on.actions
    top = card_name(state[on.pile("5")][-1])
    assert f"column 5, {top}; can go to column 8" in sentences


@pytest.mark.parametrize(("game", "part"), [("vierfrei", "4 cells free"), ("canfield", "stock")])
def test_one_key_announces_the_state_of_the_game_even_if_hidden_in_the_bar(
    stage: Start, game: str, part: str
) -> None:
    on = stage(game=game, deal=42)
    on.settings.moves = on.settings.clock = on.settings.money = False
    on.key("i", CTRL)
    said = on.lines[-1]
    assert part in said and "0 moves" in said and "0:00" in said and "columns empty" in said
    assert on.message == said and not on.actions
    home = sum(len(cards) for pile, cards in on.state.piles.items() if pile.role is Role.FOUNDATION)
    assert f"{home} card" in said


def test_the_legal_moves_include_foundations_dealing_and_casino_decisions(stage: Start) -> None:
    def read(on: Stage, typed: str = "") -> str:
        on.type(typed)
        on.settle()
        on.key("l", CTRL)
        return on.lines[-1]

    assert "foundation" in read(almost_won(stage))
    on = stage(game="canfield", deal=5, rules="aisleriot")
    assert "clubs foundation, 3 of clubs; can go to column 1" in read(on, "1h").split(". ")
    on = stage(game="canfield", deal=42, rules="casino")
    assert read(on) == "Stop at −$13 (x). Move cards for $13 (i)"
    assert read(on, "ip").endswith("(x). Deal")
    hidden = on.state[on.pile("s")] + on.state[on.pile("r")][:-1]
    assert not any(card_name(card) in on.lines[-1] for card in hidden)
    assert read(on, "x") == on.message == "Nothing can be moved."


@pytest.mark.parametrize(
    ("language", "typed", "cards"),
    [
        *(("en", f"{RANKS[one.rank - 1]}{one.suit.letter}", str(one)) for one in PACK),
        *(("en", typed, "") for typed in ("1", "10", "7", "")),
        *(("en", typed, None) for typed in ("7x", "x", "1h")),
        *[("en", "10d", "TD"), ("en", "Q♠", "QS"), ("en", "७h", "7H"), ("en", "ac", "AC")],
        *[("de", "bh", "JH"), ("de", "dp", "QS"), ("de", "7k", "7C 7D"), ("de", "7kr", "7C")],
        ("de", "jh", "JH"),  # the notation's letters too
        *[("hi", "७पान", "7H"), ("hi", "७हुकुम", "7S")],
    ],
)
def test_cards_are_found_by_what_is_typed(language: str, typed: str, cards: str | None) -> None:
    texts.use(language)
    found = cards_named(typed, "ABDK" if language == "de" else "AJQK")
    assert (None if found is None else " ".join(map(str, found))) == cards


def look(on: Stage, typed: str) -> str:
    on.keys("/", *typed)
    return on.message


def frames(on: Stage, monkeypatch: pytest.MonkeyPatch) -> list[Rect]:
    drawn: list[Rect] = []
    monkeypatch.setattr(on.table.painter, "paint_frame", lambda _, rect: drawn.append(rect.copy()))
    on.app.paint()
    return drawn


def test_a_covered_card_that_is_found_is_framed_and_located(
    on: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    column = on.state[on.pile("1")]
    card, count = column[2], len(column)
    said = look(on, str(card))
    assert said.endswith(f": column 1, under {count - 3} cards") and said == on.lines[-1]
    assert "[/" in on.status
    [frame] = frames(on, monkeypatch)
    layout = on.table.layout
    assert frame.topleft == layout.place(on.pile("1"), 2, count)
    assert frame.bottom == layout.place(on.pile("1"), 3, count)[1], "what is seen of it"
    on.key("escape")
    top = str(column[-1])
    assert look(on, top).endswith(": column 1, on top")
    on.key("escape")
    assert not on.actions
    on.play("1a")
    assert look(on, top).endswith(": cell a, on top")


@pytest.mark.parametrize("way", ["escape", "right", "click", "backspace"])
def test_more_cards_can_be_looked_for_until_another_input(on: Stage, way: str) -> None:
    first = look(on, "7h")
    on.type("8c")
    assert on.message != first and on.message.startswith("8 of clubs")
    on.type("x")
    assert on.message == "8cx isn't a card." and on.plings == 1
    on.keys("/", "7")
    on.key("h", unicode="р", key=0x440, scancode=pygame.KSCAN_H)
    assert on.message.startswith("7 of hearts"), "by the place of the key"
    on.do(way)
    assert on.table.keys.card_search is None and "[/" not in on.status
    assert on.app.director.table is not None, "Esc ends this first"
    on.type("1a")
    assert on.actions == ["1a"]


def test_looking_for_a_face_down_card_gives_nothing_away(
    canfield: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    reserve = canfield.state[canfield.pile("r")]
    for card, said, framed in (
        (canfield.state[canfield.pile("s")][0], ": face down", 0),
        (reserve[0], ": face down", 0),
        (reserve[-1], ": reserve, on top", 1),
    ):
        assert said in look(canfield, str(card))
        assert len(frames(canfield, monkeypatch)) == framed
