"""Questions about a position and the solver's answers, for all games.

Only this module knows which solvers there are; the kind of a deal names its solver.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import lru_cache
from typing import Any, Final

from game.core.moves import Move
from game.core.state import State
from game.rules.counting import player_moves
from game.rules.notation import parse_move
from game.rules.registry import Deal, GameKind
from game.rules.replay import Replay, replay
from game.support.errors import GivenError

GLANCE: Final = 0.003
"""The time limit for judging a move, in CPU seconds, while somebody waits for the first answer."""
FIRST_LOOK: Final = 0.03
"""The time limit, in CPU seconds, for each move that is undecided after the glance."""
SECOND_LOOK: Final = 0.2
"""The time limit, in CPU seconds, for each move that is undecided after the first look."""
LONGER_LOOK: Final = 2.0
"""The time limit, in CPU seconds, for each move that is still undecided after the second look."""


class Verdict(Enum):
    """What is known about winning a position.

    ``LOST`` means proven lost; a search that gave up is ``UNDECIDED``.
    """

    WINNABLE = "winnable"
    LOST = "lost"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Known:
    """What is known about a position.

    ``moves`` is a winning line; it is empty unless the position is winnable. ``rest`` is the number
    of single cards that the line moves, if they were counted. ``seconds`` is the time limit of the
    search, if it had one.
    """

    verdict: Verdict
    moves: tuple[Move, ...] = ()
    rest: int = field(default=1 << 20, compare=False)
    seconds: float = field(default=0.0, compare=False)


@dataclass(frozen=True, slots=True)
class Answer:
    """A verdict and, if it is ``WINNABLE``, a winning line.

    ``moves`` includes every move home and can be replayed by ``game.rules.replay`` from the
    position that was asked about. ``positions`` is the number of positions expanded. ``seconds`` is
    the time taken, by the solver's clock.

    Three more fields are set if the best result was asked for and no win is known. ``best_cards``
    is how many cards can certainly go home, ``best_moves`` is a line that brings them home, and
    ``best_exact`` says whether it is proven that no more can. ``rules_known`` is False if no solver
    knows the game's rules, so that no amount of time would help. If the shortest line was asked
    for, ``least_moves`` is the number of player moves that every winning line is proven to need.

    ``work`` adds two fields for a winning line: ``steps``, the number of steps that undo would
    count, and ``account``, the account at the end of the line. With ``want_account`` it also adds
    ``best_account``: the highest account known to be possible, in dollars or points, and whether
    that is proven to be the highest.
    """

    verdict: Verdict
    moves: tuple[Move, ...]
    positions: int
    seconds: float
    best_cards: int | None = None
    best_exact: bool = False
    best_moves: tuple[Move, ...] = ()
    rules_known: bool = True
    least_moves: int = 0
    steps: int = 0
    account: int | None = None
    best_account: tuple[int, bool] | None = None

    @property
    def player_moves(self) -> int:
        """The number of player moves in the line."""
        return player_moves(self.moves)


@dataclass(frozen=True, slots=True)
class JudgedMove:
    """A legal move with its verdict.

    ``length`` is the number of player moves in a winning line that begins with it, this move
    included; 0 unless it is winnable.
    """

    move: Move
    verdict: Verdict
    length: int = 0


@dataclass(frozen=True, slots=True)
class Margin:
    """Every legal move of a position with its verdict; of equivalent moves only one is listed.

    ``verdict`` is the verdict on the position itself. ``line`` is the shortest winning line found;
    it is empty if none is known. ``seconds`` is the time limit of the search for each move.
    """

    verdict: Verdict
    moves: tuple[JudgedMove, ...]
    line: tuple[Move, ...]
    seconds: float

    def __len__(self) -> int:
        return len(self.moves)

    def with_verdict(self, verdict: Verdict) -> tuple[JudgedMove, ...]:
        return tuple([one for one in self.moves if one.verdict is verdict])

    @property
    def winning_count(self) -> int:
        """The number of moves known to keep the win."""
        return len(self.with_verdict(Verdict.WINNABLE))

    @property
    def undecided_count(self) -> int:
        return len(self.with_verdict(Verdict.UNDECIDED))

    @property
    def is_open(self) -> bool:
        """Whether a longer search could settle more moves."""
        return self.undecided_count > 0 and self.seconds < LONGER_LOOK

    def judged(self, choice: Move) -> JudgedMove | None:
        """Return the move ``choice`` with its verdict; None if the margin doesn't contain it.

        ``choice`` must be a move as ``choices`` yields it.
        """
        return next((one for one in self.moves if one.move == choice), None)


@dataclass(frozen=True, slots=True)
class Solver:
    """A game's solver, which is imported when it is first needed.

    ``solve`` takes the same parameters as ``decide``. ``best_account`` searches for a given number
    of seconds, and returns the highest account found to be reachable from a position and whether it
    is proven to be the highest. ``best_account`` is None if there is nothing to gain but a win.
    """

    solve: Callable[..., Answer]
    table_seconds: float
    """The time limit for one position, in CPU seconds, while somebody is playing."""
    batch_seconds: float
    """The time limit for one position, in seconds, when nobody is waiting for the answer."""
    best_account: Callable[[Deal, State, float], tuple[int, bool]] | None = None
    knows: Callable[[GameKind], bool] = lambda kind: True
    """Returns whether the solver knows the rules of a kind; under other rules positions stay
    undecided."""
    least_moves: Callable[[State], int] | None = None
    """Returns a lower bound on the number of player moves in any winning line; None if the solver
    can't look for lines with fewer moves."""
    move_seconds: float = LONGER_LOOK
    """The time limit, in seconds, for judging one move of a position that is examined closely."""


@lru_cache(maxsize=64)
def _least_in_vierfrei(state: State) -> int:
    """Return a lower bound on the number of player moves needed to win from ``state``.

    Cached, because the review and the menu ask about the same deal again and again, and each answer
    takes a few milliseconds.
    """
    # Imported here because the window rarely asks for a par.
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
    # Imported here because only the process that searches needs a solver.
    from game.solver.short_lines import known_line
    from game.solver.vierfrei_solver import solve

    shipped = known_line(deal) if shortest and not known and state == deal.layout() else None
    if shipped is None:
        return solve(state, shortest=shortest, known=known, **asked)
    if shipped.proven:
        moves = player_moves(shipped.moves)
        return Answer(Verdict.WINNABLE, shipped.moves, 0, 0.0, least_moves=moves)
    return solve(state, shortest=True, known=shipped.moves, **asked)


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
        _vierfrei,
        table_seconds=5.0,
        batch_seconds=10.0,
        least_moves=_least_in_vierfrei,
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
"""The solvers, by the names that kinds use for them."""

_NOBODY: Final = Solver(
    lambda deal, state, **asked: Answer(Verdict.UNDECIDED, (), 0, 0.0, rules_known=False),
    table_seconds=0.0,
    batch_seconds=0.0,
    knows=lambda kind: False,
)
"""Stands in for the solver of a kind that has none; leaves every position undecided."""


def solver_of(kind: GameKind) -> Solver:
    return _NOBODY if kind.solver is None else SOLVERS[kind.solver]


def decide(
    deal: Deal,
    state: State,
    *,
    time_limit: float,
    shortest: bool = False,
    known: Sequence[Move] = (),
    want_best: bool = False,
    cancelled: Callable[[], bool] | None = None,
    clock: Callable[[], float] = time.perf_counter,
) -> Answer:
    """Return what is known about ``state``, a position of ``deal``, after a search of at most
    ``time_limit`` seconds by ``clock``.

    ``shortest`` asks for the shortest line that can be found, and for a proof that none is shorter.
    The solver then starts from ``known``, a winning line, or from the line shipped for the deal.
    ``want_best`` asks how many cards can go home if not all of them can. A solver ignores what it
    can't do.
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


@contextmanager
def collector_at_rest() -> Iterator[None]:
    """Pause the garbage collector.

    A search creates a million lasting objects but no cycles. If the collector scanned them again
    and again, that would take a tenth of the time or more.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def never_cancelled() -> bool:
    """Return False; used for searches that nobody cancels."""
    return False


def search(
    deal: Deal,
    state: State,
    seconds: float,
    cancelled: Callable[[], bool] = never_cancelled,
    # CPU time, so that a search on a busy machine takes longer but finds just as much.
    clock: Callable[[], float] = time.process_time,
) -> Answer | None:
    """Return what is known about ``state`` after a search of at most ``seconds`` by ``clock``; None
    if it was ``cancelled``."""
    if cancelled():
        return None
    found = decide(deal, state, time_limit=seconds, cancelled=cancelled, clock=clock)
    return None if found.verdict is Verdict.UNDECIDED and cancelled() else found


def least_moves(kind: GameKind, state: State) -> int:
    """Return a lower bound on the number of player moves needed to win from ``state``; 0 if none is
    known."""
    bound = solver_of(kind).least_moves
    return bound(state) if bound else 0


_FOR_THE_ACCOUNT = 2.0
"""The maximum time limit, in seconds, of a search for the best account."""


@dataclass(frozen=True, slots=True)
class Solving:
    """A question to be answered about a position: the one reached by playing the legal moves
    ``before`` from the layout of ``deal``."""

    deal: Deal
    before: tuple[Move, ...]
    time_limit: float
    shortest: bool = False
    want_account: bool = False
    """Whether to find the highest possible account too, where redeals cost money."""


def work(solving: Solving) -> Answer:
    """Return the answer to ``solving``.

    Before a line is returned, its notation is read and the whole game is replayed by the rules,
    from the deal on.
    """
    deal, limit = solving.deal, solving.time_limit
    state = replay(deal, solving.before).last
    found = decide(deal, state, time_limit=limit, shortest=solving.shortest, want_best=True)
    played = _replayed(solving, found.moves) if found.verdict is Verdict.WINNABLE else None
    if played is not None:
        steps = sum(map(len, played.actions[len(solving.before) :]))
        account = deal.account(played.last)
        found = replace(found, steps=steps, account=account, best_cards=None, best_exact=False)
    else:
        if found.verdict is Verdict.WINNABLE:
            found = replace(found, verdict=Verdict.UNDECIDED, moves=())
        if deal.kind.payment is not None and found.best_cards is None:
            # Without a search for the best, only the cards already home are certain.
            found = replace(found, best_cards=state.cards_home)
    if solving.want_account:
        found = replace(found, best_account=_best_account(solving, state, found.account))
    return found


def _replayed(solving: Solving, line: Sequence[Move]) -> Replay | None:
    """Return the replay of the whole game with ``line`` at its end; None if the game isn't won.

    Each move of ``line`` is first parsed from its notation.
    """
    try:
        moves = [parse_move(move.text, solving.deal.kind.notation) for move in line]
    except GivenError:
        return None
    played = replay(solving.deal, (*solving.before, *moves))
    won = played.refusal is None and solving.deal.engine.won(played.last)
    return played if won else None


def _best_account(solving: Solving, state: State, known: int | None) -> tuple[int, bool] | None:
    """Return the highest account known to be reachable from ``state``, and whether it is proven to
    be the highest.

    Returns None if no result can be better than a win. ``known`` is an account known to be
    reachable.
    """
    kind = solving.deal.kind
    search = solver_of(kind).best_account
    if search is None or not kind.turn_cost:
        # Nothing is better than a win.
        return None
    most, proven = search(solving.deal, state, min(solving.time_limit, _FOR_THE_ACCOUNT))
    return (known, False) if known is not None and known > most else (most, proven)
