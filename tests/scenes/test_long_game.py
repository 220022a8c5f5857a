"""A game of many moves on the table: pictures, moves and pasting."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.play import sharing
from tests.scenes.stage import CTRL, Stage, staged
from tests.work import calls


def text_of(moves: int) -> str:
    return "# Vierfeld 1 vierfrei 617\n1a" + " ab ba" * ((moves - 1) // 2)


def pasted(on: Stage, text: str) -> None:
    on.app.director.exchange.take(text)
    on.settle()


def test_a_picture_of_a_long_game_is_no_more_work(tmp_path: Path) -> None:
    def work(moves: int) -> int:
        pasted(on, text_of(moves))
        assert on.standing.startswith(f"{moves} moves")

        def pictures() -> None:
            for _ in range(3):
                on.table.invalidate()
                on.app.advance(0.02)

        pictures()
        return calls(pictures)

    with staged(tmp_path) as on:
        assert work(2001) < 1.2 * work(21)


def test_a_game_that_is_too_long_is_refused_with_a_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sharing, "MOST_MOVES", 100)
    with staged(tmp_path) as on:
        pasted(on, text_of(101))
        assert on.line == "That game is too long: 100 moves at most." and on.plings == 1
        assert not on.session.can_undo
        pasted(on, text_of(99))
        assert len(on.session.actions) == 99
        on.key("z", CTRL)
        assert on.standing.startswith("98 moves")
