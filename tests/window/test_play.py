"""Both games in a real window, played to the end with keys and mouse.

A ``Stage`` of the same size plays along without a window: it knows where everything is and what the
files must contain in the end.
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
from scenes.pages.start_screen import StartScreen
from tests.each import while_
from tests.scenes.stage import WON_10913, Stage, staged
from tests.window.desktop import PLACE, Desktop, Program, SharedRun, until, write_settings


def wins(program: Program) -> int:
    """How often 10913 is recorded as won in 69 moves."""
    games = program.saved("record").get("games", [])
    return [(one["deal"], one["won"], one["actions"]) for one in games].count((10913, True, 69))


@pytest.fixture
def begun(shared: SharedRun) -> Iterator[Program]:
    """The program with 10913, which the test has to win."""
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
    """The arrows that lead to ``depth`` cards of ``pile``, or to any depth if that is None."""
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
    """A legal drag, home with preference; None: deal."""
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
