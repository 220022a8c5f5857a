"""Asks the solver that a deal's kind names; the one place that knows which solvers there are."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from game.core.state import State
from game.rules.registry import Deal, GameKind
from game.solver.answer import LONGER_LOOK, SECOND_LOOK, Answer, Verdict


@dataclass(frozen=True, slots=True)
class Search:
    """What is asked of a solver besides the position.

    ``time_limit`` is in seconds of ``clock``. ``shorter`` asks for a line with fewer moves, as the
    table of pars is measured; ``shortest`` for the shortest and the proof that it is;
    ``want_best`` for the most cards that can come up where not all can; a solver that does not
    know how passes over either.
    """

    time_limit: float
    shorter: bool = False
    shortest: bool = False
    want_best: bool = False
    cancelled: Callable[[], bool] | None = None
    clock: Callable[[], float] = time.perf_counter


@dataclass(frozen=True, slots=True)
class Solver:
    """A game's solver. ``load`` imports it, which happens at the first need of it.

    ``best_account`` is the most that can be made of a position within so many seconds, and whether
    that is proven; None where there is nothing to be made beyond winning.
    """

    load: Callable[[], object]
    solve: Callable[[Deal, State, Search], Answer]
    at_table: float
    """Seconds of working time for one position while somebody plays."""
    at_leisure: float
    """Seconds for a position when nobody is waiting at a table."""
    best_account: Callable[[Deal, State, float], tuple[int, bool]] | None = None
    wins_alike: Callable[[GameKind, GameKind], bool] | None = None
    """Whether the same deals can be won under two kinds' rule sets, as far as that is known."""
    knows: Callable[[GameKind], bool] = lambda kind: True
    """Whether it knows the rules of a kind; of others it leaves every position undecided."""
    shortens: bool = False
    """Whether it can look for lines with fewer moves."""
    least_moves: Callable[[State], int] = lambda state: 0
    """A number of player moves without which a position cannot be won; 0 where none is known."""
    longest_look: float = LONGER_LOOK
    """Seconds for the verdict on one move of a position that is looked at closely."""


def _load_vierfrei() -> object:
    # A solver is loaded by the process that searches, not by the window.
    from game.solver import vierfrei

    return vierfrei


def _vierfrei(deal: Deal, state: State, search: Search) -> Answer:
    # A solver is loaded by the process that searches, not by the window.
    from game.solver.vierfrei import solve

    return solve(
        state,
        time_limit=search.time_limit,
        shorter=search.shorter,
        shortest=search.shortest,
        cancelled=search.cancelled,
        clock=search.clock,
    )


@lru_cache(maxsize=64)
def _least_in_vierfrei(state: State) -> int:
    """Cached, as the review and the menu ask for one deal again and again, and it takes some
    milliseconds."""
    # The window asks for a par only now and then.
    from game.solver import vierfrei_bound
    from game.solver.vierfrei_board import board_of

    return vierfrei_bound.least_moves(board_of(state))


def _load_canfield() -> object:
    # A solver is loaded by the process that searches, not by the window.
    from game.solver import canfield

    return canfield


def _canfield(deal: Deal, state: State, search: Search) -> Answer:
    # A solver is loaded by the process that searches, not by the window.
    from game.solver.canfield import solve

    assert deal.rule_set is not None
    return solve(
        state,
        deal.rule_set,
        time_limit=search.time_limit,
        want_best=search.want_best,
        cancelled=search.cancelled,
        clock=search.clock,
    )


def _best_in_canfield(deal: Deal, state: State, seconds: float) -> tuple[int, bool]:
    # A solver is loaded by the process that searches, not by the window.
    from game.solver.canfield import best_account

    assert deal.rule_set is not None
    found = best_account(state, deal.rule_set, time_limit=seconds)
    return found.account, found.exact


def _known_in_canfield(kind: GameKind) -> bool:
    # A solver is loaded by the process that searches, not by the window.
    from game.solver.canfield import knows

    return kind.rule_set is not None and knows(kind.rule_set)


def _alike_in_canfield(one: GameKind, other: GameKind) -> bool:
    # A solver is loaded by the process that searches, not by the window.
    from game.solver.canfield import wins_alike

    assert one.rule_set is not None and other.rule_set is not None
    return wins_alike(one.rule_set, other.rule_set)


SOLVERS: Final[dict[str, Solver]] = {
    "vierfrei": Solver(
        _load_vierfrei,
        _vierfrei,
        at_table=5.0,
        at_leisure=10.0,
        shortens=True,
        least_moves=_least_in_vierfrei,
    ),
    "canfield": Solver(
        _load_canfield,
        _canfield,
        at_table=20.0,
        at_leisure=60.0,
        longest_look=SECOND_LOOK,
        best_account=_best_in_canfield,
        wins_alike=_alike_in_canfield,
        knows=_known_in_canfield,
    ),
}
"""The solvers by the names that kinds have for them."""

_NOBODY: Final = Solver(
    lambda: None,
    lambda deal, state, search: Answer(Verdict.UNDECIDED, (), 0, 0.0, rules_known=False),
    at_table=0.0,
    at_leisure=0.0,
    knows=lambda kind: False,
)
"""For a kind without a solver: every position is undecided."""


def solver_of(kind: GameKind) -> Solver:
    """Return the solver for positions of ``kind``."""
    return _NOBODY if kind.solver is None else SOLVERS[kind.solver]


def decide(
    deal: Deal,
    state: State,
    *,
    time_limit: float,
    shorter: bool = False,
    shortest: bool = False,
    want_best: bool = False,
    cancelled: Callable[[], bool] | None = None,
    clock: Callable[[], float] = time.perf_counter,
) -> Answer:
    """Return what is known of ``state``, a position of ``deal``, after so many seconds of
    ``clock``.

    See ``Search`` for what may be asked.
    """
    search = Search(time_limit, shorter, shortest, want_best, cancelled, clock)
    return solver_of(deal.kind).solve(deal, state, search)


def least_moves(kind: GameKind, state: State) -> int:
    """Return a number of player moves without which ``state``, a position of ``kind``, cannot be
    won; 0 where none is known."""
    return solver_of(kind).least_moves(state)
