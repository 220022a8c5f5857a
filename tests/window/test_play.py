"""Both games in a real window, played to the end.

A ``Stage`` plays the same moves without a window. It knows where everything is, and what the files
must contain.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from copy import copy
from pathlib import Path
from typing import cast

import pytest

from game.core.moves import Move
from game.core.state import PileId, Role
from game.rules.canfield import RULE_SETS
from game.rules.choices import targets
from game.rules.registry import numbered
from game.words.names import card_name, pile_name
from scenes.pages.start_screen import StartScreen
from tests.each import while_
from tests.scenes.stage import WON_10913, Stage, staged
from tests.window.desktop import PLACE, Desktop, Program, SharedRun, lack, until, write_settings
from tests.window.reader import FOCUSED, SELECTED, Reader, Thing, missing_for_reading


def wins(program: Program) -> int:
    """Return how many times a win of Vierfrei 10913 in 69 actions has been recorded."""
    games = program.saved("record").get("games", [])
    return [(one["deal"], one["won"], one["actions"]) for one in games].count((10913, True, 69))


@pytest.fixture
def begun(shared: SharedRun) -> Iterator[Program]:
    """Yield the program with Vierfrei 10913 on the table. Then check that the test has won the
    game."""
    program = shared.begin(10913)
    told, before = len(program.lines), wins(program)
    yield program
    program.await_line("Won in 17 moves, 3 over par.", told)
    program.await_saved("vierfrei", recorded=True, undone=[])
    until(lambda: wins(program) > before, "the record")
    assert wins(program) == before + 1


def test_a_game_is_won_by_typed_moves_alone(begun: Program) -> None:
    assert begun.title == "Vierfrei 10913 – Vierfeld"
    assert begun.seconds < 5
    begun.keys(*WON_10913.replace(" ", ""))


def test_a_game_is_won_by_mouse_drags_alone(begun: Program, tmp_path: Path) -> None:
    with staged(tmp_path, deal=10913, size=PLACE[2:]) as twin:
        words: list[str] = []
        for token in WON_10913.split():
            move = twin.parse(token)
            suit = "CDHS"[twin.state[move.source][-1].suit]
            end = twin.at(f"h:{suit}" if token[1] == "h" else token[1])
            start = twin.at(token[0], _resolved(twin, token).count or 1)
            twin.drag(start, end)
            words += begun.drag_words(start, end)
        assert twin.session.won and len(twin.actions) == 69
        begun.do(*words)
        begun.await_saved("vierfrei", actions=twin.actions)


def _resolved(twin: Stage, token: str) -> Move:
    found = twin.session.rules.resolve(twin.session.state, twin.parse(token))
    assert isinstance(found, Move)
    return found


def test_a_game_is_won_by_arrows_and_enter_alone(begun: Program, tmp_path: Path) -> None:
    with staged(tmp_path, deal=10913, size=PLACE[2:]) as twin:
        pressed = ["Down"]
        twin.key("down")
        for token in WON_10913.split():
            move = twin.parse(token)
            resolved = _resolved(twin, token)
            for pile, depth in ((move.source, resolved.count), (resolved.target, None)):
                way = _walk(twin, pile, depth)
                twin.keys(*way, "return")
                pressed += [*(key.capitalize() for key in way), "Return"]
        assert twin.session.won and len(twin.actions) == 69
        begun.keys(*pressed, "F10")
        assert begun.wait() == 0
        assert begun.saved("vierfrei")["actions"] == twin.actions


def _walk(twin: Stage, pile: PileId, depth: int | None) -> list[str]:
    """Return the arrow keys to select ``depth`` cards of ``pile``; None means any number."""
    arrows = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
    holding = twin.table.hand.held is not None
    found, seen = [(twin.table.keys.cursor, list[str]())], set()
    for cursor, way in found:
        if cursor.pile == pile and depth in (None, cursor.depth):
            return way
        if (cursor.pile, cursor.depth) not in seen:
            seen.add((cursor.pile, cursor.depth))
            for arrow, (dx, dy) in arrows.items():
                moved = copy(cursor)
                moved.walk(dx, dy, twin.state, twin.table.layout, holding)
                found.append((moved, [*way, arrow]))
    raise AssertionError(f"no way to {depth} of {pile}")


def test_sixty_actions_of_canfield_are_made_by_mouse_under_each_rule_set(
    desktop: Desktop, tmp_path: Path
) -> None:
    write_settings(tmp_path / "real")
    twinned = staged(tmp_path / "twin", game=None, size=PLACE[2:])
    with twinned as twin, Program(desktop, tmp_path / "real") as program:
        for rules in RULE_SETS:
            words: list[str] = []
            for label in (numbered("canfield", 42, rules).kind.rules_name, "By number…"):
                tile = cast(StartScreen, twin.app.director.scene).tiles["canfield"]
                (button,) = (one for one in tile.page.controls.items if one.label == label)
                twin.click(button.rect.center)
                words += program.click_words(twin.mouse)
            twin.keys("4", "2", "return")
            program.do(*words)
            program.keys("4", "2", "Return")
            _play_sixty(program, twin, rules)
            twin.keys("escape")
            program.keys("Escape")
        assert program.terminate() == 0


def _play_sixty(program: Program, twin: Stage, rules: str) -> None:
    chance = random.Random(rules)
    words: list[str] = []
    if rules == "casino":
        for label in ("Move cards for $13 (i)", "Play for $26 (p)"):
            twin.push(label)
            words += program.click_words(twin.mouse)
    for _ in while_(lambda: len(twin.actions) < 60):
        found = _canfield_move(twin, chance)
        if found is None:
            at = twin.at("s")
            twin.click(at)
            words += program.click_words(at)
        else:
            start, end = found
            twin.drag(start, end)
            words += program.drag_words(start, end)
    assert not twin.plings and sum(len(action) > 1 for action in twin.actions) >= 5
    program.do(*words)
    program.await_saved("canfield", rules=rules, deal=42, actions=twin.actions)


def _canfield_move(
    twin: Stage, chance: random.Random
) -> tuple[tuple[int, int], tuple[int, int]] | None:
    """Return where a random legal drag starts and ends. Drags to a foundation are preferred.

    Returns None if the test should deal cards instead.
    """
    rules, state = twin.session.rules, twin.state
    legal = [
        (source, count, target)
        for source in rules.piles
        if source.role is not Role.FOUNDATION
        for count in rules.counts(state, source)
        for target in sorted(targets(rules, state, source, count))
    ]
    if not legal or chance.random() < 0.3:
        return None
    home = [move for move in legal if move[2].role is Role.FOUNDATION]
    source, count, target = chance.choice(home or legal)
    name = f"h:{'CDHS'[target.number]}" if target.role is Role.FOUNDATION else target.letter
    return twin.at(source.letter, count), twin.at(name)


# -- a screen reader -------------------------------------------------------------------------------

_PLAYED = 40
"""The number of moves already made when the screen reader begins to play."""


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
    # Of all tests in real windows, only this one runs the solver's process beside the game.
    write_settings(home, light=True)
    with Program(desktop, home, "vierfrei", **reader.env) as program:
        # The program offers nothing to read until something listens.
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
        reader.await_said("paid to move cards")
        stop = reader.await_thing(window, "button", "Stop at")
        stop.grab_focus()
        reader.await_true(lambda: stop.has(FOCUSED), "focus")
        reader.await_thing(window, "button", "Play for $26").press()
        reader.await_said("whole game paid")
        reader.await_thing(window, "label", "Stage 3 of 3")
        program.await_saved("canfield", actions=["i", "p"])
        # To a screen reader, an open panel hides the table.
        reader.await_thing(window, "button", "Help").press()
        panel = reader.await_thing(window, "dialog", "Canfield")
        assert window.find("list", "column 1") is None
        reader.await_thing(panel, "button", "Close").press()
        reader.await_thing(window, "list", "column 1")
        assert program.terminate() == 0
