"""Questions about a position and the solver's answers, for all games."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache
from typing import Any, Final, NamedTuple

from game.core.moves import Move
from game.core.state import State
from game.rules.counting import player_moves
from game.rules.notation import parse_move
from game.rules.registry import Deal, GameKind
from game.rules.replay import Replay, replay
from game.support.errors import GivenError

# The time limits for judging a move, in CPU seconds. A longer one is tried only if the shorter ones
# leave the move undecided.
GLANCE: Final = 0.003
FIRST_LOOK: Final = 0.03
SECOND_LOOK: Final = 0.2
LONGER_LOOK: Final = 2.0


class Verdict(Enum):
    """What is known about winning a position; ``LOST`` means proven lost."""

    WINNABLE = "winnable"
    LOST = "lost"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Known:
    """The verdict on a position and, if it is winnable, a winning line."""

    verdict: Verdict
    moves: tuple[Move, ...] = ()  # a winning line; empty unless the position is winnable
    rest: int = field(default=1 << 20, compare=False)  # the steps in the line; huge if not counted
    seconds: float = field(default=0.0, compare=False)  # the search's time limit; 0 if not recorded


class Answer(NamedTuple):
    """The result of a search."""

    verdict: Verdict
    moves: tuple[Move, ...]  # the winning line, including every move home
    positions: int  # how many were examined
    seconds: float  # the time taken
    best_cards: int | None = None  # the most cards that can go home, as far as is known
    best_exact: bool = False  # whether it is proven that no more can go home
    best_moves: tuple[Move, ...] = ()  # a line that brings ``best_cards`` home
    rules_known: bool = True  # False if no solver knows the game's rules
    least_moves: int = 0  # player moves that every winning line is proven to need; 0 if not sought
    # Only ``work`` sets these.
    steps: int = 0  # in the winning line
    account: int | None = None  # at the end of the winning line
    # The highest account known to be possible, and whether it is proven to be the highest.
    best_account: tuple[int, bool] | None = None

    @property
    def player_moves(self) -> int:
        """The number of player moves in the winning line."""
        return player_moves(self.moves)


class JudgedMove(NamedTuple):
    """A legal move with its verdict."""

    move: Move
    verdict: Verdict
    # The player moves in a winning line that begins with ``move``; 0 if no such line is known or if
    # all its moves are moves home.
    length: int = 0


@dataclass(frozen=True, slots=True)
class Margin:
    """The verdict on a position and on each legal move."""

    verdict: Verdict
    moves: tuple[JudgedMove, ...]
    line: tuple[Move, ...]  # the shortest winning line found; empty if none is known
    seconds: float  # the time limit for judging each move

    def __len__(self) -> int:
        return len(self.moves)

    def with_verdict(self, verdict: Verdict) -> tuple[JudgedMove, ...]:
        return tuple([one for one in self.moves if one.verdict is verdict])

    @property
    def winning_count(self) -> int:
        """The number of moves known to keep the game winnable."""
        return len(self.with_verdict(Verdict.WINNABLE))

    @property
    def undecided_count(self) -> int:
        """The number of moves not known to win or to lose."""
        return len(self.with_verdict(Verdict.UNDECIDED))

    @property
    def is_open(self) -> bool:
        """Whether a longer search could still decide some moves."""
        return self.undecided_count > 0 and self.seconds < LONGER_LOOK

    def judged(self, choice: Move) -> JudgedMove | None:
        """Return ``choice`` with its verdict; None if the margin doesn't contain it."""
        return next((one for one in self.moves if one.move == choice), None)


class Solver(NamedTuple):
    """The functions and time limits for solving the positions of a game."""

    solve: Callable[..., Answer]
    """Searches a position; takes the same parameters as ``decide``."""
    table_seconds: float
    """The time limit for a position while a player waits, in CPU seconds."""
    batch_seconds: float
    """The command line's default time limit for a position, in seconds."""
    move_seconds: float = LONGER_LOOK
    """The command line's default time limit for judging a move, in CPU seconds."""
    best_account: Callable[[Deal, State, float], tuple[int, bool]] | None = None
    """Returns the highest balance found, and whether it is proven to be the highest."""
    knows: Callable[[GameKind], bool] = lambda kind: True
    """Returns whether the solver knows the rules of a kind."""
    least_moves: Callable[[State], int] | None = None
    """Returns a lower bound on the number of player moves needed to win."""


@lru_cache(maxsize=64)
def _least_in_vierfrei(state: State) -> int:
    # Cached because the same deal is asked about again and again, and each answer takes a few
    # milliseconds. Imported here because the window rarely asks for a par.
    from game.solver.vierfrei_board import board_of
    from game.solver.vierfrei_short import Short

    return Short(board_of(state), never_cancelled).least()


def _vierfrei(
    deal: Deal,
    state: State,
    *,
    want_best: bool,
    shortest: bool,
    known: Sequence[Move],
    **asked: Any,
) -> Answer:
    # Only the process that searches loads a solver, not the window.
    from game.solver.short_lines import known_line
    from game.solver.vierfrei_solver import solve

    shipped = known_line(deal) if shortest and not known and state == deal.layout() else None
    if shipped is not None:
        known = shipped.moves
        if shipped.proven:
            return Answer(Verdict.WINNABLE, known, 0, 0.0, least_moves=player_moves(known))
    return solve(state, shortest=shortest, known=known, **asked)


def _canfield(
    deal: Deal, state: State, *, shortest: bool, known: Sequence[Move], **asked: Any
) -> Answer:
    # Only the process that searches loads a solver, not the window.
    from game.solver.canfield_solver import solve

    assert deal.rule_set is not None
    return solve(state, deal.rule_set, **asked)


def _best_in_canfield(deal: Deal, state: State, seconds: float) -> tuple[int, bool]:
    # Only the process that searches loads a solver, not the window.
    from game.solver.canfield_solver import best_account

    assert deal.rule_set is not None
    found = best_account(state, deal.rule_set, time_limit=seconds)
    return found.account, found.exact


def _known_in_canfield(kind: GameKind) -> bool:
    # Only the process that searches loads a solver, not the window.
    from game.solver.canfield_solver import knows

    return kind.rule_set is not None and knows(kind.rule_set)


SOLVERS: Final[dict[str, Solver]] = {
    "vierfrei": Solver(
        _vierfrei, table_seconds=5.0, batch_seconds=10.0, least_moves=_least_in_vierfrei
    ),
    "canfield": Solver(
        _canfield,
        table_seconds=20.0,
        batch_seconds=60.0,
        move_seconds=SECOND_LOOK,
        best_account=_best_in_canfield,
        knows=_known_in_canfield,
    ),
}
"""The solver for each name in ``GameKind.solver``."""

_NOBODY: Final = Solver(
    lambda deal, state, **asked: Answer(Verdict.UNDECIDED, (), 0, 0.0, rules_known=False),
    table_seconds=0.0,
    batch_seconds=0.0,
    knows=lambda kind: False,
)
"""Used for kinds without a solver of their own. It leaves every position undecided."""


def solver_of(kind: GameKind) -> Solver:
    return _NOBODY if kind.solver is None else SOLVERS[kind.solver]


def never_cancelled() -> bool:
    """Return False; for searches that nobody cancels."""
    return False


def decide(
    deal: Deal,
    state: State,
    *,
    time_limit: float,
    shortest: bool = False,  # look for the shortest line, and for a proof that it is
    known: Sequence[Move] = (),  # a winning line; only shorter ones are looked for
    want_best: bool = False,  # find out how many cards can go home if there is no win
    cancelled: Callable[[], bool] = never_cancelled,
    clock: Callable[[], float] = time.perf_counter,
) -> Answer:
    """Return what a search finds within about ``time_limit`` seconds.

    A solver ignores requests that it can't fulfil.
    """
    return solver_of(deal.kind).solve(
        deal,
        state,
        time_limit=time_limit,
        shortest=shortest,
        known=known,
        want_best=want_best,
        cancelled=cancelled,
        clock=clock,
    )


def search(
    deal: Deal,
    state: State,
    seconds: float,
    cancelled: Callable[[], bool] = never_cancelled,
    # CPU time, so that a search on a busy machine takes longer but finds just as much.
    clock: Callable[[], float] = time.process_time,
) -> Answer | None:
    """Return what a search finds; None if it was cancelled before reaching a verdict."""
    if cancelled():
        return None
    found = decide(deal, state, time_limit=seconds, cancelled=cancelled, clock=clock)
    return None if found.verdict is Verdict.UNDECIDED and cancelled() else found


def least_moves(kind: GameKind, state: State) -> int:
    """Return a lower bound on the number of player moves to a win; 0 if none is known."""
    bound = solver_of(kind).least_moves
    return bound(state) if bound else 0


_FOR_THE_ACCOUNT = 2.0
"""The time limit for finding the highest balance, in seconds."""


class Solving(NamedTuple):
    """A question to the solver about a position of ``deal``."""

    deal: Deal
    before: tuple[Move, ...]  # the moves from the layout to the position, all legal
    time_limit: float
    shortest: bool = False
    want_account: bool = False  # also ask for the highest account, if redeals cost money


def work(solving: Solving) -> Answer:
    """Answer a question, checking any winning line by replaying the game."""
    deal, limit = solving.deal, solving.time_limit
    state = replay(deal, solving.before).last
    found = decide(deal, state, time_limit=limit, shortest=solving.shortest, want_best=True)
    played = _replayed(solving, found.moves) if found.verdict is Verdict.WINNABLE else None
    if played is not None:
        steps = sum(map(len, played.actions[len(solving.before) :]))
        account = deal.account(played.last)
        found = found._replace(steps=steps, account=account, best_cards=None, best_exact=False)
    else:
        if found.verdict is Verdict.WINNABLE:
            # The rules don't accept the line as a win.
            found = found._replace(verdict=Verdict.UNDECIDED, moves=())
        if deal.kind.payment is not None and found.best_cards is None:
            # Without a search for the best result, only the cards already home are certain.
            found = found._replace(best_cards=state.cards_home)
    if solving.want_account:
        found = found._replace(best_account=_best_account(solving, state, found.account))
    return found


def _replayed(solving: Solving, line: Sequence[Move]) -> Replay | None:
    """Replay the game and then ``line``; return None if that doesn't win the game."""
    try:
        moves = [parse_move(move.text, solving.deal.kind.notation) for move in line]
    except GivenError:
        return None
    played = replay(solving.deal, (*solving.before, *moves))
    won = played.refusal is None and solving.deal.engine.won(played.last)
    return played if won else None


def _best_account(solving: Solving, state: State, reachable: int | None) -> tuple[int, bool] | None:
    """Return the highest balance known to be possible, and whether it is proven to be the highest.

    Returns None if redeals are free, or if the solver can't search for balances.
    """
    kind = solving.deal.kind
    search = solver_of(kind).best_account
    # Where redeals are free, no result is better than a win.
    if search is None or not kind.turn_cost:
        return None
    most, proven = search(solving.deal, state, min(solving.time_limit, _FOR_THE_ACCOUNT))
    return (reachable, False) if reachable is not None and reachable > most else (most, proven)
