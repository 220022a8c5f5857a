"""Both games played by what a screen reader has: names, and a way to press what bears them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from game.core.moves import Move
from game.core.state import PileId, Role
from game.words.names import card_name, pile_name
from tests.scenes.stage import WON_10913, Stage
from tests.window.desktop import Desktop, Program, lack, write_settings
from tests.window.reader import FOCUSED, SELECTED, Reader, Thing, missing_for_reading

_PLAYED = 40
"""The number of moves before the reader's first."""


@pytest.fixture
def reader(desktop: Desktop, tmp_path: Path) -> Iterator[Reader]:
    if absent := missing_for_reading():
        lack(f"the tests of the screen reader need {', '.join(absent)}")
    bus = tmp_path / "bus"
    bus.mkdir()
    found = Reader(desktop, bus)
    yield found
    found.close()


def names_on(window: Thing) -> dict[str, list[str]]:
    seen = list(window.walk())
    names = {one.thing: one.name for one in seen}
    return {one.name: [names[card] for card in one.children] for one in seen if one.role == "list"}


def test_vierfrei_is_won_by_a_screen_reader(
    desktop: Desktop, tmp_path: Path, reader: Reader
) -> None:
    home, tokens = tmp_path / "real", WON_10913.split()
    twin = Stage(home, deal=10913)
    twin.play(" ".join(tokens[:_PLAYED]))
    twin.close()
    # Here, and in no other window, the solver's process runs beside the game and ends with it.
    write_settings(home, light=True)
    with Program(desktop, home, "vierfrei", **reader.env) as program:
        # Nobody has been listening: there is nothing to be read.
        assert program.title == "Vierfrei 10913 – Vierfeld" and reader.windows() == []
        reader.listen()
        window = reader.await_window("Vierfrei 10913 – Vierfeld")
        shown = reader.await_true(lambda: names_on(window), "the piles")
        for pile in twin.session.rules.piles:
            cards = [card_name(card) for card in twin.state[pile]]
            seen = cards[-1:] if pile.role is Role.FOUNDATION else cards
            assert shown[_name(twin, pile)] == seen
        _lies_there(program, window)
        lists = {one.name: one.thing for one in window.walk() if one.role == "list"}
        piles = {pile: lists[_name(twin, pile)] for pile in twin.session.rules.piles}
        for token in tokens[_PLAYED:]:
            move = twin.session.rules.resolve(twin.session.state, twin.parse(token))
            assert isinstance(move, Move)
            _carry(reader, piles, twin, move)
            twin.session.do(move)
        assert twin.session.won
        reader.await_said("Won in 17 moves")
        reader.await_thing(window, "button", "New game")
        program.await_saved("vierfrei", recorded=True, undone=[], actions=twin.actions)
        assert program.terminate() == 0
    reader.await_true(lambda: reader.windows() == [], "the end of what can be read")


def _name(twin: Stage, pile: PileId) -> str:
    return pile_name(pile) if twin.state[pile] else f"{pile_name(pile)}, empty"


def _lies_there(program: Program, window: Thing) -> None:
    left, top, width, height = program.place
    assert window.place == program.place
    for one in window.walk():
        if one.role in ("list", "item"):
            x, y, wide, high = one.thing.place
            assert left <= x and top <= y and wide and high
            assert x + wide <= left + width and y + high <= top + height


def _carry(reader: Reader, piles: dict[PileId, Thing], twin: Stage, move: Move) -> None:
    count = move.count or 1
    name = card_name(twin.state[move.source][-count])
    source, target = piles[move.source], piles[move.target]

    def find() -> Thing | None:
        return next((one for one in source.children[-count:] if one.name == name), None)

    card = reader.await_true(find, name)
    card.press()
    reader.await_true(lambda: card.has(SELECTED), f"{name} taken")
    assert card.has(FOCUSED) and name in card.description
    target.press()
    top = card_name(twin.state[move.source][-1])
    reader.await_true(
        lambda: [one.name for one in target.children][-1:] == [top], f"{name} put down"
    )


def test_the_casinos_stages_are_paid_with_a_screen_reader(
    desktop: Desktop, tmp_path: Path, reader: Reader
) -> None:
    home = tmp_path / "real"
    write_settings(home)
    reader.listen()
    given = ("canfield", "--deal", "42", "--rules", "casino")
    with Program(desktop, home, *given, **reader.env) as program:
        window = reader.await_window("Canfield 42 (Casino) – Vierfeld")
        stage = reader.await_thing(window, "label", "Stage 1 of 3")
        assert "For $13 more you may move them." in stage.name
        reader.await_thing(window, "button", "Move cards for $13").press()
        reader.await_said("inspection paid")
        stop = reader.await_thing(window, "button", "Stop at")
        stop.grab_focus()
        reader.await_true(lambda: stop.has(FOCUSED), "focus")
        reader.await_thing(window, "button", "Play for $26").press()
        reader.await_said("whole game paid")
        reader.await_thing(window, "label", "Stage 3 of 3")
        program.await_saved("canfield", actions=["i", "p"])
        # A panel is a window of its own for the ear: nothing of the table can be reached.
        reader.await_thing(window, "button", "Help").press()
        panel = reader.await_thing(window, "dialog", "Canfield")
        assert window.find("list", "column 1") is None
        reader.await_thing(panel, "button", "Close").press()
        reader.await_thing(window, "list", "column 1")
        assert program.terminate() == 0
