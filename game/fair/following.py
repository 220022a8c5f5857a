"""What is left of an advice while a plan of it is followed: until the next hidden card shows,
nothing is learned, so a plan stays as good as it was."""

from __future__ import annotations

from dataclasses import replace

from game.core.moves import Move, Refusal
from game.core.state import State
from game.fair.advice import Advice, Candidate, Why
from game.rules.counting import account
from game.rules.registry import GameKind


def followed(kind: GameKind, before: State, advice: Advice, after: State) -> Advice | None:
    """Return the rest of those plans of ``advice`` on ``before`` whose first moves have led to
    ``after``; None if no plan began so, or nothing of it is left."""
    assert kind.rule_set is not None, "only games with a rule set hide cards"
    rest = [
        (plan, moves)
        for plan in advice.candidates
        if (moves := _rest(kind, before, plan.moves, after))
    ]
    if not rest:
        return None
    best = rest[0][0]
    candidates = tuple(
        [replace(plan, moves=moves, behind=plan.behind - best.behind) for plan, moves in rest]
    )
    return replace(
        advice,
        candidates=candidates,
        why=_why(advice, best, candidates),
        stopping=account(kind.rule_set, after),
        samples=best.samples,
        moves=candidates[0].moves,
    )


def _why(advice: Advice, best: Candidate, rest: tuple[Candidate, ...]) -> Why:
    if advice.why is Why.KNOWN:
        return advice.why
    return Why.EQUAL if len(rest) > 1 and rest[1].is_equal else Why.BEST


def _rest(kind: GameKind, before: State, moves: tuple[Move, ...], after: State) -> tuple[Move, ...]:
    """Return what is left of ``moves`` once they have led from ``before`` to ``after``; nothing if
    they do not before the last of them, which alone shows a hidden card."""
    state = before
    for at, move in enumerate(moves[:-1], 1):
        found = kind.engine.resolve(state, move)
        if isinstance(found, Refusal):
            break
        state = kind.engine.expand(state, found)[-1].after
        if state == after:
            return moves[at:]
    return ()
