"""Par and grade of the deal of a game that was won, where they are known."""

from __future__ import annotations

from game.player.current import Desk
from game.solver.service import SolverService
from game.teach.difficulty import Graded
from scenes.kit.grading import known, seek


def rated(desk: Desk, solver: SolverService) -> Graded | None:
    """Return them, and have the par recorded; None as long as they are not known."""
    graded = known(solver, desk.session.deal)
    if graded is not None:
        desk.rate(graded.par.moves)
    return graded


def sought(desk: Desk, solver: SolverService) -> bool:
    """Have the par found out; return whether it is known by now."""
    return seek(solver, desk.session.deal) is not None
