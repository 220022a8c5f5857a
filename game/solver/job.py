"""One deal to be decided, as it is given to a process or a cluster, and what comes back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.core.moves import Move, Verb
from game.core.piles import Role
from game.rules.registry import Deal
from game.rules.replay import replay
from game.solver.answer import Verdict
from game.solver.decide import decide

_PAYMENTS = (Verb.INSPECT, Verb.PAY)


@dataclass(frozen=True, slots=True)
class Job:
    """The position of ``deal`` after the moves ``before``, which have to be legal."""

    deal: Deal
    before: tuple[Move, ...]
    time_limit: float
    shorter: bool = False


@dataclass(frozen=True, slots=True)
class Solved:
    """What was found out; ``moves`` are tokens, and none unless winnable.

    ``best`` is for a deal of Canfield not known to be won: the most cards that can come up, and
    whether that is proven.
    """

    verdict: Verdict
    moves: tuple[str, ...]
    player_moves: int
    positions: int
    seconds: float
    best: tuple[int, bool] | None


def work(job: Job) -> Solved:
    """Decide ``job``. A line is told only after it was replayed by the rules from the deal on."""
    deal = job.deal
    state = replay(deal, job.before).last
    found = decide(deal, state, time_limit=job.time_limit, shorter=job.shorter, want_best=True)
    verdict, moves = found.verdict, found.moves
    if verdict is Verdict.WINNABLE:
        played = replay(deal, (*job.before, *moves))
        if played.refusal is not None or not deal.engine.won(played.last):
            verdict, moves = Verdict.UNDECIDED, ()
    best: tuple[int, bool] | None = None
    if deal.rule_set is not None and verdict is not Verdict.WINNABLE:
        from game.solver.canfield import CanfieldAnswer

        cards = found.best_cards if isinstance(found, CanfieldAnswer) else None
        best = (state.cards_home, False)
        if isinstance(found, CanfieldAnswer) and cards is not None:
            best = (cards, found.best_exact)
    texts = tuple([move.text for move in moves])
    return Solved(verdict, texts, player_moves(moves), found.positions, found.seconds, best)


def player_moves(moves: Sequence[Move]) -> int:
    """How many of ``moves`` count as the player's: all but those home and the payments."""
    return sum(
        move.target.role is not Role.FOUNDATION
        if move.verb is Verb.CARRY
        else move.verb not in _PAYMENTS
        for move in moves
    )
