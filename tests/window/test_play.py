"""A game in a real window, won with keys and with the mouse."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from game.core.moves import Move
from tests.scenes.stage import WON_10913, staged
from tests.window.desktop import PLACE, Program, until
from tests.window.shared import SharedRun


def wins(program: Program) -> int:
    """How often 10913 is recorded as won in as many moves as are written."""
    games = program.saved("record").get("games", [])
    return [(one["deal"], one["won"], one["actions"]) for one in games].count((10913, True, 69))


@pytest.fixture
def begun(shared: SharedRun) -> Iterator[Program]:
    """The program with 10913, which then has told, shown and recorded that it is won."""
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
    # A stage of the same size plays along: it knows where everything is.
    with staged(tmp_path, deal=10913, size=PLACE[2:]) as twin:
        words: list[str] = []
        for token in WON_10913.split():
            move = twin.session.rules.resolve(twin.session.state, twin.parse(token))
            assert isinstance(move, Move)
            suit = "CDHS"[twin.state[move.source][-1].suit]
            end = twin.at(f"h:{suit}" if token[1] == "h" else token[1])
            start = twin.at(token[0], move.count or 1)
            twin.drag(start, end)
            words += begun.drag_words(start, end)
        assert twin.session.won and len(twin.actions) == 69
        begun.do(*words)
        begun.await_saved("vierfrei", actions=twin.actions)
