"""Played by what is announced alone: whoever hears it all can tell where each card lies."""

from __future__ import annotations

import random
from typing import Any

import pytest

from game.core.moves import Move, Refusal, Verb
from game.core.state import PileId, Role, base_rank
from game.rules.choices import targets
from game.words.names import card_name, pile_name
from scenes.kit.announce import Announcer
from scenes.table.context import DealOn, Play
from tests.scenes.conftest import Clipboard
from tests.scenes.padding import UP, press
from tests.scenes.stage import CTRL, SHIFT, WON_10913, Stage, Start
from tests.seed import run_seed


class Ear:
    """Keeps a picture of the table by what is announced, and nothing else."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._heard = 0
        self.piles = {pile_name(pile): list[str]() for pile in stage.session.rules.piles}
        """The cards of each pile that were heard of, by its name."""

    def listen(self) -> list[str]:
        lines = self._stage.lines[self._heard :]
        self._heard = len(self._stage.lines)
        return lines

    def read_all(self) -> None:
        """Have all piles read out."""
        self.listen()
        self._stage.key("p", CTRL)
        for line in self.listen():
            for said in line.split("; "):
                name, _, rest = said.partition(", ")
                if not rest:
                    # So many cells are free, or foundations empty.
                    continue
                cards = rest.partition("last first: ")[2] or rest
                known = "empty" not in cards and not cards[:1].isdigit()
                lying = cards.split(", ") if known or " of " in cards else []
                self.piles[name] = [] if "empty" in cards else lying[::-1]

    def take_in(self) -> None:
        """Follow the moves that were announced since the last time."""
        for line in self.listen():
            for said in line.removeprefix("taken back: ").split("; "):
                self._take(said)

    def _take(self, said: str) -> None:
        if said.startswith("now "):
            name, _, card = said.removeprefix("now ").partition(", ")
            self._uncovered(name, card)
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

    def _uncovered(self, name: str, card: str) -> None:
        if card == "empty":
            assert not self.piles[name], name
        elif name == "reserve":
            # This card was hidden before.
            self.piles[name] = [card]
        elif self.piles[name]:
            assert self.piles[name][-1] == card, name


def _known(stage: Stage, pile: PileId) -> list[str]:
    """What can be told of a pile by looking."""
    cards = list(map(card_name, stage.state[pile]))
    whole = pile.role in (Role.COLUMN, Role.CELL)
    return cards if whole else cards[-1:]


def _agree(stage: Stage, ear: Ear) -> None:
    for pile in stage.session.rules.piles:
        if pile.role is not Role.STOCK:
            known = _known(stage, pile)
            heard = ear.piles[pile_name(pile)]
            assert (heard if pile.role in (Role.COLUMN, Role.CELL) else heard[-1:]) == known, pile


def test_a_game_of_vierfrei_by_ear(stage: Start) -> None:
    on = stage(deal=10913)
    ear = Ear(on)
    ear.read_all()
    _agree(on, ear)
    for token in WON_10913.split()[:-1]:
        on.type(token)
        ear.take_in()
        _agree(on, ear)
    on.key("z", CTRL)
    ear.take_in()
    _agree(on, ear)
    on.key("y", CTRL)
    on.type(WON_10913.split()[-1])
    on.settle()
    said = ear.listen()
    assert (
        any(line.startswith("Won in 17 moves, 2 over par.") for line in said)
        and said[-1] == "Enter: New game"
    )


@pytest.mark.parametrize("rules", ["hoyle", "aisleriot"])
def test_canfield_by_ear(stage: Start, rules: str) -> None:
    on = stage(game="canfield", deal=42, rules=rules)
    ear = Ear(on)
    ear.read_all()
    _agree(on, ear)
    chance = random.Random(run_seed())
    for _ in range(60):
        _anything(on, chance)
        ear.take_in()
        _agree(on, ear)


def _anything(on: Stage, chance: random.Random) -> None:
    """Do something that is allowed: a move if there is one, more often than a deal."""
    engine, state = on.session.rules, on.state
    ways = [
        Move.carry(pile, target, count)
        for pile in engine.piles
        for count in engine.counts(state, pile)
        for target in sorted(targets(engine, state, pile, count))
    ]
    deals = not all(
        isinstance(engine.resolve(state, Move(verb)), Refusal) for verb in (Verb.DEAL, Verb.TURN)
    )
    if ways and (not deals or chance.random() < 0.7):
        on.table.do(Play(chance.choice(ways)))
    elif deals:
        on.table.do(DealOn())


def test_a_pile_is_read_out_then_all_of_them(on: Stage) -> None:
    on.key("right")
    on.key("p", CTRL)
    cards = [card_name(card) for card in on.state[on.pile("1")]]
    read = f"column 1, 7 cards, last first: {', '.join(reversed(cards))}"
    assert on.lines[-1] == on.line == read
    before = len(on.lines)
    on.key("p", CTRL)
    assert len(on.lines) == before + 1 + 8 and not on.actions
    on.key("right")
    on.key("p", CTRL)
    assert on.lines[-1].startswith("column 2, 7 cards")


def test_what_cannot_be_seen_is_not_read_out(canfield: Stage) -> None:
    canfield.keys("space", "space")
    before = len(canfield.lines)
    canfield.key("p", CTRL)
    said = "; ".join(canfield.lines[before:])
    hidden = [
        *canfield.state[canfield.pile("s")],
        *canfield.state[canfield.pile("r")][:-1],
        *canfield.state[canfield.pile("w")][:-3],
    ]
    # Those that empty foundations wait for are named, wherever they lie.
    hidden = [card for card in hidden if card.rank != base_rank(canfield.state)]
    assert len(hidden) > 30 and not any(card_name(card) in said for card in hidden)
    assert all(card_name(card) in said for card in canfield.state[canfield.pile("w")][-3:])


def test_what_is_put_back_is_told(on: Stage) -> None:
    on.keys("right", "return", "right", "return")
    top = card_name(on.state[on.pile("1")][-1])
    assert on.lines[-1] == f"put back: {top}"
    on.keys("return", "escape")
    assert on.lines[-1].startswith("put back: ")


def test_many_cards_that_go_home_are_counted(stage: Start) -> None:
    on = stage(deal=10913)
    on.play(WON_10913[: -3 * 12])
    on.key("Delete")
    assert any(line.endswith(" cards go home") for line in on.lines)


def test_nothing_to_undo_is_said(on: Stage) -> None:
    on.key("z", CTRL)
    assert on.lines[-1] == on.line == "There's nothing to undo."
    on.key("y", CTRL)
    assert on.lines[-1] == "There's nothing to redo."


def test_what_is_copied_and_written_is_said(on: Stage, clipboard: Clipboard) -> None:
    for key, mod in (("c", CTRL), ("s", CTRL), ("s", CTRL | SHIFT)):
        before = len(on.lines)
        on.key(key, mod)
        ways = ["Tab: Open, Show in folder"] if key == "s" else []
        assert on.line and on.lines[before:] == [on.line, *ways]


def test_why_a_number_is_refused_is_said(on: Stage) -> None:
    on.keys("F2", "return")
    assert on.lines[-1] == "Type a number first."


@pytest.mark.parametrize("key", ["F8", "?", "F2"])
def test_where_closing_a_panel_leads_is_said(on: Stage, key: str) -> None:
    on.key(key)
    on.key("escape")
    assert on.lines[-1] == "Vierfrei 617 – Vierfeld"


def test_a_long_page_is_told_as_it_is_read(on: Stage) -> None:
    on.key("?")
    page = [*on.page.spoken]
    first = len(on.lines)
    assert on.lines[-1] == "More below: Page Down." and "Esc: The menu" not in on.lines
    for _ in range(40):
        on.key("pagedown")
    said = on.lines[first - 1 :]
    assert on.lines[-1] == page[-1]
    # All of it was told, in its order, and nothing twice.
    told = [line for line in on.lines if line in page]
    assert told == page and len(said) < len(page) + 2


def test_the_end_names_what_enter_does(won: Stage) -> None:
    assert won.lines[-1] == "Enter: New game"


def test_nothing_is_said_twice_on_the_way_to_the_review_and_back(on: Stage) -> None:
    on.type("58")
    for key in ("F7", "F7"):
        before = len(on.lines)
        on.key(key)
        said = on.lines[before:]
        assert said and len({*said}) == len(said) and sum("617" in line for line in said) <= 1


def test_texts_are_made_while_a_reader_listens() -> None:
    heard: list[str] = []
    announcer = Announcer()
    assert not announcer.heard
    announcer.tell(heard.append)
    assert announcer.heard
    announcer.say("two\nlines")
    announcer.tell(None)
    announcer.say("nobody")
    assert heard == ["two lines"] and not announcer.heard


@pytest.mark.parametrize("waits", [False, True])
def test_a_line_waits_for_who_reads_slowly(on: Stage, waits: bool) -> None:
    on.settings.lines_wait = waits
    on.type("51")
    refused = on.line
    assert refused
    on.wait(10)
    assert on.line == (refused if waits else "")
    on.type("58")
    assert on.line == ""


@pytest.mark.parametrize("keys", [[], ["F7"], ["escape"]], ids=["table", "review", "menu"])
def test_whatever_is_done_a_line_has_waited_for_it(on: Stage, keys: list[str]) -> None:
    on.settings.lines_wait = True
    on.keys(*keys)
    shown: Any = on.app.director.scene
    line = shown.line
    for do in (
        lambda: on.key("right"),
        lambda: on.click((3, 300)),
        lambda: on.wheel(1),
        lambda: press(on, UP),
    ):
        shown.notice("Something.")
        on.key("LSHIFT")
        on.move((300, 300))
        on.wait(5)
        assert line.text == "Something."
        do()
        assert line.text != "Something."


def test_a_page_of_choices_says_what_is_chosen(on: Stage) -> None:
    on.key("F8")
    before = len(on.lines)
    on.keys("right", "right", "right")
    said = on.lines[before:]
    assert {"Card animation: off", "Sound: on"} <= {*said}
    assert "Card animation: fast" not in said
    for _ in range(40):
        on.key("tab")
    assert "Sound: on" in on.lines and "Sound: on, chosen" not in on.lines


def test_empty_columns_are_one_place(stage: Start) -> None:
    on = stage(deal=10913)
    on.play(WON_10913[: -3 * 8])
    empty = [pile for pile in on.state.piles if pile.role is Role.COLUMN and not on.state[pile]]
    assert len(empty) > 1
    on.keys("right", "right")
    assert any("can go to" in line and "any empty column" in line for line in on.lines)
