"""One deal to be solved, as it is passed to another process, and the result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.core.moves import Move, Verb
from game.core.piles import Role
from game.core.state import State
from game.rules.notation import parse_move
from game.rules.registry import Deal
from game.rules.replay import Replay, replay
from game.solver.answer import Verdict
from game.solver.decide import decide, solver_of
from game.support.errors import GivenError

_PAYMENTS = (Verb.INSPECT, Verb.PAY)
_FOR_THE_ACCOUNT = 2.0
"""The longest time in seconds for the search for the best account."""


@dataclass(frozen=True, slots=True)
class Job:
    """The position of ``deal`` after the moves ``before``, which must be legal."""

    deal: Deal
    before: tuple[Move, ...]
    time_limit: float
    shortest: bool = False
    want_account: bool = False
    """Whether to find the most money that can be made as well, where redeals cost money."""


@dataclass(frozen=True, slots=True)
class Solved:
    """The result; ``moves`` are tokens, empty unless winnable.

    ``best`` is for a game that counts the cards home, where it is not known to be won: the most
    that can come home, and whether that is proven. ``steps`` counts the single steps of the line,
    as undo takes them back; ``account`` is the account at its end, and ``best_account`` the highest
    known to be possible, in dollars or points, and whether that is proven. ``rules_known`` is
    False where no solver knows the game's rules. ``least_moves`` is what any line is proven to
    need.
    """

    verdict: Verdict
    moves: tuple[str, ...]
    player_moves: int
    positions: int
    seconds: float
    best: tuple[int, bool] | None
    steps: int = 0
    account: int | None = None
    best_account: tuple[int, bool] | None = None
    rules_known: bool = True
    least_moves: int = 0


def work(job: Job) -> Solved:
    """Solve ``job``. A line is returned only after the rules have replayed its tokens, as they will
    be read, from the deal on."""
    deal = job.deal
    state = replay(deal, job.before).last
    found = decide(deal, state, time_limit=job.time_limit, shortest=job.shortest, want_best=True)
    verdict, moves = found.verdict, found.moves
    texts = tuple([move.text for move in moves])
    steps, account = 0, None
    if verdict is Verdict.WINNABLE:
        played = _replayed(job, texts)
        if played is None:
            verdict, moves, texts = Verdict.UNDECIDED, (), ()
        else:
            steps = len(played.steps) - len(replay(deal, job.before).steps)
            account = deal.account(played.last)
    best: tuple[int, bool] | None = None
    if deal.kind.payment is not None and verdict is not Verdict.WINNABLE:
        # Without a search for the best, the cards that are home already are what is known.
        cards = found.best_cards
        best = (state.cards_home, False) if cards is None else (cards, found.best_exact)
    return Solved(
        verdict,
        texts,
        player_moves(moves),
        found.positions,
        found.seconds,
        best,
        steps,
        account,
        _best_account(job, state, account) if job.want_account else None,
        found.rules_known,
        found.least_moves,
    )


def _replayed(job: Job, texts: Sequence[str]) -> Replay | None:
    """Return the game that is won by the moves that ``texts`` write; None if it is not."""
    try:
        moves = [parse_move(text, job.deal.kind.notation) for text in texts]
    except GivenError:
        return None
    played = replay(job.deal, (*job.before, *moves))
    won = played.refusal is None and job.deal.engine.won(played.last)
    return played if won else None


def _best_account(job: Job, state: State, known: int | None) -> tuple[int, bool] | None:
    """Return the most that can be made of ``state``, given that ``known`` can, and whether that is
    proven."""
    kind = job.deal.kind
    search = solver_of(kind).best_account
    if search is None or kind.payment is None or not kind.payment.per_turn:
        # A win already has everything.
        return None
    most, proven = search(job.deal, state, min(job.time_limit, _FOR_THE_ACCOUNT))
    return (known, False) if known is not None and known > most else (most, proven)


def player_moves(moves: Sequence[Move]) -> int:
    """Return how many of ``moves`` are player moves: all except moves home and payments."""
    return sum(
        move.target.role is not Role.FOUNDATION
        if move.verb is Verb.CARRY
        else move.verb not in _PAYMENTS
        for move in moves
    )
