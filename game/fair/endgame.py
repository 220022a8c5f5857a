"""What to do once nothing is hidden any more: the exact search answers."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Final

from game.core.moves import Move, Refusal, Verb
from game.core.state import State
from game.fair.advice import Advice, Candidate, Expected, Why
from game.fair.knowledge import Knowledge
from game.fair.trials import Cancelled
from game.rules.counting import account
from game.rules.registry import Rules
from game.solver.canfield import best_account, solve

_TICKS: Final = 40
"""For each sample: how often the exact search looks at its clock, once in some 32 positions."""


def proven(knowledge: Knowledge, samples: int, cancelled: Callable[[], bool]) -> Advice:
    """Return the best line where all cards are known; the search takes no longer than so many
    ``samples`` would.

    Its clock counts how often it is looked at, so that the answer does not depend on the machine.
    """
    state, rule_set = knowledge.state, knowledge.rule_set
    ticks = count()
    limit = float(_TICKS * samples)

    def clock() -> float:
        return float(next(ticks))

    if rule_set.payment.per_turn:
        best = best_account(state, rule_set, time_limit=limit, cancelled=cancelled, clock=clock)
        moves, exact = best.moves, best.exact
    else:
        found = solve(state, rule_set, time_limit=limit, cancelled=cancelled, clock=clock)
        moves, exact = found.best_moves, found.best_exact
    if cancelled():
        raise Cancelled
    now = account(rule_set, state)
    end = _after(knowledge.rules, state, moves)
    won = end.cards_home == 52
    expected = Expected(float(won), end.cards_home, end.turns, account(rule_set, end))
    if not moves or moves[0].verb is Verb.STOP:
        stop = (Move(Verb.STOP),) if rule_set.in_stages else ()
        why = Why.STOP if rule_set.payment.per_turn else Why.NO_PLAN
        return Advice((), why, now, 1, stop, exact)
    return Advice((Candidate(moves, expected, 1),), Why.KNOWN, now, 1, moves, exact)


def _after(rules: Rules, state: State, moves: tuple[Move, ...]) -> State:
    for move in moves:
        found = rules.resolve(state, move)
        assert not isinstance(found, Refusal), "the exact search plays by the rules"
        state = rules.expand(state, found)[-1].after
    return state
