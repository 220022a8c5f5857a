"""Asks the solver that a deal's game needs; the one place that knows which one that is."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from game.core.state import State
from game.rules.registry import VIERFREI, Deal
from game.solver.answer import Answer

TIME_LIMITS: Final = {"vierfrei": 10.0, "canfield": 60.0}
"""Seconds for a position where nobody is waiting at a table."""


def decide(
    deal: Deal,
    state: State,
    *,
    time_limit: float,
    shorter: bool = False,
    want_best: bool = False,
    cancelled: Callable[[], bool] | None = None,
    clock: Callable[[], float] = time.perf_counter,
) -> Answer:
    """What is known of ``state``, a position of ``deal``, after so many seconds of ``clock``.

    ``shorter`` concerns Vierfrei alone, ``want_best`` Canfield alone; the answer for Canfield is a
    ``CanfieldAnswer``. The solvers are loaded on first need.
    """
    if deal.game == VIERFREI:
        from game.solver import vierfrei

        return vierfrei.solve(
            state, time_limit=time_limit, shorter=shorter, cancelled=cancelled, clock=clock
        )
    from game.solver import canfield

    assert deal.rule_set is not None
    return canfield.solve(
        state,
        deal.rule_set,
        time_limit=time_limit,
        want_best=want_best,
        cancelled=cancelled,
        clock=clock,
    )
