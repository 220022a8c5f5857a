"""How a game that was won compares with the par of its deal, where that is known."""

from __future__ import annotations

from game.player.current import Desk
from game.solver.service import SolverService
from game.teach.lines import player_moves_in
from game.words.difficulty import against_par
from scenes.kit.grading import known, seek


def compared(desk: Desk, solver: SolverService) -> str:
    """Return the comparison in words, and have it recorded; empty as long as the par is not
    known."""
    graded = known(solver, desk.session.deal)
    if graded is None:
        return ""
    desk.rate(graded.par.moves)
    return against_par(player_moves_in(desk.session.since_restart), graded.par)


def sought(desk: Desk, solver: SolverService) -> bool:
    """Have the par found out; return whether it is known by now."""
    return seek(solver, desk.session.deal) is not None
