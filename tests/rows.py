"""Checks that everything named in the registry's rows exists."""

from __future__ import annotations

import os
from collections.abc import Iterator

from game.rules.registry import KINDS, GameKind
from game.solver.answer import SOLVERS
from game.teach.lessons import LESSONS


def missing() -> Iterator[str]:
    """Yield a line for each name in the registry's rows that isn't defined."""
    for kind in KINDS.values():
        for name, there, where in _named(kind):
            if not there:
                yield f"{where}: {kind.game} wants {name!r} (its row in game/rules/registry.py)"


def _named(kind: GameKind) -> Iterator[tuple[str, bool, str]]:
    """Yield each name in ``kind``, whether it is defined, and the advice to give if it isn't."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    # These modules import pygame, which prints a greeting unless told not to.
    from scenes.board.layout import FAMILIES
    from scenes.pages.help_games import HELP

    yield kind.table, kind.table in FAMILIES, "scenes/board/layout.py: add a Family to FAMILIES"
    if isinstance(kind.help, str):
        yield kind.help, kind.help in HELP, "scenes/pages/help_games.py: add its page to HELP"
    if kind.solver is not None:
        yield kind.solver, kind.solver in SOLVERS, "game/solver/answer.py: add a Solver to SOLVERS"
    if kind.lesson is not None:
        yield kind.lesson, kind.lesson in LESSONS, "game/teach/lessons.py: add a Lesson to LESSONS"
