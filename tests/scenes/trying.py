"""Helpers for tests of second chances: the page, the puzzle on the table, a solver that answers."""

from __future__ import annotations

from game.rules.notation import parse_move
from game.solver.answer import Verdict
from scenes.kit.commands import Command
from scenes.pages.second_chances import Boards, PuzzleTile
from scenes.table.exercise_scenes import PuzzleScene
from scenes.widgets.controls import Control
from tests.scenes.stage import Stage


def kept(on: Stage) -> dict[str, bytes]:
    """Return what all files hold, but for the options and what reviews have found."""
    on.storage.flush()
    files = [one for one in on.home.rglob("*") if one.is_file() and one.suffix != ".review"]
    return {path.name: path.read_bytes() for path in files if path.name != "settings.json"}


def boards(on: Stage) -> list[tuple[PuzzleTile, Control]]:
    """Return the boards of the page with what plays them."""
    items = [item for item in on.panel.page.items if isinstance(item, Boards)]
    return [pair for item in items for pair in zip(item.boards, item.controls, strict=True)]


def chosen(on: Stage, number: int = 0) -> PuzzleScene:
    """Choose a puzzle of the page."""
    if on.panel is None:
        on.app.director.run(Command.CHANCES)
    boards(on)[number][1].action()
    return shown(on)


def shown(on: Stage) -> PuzzleScene:
    scene = on.app.director.scene
    assert isinstance(scene, PuzzleScene), "no puzzle is shown"
    return scene


def play(on: Stage, tokens: str) -> None:
    for token in tokens.split():
        assert on.table.play(parse_move(token, on.table.deal.kind.notation)), token


def answer(on: Stage, verdict: Verdict) -> None:
    """Have the solver judge the position on the table."""
    on.oracle.answer(verdict)
    on.wait(0.1)
